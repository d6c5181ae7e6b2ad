import {
  type Column,
  columnLabel,
  type Metric,
  metricLabel,
  type OrderBy,
  type QueryObject,
  queryObject,
} from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import { baseAxis, baseQuery, orderByMetric } from '../parts/base-query.ts'
import type { TableOptions } from './options.ts'

/** Rows on a page that the server cuts, unless the chart says another number. */
export const DEFAULT_PAGE_LENGTH = 10

/** The rows; then their number when the server cuts pages, and the totals when they are shown. */
export function tableQuery(options: TableOptions): readonly QueryObject[] {
  const rows = options.mode === 'raw' ? rawQuery(options) : aggregateQuery(options)
  const count = { rowLimit: 0, rowOffset: 0, postProcessing: [], timeOffsets: [], isRowcount: true } as const
  return [
    rows,
    ...(options.hasServerPages ? [{ ...rows, ...count }] : []),
    ...(hasTotals(options) ? [totalsQuery(rows)] : []),
  ]
}

export const hasTotals = (options: TableOptions) =>
  options.mode !== 'raw' && options.showTotals && options.metrics.length + options.percentMetrics.length > 0

function rawQuery(options: TableOptions): QueryObject {
  return queryObject({
    ...withoutGrain(baseQuery(options)),
    ...page(options),
    columns: options.allColumns,
    orderby: options.orderByCols.flatMap(savedOrder),
  })
}

function aggregateQuery(options: TableOptions): QueryObject {
  const base = baseQuery(options)
  const grain = base.extras.timeGrain
  const isTime = (column: Column) => typeof column === 'string' && options.temporalColumns[column] === true
  const times = grain === null ? [] : options.groupby.filter(isTime)
  const plain = options.groupby.filter((column) => !times.includes(column))
  const metrics = distinct([...options.metrics, ...options.percentMetrics])
  return queryObject({
    ...(times.length > 0 ? base : withoutGrain(base)),
    ...page(options),
    columns: [...times.map((column) => baseAxis(column, grain)), ...plain],
    metrics,
    seriesLimitMetric: options.sortBy,
    orderby: orderByMetric(options.sortBy, options.metrics, options.sortBy === null || options.orderDesc),
    postProcessing: shares(options),
  })
}

function totalsQuery(rows: QueryObject): QueryObject {
  return {
    ...rows,
    columns: [],
    rowLimit: 0,
    rowOffset: 0,
    orderby: [],
    postProcessing: [],
    timeOffsets: [],
    seriesLimitMetric: null,
    orderDesc: true,
    extras: { ...rows.extras, timeGrain: null },
  }
}

function page({ hasServerPages, serverPageLength, serverPage, rowLimit }: TableOptions) {
  if (!hasServerPages) return { rowLimit }
  const length = serverPageLength ?? DEFAULT_PAGE_LENGTH
  return { rowLimit: length, rowOffset: length * (serverPage ?? 0) }
}

function shares({ percentMetrics }: TableOptions) {
  if (percentMetrics.length === 0) return []
  const labels = percentMetrics.map(metricLabel)
  return [
    { operation: 'contribution', options: { columns: labels, rename_columns: labels.map((label) => `%${label}`) } },
  ]
}

/** Saved orders are texts such as `["country", true]`. Throws for one that is no JSON (specification: charts, section 5). */
function savedOrder(saved: string): readonly OrderBy[] {
  let order: unknown
  try {
    order = JSON.parse(saved)
  } catch (cause) {
    throw new Problem(400, 'Found invalid orderby options', { cause })
  }
  return Array.isArray(order) && typeof order[0] === 'string' ? [[order[0], order[1] === true]] : []
}

function distinct(metrics: readonly Metric[]): readonly Metric[] {
  const labels = metrics.map(metricLabel)
  return metrics.filter((metric, index) => labels.indexOf(metricLabel(metric)) === index)
}

function withoutGrain<T extends { readonly extras: QueryObject['extras'] }>(base: T): T {
  return { ...base, extras: { ...base.extras, timeGrain: null } }
}

/** Labels of the columns that group rows, for clicks on their cells. */
export const dimensionLabels = (options: TableOptions): readonly string[] =>
  (options.mode === 'raw' ? options.allColumns : options.groupby).map(columnLabel)
