import { type ReactNode, useEffect, useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useNavigate } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { hasUnsavedChanges } from './model/history.ts'
import { useDashboard } from './store.ts'

/** Asks before unsaved changes are left: by closing the page, or by a link of the product. */
export function useLeaveGuard(): ReactNode {
  const t = useText()
  const navigate = useNavigate()
  const [target, setTarget] = useState<string | null>(null)
  const isUnsaved = useDashboard((state) => state.isEditing && hasUnsavedChanges(state.history))
  const discard = useDashboard((state) => state.discard)
  useEffect(() => {
    if (!isUnsaved) return
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const handleClick = (event: MouseEvent) => {
      const link = leavingLink(event)
      if (link === null) return
      event.preventDefault()
      event.stopPropagation()
      setTarget(link)
    }
    window.addEventListener('beforeunload', handleUnload)
    document.addEventListener('click', handleClick, true)
    return () => {
      window.removeEventListener('beforeunload', handleUnload)
      document.removeEventListener('click', handleClick, true)
    }
  }, [isUnsaved])
  if (target === null) return null
  const handleLeave = () => {
    discard()
    void navigate(target)
  }
  return (
    <ConfirmDialog
      title={t('Leave without saving')}
      confirmLabel={t('Discard and leave')}
      danger
      onConfirm={handleLeave}
      onClose={() => setTarget(null)}
    >
      <p>{t('The changes since you last saved are lost.')}</p>
    </ConfirmDialog>
  )
}

/** The address of a pressed link that leads away within this window. */
function leavingLink(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || !link || link.target === '_blank' || link.origin !== window.location.origin) return null
  return link.pathname === window.location.pathname ? null : link.pathname + link.search + link.hash
}
