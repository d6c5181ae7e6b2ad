import type { Driver, SqlVerdict } from '../engines/driver.ts'
import { type StatementRange, statementRanges } from '../engines/statements.ts'
import { canReadDatabase, canReadDataset, canReadSchema } from '../metadata/access.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import { kindOf } from '../query/sql/classify.ts'
import { asWritten, type WrittenOut, writtenOut } from '../query/sql/prepared.ts'
import { scan } from '../query/sql/scan.ts'
import { schemaChange } from '../query/sql/schema-change.ts'
import { tableReferences } from '../query/sql/tables.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import { placedProblem } from './error-place.ts'
import { type NamePath, type TableName, tablePlaces } from './table-places.server.ts'

export type JudgedStatement = SqlVerdict['statements'][number] & {
  readonly tables: readonly TableName[]
  /** It needs what an earlier statement makes, so that the engine can judge it only when its turn has come. */
  readonly isAwaited: boolean
  /** Where its names are looked up. */
  readonly path: NamePath
  /** It only says where the names after it are looked up, or gives a text a name; the engine never sees it. */
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
  const steps = isScript ? stepsOf(ranges, dialect, path) : ranges.map((range) => stepOf(asWritten(range), path))
  for (const step of steps) {
    const one = await judgeStep(driver, dialect, sql, signal, step, !isReadOnly)
    statements.push(...one.statements)
    tables.push(...(step.path === path ? one.tables : one.tables.map(await tablePlaces(driver, one.tables, step.path))))
    isReadOnly &&= one.isReadOnly
  }
  return { statements, tables: uniqueTables(tables), isReadOnly }
}

interface Step extends Pick<JudgedStatement, 'path' | 'isPlace'> {
  readonly written: WrittenOut
  readonly meant: WrittenOut['meant']
}

const stepOf = (written: WrittenOut, path: NamePath): Step => ({
  ...{ written, path, meant: written.meant, isPlace: written.isNaming },
})

/** The statements of a script, each with what those before it say of its names. */
function stepsOf(ranges: readonly StatementRange[], dialect: Dialect, path: NamePath): readonly Step[] {
  let here = path
  return writtenOut(ranges, dialect).map((written) => {
    const moved = schemaChange(written.sql, dialect)
    if (moved === null) return stepOf(written, here)
    here = { ...here, ...moved }
    return { written, meant: null, path: here, isPlace: true }
  })
}

/** A statement that the engine never sees. */
const silent = ({ sql, from, to }: WrittenOut, path: NamePath): JudgedStatement => ({
  ...{ sql, from, to, path, kind: 'set', tables: [], isAwaited: false, isPlace: true },
})

/** `mayAwait`: something before it changes the database, which may make what it needs. */
async function judgeStep(
  driver: Driver,
  dialect: Dialect,
  sql: string,
  signal: AbortSignal,
  { written, meant, path, isPlace }: Step,
  mayAwait: boolean,
): Promise<JudgedSql> {
  if (meant === null) return { statements: [silent(written, path)], tables: [], isReadOnly: true }
  const verdict = await judgeRange(driver, dialect, sql, meant, signal, path).catch((cause: unknown) => {
    if (!mayAwait || !isMissing(cause)) throw cause
    return awaited(meant.sql, dialect)
  })
  const { tables, isAwaited = false } = verdict
  return {
    statements: isPlace
      ? [silent(written, path)]
      : verdict.statements.map(({ kind }) => ({ ...meant, kind, tables, isAwaited, path, isPlace })),
    tables,
    // A transaction changes nothing by itself; the statements in it are judged one by one.
    isReadOnly: verdict.isReadOnly || verdict.statements[0]?.kind === 'transaction',
  }
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
  range: Omit<StatementRange, 'verb'>,
  signal: AbortSignal,
  path: NamePath,
): Promise<SqlVerdict & { readonly isAwaited?: boolean }> {
  let verdict: SqlVerdict
  try {
    verdict = await driver.judge(range.sql, signal, path.schema, path.catalog)
  } catch (cause) {
    throw invalidSql(cause, sql, range, dialect)
  }
  if (verdict.refusals.length > 0)
    throw new Problem(403, verdict.refusals.join('\n'), {
      type: 'DATABASE_SECURITY_ACCESS_ERROR',
      extra: { sql, refusals: verdict.refusals },
    })
  if (verdict.statements.length !== 1)
    throw new Problem(422, 'The statements could not be told apart.', { type: 'INVALID_SQL_ERROR', extra: { sql } })
  return verdict
}

function invalidSql(cause: unknown, sql: string, range: Omit<StatementRange, 'verb'>, dialect: Dialect): unknown {
  if (!(cause instanceof Problem)) return cause
  const moved = placedProblem(cause, sql, range)
  if (moved.detail.type !== 'SYNTAX_ERROR' && moved.detail.type !== 'INVALID_SQL_ERROR') return moved
  const { line, column } = moved.detail.extra ?? {}
  const place = line === undefined ? '' : ` line ${line}:${column}`
  return new Problem(422, moved.message.replace(line === undefined ? / at line \d+:\d+$/ : / line \d+:\d+$/, place), {
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
