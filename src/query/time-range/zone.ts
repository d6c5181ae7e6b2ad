import { type NaiveMs, SECOND_MS } from './naive.ts'

/** The name of a zone in requests: our own, so that it cannot be meant otherwise by any client. */
export const TIME_ZONE_FIELD = 'sightline_time_zone'
/** Why the name of a zone is refused. */
export const NO_TIME_ZONE = 'Not a time zone, such as Europe/Berlin.'

const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/
const LONGEST_NAME = 64
const KEPT_FORMATS = 500

const formats = new Map<string, Intl.DateTimeFormat>()

/** True for the name of a time zone of the IANA list, older names included; offsets such as `+02:00` are none. */
export function isTimeZone(name: string): boolean {
  return name.length <= LONGEST_NAME && NAME.test(name) && formatOf(name) !== null
}

/** What a clock in the zone shows at an instant (epoch milliseconds). Throws RangeError for a zone that is none. */
export function clockAt(instant: number, timeZone: string): NaiveMs {
  if (timeZone === 'UTC') return instant
  const format = formatOf(timeZone)
  if (!format) throw new RangeError(`${timeZone} is no time zone`)
  const whole = Math.floor(instant / SECOND_MS) * SECOND_MS
  const parts = format.formatToParts(whole)
  const field = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const clock = new Date(0)
  clock.setUTCFullYear(field('year'), field('month') - 1, field('day'))
  return clock.setUTCHours(field('hour'), field('minute'), field('second')) + instant - whole
}

/**
 * The instant (epoch milliseconds) at which a clock in the zone shows a time: the earlier one where it shows it twice,
 * and for a time that it leaves out the first instant after the gap.
 */
export function instantOf(clock: NaiveMs, timeZone: string): number {
  if (timeZone === 'UTC') return clock
  const before = offsetAt(clock - HALF_SPAN_MS, timeZone)
  const after = offsetAt(clock + HALF_SPAN_MS, timeZone)
  const early = clock - Math.max(before, after)
  const late = clock - Math.min(before, after)
  if (offsetAt(early, timeZone) === clock - early) return early
  if (offsetAt(late, timeZone) === clock - late) return late
  return firstAfterGap(early, late, offsetAt(early, timeZone), timeZone)
}

/** No zone changes its clock twice within two days, and none is farther from UTC than one. */
const HALF_SPAN_MS = 86_400_000

/** How far the clock is ahead of UTC, in milliseconds. */
const offsetAt = (instant: number, timeZone: string) => clockAt(instant, timeZone) - instant

/** The first whole second between two instants at which the offset is no longer that of the first. */
function firstAfterGap(from: number, to: number, offset: number, timeZone: string): number {
  let low = Math.floor(from / SECOND_MS)
  let high = Math.ceil(to / SECOND_MS)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * SECOND_MS, timeZone) === offset) low = middle
    else high = middle
  }
  return high * SECOND_MS
}

/** Null for a zone that is not known here. Making a format costs a thousand times as much as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known) return known
  try {
    const made = new Intl.DateTimeFormat('en-u-ca-iso8601', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
    if (formats.size >= KEPT_FORMATS) formats.clear()
    formats.set(timeZone, made)
    return made
  } catch {
    return null
  }
}
