import { canTunnel } from '../engines/connection-form.ts'
import { connectionForm } from '../engines/connection-forms.ts'
import { DIALECTS } from '../engines/dialects.ts'
import { packagedEngine } from '../engines/packaged/register.server.ts'
import type { Row } from '../metadata/tables.server.ts'

type DatabaseRow = Row<'databases'>

/** The parsed `extra` of a database. */
export interface DatabaseExtra {
  readonly cost_estimate_enabled?: boolean
  readonly allows_virtual_table_explore?: boolean
  readonly disable_data_preview?: boolean
  readonly disable_drill_to_detail?: boolean
  readonly schemas_allowed_for_file_upload?: readonly string[]
}

/** Reads `extra`; what is no JSON object counts as empty, so that one bad record spoils no list. */
export function databaseExtra(row: Pick<DatabaseRow, 'extra'>): DatabaseExtra {
  try {
    const value: unknown = JSON.parse(row.extra || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** What the connection of an engine can do, as clients of the dialect ask for it. */
export const engineInformation = (row: Pick<DatabaseRow, 'engine'>) => ({
  disable_ssh_tunneling: !canTunnel(connectionForm(row.engine)),
  supports_dynamic_catalog: DIALECTS.find(({ id }) => id === row.engine)?.supportsCatalogs ?? false,
  supports_dml: connectionForm(row.engine).canWrite,
  supports_file_upload: connectionForm(row.engine).takesFiles === true,
  supports_oauth2: false,
  ...packagedInformation(row),
})

/** Names of drivers that clients of the dialect know, where they are not the engine's own. */
const DRIVERS: Readonly<Record<string, string>> = {
  duckdb: 'duckdb_engine',
  postgres: 'psycopg2',
  mysql: 'mysqldb',
  clickhouse: 'connect',
}

/** Name of the driver as the dialect shows it. */
export const driverName = (row: Pick<DatabaseRow, 'engine'>) => DRIVERS[row.engine] ?? row.engine

/** Name of the engine as the dialect shows it: the first scheme of its addresses. */
export const backendName = (engine: string) => DIALECTS.find(({ id }) => id === engine)?.uriSchemes[0] ?? engine

/** What a browser cannot know of the engine of a package. */
function packagedInformation({ engine }: Pick<DatabaseRow, 'engine'>) {
  const dialect = packagedEngine(engine)?.dialect
  return dialect ? { packaged_engine: { name: dialect.label, name_quotes: dialect.quoteIdentifier('') } } : {}
}

/** The flags that the editor needs of each database (reference: sql-editor A.1). */
export function editorDatabase(row: DatabaseRow) {
  const extra = databaseExtra(row)
  return {
    id: row.id,
    database_name: row.database_name,
    backend: backendName(row.engine),
    ...packagedInformation(row),
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    allow_dml: row.allow_dml === 1,
    allow_run_async: row.allow_run_async === 1,
    allow_file_upload: row.allow_file_upload === 1,
    allows_subquery: true,
    expose_in_sqllab: row.expose_in_sqllab === 1,
    force_ctas_schema: row.force_ctas_schema,
    disable_data_preview: extra.disable_data_preview ?? false,
    disable_drill_to_detail: extra.disable_drill_to_detail ?? false,
    allow_multi_catalog: row.allow_multi_catalog === 1,
    allows_virtual_table_explore: extra.allows_virtual_table_explore ?? true,
  }
}

/** Everything that lists show of a database, without secrets. */
export function listedDatabase(row: DatabaseRow) {
  return {
    ...editorDatabase(row),
    uuid: row.uuid,
    allows_cost_estimate: databaseExtra(row).cost_estimate_enabled ?? false,
    explore_database_id: row.id,
    configuration_method: row.configuration_method,
    engine_information: engineInformation(row),
    extra: row.extra,
  }
}
