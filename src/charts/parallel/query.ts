import type { QueryObject } from '../../query/query-object.ts'
import { orderByMetric } from '../parts/base-query.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { ParallelOptions } from './options.ts'

/** One row for each line. */
export const parallelQuery = (options: ParallelOptions): readonly QueryObject[] => [
  plainQuery(options, given(options.series), [...options.metrics, ...given(options.colorMetric)], {
    orderby: orderByMetric(options.sortBy, options.metrics, options.orderDesc),
  }),
]
