import type { PoolClient } from 'pg'
import { scan } from '../../query/sql/scan.ts'
import { tableReferences } from '../../query/sql/tables.ts'
import type { SqlVerdict } from '../driver.ts'
import type { Judgement } from '../network-driver.server.ts'
import { statementRanges } from '../statements.ts'
import { postgresDialect } from './dialect.ts'
import { failureOf, isLoss, parseProblem, statementProblem } from './errors.ts'
import { judgeWords, type WordVerdict } from './gate.ts'
import { begin, parseOnly } from './session.server.ts'

const { lexicon } = postgresDialect
const SYNTAX = '42601'
const TIMEOUT_MS = 10_000

/** Where names are looked up first, and whether the connection is within the transaction of a script. */
interface Place {
  readonly schema: string | null
  readonly isInside: boolean
}

/**
 * Judges a text: by its words, and by what the server locks when it reads it. Where the server does not know a name,
 * the tables are those that the words name, and `problem` keeps the statement from running.
 */
export async function judgePostgres(
  client: PoolClient,
  sql: string,
  schema: string | null,
  isInside = false,
): Promise<Judgement> {
  const ranges = statementRanges(sql, lexicon)
  const parts: Judgement[] = []
  for (const range of ranges)
    parts.push(await judgeOne(client, sql, range.to, judgeWords(range.sql), { schema, isInside }))
  return {
    statements: ranges.map((range, i) => ({
      sql: range.sql,
      from: range.from,
      to: range.to,
      kind: parts[i]?.statements[0]?.kind ?? 'other',
    })),
    isReadOnly: parts.length > 0 && parts.every((part) => part.isReadOnly),
    tables: unique(parts.flatMap((part) => part.tables)),
    refusals: [...new Set(parts.flatMap((part) => part.refusals))],
    problem: parts.find((part) => part.problem !== null)?.problem ?? null,
  }
}

async function judgeOne(
  client: PoolClient,
  sql: string,
  to: number,
  words: WordVerdict,
  place: Place,
): Promise<Judgement> {
  const { statements, isReadOnly } = words
  const own = statements[0]?.sql ?? ''
  // One statement of many is read alone, at its place, so that places in errors are places in the whole text.
  const text = sql.slice(0, to - own.length).replaceAll(/[^\n]/g, ' ') + own
  const verdict = { statements, isReadOnly, tables: [], refusals: words.refusals, problem: null }
  if (words.kind === 'transaction' || (words.refusals.length > 0 && words.isKnownVerb)) return verdict
  const refusals = [...words.refusals, ...(await ownFunctions(client, words))]
  try {
    const tables = await tablesRead(client, text, place, words)
    const verb = /^\W*(\w*)/.exec(own)?.[1]?.toUpperCase() ?? ''
    return { ...verdict, tables, refusals: words.isKnownVerb ? refusals : [...refusals, `${verb} is not allowed.`] }
  } catch (cause) {
    const failure = failureOf(cause)
    if (failure === null || isLoss(failure)) throw cause
    if (failure.code === SYNTAX) throw parseProblem(failure, text, cause)
    const tables = [...tablesNamed(own), ...(await relationsNamed(client, own, words, place.schema))]
    return { ...verdict, refusals, tables: unique(tables), problem: statementProblem(failure, text, cause) }
  }
}

/** Functions that somebody made in this database may run any statement; those of extensions are known by name. */
async function ownFunctions(client: PoolClient, { called, names }: WordVerdict): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await client.query<{ proname: string }>(OWN_FUNCTIONS, [called, names])
  return rows.map(({ proname }) => `The function ${proname} is not allowed; write its text instead.`)
}

/** `t.f` calls `f(t)` where f takes a row, so that a name without brackets counts there. */
const OWN_FUNCTIONS = `
  SELECT DISTINCT p.proname::text AS proname FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND p.proname::text = ANY($2::text[])
    AND (p.proname::text = ANY($1::text[]) OR (p.pronargs = 1 AND
      (SELECT t.typtype FROM pg_catalog.pg_type t WHERE t.oid = p.proargtypes[0]) IN ('c', 'p')))
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`

