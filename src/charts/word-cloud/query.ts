import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { WordCloudOptions } from './options.ts'

export const wordCloudQuery = (options: WordCloudOptions): readonly QueryObject[] => [
  byMetricQuery(options, given(options.series), given(options.metric)),
]
