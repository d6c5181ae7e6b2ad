import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useText } from './text.ts'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: ReactNode
  onClose: () => void
  children: ReactNode
  /** Buttons: Cancel first, the one primary button last. */
  footer?: ReactNode
  width?: number
  /** A drawer stands at an edge of the window instead of its middle. */
  side?: 'right' | 'bottom'
  /** Makes the body a form that Enter submits; put a type="submit" button into the footer. */
  onSubmit?: () => void
  /** Called instead of closing on Escape or a press outside. */
  onDismiss?: () => void
}

const WIDTH_PX = 600

/** A modal dialog. Mount it to open it. */
export function Dialog({ title, onClose, children, footer, width = WIDTH_PX, side, onSubmit, onDismiss }: DialogProps) {
  const t = useText()
  const ref = useModal()
  const titleId = useId()
  useLayoutEffect(() => begin(firstField(ref.current)), [ref])
  const dismiss = onDismiss ?? onClose
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  const inner = (
    <>
      <header className="dh">
        <h2 id={titleId} className="grow">
          {title}
        </h2>
        <IconButton label={t('Close')} size="sm" icon={<IconX aria-hidden />} onClick={dismiss} />
      </header>
      <div className="db">{children}</div>
      {footer && <footer className="df">{footer}</footer>}
    </>
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same through the cancel event
    <dialog
      ref={ref}
      className={classNames('dlg', side && `dlg-${side}`)}
      style={side === 'bottom' ? undefined : { width }}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return
        event.preventDefault()
        dismiss()
      }}
      onClick={(event) => {
        if (event.target === ref.current) dismiss()
      }}
    >
      {onSubmit ? (
        <form className="dlg-box" onSubmit={handleSubmit}>
          {inner}
        </form>
      ) : (
        <div className="dlg-box">{inner}</div>
      )}
    </dialog>
  )
}

/** What is typed first takes the place of what a field holds already. */
function begin(field: HTMLElement | null): void {
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Where typing begins: the field marked for it, the first field, else the button that goes on. */
function firstField(dialog: HTMLDialogElement | null): HTMLElement | null {
  const inBody = dialog?.querySelector<HTMLElement>(
    '[data-autofocus], .db :is(input, textarea, select, button.input):not(:disabled)',
  )
  return inBody ?? dialog?.querySelector<HTMLElement>('.df > button:last-child') ?? dialog
}

/** A panel from the right, on phones from below. */
export const Drawer = (props: Omit<DialogProps, 'side'> & { side?: 'right' | 'bottom' }) => (
  <Dialog side="right" {...props} />
)

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** A verb: "Delete", "Overwrite". */
  confirmLabel: string
  danger?: boolean
  onConfirm: () => void | Promise<void>
  onClose: () => void
}

/** Asks before what cannot be undone. Stays open and busy until the promise settles. */
export function ConfirmDialog({ title, children, confirmLabel, danger, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const handleConfirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      width={420}
      onSubmit={() => void handleConfirm()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant={danger ? 'danger-solid' : 'primary'} loading={isBusy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
