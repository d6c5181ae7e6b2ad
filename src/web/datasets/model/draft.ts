import { type Notes, notesOf } from './extra.ts'
import type { WireColumn, WireDataset, WireMetric } from './wire.ts'

interface RowDraft extends Notes {
  /** Stable on the screen; rows that are not stored have no id. */
  readonly key: string
  readonly id: number | null
  /** Struck out until the dataset is saved, so that it can be brought back. */
  readonly isRemoved: boolean
  readonly extra: string | null
  readonly name: string
  readonly verboseName: string
  readonly description: string
  readonly expression: string
}

export interface ColumnDraft extends RowDraft {
  readonly isCalculated: boolean
  readonly type: string
  /** Number, text, time or yes and no, as the server counts them. */
  readonly kind: number | null
  readonly isTemporal: boolean
  readonly isFilterable: boolean
  readonly isGroupable: boolean
  readonly dateFormat: string
}

export interface MetricDraft extends RowDraft {
  readonly format: string
  readonly currencySymbol: string
  readonly currencyPosition: 'prefix' | 'suffix'
  readonly warningText: string
}

export interface SettingsDraft extends Notes {
  readonly tableName: string
  readonly schema: string | null
  readonly sql: string
  readonly description: string
  readonly mainTimeColumn: string | null
  readonly currencyColumn: string | null
  readonly cacheTimeoutSec: number | null
  readonly offsetHours: number | null
  readonly valuesPredicate: string
  readonly templateParams: string
  readonly offersValues: boolean
  readonly normalizesColumns: boolean
  readonly alwaysFiltersMainTime: boolean
  readonly owners: readonly Owner[]
}

export interface Owner {
  readonly id: number
  readonly name: string
}

/** A dataset while it is edited. */
export interface Draft {
  readonly settings: SettingsDraft
  readonly columns: readonly ColumnDraft[]
  readonly metrics: readonly MetricDraft[]
}

export function draftOf(dataset: WireDataset): Draft {
  return {
    settings: settingsOf(dataset),
    columns: dataset.columns.map(columnOf),
    metrics: dataset.metrics.map(metricOf),
  }
}

export const changeSettings = (draft: Draft, change: Partial<SettingsDraft>): Draft => ({
  ...draft,
  settings: { ...draft.settings, ...change },
})

export const changeColumn = (draft: Draft, key: string, change: Partial<ColumnDraft>): Draft => ({
  ...draft,
  columns: draft.columns.map((column) => (column.key === key ? { ...column, ...change } : column)),
})

export const changeMetric = (draft: Draft, key: string, change: Partial<MetricDraft>): Draft => ({
  ...draft,
  metrics: draft.metrics.map((metric) => (metric.key === key ? { ...metric, ...change } : metric)),
})

/** Strikes a stored row out; one that was never stored goes at once. */
export const removeColumn = (draft: Draft, key: string): Draft => ({ ...draft, columns: without(draft.columns, key) })
export const removeMetric = (draft: Draft, key: string): Draft => ({ ...draft, metrics: without(draft.metrics, key) })

export const addColumn = (draft: Draft, column: ColumnDraft): Draft => ({
  ...draft,
  columns: [...draft.columns, column],
})
export const addMetric = (draft: Draft, metric: MetricDraft): Draft => ({
  ...draft,
  metrics: [...draft.metrics, metric],
})

export const newColumn = (key: string, change: Partial<ColumnDraft> = {}): ColumnDraft => ({
  ...EMPTY_ROW,
  key,
  isCalculated: false,
  type: '',
  kind: null,
  isTemporal: false,
  isFilterable: true,
  isGroupable: true,
  dateFormat: '',
  ...change,
})

export const newMetric = (key: string): MetricDraft => ({
  ...EMPTY_ROW,
  key,
  format: '',
  currencySymbol: '',
  currencyPosition: 'prefix',
  warningText: '',
})

export const isChanged = (draft: Draft, before: Draft): boolean => JSON.stringify(draft) !== JSON.stringify(before)

/** Whether the columns of the source may be others than those of the dataset as stored. */
export const isSourceChanged = (draft: Draft, before: Draft, kind: WireDataset['kind']): boolean =>
  kind === 'virtual'
    ? draft.settings.sql !== before.settings.sql
    : draft.settings.tableName !== before.settings.tableName || draft.settings.schema !== before.settings.schema

const EMPTY_ROW = {
  id: null,
  isRemoved: false,
  extra: null,
  name: '',
  verboseName: '',
  description: '',
  expression: '',
  certifiedBy: '',
  certificationDetails: '',
  warning: '',
} as const

function without<Row extends RowDraft>(rows: readonly Row[], key: string): readonly Row[] {
  return rows
    .filter((row) => row.key !== key || row.id !== null)
    .map((row) => (row.key === key ? { ...row, isRemoved: true } : row))
}

const settingsOf = (dataset: WireDataset): SettingsDraft => ({
  ...notesOf(dataset.extra),
  tableName: dataset.table_name,
  schema: dataset.schema,
  sql: dataset.sql ?? '',
  description: dataset.description ?? '',
  mainTimeColumn: dataset.main_dttm_col,
  currencyColumn: dataset.currency_code_column,
  cacheTimeoutSec: dataset.cache_timeout,
  offsetHours: dataset.offset,
  valuesPredicate: dataset.fetch_values_predicate ?? '',
  templateParams: dataset.template_params ?? '',
  offersValues: dataset.filter_select_enabled,
  normalizesColumns: dataset.normalize_columns,
  alwaysFiltersMainTime: dataset.always_filter_main_dttm,
  owners: dataset.owners.map((one) => ({ id: one.id, name: `${one.first_name} ${one.last_name}` })),
})

const columnOf = (column: WireColumn): ColumnDraft => ({
  ...notesOf(column.extra),
  key: `column-${column.id}`,
  id: column.id,
  isRemoved: false,
  isCalculated: Boolean(column.expression),
  extra: column.extra,
  name: column.column_name,
  verboseName: column.verbose_name ?? '',
  description: column.description ?? '',
  expression: column.expression ?? '',
  type: column.type ?? '',
  kind: column.type_generic,
  isTemporal: column.is_dttm,
  isFilterable: column.filterable,
  isGroupable: column.groupby,
  dateFormat: column.python_date_format ?? '',
})

const metricOf = (metric: WireMetric): MetricDraft => ({
  ...notesOf(metric.extra),
  key: `metric-${metric.id}`,
  id: metric.id,
  isRemoved: false,
  extra: metric.extra,
  name: metric.metric_name,
  verboseName: metric.verbose_name ?? '',
  description: metric.description ?? '',
  expression: metric.expression,
  format: metric.d3format ?? '',
  currencySymbol: metric.currency?.symbol ?? '',
  currencyPosition: metric.currency?.symbolPosition === 'suffix' ? 'suffix' : 'prefix',
  warningText: metric.warning_text ?? '',
})
