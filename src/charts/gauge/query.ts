import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { GaugeOptions } from './options.ts'

export const gaugeQuery = (options: GaugeOptions): readonly QueryObject[] => [
  byMetricQuery(options, options.groupby, given(options.metric)),
]
