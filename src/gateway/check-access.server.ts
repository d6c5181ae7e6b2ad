import type { Driver, SqlVerdict } from '../engines/driver.ts'
import { statementRanges } from '../engines/statements.ts'
import { canReadDatabase, canReadDataset, canReadSchema } from '../metadata/access.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import { kindOf } from '../query/sql/classify.ts'
import { scan } from '../query/sql/scan.ts'
import { schemaChange } from '../query/sql/schema-change.ts'
import { tableReferences } from '../query/sql/tables.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import { movedProblem } from './error-place.ts'
import { type NamePath, type TableName, tablePlaces } from './table-places.server.ts'

export type JudgedStatement = SqlVerdict['statements'][number] & {
  readonly tables: readonly TableName[]
  /** It needs what an earlier statement makes, so that the engine can judge it only when its turn has come. */
  readonly isAwaited: boolean
  /** Where its names are looked up. */
  readonly path: NamePath
  /** It only says where the names after it are looked up; the engine never sees it. */
  readonly isPlace: boolean
}
export interface JudgedSql {
  readonly statements: readonly JudgedStatement[]
  readonly tables: readonly TableName[]
  readonly isReadOnly: boolean
}

/**
 * What the engine's own parser says of rendered SQL, statement by statement. Throws a Problem with the place in the
 * whole text for what cannot be parsed, is empty, or is refused whoever asks. In a script a statement may move the place
 * where the names after it are looked up; their tables are then named with their schemas.
 */
export async function judgeSql(
  driver: Driver,
  dialect: Dialect,
  sql: string,
  signal: AbortSignal,
  path: NamePath,
  isScript = false,
): Promise<JudgedSql> {
  const ranges = statementRanges(sql, dialect.lexicon)
  if (ranges.length === 0) throw new Problem(422, 'sql cannot be empty', { type: 'INVALID_SQL_ERROR' })
  const statements: JudgedStatement[] = []
  const tables: TableName[] = []
  let isReadOnly = true
  let here = path
  for (const range of ranges) {
    const { sql: text, from, to } = range
    const moved = isScript ? schemaChange(text, dialect) : null
    if (moved !== null) {
      here = { ...here, ...moved }
      statements.push({ sql: text, from, to, kind: 'set', tables: [], isAwaited: false, path: here, isPlace: true })
      continue
    }
    const verdict = await judgeRange(driver, dialect, sql, range, signal, here).catch((cause: unknown) => {
      if (isReadOnly || !isMissing(cause)) throw cause
      return awaited(text, dialect)
    })
    const { tables: read, isAwaited = false } = verdict
    for (const { kind } of verdict.statements)
      statements.push({ sql: text, from, to, kind, tables: read, isAwaited, path: here, isPlace: false })
    tables.push(...(here === path ? read : read.map(await tablePlaces(driver, read, here))))
    // A transaction changes nothing by itself; the statements in it are judged one by one.
    isReadOnly &&= verdict.isReadOnly || verdict.statements[0]?.kind === 'transaction'
  }
  return { statements, tables: uniqueTables(tables), isReadOnly }
}

const isMissing = (cause: unknown) =>
  cause instanceof Problem &&
  (cause.detail.type === 'TABLE_DOES_NOT_EXIST_ERROR' || cause.detail.type === 'COLUMN_DOES_NOT_EXIST_ERROR')

/** What the words of a statement say, until the driver judges it again before it runs. */
function awaited(sql: string, dialect: Dialect): SqlVerdict & { readonly isAwaited?: boolean } {
  const kind = kindOf(scan(sql, dialect.lexicon))
  const tables = tableReferences(sql, dialect.lexicon).map(({ parts }) => {
    const [name = '', schema = null, catalog = null] = parts.toReversed()
    return { name, schema, catalog }
  })
  const statements = [{ sql, from: 0, to: sql.length, kind }]
  return { statements, isReadOnly: kind === 'select', tables, refusals: [], isAwaited: true }
}

