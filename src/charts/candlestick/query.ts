import { columnLabel, type Metric, type QueryObject } from '../../query/query-object.ts'
import { baseAxis } from '../parts/base-query.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { CandlestickOptions } from './options.ts'

/** The four metrics, in the order in which they are drawn. */
export const measuresOf = (options: CandlestickOptions): readonly (Metric | null)[] => [
  options.open ?? options.olderOpen,
  options.close ?? options.olderClose,
  options.low ?? options.olderLow,
  options.high ?? options.olderHigh,
]

/** One row for each candle, the earliest first. */
export function candlestickQuery(options: CandlestickOptions): readonly QueryObject[] {
  const axis = given(options.xAxis)
  return [
    plainQuery(
      options,
      [...axis.map((one) => baseAxis(one, options.timeGrain)), ...given(options.series)],
      given(...measuresOf(options)),
      { orderby: axis.map((one) => [columnLabel(one), true]) },
    ),
  ]
}
