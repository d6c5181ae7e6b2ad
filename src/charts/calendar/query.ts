import { type QueryObject, queryObject } from '../../query/query-object.ts'
import { baseAxis, baseQuery } from '../parts/base-query.ts'
import { given } from '../parts/plain-query.ts'
import type { CalendarOptions } from './options.ts'

/** The time grain of a cell. */
const CELL_GRAINS = { min: 'PT1M', hour: 'PT1H', day: 'P1D', week: 'P1W', month: 'P1M' } as const

export const grainOf = ({ unit }: CalendarOptions) => CELL_GRAINS[unit ?? 'day']

/** What the chart asks where it says no limit: it counts cells, not groups. */
const MOST_CELLS = 50_000

/** One row for each cell of the calendar. */
export function calendarQuery(options: CalendarOptions): readonly QueryObject[] {
  const grain = grainOf(options)
  const base = baseQuery({ ...options, timeGrain: null, rowLimit: options.rowLimit ?? MOST_CELLS })
  const columns = given(options.time).map((time) => baseAxis(time, grain))
  return [queryObject({ ...base, extras: { ...base.extras, timeGrain: grain }, columns, metrics: options.metrics })]
}
