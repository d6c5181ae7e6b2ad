import type { QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { BulletOptions } from './options.ts'

/** One figure. */
export const bulletQuery = (options: BulletOptions): readonly QueryObject[] => [
  plainQuery(options, [], given(options.metric)),
]
