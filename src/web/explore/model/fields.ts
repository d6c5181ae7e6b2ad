import type { DatasetColumn, ExploreDataset } from './wire.ts'

export type FieldKind = 'metric' | 'time' | 'text' | 'number' | 'boolean' | 'other'

/** Something of the dataset that can be put into a chart. */
export interface Field {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly kind: FieldKind
  readonly sign: string
  readonly detail: string | null
}

const GENERIC_KINDS: readonly FieldKind[] = ['number', 'text', 'time', 'boolean']

export function columnKind(column: DatasetColumn): FieldKind {
  if (column.is_dttm) return 'time'
  return GENERIC_KINDS[column.type_generic ?? -1] ?? 'other'
}

const isWhole = (type: string | null) => /INT|SERIAL|LONG|COUNTER/i.test(type ?? '')

export function columnSign(column: DatasetColumn): string {
  const kind = columnKind(column)
  if (kind === 'number') return isWhole(column.type) ? '12' : '.0'
  return { time: 'DT', text: 'ab', boolean: 'TF', metric: 'fx', other: '··' }[kind]
}

export function metricFields(dataset: ExploreDataset): readonly Field[] {
  return dataset.metrics.map((metric) => ({
    id: `metric:${metric.metric_name}`,
    name: metric.metric_name,
    title: metric.verbose_name || metric.metric_name,
    kind: 'metric',
    sign: 'fx',
    detail: metric.description || metric.expression,
  }))
}

export function columnFields(dataset: ExploreDataset): readonly Field[] {
  return dataset.columns.map((column) => ({
    id: `column:${column.column_name}`,
    name: column.column_name,
    title: column.verbose_name || column.column_name,
    kind: columnKind(column),
    sign: columnSign(column),
    detail: column.description || column.expression || column.type,
  }))
}

/** Fields whose name or title holds the text. */
export function findFields(fields: readonly Field[], search: string): readonly Field[] {
  const needle = search.trim().toLowerCase()
  if (needle === '') return fields
  return fields.filter(
    (field) => field.title.toLowerCase().includes(needle) || field.name.toLowerCase().includes(needle),
  )
}

export const findColumn = (dataset: ExploreDataset, name: string): DatasetColumn | null =>
  dataset.columns.find((column) => column.column_name === name) ?? null

/** The time column that a new chart starts with. */
export function mainTime(dataset: ExploreDataset): string | null {
  const main = dataset.main_dttm_col
  if (main && findColumn(dataset, main)) return main
  return dataset.columns.find((column) => column.is_dttm)?.column_name ?? null
}

/** The names of a dataset's columns of a kind. */
export const columnsOf = (dataset: ExploreDataset, kind: FieldKind): readonly string[] =>
  dataset.columns.filter((column) => columnKind(column) === kind).map((column) => column.column_name)
