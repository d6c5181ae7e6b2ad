import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { useNavigate } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { useHasUnsaved } from '../ui/unsaved.ts'

/** Asks before a link leads away from changes that are not saved; closing the window asks through the browser. */
export function LeaveQuestion() {
  const t = useText()
  const navigate = useNavigate()
  const hasUnsaved = useHasUnsaved()
  const [target, setTarget] = useState<string | null>(null)
  useEffect(() => (hasUnsaved ? holdLeaving(setTarget) : undefined), [hasUnsaved])
  if (target === null) return null
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      confirmLabel={t('Leave')}
      danger
      onClose={() => setTarget(null)}
      onConfirm={() => void navigate(target)}
    >
      {t('Your changes on this page are not saved.')}
    </ConfirmDialog>
  )
}

function holdLeaving(ask: (target: string) => void): () => void {
  const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  const handleClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target === '_blank'
    if (!link || opensElsewhere || event.button !== 0) return
    const url = new URL(link.href, window.location.href)
    if (url.origin !== window.location.origin || url.pathname === window.location.pathname) return
    event.preventDefault()
    event.stopPropagation()
    ask(url.pathname + url.search + url.hash)
  }
  window.addEventListener('beforeunload', handleUnload)
  document.addEventListener('click', handleClick, true)
  return () => {
    window.removeEventListener('beforeunload', handleUnload)
    document.removeEventListener('click', handleClick, true)
  }
}
