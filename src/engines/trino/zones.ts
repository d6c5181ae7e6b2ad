import { clockAt, isTimeZone } from '../../query/time-range/zone.ts'

/** Minutes that a zone is ahead of UTC when its clock shows a time (milliseconds since 1970, read as UTC). */
export function offsetOfZone(zone: string, clockMs: number): number {
  const match = /^([+-])(\d\d):(\d\d)$/.exec(zone)
  if (match) return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
  if (zone === 'UTC' || zone === 'Z' || !isTimeZone(zone)) return 0
  // The offset is that of an instant; the second look is right beside a change of the clock.
  const first = offsetAt(zone, clockMs)
  return offsetAt(zone, clockMs - first * 60_000)
}

const offsetAt = (zone: string, ms: number) => Math.round((clockAt(ms, zone) - ms) / 60_000)
