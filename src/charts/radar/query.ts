import type { QueryObject } from '../../query/query-object.ts'
import { orderByMetric } from '../parts/base-query.ts'
import { plainQuery } from '../parts/plain-query.ts'
import type { RadarOptions } from './options.ts'

/** One row for each group, with the largest first. */
export const radarQuery = (options: RadarOptions): readonly QueryObject[] => [
  plainQuery(options, options.groupby, options.metrics, {
    seriesLimitMetric: options.seriesLimitMetric ?? options.sortBy,
    orderby: orderByMetric(options.seriesLimitMetric, options.metrics, true),
  }),
]
