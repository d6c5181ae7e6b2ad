import type { QueryObject } from '../../query/query-object.ts'
import { type PeriodOptions, periodsQuery } from '../parts/periods.ts'
import { given } from '../parts/plain-query.ts'
import type { TimePivotOptions } from './options.ts'

/** The same with its one metric in a list. */
export const measured = (options: TimePivotOptions): PeriodOptions => ({
  ...options,
  groupby: [],
  metrics: given(options.metric),
})

export const timePivotQuery = (options: TimePivotOptions): readonly QueryObject[] => periodsQuery(measured(options))
