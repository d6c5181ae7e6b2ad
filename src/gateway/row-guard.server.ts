import type { Driver } from '../engines/driver.ts'
import type { Row } from '../metadata/tables.server.ts'
import { type Dialect, qualifiedName } from '../query/dialect.ts'
import { anchorTables, guardTables, replaceTables, type TableRule } from '../query/sql/guard.ts'
import { scan } from '../query/sql/scan.ts'
import { tableReferences } from '../query/sql/tables.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import { rowRulesOfAll } from './chart/row-rules.server.ts'
import type { JudgedStatement } from './check-access.server.ts'
import { renderSql } from './render-sql.server.ts'
import { type FurtherTables, furtherTables, ruledDatasets } from './ruled-tables.server.ts'
import type { Services } from './services.server.ts'
import { type NamePath, type TableName, tablePlaces } from './table-places.server.ts'

/** A database, and who asks it. */
export interface Asking {
  readonly services: Pick<Services, 'db' | 'metadataMark' | 'now' | 'featureFlags' | 'conf'>
  readonly caller: Caller
  readonly database: Row<'databases'>
  readonly driver: Driver
  readonly dialect: Dialect
  readonly signal: AbortSignal
}

/** The row-level rules on tables that a text reads, and where its names lead. */
export interface RowGuard {
  readonly rules: readonly TableRule[]
  /** Those on any table of the database. */
  readonly ruledAnywhere: readonly TableRule[]
  place(table: TableName): TableName
}

/**
 * The row-level rules that hold for the caller on tables of a database, with their templates rendered. Throws 403 when
 * such a table is read through a view: the view is no dataset with rules of its own, and those of the table cannot be
 * put into it. A part of such a table, read by its own name, keeps the rules of the table.
 */
export async function rowGuard(asking: Asking, tables: readonly TableName[], path: NamePath): Promise<RowGuard> {
  const { services, caller, database, driver } = asking
  const datasets = await ruledDatasets(services, database.id, caller)
  if (datasets.length === 0) return { rules: [], ruledAnywhere: [], place: (table) => table }
  const place = await tablePlaces(driver, tables, path)
  const own = await driver.defaultSchema()
  const ruledAnywhere: TableRule[] = []
  const ids = datasets.map(({ id }) => id)
  const ruled = await rowRulesOfAll(services, ids, caller)
  for (const dataset of datasets) {
    const table = { catalog: null, schema: dataset.schema ?? own, name: dataset.table_name }
    for (const { predicate } of ruled.get(dataset.id) ?? []) ruledAnywhere.push({ table, predicate })
  }
  const rulesOn = (asked: readonly TableName[]) =>
    ruledAnywhere.filter(({ table }) => asked.some((one) => isTable(table, one)))
  const asked = tables.map(place)
  const further: FurtherTables = ruledAnywhere.length === 0 ? NOTHING_MORE : await furtherTables(asking, asked)
  const hidden = rulesOn(further.hidden)
  if (hidden.length > 0) throw refusal(hidden)
  const rules: TableRule[] = []
  const add = async (table: TableName, { table: { schema }, predicate }: TableRule) => {
    rules.push({ table, predicate: await anchored(asking, await rendered(asking, predicate), schema) })
  }
  for (const rule of rulesOn(asked)) await add(rule.table, rule)
  for (const { part, whole } of further.parts) for (const rule of rulesOn([whole])) await add(part, rule)
  return { rules, ruledAnywhere, place }
}

const NOTHING_MORE: FurtherTables = { hidden: [], parts: [] }

const rendered = ({ services, caller, dialect, signal }: Asking, sql: string) =>
  renderSql(services, { sql, templateParams: null, urlParams: {}, signal }, caller, dialect)

/** A rule's own tables are those of its dataset's schema, whatever the statement around it calls by their names. */
async function anchored({ driver, dialect }: Asking, predicate: string, schema: string | null): Promise<string> {
  const place = await tablePlaces(driver, namedIn(predicate, dialect), { catalog: null, schema })
  return anchorTables(predicate, (table) => place(table).schema, dialect)
}

