import { type AliasedExpression, sql } from 'kysely'
import type { Row } from './tables.server.ts'

type Columns<T extends 'databases' | 'dataset_metrics'> = Readonly<Record<keyof Row<T>, true>>

const DATABASE: Columns<'databases'> = {
  id: true,
  uuid: true,
  database_name: true,
  engine: true,
  uri_masked: true,
  uri_secret: true,
  ssh_tunnel_secret: true,
  ssh_host_key: true,
  extra: true,
  encrypted_extra: true,
  cache_timeout: true,
  expose_in_sqllab: true,
  allow_run_async: true,
  allow_ctas: true,
  allow_cvas: true,
  allow_dml: true,
  allow_file_upload: true,
  allow_multi_catalog: true,
  force_ctas_schema: true,
  impersonate_user: true,
  configuration_method: true,
  server_cert: true,
  is_managed_externally: true,
  external_url: true,
  created_on: true,
  changed_on: true,
  created_by: true,
  changed_by: true,
}
const METRIC: Columns<'dataset_metrics'> = {
  id: true,
  uuid: true,
  dataset_id: true,
  metric_name: true,
  verbose_name: true,
  metric_type: true,
  expression: true,
  description: true,
  d3format: true,
  currency: true,
  warning_text: true,
  extra: true,
  created_on: true,
  changed_on: true,
}

/** The columns of a dataset's database and of one of its metrics, named so that they fit into one row with the dataset. */
export const partColumns: readonly AliasedExpression<unknown, `d_${string}` | `m_${string}`>[] = [
  ...Object.keys(DATABASE).map((name) => sql.ref(`databases.${name}`).as(`d_${name}` as const)),
  ...Object.keys(METRIC).map((name) => sql.ref(`dataset_metrics.${name}`).as(`m_${name}` as const)),
]

type Joined = Readonly<Record<string, unknown>>

/** The database of a joined row. */
export const databaseIn = (row: Joined): Row<'databases'> => part(row, 'd_', DATABASE) as Row<'databases'>

/** The metrics of joined rows, one each; none where the dataset has none. */
export const metricsIn = (rows: readonly Joined[]): readonly Row<'dataset_metrics'>[] =>
  rows.flatMap((row) => (row['m_id'] === null ? [] : [part(row, 'm_', METRIC) as Row<'dataset_metrics'>]))

/** The dataset of a joined row, without the rest of it. */
export const datasetIn = (row: Joined): Row<'datasets'> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !/^[dm]_/.test(name))) as unknown as Row<'datasets'>

const part = (row: Joined, prefix: string, columns: object): unknown =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, row[prefix + name]]))
