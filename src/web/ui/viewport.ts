import { useSyncExternalStore } from 'react'

export type Viewport = 'phone' | 'narrow' | 'wide'

const phone = globalThis.matchMedia?.('(max-width: 719px)')
const narrow = globalThis.matchMedia?.('(max-width: 1099px)')

/** phone below 720 px: bottom bar, reading only; narrow below 1100 px: rail instead of sidebar. */
export const useViewport = (): Viewport => useSyncExternalStore(subscribe, current)

const current = (): Viewport => (phone?.matches ? 'phone' : narrow?.matches ? 'narrow' : 'wide')

function subscribe(listener: () => void): () => void {
  phone?.addEventListener('change', listener)
  narrow?.addEventListener('change', listener)
  return () => {
    phone?.removeEventListener('change', listener)
    narrow?.removeEventListener('change', listener)
  }
}
