import type { Dialect } from './dialect.ts'

/** Times as they are (specification: charts, section 9). */
const ORIGINAL = 'all'
const SEVEN_DAYS = 'P7D'
/** Seven days need a first one: that of the ISO week, so that every engine cuts them alike, whatever its own week is. */
const SEVEN_DAYS_FROM_MONDAY = '1969-12-29T00:00:00Z/P1W'

/** SQL that cuts a time expression to a grain; null where the engine has no such grain. The type is the expression's where it is known. */
export function grainSql(
  dialect: Dialect,
  expression: string,
  grain: string,
  type: string | null = null,
): string | null {
  if (grain === ORIGINAL) return expression
  return dialect.timeGrain(expression, grain === SEVEN_DAYS ? SEVEN_DAYS_FROM_MONDAY : grain, type)
}

/** The grains that charts over an engine may choose: times as they are, then its own, finest first. */
export function offeredGrains(dialect: Dialect): readonly string[] {
  return [ORIGINAL, ...dialect.grains.flatMap((grain) => (grain === 'P1W' ? [SEVEN_DAYS, grain] : [grain]))]
}
