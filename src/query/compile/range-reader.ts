import type { QueryObject } from '../query-object.ts'
import { DAY_MS, midnight, SECOND_MS } from '../time-range/naive.ts'
import { TimeRangeError } from '../time-range/problem.ts'
import { resolveTimeRange, type TimeBounds } from '../time-range/resolve.ts'
import { clockAt, instantOf } from '../time-range/zone.ts'
import type { RangeReader } from './filter.ts'
import type { CompileInput } from './types.ts'
import { refuse } from './validate.ts'

/** Reads the time ranges of one query against one clock. */
export interface RangeClock {
  readonly read: RangeReader
  /** The instant (epoch milliseconds) up to which every range read so far means the same; Infinity before the first. */
  sameUntil(): number
}

const wholeSecond = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS

/** The clock of a query. Times only move forward with it, so what is the same now and at the end of the day is so between. */
export function rangeClock({ now, timeZone = 'UTC', query }: CompileInput, amended: QueryObject): RangeClock {
  const options = {
    now: wholeSecond(clockAt(now.getTime(), timeZone)),
    relativeStart: amended.extras.relativeStart,
    relativeEnd: amended.extras.relativeEnd,
    timeShift: query.timeShift,
    instantComparison: amended.extras.instantTimeComparisonRange,
  }
  const endOfDay = midnight(options.now) + DAY_MS - SECOND_MS
  const lastInstant = instantOf(endOfDay, timeZone)
  let sameUntil = Number.POSITIVE_INFINITY
  const resolve = (text: string): TimeBounds => {
    try {
      return resolveTimeRange(text, options)
    } catch (cause) {
      throw cause instanceof TimeRangeError ? refuse(cause.message) : cause
    }
  }
  const isSameAllDay = (text: string, bounds: TimeBounds): boolean => {
    try {
      const later = resolveTimeRange(text, { ...options, now: endOfDay })
      return later.since === bounds.since && later.until === bounds.until
    } catch {
      return false
    }
  }
  return {
    read: (text) => {
      const bounds = resolve(text)
      sameUntil = Math.min(sameUntil, isSameAllDay(text, bounds) ? lastInstant : now.getTime())
      return bounds
    },
    sameUntil: () => sameUntil,
  }
}
