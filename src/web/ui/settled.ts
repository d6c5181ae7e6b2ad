import { useEffect, useRef, useState } from 'react'

const SETTLE_MS = 500

/** A value that moves under the pointer, such as a colour. Where it comes to rest counts, not each one on its way. */
export interface Settled<T> {
  /** The one that moves; null when all is at rest. */
  readonly moving: T | null
  move(value: T): void
  /** Takes it at once, as when the field is left. */
  finish(): void
}

/** `onSettle` is called once, half a second after the last move or when the field is left. */
export function useSettled<T>(onSettle: (value: T) => void): Settled<T> {
  const [moving, move] = useState<T | null>(null)
  const finish = useRef(() => {})
  finish.current = () => {
    if (moving === null) return
    move(null)
    onSettle(moving)
  }
  useEffect(() => {
    if (moving === null) return
    const timer = setTimeout(() => finish.current(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [moving])
  return { moving, move, finish: () => finish.current() }
}
