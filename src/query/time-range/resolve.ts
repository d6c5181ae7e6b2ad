import { addUnits, type TimeUnit, truncate } from './calendar.ts'
import { subtractShift } from './delta.ts'
import { evaluateTime, isDateExpression } from './expression.ts'
import { readHuman } from './human.ts'
import { DAY_MS, midnight, type NaiveMs } from './naive.ts'
import { reversed } from './problem.ts'
import { type Anchors, readPart, readScope } from './scope.ts'

const NO_FILTER = 'No filter'
const SEPARATOR = ' : '
const CALENDAR = /^previous calendar (week|month|quarter|year)/
const CURRENT = /^Current (day|week|month|quarter|year)/
const FINE_UNIT = /\b(hour|minute|second)s?\s*$/i

/** Both ends as local times without a zone; null is open. The end is exclusive. */
export interface TimeBounds {
  readonly since: NaiveMs | null
  readonly until: NaiveMs | null
}
export const OPEN: TimeBounds = { since: null, until: null }

export interface RangeOptions {
  readonly now: NaiveMs
  /** What relative words start from, and where an open end lies: `today`, `now`, or any text of a time. */
  readonly relativeStart?: string | null
  readonly relativeEnd?: string | null
  readonly timeShift?: string | null
  /** `y`, `m`, `w`, or `r` for the range's own length: the range before this one. */
  readonly instantComparison?: string | null
}

/** Reads the text of a time range against a clock. Throws TimeRangeError with a text for the user. */
export function resolveTimeRange(text: string, options: RangeOptions): TimeBounds {
  const bounds = text === NO_FILTER ? OPEN : readBounds(text, options)
  const shifted = compared(shift(bounds, options.timeShift ?? null), options.instantComparison ?? null)
  if (shifted.since !== null && shifted.until !== null && shifted.since > shifted.until) throw reversed()
  return shifted
}

/** Reads the older pair of texts in place of a range. A start without a direction means ago. */
export function resolveSinceUntil(since: string | null, until: string | null, options: RangeOptions): TimeBounds {
  const bounds = {
    since: since ? readHuman(withAgo(since), options.now) : null,
    until: until ? readHuman(until, options.now) : anchor(options.relativeEnd ?? 'today', options.now),
  }
  const shifted = shift(bounds, options.timeShift ?? null)
  if (shifted.since !== null && shifted.until !== null && shifted.since > shifted.until) throw reversed()
  return shifted
}

const withAgo = (text: string) =>
  /^\d+\s+(day|week|hour|minute|second|year)s?$/i.test(text.trim()) ? `${text.trim()} ago` : text

function readBounds(text: string, options: RangeOptions): TimeBounds {
  const anchors: Anchors = { now: options.now, start: options.relativeStart ?? null }
  const named = readNamed(text, options.now)
  if (named) return named
  return text.includes(SEPARATOR) ? readPair(text, anchors) : readSingle(text, anchors, options)
}

function readSingle(text: string, anchors: Anchors, options: RangeOptions): TimeBounds {
  const end = options.relativeEnd ?? null
  if (text.startsWith('Last')) {
    return { since: readEnd(text.trim(), anchors), until: anchor(end ?? usualEnd(text, anchors), options.now) }
  }
  if (text.startsWith('Next')) {
    const since = options.relativeStart ?? (FINE_UNIT.test(text) ? 'now' : 'today')
    return { since: anchor(since, options.now), until: readEnd(text.trim(), anchors) }
  }
  const part = readPart(text, anchors)
  if (part) return { since: part[0], until: part[1] }
  // Clients of the incumbent send texts that mean nothing; they ask for everything up to today.
  return { since: null, until: anchor(end ?? 'today', options.now) }
}

/** Hours end now; counted back from a start of their own, such as today, they end where that day begins. */
const usualEnd = (text: string, { start }: Anchors) =>
  FINE_UNIT.test(text) && (start === null || start === 'now') ? 'now' : 'today'

function readNamed(text: string, now: NaiveMs): TimeBounds | null {
  if (text.includes(SEPARATOR)) return null
  const today = midnight(now)
  const previous = CALENDAR.exec(text)?.[1] as TimeUnit | undefined
  if (previous)
    return { since: truncate(addUnits(today, -1, previous) ?? today, previous), until: truncate(today, previous) }
  const current = CURRENT.exec(text)?.[1] as TimeUnit | undefined
  if (!current) return null
  return { since: truncate(today, current), until: truncate(addUnits(today, 1, current) ?? today, current) }
}

function readPair(text: string, anchors: Anchors): TimeBounds {
  const at = text.indexOf(SEPARATOR)
  const since = text.slice(0, at).trim()
  const until = text.slice(at + SEPARATOR.length).trim()
  return {
    since: since === '' ? null : readEnd(since, anchors),
    until: until === '' ? null : readEnd(until, anchors),
  }
}

/** One end of a range: words, a function of dates, or a date as a person writes it. */
function readEnd(text: string, anchors: Anchors): NaiveMs {
  const scoped = readScope(text, anchors)
  if (scoped !== null) return scoped
  return isDateExpression(text) ? evaluateTime(text, anchors.now) : readHuman(text, anchors.now)
}

const anchor = (name: string, now: NaiveMs) => readHuman(name, now)

function shift(bounds: TimeBounds, text: string | null): TimeBounds {
  if (!text) return bounds
  // A range in place of a duration takes the place of the range itself.
  if (text.includes(SEPARATOR) && bounds !== OPEN) return readPair(text, { now: 0, start: null })
  return {
    since: bounds.since === null ? null : subtractShift(bounds.since, text),
    until: bounds.until === null ? null : subtractShift(bounds.until, text),
  }
}

const COMPARED_UNITS: Readonly<Record<string, TimeUnit>> = { y: 'year', m: 'month', w: 'week' }

function compared(bounds: TimeBounds, range: string | null): TimeBounds {
  if (!range || bounds.since === null || bounds.until === null) return bounds
  const length = Math.floor((bounds.until - bounds.since) / DAY_MS)
  const unit = COMPARED_UNITS[range] ?? (range === 'r' ? 'day' : null)
  if (unit === null) return bounds
  const count = range === 'r' ? -length : -1
  return { since: addUnits(bounds.since, count, unit), until: addUnits(bounds.until, count, unit) }
}
