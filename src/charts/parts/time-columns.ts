import type { Column } from '../../query/query-object.ts'
import { baseAxis } from './base-query.ts'

interface Times {
  readonly timeGrain: string | null
  readonly granularity: string | null
  readonly temporalColumns: Readonly<Record<string, boolean>>
}

/** Columns as they are asked for: times are cut to the grain. */
export function atGrain(
  { timeGrain, granularity, temporalColumns }: Times,
  columns: readonly Column[],
): readonly Column[] {
  const isTime = (one: Column) => typeof one === 'string' && (temporalColumns[one] === true || granularity === one)
  return columns.map((one) => (timeGrain !== null && isTime(one) ? baseAxis(one, timeGrain) : one))
}
