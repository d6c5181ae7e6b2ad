import type { Problem } from '../../wire/problem.ts'
import type { SqlVerdict } from '../driver.ts'
import type { Judgement } from '../network-driver.server.ts'
import { statementRanges } from '../statements.ts'
import type { TrinoClient } from './client.server.ts'
import { trinoDialect } from './dialect.ts'
import { isSyntaxFailure, parseProblem, statementProblem, TrinoFailure, withoutPrefix } from './errors.ts'
import { judgeWords, type WordVerdict } from './gate.ts'

type TableName = SqlVerdict['tables'][number]

/** Where names without a catalog or schema are looked up. */
export interface Place {
  readonly catalog: string | null
  readonly schema: string | null
}

const READING = new Set(['select', 'explain', 'show', 'set'])
const PLAN = 'EXPLAIN (TYPE IO, FORMAT JSON) '
const PARSE = 'PREPARE judged FROM '

/** Judges a text: by its words, and by the tables of the plan that the server makes without running it. */
export async function judgeTrino(client: TrinoClient, sql: string, place: Place): Promise<Judgement> {
  const ranges = statementRanges(sql, trinoDialect.lexicon)
  const parts: Judgement[] = []
  for (const range of ranges) parts.push(await judgeOne(client, sql, range, place))
  return {
    statements: parts.flatMap(({ statements }) => statements),
    isReadOnly: parts.length > 0 && parts.every((part) => part.isReadOnly),
    tables: unique(parts.flatMap((part) => part.tables)),
    refusals: [...new Set(parts.flatMap((part) => part.refusals))],
    problem: parts.find((part) => part.problem !== null)?.problem ?? null,
  }
}

async function judgeOne(
  client: TrinoClient,
  whole: string,
  { sql, from, to }: { readonly sql: string; readonly from: number; readonly to: number },
  place: Place,
): Promise<Judgement> {
  const words = judgeWords(sql)
  const { kind, refusals, tables } = words
  const verdict = {
    statements: [{ sql, from, to, kind }],
    isReadOnly: READING.has(kind),
    tables,
    refusals,
    problem: null,
  }
  if (refusals.length > 0 && kind !== 'other') return verdict
  const isPlanned = kind === 'select' || kind === 'explain'
  // One statement of many is read alone, at its place, so that places in errors are places in the whole text.
  const queryFrom = from + (isPlanned ? words.queryFrom : 0)
  const placed = whole.slice(0, queryFrom).replaceAll(/[^\n]/g, ' ') + whole.slice(queryFrom, to)
  try {
    const read = isPlanned ? await plannedTables(client, placed, place) : await parse(client, placed, place)
    return { ...verdict, tables: unique([...tables, ...unnamed(read, words, place)]) }
  } catch (cause) {
    return { ...verdict, problem: problemOf(cause, isPlanned ? PLAN : PARSE, placed) }
  }
}

async function parse(client: TrinoClient, placed: string, place: Place): Promise<readonly TableName[]> {
  await client.ask(PARSE + placed, place)
  return []
}

/** Why the server would not run the statement. Throws for what is no SQL, and for a server that does not answer. */
function problemOf(cause: unknown, prefix: string, placed: string): Problem {
  if (!(cause instanceof TrinoFailure)) throw cause
  const failure = withoutPrefix(cause, prefix)
  if (isSyntaxFailure(failure)) throw parseProblem(failure, placed)
  return statementProblem(failure, placed)
}

interface Plan {
  readonly inputTableColumnInfos?: readonly {
    readonly table: {
      readonly catalog: string
      readonly schemaTable: { readonly schema: string; readonly table: string }
    }
  }[]
}

async function plannedTables(client: TrinoClient, placed: string, place: Place): Promise<TableName[]> {
  const [[text] = []] = await client.ask(PLAN + placed, place)
  const { inputTableColumnInfos = [] } = JSON.parse(String(text)) as Plan
  return inputTableColumnInfos.map(({ table: { catalog, schemaTable } }) => ({
    catalog,
    schema: schemaTable.schema,
    name: schemaTable.table,
  }))
}

/**
 * Tables of the plan that the words did not find although the text names them somewhere. A table that the text does
 * not name at all lies behind a view, and is the view's matter.
 */
function unnamed(read: readonly TableName[], { tables, names }: WordVerdict, place: Place): readonly TableName[] {
  const same = (a: string | null, b: string | null) => a === null || b === null || a.toLowerCase() === b.toLowerCase()
  const isFound = (table: TableName) =>
    tables.some(
      (own) =>
        same(own.name, table.name) &&
        same(own.schema ?? place.schema, table.schema) &&
        same(own.catalog ?? place.catalog, table.catalog),
    )
  return read.filter((table) => names.has(table.name.toLowerCase()) && !isFound(table))
}

const unique = (tables: readonly TableName[]): readonly TableName[] => [
  ...new Map(tables.map((table) => [JSON.stringify([table.catalog, table.schema, table.name]), table])).values(),
]
