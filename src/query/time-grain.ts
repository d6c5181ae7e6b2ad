import { own } from '../kernel/own.ts'
import type { Dialect } from './dialect.ts'

/** Times as they are (specification: charts, section 9). */
const ORIGINAL = 'all'
const SEVEN_DAYS = 'P7D'
/** Seven days need a first one: that of the ISO week, so that every engine cuts them alike, whatever its own week is. */
const SEVEN_DAYS_FROM_MONDAY = '1969-12-29T00:00:00Z/P1W'

/** Weeks as the specification names them (charts, section 9), and as everything else does. */
const NAMED_WEEKS: Readonly<Record<string, string>> = {
  week_starting_sunday: '1969-12-28T00:00:00Z/P1W',
  week_ending_saturday: 'P1W/1970-01-03T00:00:00Z',
}
export const NAMED_WEEK_GRAINS = ['week_starting_sunday', 'week_ending_saturday'] as const

/** A grain by the name that engines know. */
export const knownGrain = (grain: string): string => own(NAMED_WEEKS, grain) ?? grain

/** SQL that cuts a time expression to a grain; null where the engine has no such grain. The type is the expression's where it is known. */
export function grainSql(
  dialect: Dialect,
  expression: string,
  grain: string,
  type: string | null = null,
): string | null {
  if (grain === ORIGINAL) return expression
  return dialect.timeGrain(expression, grain === SEVEN_DAYS ? SEVEN_DAYS_FROM_MONDAY : knownGrain(grain), type)
}

/** The grains that charts over an engine may choose: times as they are, then its own, finest first. */
export function offeredGrains(dialect: Dialect): readonly string[] {
  return [ORIGINAL, ...dialect.grains.flatMap((grain) => (grain === 'P1W' ? [SEVEN_DAYS, grain] : [grain]))]
}
