import { columnLabel, type OrderBy, type QueryObject } from '../../query/query-object.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { ButterflyOptions } from './options.ts'

/** One row for each pair of bars, by the metric that sorts them, else by name. */
export function butterflyQuery(options: ButterflyOptions): readonly QueryObject[] {
  const [group] = options.groupby
  const byName: readonly OrderBy[] = group === undefined ? [] : [[columnLabel(group), true]]
  const orderby: readonly OrderBy[] = options.sortBy === null ? byName : [[options.sortBy, !options.orderDesc]]
  return [plainQuery(options, options.groupby, given(options.left, options.right), { orderby })]
}