/** A function as a source takes no lock, so that the list holds only what the statement itself reads. */
const LOCKED = `SELECT relation::text AS oid FROM pg_catalog.pg_lock_status() AS held
  WHERE pid = pg_catalog.pg_backend_pid() AND locktype = 'relation' AND relation IS NOT NULL`

/** Relations with their places; `hidden` ones may have been reached through a view only. */
const RELATIONS = `
  WITH held AS (
    SELECT c.oid, c.relname::text AS name, n.nspname::text AS schema, c.relkind FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = ANY($1::oid[]) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
  ), behind AS (
    SELECT d.refobjid AS oid FROM held
    JOIN pg_catalog.pg_rewrite r ON r.ev_class = held.oid AND held.relkind = 'v'
    JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
      AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> held.oid
  )
  SELECT name, schema, oid IN (SELECT oid FROM behind) AS hidden FROM held ORDER BY schema, name`

async function tablesRead(
  client: PoolClient,
  text: string,
  { schema, isInside }: Place,
  { names }: WordVerdict,
): Promise<SqlVerdict['tables']> {
  if (isInside) await client.query('SAVEPOINT judged')
  await begin(client, { isReadOnly: true, timeoutMs: TIMEOUT_MS, schema, isInside, keepsClock: isInside })
  let oids: string[] = []
  try {
    await parseOnly(client, text)
    oids = (await client.query<{ oid: string }>(LOCKED)).rows.map(({ oid }) => oid)
  } finally {
    await client.query(isInside ? 'ROLLBACK TO SAVEPOINT judged; RELEASE SAVEPOINT judged' : 'ROLLBACK')
  }
  if (oids.length === 0) return []
  const { rows } = await client.query<{ name: string; schema: string; hidden: boolean }>(RELATIONS, [oids])
  // Tables behind a view are the view's matter, unless the text may name them itself.
  return rows
    .filter(({ name, hidden }) => !hidden || names.includes(name))
    .map(({ name, schema: place }) => ({ catalog: null, schema: place, name }))
}

/** Every table that the words could mean; names of common table expressions count too, as their reach is unknown. */
function tablesNamed(sql: string): SqlVerdict['tables'] {
  const words = scan(sql, lexicon)
  let text = sql
  for (const [i, { word, from, to }] of words.entries())
    if (word === 'AS' && /^(\(|not|materialized)$/i.test(words[i + 1]?.text ?? ''))
      text = `${text.slice(0, from)}  ${text.slice(to)}`
  const found = tableReferences(text, lexicon).map(({ parts }) => {
    const [name = '', schema = null, catalog = null] = parts.toReversed()
    return { catalog, schema, name }
  })
  const whole = words.flatMap(({ word }, i) => {
    const next = words[i + 1]
    const isTable = word === 'TABLE' && (next?.kind === 'word' || next?.kind === 'name')
    return isTable ? [{ catalog: null, schema: null, name: next.text.replaceAll('"', '') }] : []
  })
  return [...found, ...whole]
}

/** Relations that any name of a query could mean, wherever it stands: the words alone may be read in several ways. */
async function relationsNamed(
  client: PoolClient,
  sql: string,
  { names }: WordVerdict,
  schema: string | null,
): Promise<SqlVerdict['tables']> {
  if (!scan(sql, lexicon).some(({ word }) => word === 'SELECT' || word === 'TABLE')) return []
  const { rows } = await client.query<{ name: string; schema: string }>(NAMED, [names, schema])
  return rows.map(({ name, schema: place }) => ({ catalog: null, schema: place, name }))
}

const NAMED = `
  SELECT c.relname::text AS name, n.nspname::text AS schema FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relname::text = ANY($1::text[]) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    AND (n.nspname::text = ANY($1::text[]) OR n.nspname = ANY(pg_catalog.current_schemas(true))
      OR n.nspname::text = $2 OR n.nspname = 'public')
  ORDER BY schema, name`

const unique = (tables: SqlVerdict['tables']): SqlVerdict['tables'] => [
  ...new Map(tables.map((table) => [JSON.stringify([table.catalog, table.schema, table.name]), table])).values(),
]
