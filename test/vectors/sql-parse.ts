import { KNOWN_DIALECTS } from '../../src/engines/dialects.ts'
import { checkCondition } from '../../src/query/compile/clause.ts'
import type { Dialect } from '../../src/query/dialect.ts'
import { formatSql } from '../../src/query/format-sql.ts'
import { kindOf } from '../../src/query/sql/classify.ts'
import { createAs } from '../../src/query/sql/create-as.ts'
import { guardTables } from '../../src/query/sql/guard.ts'
import { limitOf, withLimit } from '../../src/query/sql/limit.ts'
import { scan } from '../../src/query/sql/scan.ts'
import { splitStatements } from '../../src/query/sql/split.ts'
import { tableReferences } from '../../src/query/sql/tables.ts'
import { attempt, type Player, type Vector, type Verdict, verdict } from './player.ts'
import { tokensOf } from './sql-tokens.ts'

const ALIASES: Readonly<Record<string, string>> = { postgresql: 'postgres', presto: 'trino', redshift: 'postgres' }

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

function playLimit({ input, expected }: Vector, dialect: Dialect): Verdict | null {
  if (input.method !== 'FORCE_LIMIT') return null
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

function playFormat({ input, expected }: Vector, dialect: Dialect): Verdict {
  const sql = String(input.sql)
  const got = attempt(() => formatSql(sql, dialect))
  if ('error' in expected) return verdict(!('error' in got), got)
  if ('error' in got) return verdict(false, got)
  return verdict(meaning(tokensOf(got.value, dialect.lexicon)) === meaning(tokensOf(sql, dialect.lexicon)), got.value)
}

function playRules({ input }: Vector, dialect: Dialect): Verdict | null {
  if (input.method !== 'AS_SUBQUERY') return null
  const sql = String(input.sql)
  const place = { catalog: (input.catalog ?? null) as string | null, schema: (input.schema ?? null) as string | null }
  const rules = Object.entries(input.predicates as Record<string, string[]>).flatMap(([name, predicates]) => {
    const [table = '', schema = place.schema, catalog = place.catalog] = name.split('.').toReversed()
    return predicates.map((predicate) => ({ table: { catalog, schema, name: table }, predicate }))
  })
  const { sql: got, guarded } = guardTables(sql, rules, place, dialect)
  const named = new Set(rules.map(({ table }) => table.name.toLowerCase()))
  const wanted = tableReferences(sql, dialect.lexicon).filter(({ parts }) =>
    named.has((parts.at(-1) ?? '').toLowerCase()),
  )
  const isPlaced = wanted.every(({ parts }) => parts.length > 1) || guarded.length === wanted.length
  const isKept = rules.every(({ predicate, table }) =>
    guarded.some(({ name }) => name.toLowerCase() === table.name.toLowerCase()) ? got.includes(predicate) : true,
  )
  return verdict(isPlaced && isKept, got)
}

function playInspect({ input, expected }: Vector, dialect: Dialect): Verdict | null {
  const sql = String(input.sql)
  const statements = splitStatements(sql, dialect.lexicon)
  const kinds = statements.map((statement) => kindOf(scan(statement.sql, dialect.lexicon)))
  const isRead = kinds.every((kind) => kind === 'select' || kind === 'show' || kind === 'explain')
  if ('error' in expected) return null
  // Functions that reach outside are refused by the engine's own gate, which needs the engine.
  if (/^reads or writes outside/.test(String(expected.defect))) return null
  if (expected.defect || expected.has_mutation === true) return verdict(!isRead, kinds)
  const wanted = expected.statements as readonly { readonly tables: readonly (readonly (string | null)[])[] }[]
  if (kinds.some((kind) => kind !== 'select')) return null
  const got = statements.map((statement) => tablesOf(statement.sql, dialect))
  const names = wanted.map(({ tables }) =>
    sorted(tables.map((parts) => parts.filter((part) => part !== null).join('.')).filter(Boolean)),
  )
  return verdict(JSON.stringify(got) === JSON.stringify(names), got)
}

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted()
const tablesOf = (sql: string, dialect: Dialect) =>
  sorted(tableReferences(sql, dialect.lexicon).map(({ parts }) => parts.join('.')))

const PLAYS: Readonly<Record<string, (vector: Vector, dialect: Dialect) => Verdict | null>> = {
  'set-limit': playLimit,
  'create-table': playCreate,
  'sanitize-clause': playClause,
  format: playFormat,
  rls: playRules,
  inspect: playInspect,
}

export const sqlParse: Player = {
  topic: 'sql-parse',
  play(vector) {
    const engine = String(vector.input.engine)
    const dialect: Dialect | undefined = KNOWN_DIALECTS.find(({ id }) => id === (ALIASES[engine] ?? engine))
    return dialect ? (PLAYS[vector.op]?.(vector, dialect) ?? null) : null
  },
}
