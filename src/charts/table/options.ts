import { asFormatRule, type FormatRule } from '../parts/conditional-format.ts'
import {
  asFlag,
  asRecord,
  asText,
  choice,
  field,
  flag,
  formOptions,
  listOf,
  number,
  oneOf,
  type Reader,
  type ReadOptions,
  recordOf,
  text,
} from '../parts/form-options.ts'
import { columns, metric, metrics, queryFields, texts } from '../parts/form-query-fields.ts'
import type { Currency } from '../parts/number-format.ts'
import { asCurrency } from '../parts/series-options.ts'

export interface ColumnConfig {
  readonly d3NumberFormat?: string | undefined
  readonly d3SmallNumberFormat?: string | undefined
  readonly d3TimeFormat?: string | undefined
  readonly horizontalAlign?: 'left' | 'right' | 'center' | undefined
  readonly showCellBars?: boolean | undefined
  readonly visible?: boolean | undefined
  readonly customColumnName?: string | undefined
  readonly currencyFormat?: Currency | undefined
}

const asAlign = oneOf(['left', 'right', 'center'])

const asColumnConfig: Reader<ColumnConfig> = (value) => {
  const saved = asRecord(value)
  if (saved === undefined) return undefined
  return {
    d3NumberFormat: asText(saved.d3NumberFormat),
    d3SmallNumberFormat: asText(saved.d3SmallNumberFormat),
    d3TimeFormat: asText(saved.d3TimeFormat),
    horizontalAlign: asAlign(saved.horizontalAlign),
    showCellBars: asFlag(saved.showCellBars),
    visible: asFlag(saved.visible),
    customColumnName: asText(saved.customColumnName),
    currencyFormat: asCurrency(saved.currencyFormat),
  }
}

export const TableOptions = formOptions({
  ...queryFields,
  mode: choice('query_mode', ['aggregate', 'raw'], 'aggregate'),
  groupby: columns('groupby'),
  metrics: metrics('metrics'),
  percentMetrics: metrics('percent_metrics'),
  allColumns: columns('all_columns'),
  sortBy: metric('timeseries_limit_metric'),
  orderByCols: texts('order_by_cols'),
  temporalColumns: field<Readonly<Record<string, boolean>>>('temporal_columns_lookup', recordOf(asFlag), {}),
  hasServerPages: flag('server_pagination', false),
  serverPageLength: number('server_page_length', 10),
  serverPage: number('server_page', 0),
  showTotals: flag('show_totals', false),
  pageLength: number('page_length'),
  hasSearch: flag('include_search', false),
  showCellBars: flag('show_cell_bars', true),
  timeFormat: text('table_timestamp_format'),
  conditionalFormats: field<readonly FormatRule[]>('conditional_formatting', listOf(asFormatRule), []),
  columnConfig: field<Readonly<Record<string, ColumnConfig>>>('column_config', recordOf(asColumnConfig), {}),
})
export type TableOptions = ReadOptions<typeof TableOptions>
