import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { WorldMapOptions } from './options.ts'

export const worldMapQuery = (options: WorldMapOptions): readonly QueryObject[] => [
  byMetricQuery(options, given(options.entity), given(options.metric, options.secondMetric)),
]
