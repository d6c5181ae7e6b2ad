import { constants, type DatabaseSync } from 'node:sqlite'
import { scan } from '../../query/sql/scan.ts'
import { plainStep } from '../../query/sql/transaction.ts'
import type { SqlVerdict } from '../driver.ts'
import { type StatementRange, statementRanges } from '../statements.ts'
import { SQLITE_LEXICON } from './lexicon.ts'

type Kind = SqlVerdict['statements'][number]['kind']

/** A verdict with what the scheduler wants to know besides. */
export interface Judgement extends SqlVerdict {
  readonly isTiny: boolean
  readonly hasLimit: boolean
}

const READING = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])
const REFUSED: ReadonlyMap<number, string> = new Map([
  [constants.SQLITE_ATTACH, 'ATTACH is not allowed.'],
  [constants.SQLITE_DETACH, 'DETACH is not allowed.'],
  [constants.SQLITE_PRAGMA, 'PRAGMA is not allowed.'],
  [constants.SQLITE_TRANSACTION, 'Transactions of your own are not allowed.'],
  [constants.SQLITE_SAVEPOINT, 'Savepoints are not allowed.'],
  [constants.SQLITE_CREATE_VTABLE, 'Virtual tables are not allowed.'],
  [constants.SQLITE_CREATE_TEMP_TABLE, 'Temporary tables are not allowed.'],
  [constants.SQLITE_CREATE_TEMP_VIEW, 'Temporary views are not allowed.'],
  [constants.SQLITE_CREATE_TEMP_TRIGGER, 'Temporary triggers are not allowed.'],
  [constants.SQLITE_CREATE_TEMP_INDEX, 'Temporary indexes are not allowed.'],
])
const DENIED_FUNCTIONS = new Set(['load_extension', 'readfile', 'writefile', 'edit', 'fts3_tokenizer'])
const REFUSED_VERBS = new Set(
  'pragma attach detach vacuum begin commit rollback end savepoint release reindex analyze'.split(' '),
)
const KINDS: Readonly<Record<string, Kind>> = {
  select: 'select',
  with: 'select',
  values: 'select',
  explain: 'explain',
  insert: 'dml',
  update: 'dml',
  delete: 'dml',
  replace: 'dml',
  create: 'ddl',
  drop: 'ddl',
  alter: 'ddl',
}

/** Judges a text by SQLite's own parser and what it asks its authorizer. Statements are prepared, never run. */
export function judgeSqlite(database: DatabaseSync, sql: string): Judgement {
  if (sql.includes('\0')) return refusedText('A statement may not hold a zero character.')
  const ranges = statementRanges(sql, SQLITE_LEXICON)
  const verdicts = ranges.map((range) => judgeOne(database, range))
  return {
    statements: ranges.map(({ sql, from, to }, i) => ({ sql, from, to, kind: verdicts[i]?.kind ?? 'other' })),
    isReadOnly: verdicts.length > 0 && verdicts.every((verdict) => verdict.isReadOnly),
    tables: uniqueTables(verdicts.flatMap((verdict) => verdict.tables)),
    refusals: [...new Set(verdicts.flatMap((verdict) => verdict.refusals))],
    isTiny: verdicts.every((verdict) => verdict.isReadOnly && !verdict.isRecursive),
    hasLimit: true,
  }
}

interface StatementVerdict {
  readonly kind: Kind
  readonly isReadOnly: boolean
  readonly isRecursive: boolean
  readonly tables: SqlVerdict['tables']
  readonly refusals: readonly string[]
}

interface Reading {
  readonly table: string
  /** The view or common table expression through which the table is read. */
  readonly through: string | null
}

function judgeOne(database: DatabaseSync, range: StatementRange): StatementVerdict {
  const kind = KINDS[range.verb ?? ''] ?? 'other'
  if (kind === 'other' && plainStep(scan(range.sql, SQLITE_LEXICON)) !== null) {
    database.prepare(range.sql)
    return { kind: 'transaction', isReadOnly: false, isRecursive: false, tables: [], refusals: [] }
  }
  if (kind === 'other') {
    // A mistyped word is an error at its place, not a refusal.
    if (!REFUSED_VERBS.has(range.verb ?? '')) database.prepare(range.sql)
    const verb = (range.verb ?? 'This statement').toUpperCase()
    return { kind, isReadOnly: false, isRecursive: false, tables: [], refusals: [`${verb} is not allowed.`] }
  }
  const { actions, readings, refusals } = listen(database, range.sql)
  const isReadOnly = [...actions].every((action) => READING.has(action))
  return {
    kind: kind === 'select' && !isReadOnly ? 'dml' : kind,
    isReadOnly,
    isRecursive: actions.has(constants.SQLITE_RECURSIVE),
    tables: tablesRead(readings),
    refusals: [...refusals],
  }
}

/** Prepares a statement and notes what it asks for. */
function listen(database: DatabaseSync, sql: string) {
  const actions = new Set<number>()
  const readings: Reading[] = []
  const refusals = new Set<string>()
  database.setAuthorizer((action, a, b, _schema, through) => {
    actions.add(action)
    if (action === constants.SQLITE_READ && a !== null) readings.push({ table: a, through })
    const refusal = action === constants.SQLITE_FUNCTION ? functionRefusal(b) : REFUSED.get(action)
    if (refusal === undefined) return constants.SQLITE_OK
    refusals.add(refusal)
    return constants.SQLITE_DENY
  })
  try {
    const statement = database.prepare(sql)
    if (!isWhole(statement.sourceSQL, sql)) refusals.add('The statements could not be told apart.')
  } catch (error) {
    if (refusals.size === 0) throw error
  } finally {
    database.setAuthorizer(null)
  }
  return { actions, readings, refusals }
}

function functionRefusal(name: string | null): string | undefined {
  return name !== null && DENIED_FUNCTIONS.has(name.toLowerCase()) ? `The function ${name} is not allowed.` : undefined
}

/** A semicolon at the end is the statement's own, or the last letter of a comment. */
const isWhole = (prepared: string, sql: string) =>
  [prepared, prepared.replace(/;\s*$/, '')].some((text) => text.trim() === sql.trim())

/** Tables behind a view are the view's matter, as long as the view itself is in the list. */
function tablesRead(readings: readonly Reading[]): SqlVerdict['tables'] {
  const names = new Set(readings.map((reading) => reading.table))
  return readings
    .filter(({ table, through }) => !/^sqlite_(temp_)?(master|schema)$/.test(table) || through === null)
    .filter(({ through }) => through === null || !names.has(through))
    .map(({ table }) => ({ catalog: null, schema: null, name: table }))
}

function uniqueTables(tables: SqlVerdict['tables']): SqlVerdict['tables'] {
  return [...new Map(tables.map((table) => [table.name.toLowerCase(), table])).values()]
}

function refusedText(refusal: string): Judgement {
  return { statements: [], isReadOnly: false, tables: [], refusals: [refusal], isTiny: false, hasLimit: true }
}
