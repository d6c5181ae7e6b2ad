import { useEffect } from 'react'
import { hasUnsavedChanges } from './model/history.ts'
import { useDashboard } from './store.ts'

/** Asks before a page with unsaved changes is closed. */
export function useLeaveGuard(): void {
  const isUnsaved = useDashboard((state) => state.isEditing && hasUnsavedChanges(state.history))
  useEffect(() => {
    if (!isUnsaved) return
    const handleUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [isUnsaved])
}
