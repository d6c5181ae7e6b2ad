import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { SunburstOptions } from './options.ts'

export const sunburstQuery = (options: SunburstOptions): readonly QueryObject[] => [
  byMetricQuery(options, options.groupby, given(options.metric, options.secondMetric)),
]
