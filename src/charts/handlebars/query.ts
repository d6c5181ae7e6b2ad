import type { QueryObject } from '../../query/query-object.ts'
import { orderByMetric } from '../parts/base-query.ts'
import { plainQuery } from '../parts/plain-query.ts'
import { atGrain } from '../parts/time-columns.ts'
import type { HandlebarsOptions } from './options.ts'

/** The rows of groups, or rows as they are. */
export const handlebarsQuery = (options: HandlebarsOptions): readonly QueryObject[] => [
  options.mode === 'raw'
    ? plainQuery(options, options.allColumns, null, { orderby: options.orderBy })
    : plainQuery(options, atGrain(options, options.groupby), options.metrics, {
        orderby: orderByMetric(options.sortBy, options.metrics, options.orderDesc),
      }),
]
