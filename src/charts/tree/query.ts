import type { QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { TreeOptions } from './options.ts'

/** One row for each node. */
export const treeQuery = (options: TreeOptions): readonly QueryObject[] => [
  plainQuery(options, given(options.id, options.parent, options.name), given(options.metric)),
]
