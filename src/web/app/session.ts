import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let isExpired = false

/** Raised by the first refused request; the overlay asks to sign in again over the page as it is. */
export function setSessionExpired(next: boolean): void {
  if (isExpired === next) return
  isExpired = next
  for (const listener of listeners) listener()
}

export const useSessionExpired = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isExpired,
  )
