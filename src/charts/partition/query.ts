import type { QueryObject } from '../../query/query-object.ts'
import { orderByMetric } from '../parts/base-query.ts'
import { plainQuery } from '../parts/plain-query.ts'
import type { PartitionOptions } from './options.ts'

/** One row for each group of the last level. */
export const partitionQuery = (options: PartitionOptions): readonly QueryObject[] => [
  plainQuery(options, options.groupby, options.metrics, { orderby: orderByMetric(null, options.metrics, true) }),
]
