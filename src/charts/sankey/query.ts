import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { SankeyOptions } from './options.ts'

export const sankeyQuery = (options: SankeyOptions): readonly QueryObject[] => [
  byMetricQuery(options, given(options.source, options.target), given(options.metric)),
]
