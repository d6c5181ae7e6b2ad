import type { QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { NetworkOptions } from './options.ts'

export const networkQuery = (options: NetworkOptions): readonly QueryObject[] => [
  plainQuery(
    options,
    given(options.source, options.target, options.sourceCategory, options.targetCategory),
    given(options.metric),
  ),
]
