import { useEffect, useState } from 'react'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { holdNavigation } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { useHasUnsaved } from '../ui/unsaved.ts'

/** Asks before changes that are not saved are left; closing the window asks through the browser. */
export function LeaveQuestion() {
  const t = useText()
  const hasUnsaved = useHasUnsaved()
  const [wanted, setWanted] = useState<{ readonly go: () => void } | null>(null)
  useEffect(() => (hasUnsaved ? holdLeaving((go) => setWanted({ go })) : undefined), [hasUnsaved])
  if (wanted === null) return null
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      confirmLabel={t('Leave')}
      danger
      onClose={() => setWanted(null)}
      onConfirm={wanted.go}
    >
      {t('Your changes on this page are not saved.')}
    </ConfirmDialog>
  )
}

function holdLeaving(ask: (go: () => void) => void): () => void {
  const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  const letGo = holdNavigation(ask)
  window.addEventListener('beforeunload', handleUnload)
  return () => {
    window.removeEventListener('beforeunload', handleUnload)
    letGo()
  }
}
