import type { Driver, TableDetail } from '../../engines/driver.ts'
import { databaseExtra } from '../../gateway/database-record.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { canReadDatabase, canReadDataset, canReadSchema } from '../../metadata/access.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { selectStar } from './select-star.ts'

type Database = Row<'databases'>

interface Schemas {
  readonly result: readonly string[]
  /** The one that a name without a schema means; left out where that is none of the list. */
  readonly default?: string
}

/** Schemas that the caller may read something of. */
export async function schemasOf(
  services: Services,
  database: Database,
  caller: Caller,
  q: { readonly catalog?: string | undefined; readonly upload_allowed?: unknown },
): Promise<Schemas> {
  if (q.upload_allowed === true) return { result: uploadSchemas(database) }
  const { driver } = await services.gateway.open(database)
  const all = await driver.schemas(q.catalog ?? null)
  const fallback = await driver.defaultSchema()
  const result = await readableSchemas(services, database, caller, { catalog: q.catalog ?? null, all, fallback })
  return fallback !== null && result.includes(fallback) ? { result, default: fallback } : { result }
}

const uploadSchemas = (database: Database): readonly string[] =>
  database.allow_file_upload === 1 ? (databaseExtra(database).schemas_allowed_for_file_upload ?? []) : []

async function readableSchemas(
  services: Services,
  database: Database,
  caller: Caller,
  {
    catalog,
    all,
    fallback,
  }: { readonly catalog: string | null; readonly all: readonly string[]; readonly fallback: string | null },
): Promise<readonly string[]> {
  if (canReadDatabase(caller, database)) return all
  const mine = new Set((await readableDatasets(services, database, caller)).map((row) => row.schema ?? fallback))
  return all.filter((schema) => canReadSchema(caller, database, catalog, schema) || mine.has(schema))
}

/** Tables and views of a schema that the caller may read, by name. */
export async function tablesOf(
  services: Services,
  database: Database,
  caller: Caller,
  catalog: string | null,
  schema: string,
) {
  const { driver } = await services.gateway.open(database)
  const all = await driver.tables(catalog, schema)
  const allowed = canReadSchema(caller, database, catalog, schema)
    ? null
    : await tableNames(services, driver, database, caller, schema)
  const mine = allowed === null ? all : all.filter(({ name }) => allowed.has(name.toLowerCase()))
  const result = mine
    .map(({ name, kind, rows }) => {
      const shown = { value: name, type: kind, extra: null }
      return rows === null ? shown : { ...shown, rows }
    })
    .sort((a, b) => a.value.localeCompare(b.value))
  return { count: result.length, result }
}

/** A table that the caller may read, null when there is none: hidden and missing look the same. */
export async function tableOf(
  services: Services,
  database: Database,
  caller: Caller,
  name: { readonly catalog: string | null; readonly schema: string | null; readonly table: string },
): Promise<TableDetail | null> {
  const { driver } = await services.gateway.open(database)
  const schema = name.schema ?? (await driver.defaultSchema())
  if (!canReadSchema(caller, database, name.catalog, schema)) {
    const allowed = await tableNames(services, driver, database, caller, schema)
    if (!allowed.has(name.table.toLowerCase())) return null
  }
  return driver.table(name.catalog, schema, name.table)
}

async function tableNames(
  services: Services,
  driver: Driver,
  database: Database,
  caller: Caller,
  schema: string | null,
): Promise<Set<string>> {
  const fallback = await driver.defaultSchema()
  const datasets = await readableDatasets(services, database, caller)
  return new Set(
    datasets.filter((row) => (row.schema ?? fallback) === schema).map((row) => row.table_name.toLowerCase()),
  )
}

async function readableDatasets({ db }: Services, database: Database, caller: Caller) {
  const rows = await db
    .selectFrom('datasets')
    .select(['id', 'table_name', 'catalog', 'schema'])
    .where('database_id', '=', database.id)
    .where('sql', 'is', null)
    .execute()
  return rows.filter((row) => canReadDataset(caller, database, row))
}

/** The wire's description of a table (reference: sql-editor A.9). */
export async function tableMetadata(services: Services, database: Database, table: TableDetail, schema: string | null) {
  const { dialect } = await services.gateway.open(database)
  const primary = table.primaryKey && {
    type: 'pk',
    name: table.primaryKey.name,
    column_names: table.primaryKey.columns,
    constrained_columns: table.primaryKey.columns,
  }
  const foreign = table.foreignKeys.map((key) => ({
    type: 'fk',
    name: key.name,
    column_names: key.columns,
    referred_schema: key.referredSchema,
    referred_table: key.referredTable,
    referred_columns: key.referredColumns,
    options: {},
  }))
  const indexes = table.indexes.map((index) => ({
    type: index.isUnique ? 'UNIQUE' : 'index',
    name: index.name,
    column_names: index.columns,
    unique: index.isUnique,
  }))
  const keys = [...(primary ? [primary] : []), ...foreign, ...indexes]
  return {
    name: table.name,
    comment: table.comment,
    columns: table.columns.map((column) => ({
      name: column.name,
      type: column.type,
      longType: column.longType,
      type_generic: column.generic,
      comment: column.comment,
      nullable: column.isNullable,
      default: column.default,
      keys: keys.filter((key) => key.column_names.includes(column.name)),
    })),
    primaryKey: primary ?? { constrained_columns: [], name: null },
    foreignKeys: foreign,
    indexes: keys,
    selectStar: selectStar(
      dialect,
      schema,
      table.name,
      table.columns.map(({ name }) => name),
    ),
  }
}

export const noTable = () => new Problem(404, 'No such table', { type: 'TABLE_NOT_FOUND_ERROR' })
