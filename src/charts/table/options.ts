import { z } from 'zod'
import { choice, field, flag, formOptions, number, text } from '../parts/form-options.ts'
import { columns, metric, metrics, queryFields, texts } from '../parts/form-query-fields.ts'
import type { Currency } from '../parts/number-format.ts'

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

const columnConfig: z.ZodType<ColumnConfig> = z.object({
  d3NumberFormat: z.string().optional().catch(undefined),
  d3SmallNumberFormat: z.string().optional().catch(undefined),
  d3TimeFormat: z.string().optional().catch(undefined),
  horizontalAlign: z.enum(['left', 'right', 'center']).optional().catch(undefined),
  showCellBars: z.boolean().optional().catch(undefined),
  visible: z.boolean().optional().catch(undefined),
  customColumnName: z.string().optional().catch(undefined),
  currencyFormat: z
    .object({ symbol: z.string().min(1), symbolPosition: z.enum(['prefix', 'suffix']) })
    .optional()
    .catch(undefined),
})

export const TableOptions = formOptions({
  ...queryFields,
  mode: choice('query_mode', ['aggregate', 'raw'], 'aggregate'),
  groupby: columns('groupby'),
  metrics: metrics('metrics'),
  percentMetrics: metrics('percent_metrics'),
  allColumns: columns('all_columns'),
  sortBy: metric('timeseries_limit_metric'),
  orderByCols: texts('order_by_cols'),
  temporalColumns: field<Readonly<Record<string, boolean>>>(
    'temporal_columns_lookup',
    z.record(z.string(), z.boolean()),
    {},
  ),
  hasServerPages: flag('server_pagination', false),
  serverPageLength: number('server_page_length', 10),
  serverPage: number('server_page', 0),
  showTotals: flag('show_totals', false),
  pageLength: number('page_length'),
  hasSearch: flag('include_search', false),
  showCellBars: flag('show_cell_bars', true),
  timeFormat: text('table_timestamp_format'),
  columnConfig: field<Readonly<Record<string, ColumnConfig>>>('column_config', z.record(z.string(), columnConfig), {}),
})
export type TableOptions = z.output<typeof TableOptions>
