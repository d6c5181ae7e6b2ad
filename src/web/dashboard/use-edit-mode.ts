import { useEffect, useState } from 'react'
import type { EditMode } from './edit/edit-mode.ts'
import { useDashboard } from './store.ts'

const IDLE_MS = 2_000
let loaded: EditMode | null = null

/** Edit mode once it is wanted and loaded. Those who may edit get it ahead, when the page has come to rest. */
export function useEditMode(isWanted: boolean): EditMode | null {
  const canEdit = useDashboard((state) => state.canEdit)
  const [mode, setMode] = useState(loaded)
  useEffect(() => {
    if (mode !== null || !canEdit) return
    const load = () => void import('./edit/edit-mode.ts').then(keep).then(setMode)
    if (isWanted) return load()
    const timer = setTimeout(load, IDLE_MS)
    return () => clearTimeout(timer)
  }, [mode, canEdit, isWanted])
  return isWanted ? mode : null
}

function keep(module: { readonly EDIT_MODE: EditMode }): EditMode {
  loaded = module.EDIT_MODE
  return loaded
}