/** Tables that a text names, for statements whose tables the engine does not tell. */
export const namedIn = (sql: string, dialect: Dialect): readonly TableName[] =>
  tableReferences(sql, dialect.lexicon).map(({ parts }) => {
    const [name = '', schema = null, catalog = null] = parts.toReversed()
    return { name, schema, catalog }
  })

/**
 * A statement that reads ruled tables through sub-queries which keep their rules. That none was missed is proved by the
 * engine: with every guarded table taken out, it must not find a ruled one. Throws 403 where that cannot be shown.
 */
export async function guardStatement(
  { driver, dialect, signal }: Pick<Asking, 'driver' | 'dialect' | 'signal'>,
  statement: JudgedStatement,
  { rules, ruledAnywhere, place }: RowGuard,
  path: NamePath,
): Promise<string> {
  // Which tables it reads cannot be known yet, or it makes one that a rule could take for another.
  const isOpen = statement.isAwaited || makesTemporary(statement, dialect)
  if (isOpen && ruledAnywhere.length > 0) throw refusal(ruledAnywhere)
  // A rule would mean something else on another clock, or by another setting.
  if (statement.kind === 'set' && rules.length > 0) throw refusal(rules)
  const isRuled = (table: TableName) => rules.some((rule) => isTable(rule.table, place(table)))
  if (rules.length === 0 || ![...statement.tables, ...namedIn(statement.sql, dialect)].some(isRuled))
    return statement.sql
  const refused = refusal(rules)
  if (statement.kind !== 'select') throw refused
  const standIns = await rowlessTables(driver, dialect, rules)
  const probe = replaceTables(statement.sql, dialect, (written) => {
    const rule = rules.find((known) => isTable(known.table, place(written)))
    return rule ? (standIns.get(rule.table) ?? null) : null
  })
  const verdict = await driver.judge(probe, signal, path.schema, path.catalog).catch((cause: unknown) => {
    throw cause instanceof Problem ? refused : cause
  })
  if (verdict.tables.some(isRuled)) throw refused
  return guardTables(statement.sql, rules, place, dialect).sql
}

/** True for a statement that makes a table which goes before others of its name for as long as the session lasts. */
function makesTemporary({ sql, kind }: JudgedStatement, { lexicon }: Dialect): boolean {
  if (kind === 'select' || kind === 'show' || kind === 'explain') return false
  return scan(sql, lexicon).some(({ word, text }, i, words) => {
    const isSaid = /^TEMP(ORARY)?$/.test(word) && MAKING.test(words[i - 1]?.word ?? '')
    return isSaid || /^"?pg_temp/i.test(text)
  })
}

const MAKING = /^(CREATE|REPLACE|INTO|LOCAL|GLOBAL)$/

/** For each ruled table a sub-query that has its columns and does not read it. */
async function rowlessTables(
  driver: Driver,
  dialect: Dialect,
  rules: readonly TableRule[],
): Promise<ReadonlyMap<TableName, string>> {
  const standIns = new Map<TableName, string>()
  for (const { table } of rules) standIns.set(table, await rowlessTable(driver, dialect, table))
  return standIns
}

async function rowlessTable(driver: Driver, dialect: Dialect, { schema, name }: TableName): Promise<string> {
  if (dialect.emptyLike) return dialect.emptyLike(qualifiedName(dialect, [schema, name]))
  const columns = (await driver.table(null, schema, name))?.columns ?? []
  const nulls = columns.map((column) => `NULL AS ${dialect.quoteIdentifier(column.name)}`)
  return `(SELECT ${nulls.join(', ') || '1'})`
}

const isTable = (known: TableName, asked: TableName) => same(known.name, asked.name) && same(known.schema, asked.schema)

const refusal = (rules: readonly TableRule[]) => {
  const names = [...new Set(rules.map((rule) => rule.table.name))]
  return new Problem(
    403,
    `Row-level rules limit what you may see of ${names.join(', ')}, and they cannot be kept in this statement.`,
    {
      type: 'TABLE_SECURITY_ACCESS_ERROR',
      extra: { tables: names },
    },
  )
}

const same = (a: string | null, b: string | null) => (a ?? '').toLowerCase() === (b ?? '').toLowerCase()
