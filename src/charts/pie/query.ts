import { type QueryObject, queryObject } from '../../query/query-object.ts'
import { baseQuery } from '../parts/base-query.ts'
import type { PieOptions } from './options.ts'

export function pieQuery(options: PieOptions): readonly QueryObject[] {
  const { metric } = options
  return [
    queryObject({
      ...baseQuery(options),
      columns: options.groupby,
      metrics: metric === null ? [] : [metric],
      orderby: metric !== null && options.sortByMetric ? [[metric, false]] : [],
    }),
  ]
}
