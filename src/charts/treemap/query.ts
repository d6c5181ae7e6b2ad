import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { TreemapOptions } from './options.ts'

export const treemapQuery = (options: TreemapOptions): readonly QueryObject[] => [
  byMetricQuery(options, options.groupby, given(options.metric)),
]
