const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes that a zone is ahead of UTC when its clock shows a time (milliseconds since 1970, read as UTC). */
export function offsetOfZone(zone: string, clockMs: number): number {
  const match = /^([+-])(\d\d):(\d\d)$/.exec(zone)
  if (match) return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
  if (zone === 'UTC' || zone === 'Z') return 0
  // The offset is that of an instant; the second look is right beside a change of the clock.
  const first = offsetAt(zone, clockMs)
  return offsetAt(zone, clockMs - first * 60_000)
}

function offsetAt(zone: string, ms: number): number {
  const format = formatOf(zone)
  if (!format) return 0
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const clock = new Date(0)
  clock.setUTCFullYear(year, month - 1, day)
  clock.setUTCHours(hour, minute, second)
  return Math.round((clock.getTime() - Math.floor(ms / 1000) * 1000) / 60_000)
}

/** Null for a zone that is not known here. */
function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known) return known
  try {
    const made = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone: zone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
    formats.set(zone, made)
    return made
  } catch {
    return null
  }
}
