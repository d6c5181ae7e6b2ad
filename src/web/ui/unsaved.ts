import { useEffect, useId, useSyncExternalStore } from 'react'

const unsaved = new Set<string>()
const listeners = new Set<() => void>()

/** Says that this part holds changes that would be lost; leaving asks first while any part says so. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId()
  useEffect(() => {
    if (!isUnsaved) return
    unsaved.add(id)
    tell()
    return () => {
      unsaved.delete(id)
      tell()
    }
  }, [id, isUnsaved])
}

export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, () => unsaved.size > 0)

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
