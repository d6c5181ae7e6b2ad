import { asFormatRule, type FormatRule } from '../parts/conditional-format.ts'
import {
  asFlag,
  choice,
  field,
  flag,
  formOptions,
  listOf,
  number,
  type ReadOptions,
  recordOf,
  text,
} from '../parts/form-options.ts'
import { columns, metric, metrics, queryFields } from '../parts/form-query-fields.ts'
import { currencyField } from '../parts/series-options.ts'

const ORDERS = ['key_a_to_z', 'key_z_to_a', 'value_a_to_z', 'value_z_to_a'] as const
export type PivotOrder = (typeof ORDERS)[number]

/** Shares of a total that a cell can show instead of its value, under their saved names. */
const SHARES = ['Sum as Fraction of Total', 'Sum as Fraction of Rows', 'Sum as Fraction of Columns'] as const

export const PivotTableOptions = formOptions({
  ...queryFields,
  rows: columns('groupbyRows'),
  columns: columns('groupbyColumns'),
  metrics: metrics('metrics'),
  metricsLayout: choice('metricsLayout', ['ROWS', 'COLUMNS'], 'COLUMNS'),
  isMetricInnermost: flag('combineMetric', false),
  isTransposed: flag('transposePivot', false),
  hasRowTotals: flag('rowTotals', false),
  hasRowSubtotals: flag('rowSubTotals', false),
  hasColumnTotals: flag('colTotals', false),
  hasColumnSubtotals: flag('colSubTotals', false),
  isRowSubtotalFirst: flag('rowSubtotalPosition', false),
  isColumnSubtotalFirst: flag('colSubtotalPosition', false),
  rowOrder: choice('rowOrder', ORDERS, 'key_a_to_z'),
  columnOrder: choice('colOrder', ORDERS, 'key_a_to_z'),
  share: choice('aggregateFunction', SHARES, null),
  valueFormat: text('valueFormat'),
  currency: currencyField,
  timeFormat: text('date_format'),
  conditionalFormats: field<readonly FormatRule[]>('conditional_formatting', listOf(asFormatRule), []),
  limit: number('limit'),
  seriesLimit: number('series_limit'),
  sortBy: metric('series_limit_metric'),
  temporalColumns: field<Readonly<Record<string, boolean>>>('temporal_columns_lookup', recordOf(asFlag), {}),
})
export type PivotTableOptions = ReadOptions<typeof PivotTableOptions>
