import { type Column, columnLabel, metricLabel, type OrderBy, type QueryObject } from '../../query/query-object.ts'
import { baseAxis } from '../parts/base-query.ts'
import { given, plainQuery } from '../parts/plain-query.ts'
import type { HeatmapOptions } from './options.ts'

/** One row for each cell, and its rank among all, or within its column or row. */
export function heatmapQuery(options: HeatmapOptions): readonly QueryObject[] {
  const asked = [...given(options.xAxis), ...options.groupby]
  const label = options.metric === null ? null : metricLabel(options.metric)
  const sorted = (order: string | null, own: Column | undefined): readonly OrderBy[] => {
    const target = order?.includes('value') ? label : (own ?? null)
    return order === null || target === null ? [] : [[target, order.includes('asc')]]
  }
  const group = { x: options.xAxis, y: options.groupby[0] ?? null }[options.normalizeAcross ?? '']
  const steps = { metric: label, ...(group ? { group_by: columnLabel(group) } : {}) }
  const axis = given(options.xAxis).map((one) => baseAxis(one, options.timeGrain))
  return [
    plainQuery(options, [...axis, ...options.groupby], given(options.metric), {
      orderby: [...sorted(options.sortX, asked[0]), ...sorted(options.sortY, asked[1])],
      postProcessing: label === null ? [] : [{ operation: 'rank', options: steps }],
    }),
  ]
}
