import { useEffect, useState } from 'react'

const QUIET_MS = 400
const STAFF_TICKS = 26

/** The small ring beside a busy thing. Always next to words. */
export const Ring = () => <span className="ring" aria-hidden="true" />

/** The tick ruler that shows how far. `value` from 0 to 1, or null while unknown. */
export function Staff({ value, label, ticks = STAFF_TICKS }: { value: number | null; label: string; ticks?: number }) {
  const reached = value === null ? 0 : Math.round(Math.min(1, Math.max(0, value)) * ticks)
  const now = value === null ? {} : { 'aria-valuenow': Math.round(value * 100) }
  return (
    <span className="staff" role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} {...now}>
      {Array.from({ length: ticks }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ticks have no other identity
        <i key={i} className={i < reached ? 'on' : undefined} />
      ))}
    </span>
  )
}

/** True once a wait has lasted 400 ms: before that nothing is drawn. */
export function useSlow(isWaiting: boolean, quietMs = QUIET_MS): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setSlow(true), quietMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWaiting, quietMs])
  return isWaiting && isSlow
}

/** Lines in the final shape; drawn only when the wait lasts. */
export function Skeleton({ lines = 3, height = 10 }: { lines?: number; height?: number }) {
  const isSlow = useSlow(true)
  if (!isSlow) return <div aria-busy="true" />
  const widths = ['82%', '61%', '72%', '54%', '77%']
  return (
    <div className="col g2" aria-busy="true">
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
        <span key={i} className="skel p" style={{ width: widths[i % widths.length], height }} />
      ))}
    </div>
  )
}
