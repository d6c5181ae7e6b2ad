import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteStandardText } from '../../query/dialect.ts'
import { scan } from '../../query/sql/scan.ts'
import { tokenize } from '../../query/sql/tokenize.ts'
import { plainStep } from '../../query/sql/transaction.ts'
import type { SqlVerdict } from '../driver.ts'
import { type StatementRange, statementRanges } from '../statements.ts'
import { duckdbDialect } from './dialect.ts'
import { judgeTree, type TreeVerdict } from './gate.ts'
import type { KnownNames } from './gate-functions.ts'

type Kind = SqlVerdict['statements'][number]['kind']

/** A verdict with what the scheduler and the runner want to know besides. */
export interface Judgement extends SqlVerdict {
  /** Makes no rows of its own: no table functions, no recursion. */
  readonly isTiny: boolean
  /** The only statement has a LIMIT at its outermost level. */
  readonly hasLimit: boolean
  readonly givesOneRow: boolean
}

/** The text cannot be parsed; `detail` is the engine's own error. */
export class ParseFailure extends Error {
  readonly detail: string
  readonly sql: string
  constructor(detail: string, sql: string) {
    super(detail)
    this.detail = detail
    this.sql = sql
  }
}

/**
 * Room for 5,000 columns with ordinary names. The parser's time grows with the square of a long OR, to some seconds
 * here; the characters of a text cost it next to nothing.
 */
const MAX_CHARACTERS = 400_000
const MAX_CHARACTERS_WITH_TEXTS = 4_000_000
const DDL = new Set(['create', 'drop', 'alter', 'truncate', 'comment'])
const DML = new Set(['insert', 'update', 'delete', 'merge', 'copy'])
const EXPLAIN = /^explain\s+(?:analyze\s+)?(?:\([^)]*\)\s*)?/i

/** Judges a text by DuckDB's own parser: only what is surely a reading statement passes. */
export async function judgeDuckdb(connection: DuckDBConnection, sql: string, known: KnownNames): Promise<Judgement> {
  const refused = textRefusal(sql)
  if (refused)
    return {
      statements: [],
      isReadOnly: false,
      tables: [],
      refusals: [refused],
      isTiny: false,
      hasLimit: false,
      givesOneRow: false,
    }
  const ranges = statementRanges(sql, duckdbDialect.lexicon)
  const verdicts: StatementVerdict[] = []
  for (const range of ranges) verdicts.push(await judgeStatement(connection, range, known))
  return {
    statements: ranges.map((range, i) => ({
      sql: range.sql,
      from: range.from,
      to: range.to,
      kind: verdicts[i]?.kind ?? 'other',
    })),
    isReadOnly: verdicts.length > 0 && verdicts.every((verdict) => verdict.tree !== null),
    tables: uniqueTables(verdicts.flatMap((verdict) => verdict.tree?.tables ?? [])),
    refusals: [...new Set(verdicts.flatMap((verdict) => [...(verdict.tree?.refusals ?? []), ...verdict.refusals]))],
    isTiny: verdicts.every((verdict) => verdict.tree?.isTiny ?? false),
    hasLimit: verdicts.length === 1 && (verdicts[0]?.tree?.hasLimit ?? false),
    givesOneRow: verdicts.length === 1 && (verdicts[0]?.tree?.givesOneRow ?? false),
  }
}

function textRefusal(sql: string): string | null {
  if (isTooLong(sql)) return `A statement may have at most ${MAX_CHARACTERS} characters.`
  // The engine would stop reading there and run another text than the one that was judged.
  if (sql.includes('\0')) return 'A statement may not hold a zero character.'
  if (!sql.isWellFormed()) return 'The statement holds half of a character.'
  return null
}

function isTooLong(sql: string): boolean {
  if (sql.length <= MAX_CHARACTERS || sql.length > MAX_CHARACTERS_WITH_TEXTS) return sql.length > MAX_CHARACTERS
  let besides = 0
  for (const { kind, from, to } of tokenize(sql, duckdbDialect.lexicon)) if (kind !== 'text') besides += to - from
  return besides > MAX_CHARACTERS
}

interface StatementVerdict {
  readonly kind: Kind
  readonly tree: TreeVerdict | null
  readonly refusals: readonly string[]
}

async function judgeStatement(
  connection: DuckDBConnection,
  range: StatementRange,
  known: KnownNames,
): Promise<StatementVerdict> {
  const code = withoutLeadingComments(range.sql)
  const isExplain = range.verb === 'explain'
  const body = isExplain ? code.replace(EXPLAIN, '') : range.sql
  const parsed = await serialize(connection, body)
  if (parsed.error) {
    if (parsed.error_type === 'parser') throw new ParseFailure(JSON.stringify(parserError(parsed, body)), range.sql)
    if (plainStep(scan(range.sql, duckdbDialect.lexicon)) !== null)
      return { kind: 'transaction', tree: null, refusals: [] }
    return { kind: kindOf(range.verb), tree: null, refusals: refusalOf(range.verb, code) }
  }
  if (parsed.statements.length !== 1) {
    return { kind: 'other', tree: null, refusals: ['The statements could not be told apart.'] }
  }
  const tree = judgeTree(parsed.statements[0]?.node, known)
  const kind = isExplain ? 'explain' : tree.isShow ? 'show' : 'select'
  return { kind, tree: isExplain ? { ...tree, isTiny: false, hasLimit: true, givesOneRow: false } : tree, refusals: [] }
}

interface Serialized {
  readonly error: boolean
  readonly error_type?: string
  readonly error_message?: string
  readonly position?: string
  readonly statements: readonly { readonly node: unknown }[]
}

async function serialize(connection: DuckDBConnection, sql: string): Promise<Serialized> {
  const reader = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoteStandardText(sql)})::VARCHAR`)
  const text = String(reader.getRows()[0]?.[0] ?? '')
  // Unknown locations are the largest unsigned 64-bit number, which JSON.parse cannot hold.
  return JSON.parse(text.replaceAll(/"query_location":\d+/g, '"query_location":0')) as Serialized
}

function parserError(parsed: Serialized, sql: string) {
  const position = Number(parsed.position)
  return {
    exception_type: 'Parser',
    exception_message: parsed.error_message ?? 'syntax error',
    error_subtype: 'SYNTAX_ERROR',
    ...(Number.isSafeInteger(position) ? { position: String(Math.min(position, Buffer.byteLength(sql))) } : {}),
  }
}

function kindOf(verb: string | null): Kind {
  if (verb !== null && DDL.has(verb)) return 'ddl'
  if (verb !== null && DML.has(verb)) return 'dml'
  return 'other'
}

function refusalOf(verb: string | null, code: string): string[] {
  if (verb !== null && (DDL.has(verb) || DML.has(verb))) return []
  if (/\bpivot\b/i.test(code)) return ['PIVOT needs the values it makes columns of: ON column IN (...).']
  return [`${(verb ?? 'This statement').toUpperCase()} is not allowed; only statements that read are.`]
}

function withoutLeadingComments(sql: string): string {
  return sql.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '')
}

function uniqueTables(tables: SqlVerdict['tables']): SqlVerdict['tables'] {
  const byKey = new Map(tables.map((table) => [`${table.catalog}\n${table.schema}\n${table.name}`, table]))
  return [...byKey.values()]
}
