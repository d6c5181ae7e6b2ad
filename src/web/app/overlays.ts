import { useSyncExternalStore } from 'react'

export type Overlay = 'palette' | 'shortcuts' | null

const listeners = new Set<() => void>()
let shown: Overlay = null

export function showOverlay(overlay: Overlay): void {
  shown = overlay
  for (const listener of listeners) listener()
}

export const useOverlay = (): Overlay =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => shown,
  )
