import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { FunnelOptions } from './options.ts'

export const funnelQuery = (options: FunnelOptions): readonly QueryObject[] => [
  byMetricQuery(options, options.groupby, given(options.metric)),
]
