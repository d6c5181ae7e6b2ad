import type { ColumnDraft, Draft, MetricDraft, SettingsDraft } from './draft.ts'
import { withNotes } from './extra.ts'
import type { WireDataset } from './wire.ts'

type Json = Readonly<Record<string, unknown>>

/** The body of the one PUT that saves the draft. Rows carry their ids, so that charts keep them. */
export function payloadOf(draft: Draft, dataset: WireDataset): Json {
  const columns = draft.columns.filter(isKept)
  const names = new Set(columns.map((column) => column.name))
  const present = (name: string | null) => (name !== null && names.has(name) ? name : null)
  return {
    ...settingsBody(draft.settings, dataset),
    main_dttm_col: present(draft.settings.mainTimeColumn),
    currency_code_column: present(draft.settings.currencyColumn),
    columns: columns.map(columnBody),
    metrics: draft.metrics.filter(isKept).map(metricBody),
  }
}

const isKept = (row: { readonly isRemoved: boolean }): boolean => !row.isRemoved

const settingsBody = (settings: SettingsDraft, dataset: WireDataset): Json => ({
  table_name: settings.tableName.trim(),
  schema: settings.schema,
  ...(dataset.kind === 'virtual' && { sql: settings.sql }),
  description: orNull(settings.description),
  cache_timeout: settings.cacheTimeoutSec,
  offset: settings.offsetHours ?? 0,
  fetch_values_predicate: orNull(settings.valuesPredicate),
  template_params: orNull(settings.templateParams),
  filter_select_enabled: settings.offersValues,
  normalize_columns: settings.normalizesColumns,
  always_filter_main_dttm: settings.alwaysFiltersMainTime,
  extra: withNotes(dataset.extra, settings),
  owners: settings.owners.map(({ id }) => id),
})

const columnBody = (column: ColumnDraft): Json => ({
  ...(column.id !== null && { id: column.id }),
  column_name: column.name.trim(),
  verbose_name: orNull(column.verboseName),
  description: orNull(column.description),
  expression: orNull(column.expression),
  type: orNull(column.type),
  is_dttm: column.isTemporal,
  filterable: column.isFilterable,
  groupby: column.isGroupable,
  python_date_format: orNull(column.dateFormat),
  extra: withNotes(column.extra, column),
})

const metricBody = (metric: MetricDraft): Json => ({
  ...(metric.id !== null && { id: metric.id }),
  metric_name: metric.name.trim(),
  verbose_name: orNull(metric.verboseName),
  description: orNull(metric.description),
  expression: metric.expression,
  d3format: orNull(metric.format),
  currency:
    metric.currencySymbol === '' ? null : { symbol: metric.currencySymbol, symbolPosition: metric.currencyPosition },
  warning_text: orNull(metric.warningText),
  extra: withNotes(metric.extra, metric),
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)
