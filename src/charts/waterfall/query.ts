import { columnLabel, type QueryObject } from '../../query/query-object.ts'
import { baseAxis } from '../parts/base-query.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { WaterfallOptions } from './options.ts'

/** One row for each step, in the order of the x-axis. */
export function waterfallQuery(options: WaterfallOptions): readonly QueryObject[] {
  const asked = [...given(options.xAxis), ...options.groupby]
  const axis = given(options.xAxis).map((one) => baseAxis(one, options.timeGrain))
  return [
    plainQuery(options, [...axis, ...options.groupby], given(options.metric), {
      orderby: asked.map((column) => [columnLabel(column), true]),
    }),
  ]
}
