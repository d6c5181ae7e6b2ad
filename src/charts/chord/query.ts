import type { QueryObject } from '../../query/query-object.ts'
import { byMetricQuery, given } from '../parts/plain-query.ts'
import type { ChordOptions } from './options.ts'

/** One row for each pair. */
export const chordQuery = (options: ChordOptions): readonly QueryObject[] => [
  byMetricQuery(options, given(options.source, options.target), given(options.metric)),
]
