import type { Connection } from 'mysql2'
import type { Judgement } from '../network-driver.server.ts'
import { statementRanges } from '../statements.ts'
import { mysqlDialect } from './dialect.ts'
import { ERRNO, failureOf, parseProblem, statementProblem } from './errors.ts'
import { judgeWords, type WordVerdict } from './gate.ts'
import { ask, prepareOnly, prepareSession, type ServerFacts } from './session.server.ts'

const TIMEOUT_MS = 10_000

/** Where a text is judged. */
export interface Bench {
  readonly facts: ServerFacts
  /** Names without a database belong to this one; empty for none. */
  readonly database: string
  /** On the connection of a script, whose settings stay as they are. */
  readonly keepsSettings?: boolean
}

/**
 * Judges a text: by its words, which name every table, and by the server, which reads it and looks its names up
 * without running it. `problem` keeps a statement from running that the server would not run.
 */
export async function judgeMysql(connection: Connection, sql: string, bench: Bench): Promise<Judgement> {
  const ranges = statementRanges(sql, mysqlDialect.lexicon)
  await prepareSession(connection, bench.facts, { ...bench, timeoutMs: TIMEOUT_MS })
  const parts: { readonly words: WordVerdict; readonly judged: Judged }[] = []
  for (const range of ranges) {
    const words = judgeWords(range.sql, bench.facts.foldsNames)
    // One statement of many is read alone, at its place, so that places in errors are places in the whole text.
    const text = sql.slice(0, range.from).replaceAll(/[^\n]/g, ' ') + range.sql
    parts.push({ words, judged: await judgeOne(connection, text, words) })
  }
  const tables = parts.flatMap(({ words }) => words.tables)
  return {
    statements: ranges.map(({ sql: own, from, to }, i) => ({
      ...{ sql: own, from, to },
      kind: parts[i]?.words.kind ?? 'other',
    })),
    isReadOnly: parts.length > 0 && parts.every(({ words }) => words.isReadOnly),
    tables: unique(tables.map((table) => ({ ...table, schema: table.schema ?? (bench.database || null) }))),
    refusals: [...new Set(parts.flatMap(({ judged }) => judged.refusals))],
    problem: parts.find(({ judged }) => judged.problem !== null)?.judged.problem ?? null,
  }
}

type Judged = Pick<Judgement, 'refusals' | 'problem'>

async function judgeOne(connection: Connection, text: string, words: WordVerdict): Promise<Judged> {
  if (words.kind === 'transaction' || (words.refusals.length > 0 && words.isKnownVerb))
    return { refusals: words.refusals, problem: null }
  try {
    await prepareOnly(connection, text)
  } catch (cause) {
    const failure = failureOf(cause)
    if (failure === null) throw cause
    if (failure.errno === ERRNO.syntax) throw parseProblem(failure, text, cause)
    if (failure.errno !== ERRNO.notPreparable)
      return { refusals: words.refusals, problem: statementProblem(failure, text, cause) }
  }
  return { refusals: [...words.refusals, ...(await ownFunctions(connection, words.called))], problem: null }
}

/** A function that somebody made may read any table. One of an allowed name counts where the server has none itself. */
async function ownFunctions(connection: Connection, called: readonly string[]): Promise<string[]> {
  if (called.length === 0) return []
  const rows = await ask<{ name: string }>(
    connection,
    "SELECT routine_name AS name FROM information_schema.routines WHERE routine_schema = DATABASE() AND routine_type = 'FUNCTION'",
  )
  return rows
    .filter(({ name }) => called.includes(name.toLowerCase()))
    .map(({ name }) => `The function ${name} is not allowed; write its text instead.`)
}

function unique(tables: Judgement['tables']): Judgement['tables'] {
  return [...new Map(tables.map((table) => [`${table.schema}.${table.name}`, table])).values()]
}
