import type { Caller } from '../../wire/caller.ts'

type Json = Readonly<Record<string, unknown>>

/** Of a dashboard, a guest sees what is drawn, and nobody behind it. */
export function dashboardFor(caller: Caller, record: Json): Json {
  if (caller.kind !== 'guest') return record
  const nobody = { owners: [], roles: [], tags: [], created_by: null, changed_by: null, changed_by_name: '' }
  return { ...record, ...nobody }
}

/** The name of the time of a chart among those of columns. */
const TIME_NAME = '__timestamp'

/** Names of columns and metrics that the charts and filters of a dashboard ask for. */
export interface ShownNames {
  has(name: string): boolean
}

const HIDDEN = [
  'sql',
  'select_star',
  'perm',
  'schema',
  'catalog',
  'database',
  'description',
  'edit_url',
  'default_endpoint',
  'extra',
  'fetch_values_predicate',
  'params',
  'template_params',
] as const

/**
 * Of a dataset, a guest sees the columns and metrics that the dashboard shows and the columns that hold times, which its
 * filters may choose; neither where they come from nor how they are made.
 */
export function datasetFor(caller: Caller, payload: Json, shown: ShownNames): Json {
  if (caller.kind !== 'guest') return payload
  const name = `dataset ${String(payload['id'])}`
  const isShown = (field: 'column_name' | 'metric_name') => (one: Json) =>
    one['is_dttm'] === true || shown.has(String(one[field]))
  const columns = (payload['columns'] as readonly Json[]).filter(isShown('column_name'))
  const metrics = (payload['metrics'] as readonly Json[]).filter(isShown('metric_name'))
  const known = new Set([
    TIME_NAME,
    ...columns.map((one) => one['column_name']),
    ...metrics.map((one) => one['metric_name']),
  ])
  const ofKnown = (field: string) =>
    Object.fromEntries(Object.entries((payload[field] ?? {}) as Json).filter(([key]) => known.has(key)))
  return {
    ...payload,
    ...Object.fromEntries(HIDDEN.map((field) => [field, null])),
    name,
    table_name: name,
    datasource_name: name,
    columns: columns.map((column) => ({ ...column, expression: null })),
    metrics: metrics.map((metric) => ({ ...metric, expression: null })),
    column_names: columns.map((column) => column['column_name']),
    column_types: [...new Set(columns.map((column) => column['type_generic']))],
    order_by_choices: (payload['order_by_choices'] as readonly (readonly [string, string])[]).filter(([choice]) =>
      known.has(columnOfChoice(choice)),
    ),
    verbose_map: ofKnown('verbose_map'),
    column_formats: ofKnown('column_formats'),
    currency_formats: ofKnown('currency_formats'),
  }
}

/** `["amount", true]` is an order by a column. */
function columnOfChoice(choice: string): string {
  const [column] = JSON.parse(choice) as readonly unknown[]
  return String(column)
}
