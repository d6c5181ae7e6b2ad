import type { QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { GanttOptions } from './options.ts'

/** One row for each bar; without metrics each that differs from the others. */
export const ganttQuery = (options: GanttOptions): readonly QueryObject[] => [
  plainQuery(
    options,
    [
      ...given(options.start, options.end, options.row, options.series),
      ...options.tooltipColumns,
      ...options.orderBy.map(([column]) => column),
    ],
    options.tooltipMetrics,
    { orderby: options.orderBy },
  ),
]
