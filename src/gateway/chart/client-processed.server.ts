import { asRecord, asText, field, flag, formOptions, recordOf, text } from '../../charts/parts/form-options.ts'
import { columns, metrics } from '../../charts/parts/form-query-fields.ts'
import type { GridWish } from '../../query/post-process/pivot-grid.ts'
import { columnLabel, metricLabel, type QueryContext } from '../../query/query-object.ts'
import type { CellsAnswer, CellsJob } from '../compute/client-job.ts'
import { computedCells } from '../compute/pool.server.ts'
import type { AskContext } from './context.server.ts'
import { verboseNames } from './label-map.ts'
import { type ProcessedRows, sourceOf } from './process.server.ts'

type FormData = NonNullable<QueryContext['formData']>

/** Chart types whose rows are made for reports and files as their chart would show them. */
const SHOWN_AS_CHARTS = new Set(['table', 'pivot_table_v2'])

/** True where the result type `post_processed` means more than the rows. */
export const isShownAsChart = (formData: QueryContext['formData']): boolean =>
  SHOWN_AS_CHARTS.has(String(formData?.viz_type))

/**
 * What a table or pivot table shows of its rows (by column): number formats of a table, the grid of a pivot table with its
 * totals. A pivot table that names what the rows do not have is shown as its rows. Throws 400 for one that cannot be made.
 */
export function shownAsChart(
  context: AskContext,
  rows: ProcessedRows,
  formData: FormData,
  shape: CellsJob['shape'],
): Promise<CellsAnswer> {
  const { caller, signal, model } = context
  const verbose = verboseNames(context)
  const shownName = (name: string) => verbose.get(name) ?? name
  const names = rows.names.map(shownName)
  const wish = formData.viz_type === 'pivot_table_v2' ? pivotWish(formData, shownName) : null
  const isKnown = wish && [...wish.rows, ...wish.columns, ...wish.metrics].every((name) => names.includes(name))
  const days = model.columns.filter(({ type }) => /^date$/i.test(type ?? '')).map(({ name }) => shownName(name))
  const job = { rows: sourceOf(rows), names, pivot: isKnown ? wish : null, formats: formatsOf(formData), days, shape }
  return computedCells(job, { user: caller.username, signal })
}

const PivotForm = formOptions({
  rows: columns('groupbyRows'),
  columns: columns('groupbyColumns'),
  metrics: metrics('metrics'),
  aggregate: text('aggregateFunction', 'Sum'),
  layout: text('metricsLayout'),
  isTransposed: flag('transposePivot', false),
  isMetricInnermost: flag('combineMetric', false),
  hasRowTotals: flag('rowTotals', false),
  hasColumnTotals: flag('colTotals', false),
})

function pivotWish(formData: FormData, shownName: (name: string) => string): GridWish {
  const { rows, columns, metrics, aggregate, layout, ...flags } = PivotForm.parse(formData)
  return {
    ...flags,
    rows: rows.map((column) => shownName(columnLabel(column))),
    columns: columns.map((column) => shownName(columnLabel(column))),
    metrics: metrics.map((metric) => shownName(metricLabel(metric))),
    aggregate: aggregate ?? 'Sum',
    areMetricsRows: layout === 'ROWS',
  }
}

const TableForm = formOptions({
  config: field<Readonly<Record<string, FormData>>>('column_config', recordOf(asRecord), {}),
})

/** Number formats of a table's columns, by their shown names. */
function formatsOf(formData: FormData): Record<string, string> {
  if (formData.viz_type !== 'table') return {}
  const formats = Object.entries(TableForm.parse(formData).config).flatMap(([name, { d3NumberFormat }]) => {
    const format = asText(d3NumberFormat)
    return format === undefined ? [] : [[name, format] as const]
  })
  return Object.fromEntries(formats)
}