async function judgeRange(
  driver: Driver,
  dialect: Dialect,
  sql: string,
  range: { readonly sql: string; readonly from: number },
  signal: AbortSignal,
  path: NamePath,
): Promise<SqlVerdict & { readonly isAwaited?: boolean }> {
  let verdict: SqlVerdict
  try {
    verdict = await driver.judge(range.sql, signal, path.schema, path.catalog)
  } catch (cause) {
    throw invalidSql(cause, sql, range.from, dialect)
  }
  if (verdict.refusals.length > 0)
    throw new Problem(403, verdict.refusals.join('\n'), { type: 'DATABASE_SECURITY_ACCESS_ERROR', extra: { sql } })
  if (verdict.statements.length !== 1)
    throw new Problem(422, 'The statements could not be told apart.', { type: 'INVALID_SQL_ERROR', extra: { sql } })
  return verdict
}

function invalidSql(cause: unknown, sql: string, from: number, dialect: Dialect): unknown {
  if (!(cause instanceof Problem)) return cause
  const moved = movedProblem(cause, sql, from)
  if (moved.detail.type !== 'SYNTAX_ERROR' && moved.detail.type !== 'INVALID_SQL_ERROR') return moved
  const { line, column } = moved.detail.extra ?? {}
  return new Problem(422, moved.message.replace(/line \d+:\d+$/, `line ${line}:${column}`), {
    type: 'INVALID_SQL_ERROR',
    extra: { ...moved.detail.extra, sql, engine: dialect.id },
    cause,
  })
}

function uniqueTables(tables: readonly TableName[]): readonly TableName[] {
  const byKey = new Map(tables.map((table) => [JSON.stringify([table.catalog, table.schema, table.name]), table]))
  return [...byKey.values()]
}

/**
 * Lets rendered SQL pass only when the caller may read every table of it; what changes data needs the whole database.
 * Throws TABLE_SECURITY_ACCESS_ERROR with the tables that are missing.
 */
export async function checkAccess(
  db: MetadataDb,
  driver: Driver,
  caller: Caller,
  database: Row<'databases'>,
  judged: Pick<JudgedSql, 'tables' | 'isReadOnly'>,
  path: NamePath,
): Promise<void> {
  const readsAll = canReadDatabase(caller, database)
  if (!judged.isReadOnly && !readsAll)
    throw new Problem(403, `You need access to the database ${database.database_name} to change it.`, {
      type: 'DATABASE_SECURITY_ACCESS_ERROR',
    })
  if (judged.tables.length === 0 || readsAll) return
  const place = await tablePlaces(driver, judged.tables, path)
  await checkTables(db, caller, database, judged.tables.map(place), await driver.defaultSchema())
}

async function checkTables(
  db: MetadataDb,
  caller: Caller,
  database: Row<'databases'>,
  tables: readonly TableName[],
  defaultSchema: string | null,
): Promise<void> {
  const unknown = tables.filter((table) => !canReadSchema(caller, database, table.catalog, table.schema))
  if (unknown.length === 0) return
  const datasets = await db
    .selectFrom('datasets')
    .select(['id', 'table_name', 'catalog', 'schema'])
    .where('database_id', '=', database.id)
    .where('sql', 'is', null)
    .execute()
  const readable = datasets.filter((dataset) => canReadDataset(caller, database, dataset))
  const missing = unknown.filter((table) => !readable.some((dataset) => isTable(dataset, table, defaultSchema)))
  if (missing.length === 0) return
  const names = missing.map((table) => (table.schema === null ? table.name : `${table.schema}.${table.name}`))
  throw new Problem(403, `You need access to the following tables: ${names.join(', ')}`, {
    type: 'TABLE_SECURITY_ACCESS_ERROR',
    extra: { tables: names },
  })
}

interface DatasetName {
  readonly table_name: string
  readonly catalog: string | null
  readonly schema: string | null
}

function isTable(dataset: DatasetName, table: TableName, defaultSchema: string | null): boolean {
  return (
    same(dataset.table_name, table.name) &&
    same(dataset.schema ?? defaultSchema, table.schema) &&
    (dataset.catalog === null || table.catalog === null || same(dataset.catalog, table.catalog))
  )
}

const same = (a: string | null, b: string | null) => (a ?? '').toLowerCase() === (b ?? '').toLowerCase()
