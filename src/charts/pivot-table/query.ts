import { type Column, type QueryObject, queryObject } from '../../query/query-object.ts'
import { baseQuery, orderByMetric } from '../parts/base-query.ts'
import { atGrain } from '../parts/time-columns.ts'
import { axesOf, totalLevels } from './levels.ts'
import type { PivotTableOptions } from './options.ts'

/** The cells: one row for each head of a row with each head of a column. */
export function pivotTableQuery(options: PivotTableOptions): readonly QueryObject[] {
  const { rows, columns, metrics } = axesOf(options)
  return [
    queryObject({
      ...baseQuery(options),
      columns: atGrain(options, sides(options, rows.dimensions, columns.dimensions)),
      metrics,
      seriesLimit: options.seriesLimit ?? options.limit ?? 0,
      seriesLimitMetric: options.sortBy,
      orderby: orderByMetric(options.sortBy, metrics, options.orderDesc),
    }),
  ]
}

/** One question for each level of totals, grouped by less: an average is no average of averages. */
export function pivotTotalsQuery(options: PivotTableOptions): readonly QueryObject[] {
  const { rows, columns, metrics } = axesOf(options)
  const base = baseQuery(options)
  return totalLevels(options).map((level) =>
    queryObject({
      ...base,
      columns: atGrain(
        options,
        sides(options, rows.dimensions.slice(0, level.rows), columns.dimensions.slice(0, level.columns)),
      ),
      metrics,
      rowLimit: 0,
    }),
  )
}

/** The order in which the incumbent names the dimensions, transposed or not. */
const sides = ({ isTransposed }: PivotTableOptions, rows: readonly Column[], columns: readonly Column[]) =>
  isTransposed ? [...rows, ...columns] : [...columns, ...rows]
