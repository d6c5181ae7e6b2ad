import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { quoteStandardName, quoteStandardText } from '../../query/dialect.ts'
import type { KnownNames } from './gate-functions.ts'
import { isSteady, PlansAhead } from './plans-ahead.server.ts'
import type { DuckdbWorkerSettings } from './settings.ts'

/** An instance in which statements of users may run. */
export interface DuckdbSession {
  /** A connection that nobody used before. Only one that tells its progress knows a percentage. */
  freshConnection(tellsProgress: boolean): Promise<DuckDBConnection>
  /** For short questions of our own; statements of users get a connection each. */
  readonly service: DuckDBConnection
  readonly known: KnownNames
  readonly plans: PlansAhead
}

const CLOSED = {
  temp_directory: '',
  max_temp_directory_size: '0B',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
  allow_persistent_secrets: 'false',
  allow_unredacted_secrets: 'false',
}

/**
 * Opens the source and locks the instance. The order matters: files are opened while files may still be opened,
 * `temp_directory` is set before external access ends, and the configuration is locked last.
 */
export async function openLockedSession(settings: DuckdbWorkerSettings): Promise<DuckdbSession> {
  const { source } = settings
  const limits = { threads: String(settings.threads), memory_limit: `${settings.memoryMb}MB` }
  const path = source.kind === 'file' ? source.path : ':memory:'
  const access = source.kind === 'file' ? { access_mode: 'READ_ONLY' } : {}
  const instance = await DuckDBInstance.create(path, { ...limits, ...CLOSED, ...access })
  const service = await instance.connect()
  if (source.kind === 'tables') {
    for (const table of source.tables) {
      const alias = quoteStandardName(table.alias)
      await service.run(`ATTACH ${quoteStandardText(table.file)} AS ${alias} (READ_ONLY)`)
      await service.run(`CREATE VIEW main.${quoteStandardName(table.name)} AS SELECT * FROM ${alias}.main.data`)
    }
  }
  const probe = source.kind === 'file' ? source.path : process.execPath
  await service.run('SET GLOBAL errors_as_json = true')
  await service.run("SET GLOBAL TimeZone = 'UTC'")
  await service.run('SET enable_external_access = false')
  await service.run("SET disabled_filesystems = 'LocalFileSystem'")
  await service.run(
    "SET allowed_configs = ['enable_progress_bar', 'enable_progress_bar_print', 'progress_bar_time', 'schema']",
  )
  await service.run('SET lock_configuration = true')
  await proveLocked(service, probe)
  const functions = await functionsOf(service)
  const plans = new PlansAhead(() => instance.connect(), await unsteadyNames(service, functions))
  return { freshConnection: connectionsAhead(instance), service, known: await knownNames(service, functions), plans }
}

/** Gives out connections that are made ready before they are asked for. */
function connectionsAhead(instance: DuckDBInstance): DuckdbSession['freshConnection'] {
  const plain = ahead(() => instance.connect())
  const telling = ahead(async () => {
    const connection = await instance.connect()
    await connection.run('SET enable_progress_bar = true')
    await connection.run('SET enable_progress_bar_print = false')
    return connection
  })
  return (tellsProgress) => (tellsProgress ? telling() : plain())
}

/** The first connection is made at the first question, each later one when the one before it has begun its work. */
function ahead(make: () => Promise<DuckDBConnection>): () => Promise<DuckDBConnection> {
  let next: Promise<DuckDBConnection> | null = null
  return () => {
    const ready = next ?? make()
    next = ready.then(() => new Promise((resolve) => setTimeout(resolve, 0))).then(make)
    next.catch(() => {
      next = null
    })
    return ready
  }
}

/** The list of disabled file systems reads back as empty although it works, so it is proved by trying. */
async function proveLocked(connection: DuckDBConnection, file: string) {
  const reader = await connection.runAndReadAll(
    "SELECT value FROM duckdb_settings() WHERE name IN ('lock_configuration', 'enable_external_access') ORDER BY name",
  )
  const values = reader.getRows().map(([value]) => String(value))
  if (values.join() !== 'false,true') throw new Error('The engine could not be locked.')
  for (const attempt of [`SELECT count(*) FROM read_blob(${quoteStandardText(file)})`, 'SET threads = 1']) {
    const ran = await connection.run(attempt).then(
      () => true,
      () => false,
    )
    if (ran) throw new Error('The engine could not be locked.')
  }
}

interface KnownFunction {
  readonly name: string
  readonly isInternal: boolean
  readonly isAggregate: boolean
  /** False for one whose results are not made of its arguments alone, and for a macro, which may hold any. */
  readonly isSteady: boolean
}

/** The list takes the engine some 30 ms, so it is asked for once. */
async function functionsOf(connection: DuckDBConnection): Promise<readonly KnownFunction[]> {
  const reader = await connection.runAndReadAll(
    `SELECT DISTINCT lower(function_name), internal, function_type = 'aggregate',
    coalesce(stability, 'CONSISTENT') = 'CONSISTENT' AND function_type NOT IN ('macro', 'table_macro') FROM duckdb_functions()`,
  )
  return reader.getRows().map(([name, isInternal, isAggregate, isSteady]) => ({
    name: String(name),
    isInternal: isInternal === true,
    isAggregate: isAggregate === true,
    isSteady: isSteady === true,
  }))
}

const namesOf = (functions: readonly KnownFunction[], isMeant: (known: KnownFunction) => boolean) =>
  new Set(functions.filter(isMeant).map(({ name }) => name))

/** Functions that are not steady, and what is made of these. */
async function unsteadyNames(
  connection: DuckDBConnection,
  functions: readonly KnownFunction[],
): Promise<ReadonlySet<string>> {
  const names = namesOf(functions, (known) => !known.isSteady)
  const reader = await connection.runAndReadAll(
    `SELECT view_name, sql FROM duckdb_views() WHERE NOT internal
    UNION ALL SELECT table_name, sql FROM duckdb_tables() WHERE NOT internal AND sql ILIKE '%GENERATED ALWAYS%'`,
  )
  const made = reader.getRows().map(([name, sql]) => ({ name: String(name).toLowerCase(), sql: String(sql) }))
  for (let before = -1; before !== names.size; ) {
    before = names.size
    for (const { name, sql } of made) if (!names.has(name) && !isSteady(sql, names)) names.add(name)
  }
  return names
}

async function knownNames(connection: DuckDBConnection, functions: readonly KnownFunction[]): Promise<KnownNames> {
  const tables = await connection.runAndReadAll(
    'SELECT table_name FROM duckdb_tables() WHERE NOT internal UNION SELECT view_name FROM duckdb_views() WHERE NOT internal',
  )
  return {
    builtIn: namesOf(functions, (known) => known.isInternal),
    aggregates: namesOf(functions, (known) => known.isInternal && known.isAggregate),
    ownFunctions: namesOf(functions, (known) => !known.isInternal),
    tables: new Set(tables.getRows().map(([name]) => String(name).toLowerCase())),
  }
}
