import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pictureTurns } from '../data/picture-turns.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import type { EditMode } from './edit/edit-mode.ts'
import { useDashboard } from './store.ts'

const IDLE_MS = 2_000
let loaded: EditMode | null = null

/** Edit mode once it is wanted and loaded. Those who may edit get it ahead, when the page has come to rest. */
export function useEditMode(isWanted: boolean): EditMode | null {
  const canEdit = useDashboard((state) => state.canEdit)
  const discard = useDashboard((state) => state.discard)
  const isFetching = useIsFetching() > 0
  const [mode, setMode] = useState(loaded)
  useEffect(() => {
    if (mode !== null || !canEdit) return
    const load = () => import('./edit/edit-mode.ts').then(keep).then(setMode)
    if (isWanted) {
      void load().catch(() => {
        discard()
        toast.danger(text('This could not be loaded. Check your connection and try again.'))
      })
      return
    }
    if (isFetching) return
    let forget: (() => void) | null = null
    const timer = setTimeout(() => {
      forget = pictureTurns.whenAtRest(() => void load().catch(() => undefined))
    }, IDLE_MS)
    return () => {
      clearTimeout(timer)
      forget?.()
    }
  }, [mode, canEdit, isWanted, isFetching, discard])
  return isWanted ? mode : null
}

function keep(module: { readonly EDIT_MODE: EditMode }): EditMode {
  loaded = module.EDIT_MODE
  return loaded
}
