import type { QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { BubbleOptions } from './options.ts'

export const bubbleQuery = (options: BubbleOptions): readonly QueryObject[] => [
  plainQuery(options, [...options.entity, ...options.series], given(options.x, options.y, options.size), {
    orderby: options.orderby === null ? [] : [[options.orderby, !options.orderDesc]],
  }),
]
