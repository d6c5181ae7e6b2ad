import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { useText } from './text.ts'
import { toast, useToasts } from './toast.ts'
import { TOAST_MS, type Toast } from './toast-model.ts'

const ICON = {
  info: <IconInfoCircle aria-hidden />,
  success: <IconCircleCheck aria-hidden className="co" />,
  warning: <IconAlertTriangle aria-hidden className="cw" />,
  danger: <IconAlertCircle aria-hidden className="cd" />,
}

/** The toasts, newest first. Mounted once, by the app. */
export function Toaster() {
  const toasts = useToasts()
  const ref = useRef<HTMLDivElement>(null)
  const newest = toasts[0]?.id
  useEffect(() => {
    const element = ref.current
    if (!element || !newest) return
    // Shown again for each toast, so that it comes before a dialog opened meanwhile.
    if (element.matches(':popover-open')) element.hidePopover()
    element.showPopover()
  }, [newest])
  return (
    <div ref={ref} popover="manual" className="toasts">
      {toasts.map((one) => (
        <ToastRow key={one.id} toast={one} />
      ))}
    </div>
  )
}

function ToastRow({ toast: shown }: { toast: Toast }) {
  const t = useText()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => toast.remove(shown.id), TOAST_MS[shown.kind])
    return () => clearTimeout(timer)
  }, [isHeld, shown.id, shown.kind])
  const isUrgent = shown.kind === 'danger' || shown.kind === 'warning'
  const { action } = shown
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold the message, nothing is done by them
    <div
      className="toast"
      role={isUrgent ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {ICON[shown.kind]}
      <span className="grow">{shown.text}</span>
      {action && (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            toast.remove(shown.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        size="sm"
        label={t('Close')}
        icon={<IconX className="s" aria-hidden />}
        onClick={() => toast.remove(shown.id)}
      />
    </div>
  )
}
