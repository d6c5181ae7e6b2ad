import { kindOf } from '../../query/sql/classify.ts'
import { scan } from '../../query/sql/scan.ts'
import type { Judgement } from '../network-driver.server.ts'
import { statementRanges } from '../statements.ts'
import type { ClickhouseClient } from './client.server.ts'
import { clickhouseDialect } from './dialect.ts'
import { ClickhouseFailure, isReadOnlyFailure, isSyntaxFailure, parseProblem } from './errors.ts'
import { ALLOWED_SOURCES, isDeniedFunction, isDictionaryFunction, judgeWords, type WordVerdict } from './gate.ts'
import { readTree, type TreeFindings } from './tree.ts'

const PREFIX = 'EXPLAIN AST '
/** A format at the end leaves no room for one in the statement. */
const SUFFIX = '\nFORMAT JSONCompactEachRow'
const READING = new Set(['select', 'explain', 'show'])

type Tables = Judgement['tables']

/** Judges a text: by the tree that the server makes of it, and by its words where the tree is silent. */
export async function judgeClickhouse(
  client: ClickhouseClient,
  sql: string,
  schema: string | null,
): Promise<Judgement> {
  const ranges = statementRanges(sql, clickhouseDialect.lexicon)
  const parts: Judgement[] = []
  for (const range of ranges) parts.push(await judgeOne(client, sql, range, schema))
  return {
    statements: parts.flatMap(({ statements }) => statements),
    isReadOnly: parts.length > 0 && parts.every((part) => part.isReadOnly),
    tables: unique(parts.flatMap((part) => part.tables)),
    refusals: [...new Set(parts.flatMap((part) => part.refusals))],
    problem: null,
  }
}

async function judgeOne(
  client: ClickhouseClient,
  whole: string,
  { sql, from, to }: { readonly sql: string; readonly from: number; readonly to: number },
  schema: string | null,
): Promise<Judgement> {
  const words = judgeWords(sql)
  // At its place in the whole text, so that places in errors are places in the whole text.
  const placed = whole.slice(0, from).replaceAll(/[^\n]/g, ' ') + sql
  const spoken = kindOf(scan(sql, clickhouseDialect.lexicon))
  const suffix = spoken === 'select' || spoken === 'explain' ? SUFFIX : ''
  const tree = await treeOf(client, placed, suffix, words)
  const { kind: read } = tree ?? { kind: 'other' as const }
  const kind = read === 'set' && !words.isSetting ? 'other' : read
  const found = tree ? await tablesOf(client, tree, words, schema) : { tables: [], refusals: [] }
  const refusals = [
    ...words.refusals,
    ...(tree ? treeRefusals(tree) : ['SETTINGS is not allowed.']),
    ...found.refusals,
    ...(tree && kind === 'other' ? [`${verbOf(sql)} is not allowed.`] : []),
  ]
  return {
    statements: [{ sql, from, to, kind }],
    isReadOnly: (READING.has(spoken) && READING.has(kind)) || kind === 'set',
    tables: found.tables,
    refusals: [...new Set(refusals)],
    problem: null,
  }
}

const verbOf = (sql: string) => /^\W*(\w*)/.exec(sql)?.[1]?.toUpperCase() ?? ''

/** Null where the statement changes settings, which the server refuses while it reads. Throws for what is no SQL. */
async function treeOf(
  client: ClickhouseClient,
  placed: string,
  suffix: string,
  words: WordVerdict,
): Promise<TreeFindings | null> {
  try {
    const rows = await client.ask(`${PREFIX}${placed}${suffix}`)
    const lines = rows.map(([line]) => String(line))
    if (lines.length === 0) throw new ClickhouseFailure(0, 'The server gave no tree of the statement.')
    return readTree(lines, isDictionaryFunction)
  } catch (cause) {
    if (!(cause instanceof ClickhouseFailure)) throw cause
    if (isReadOnlyFailure(cause)) return null
    if (isSyntaxFailure(cause)) throw parseProblem(cause, placed, PREFIX.length)
    if (words.refusals.length > 0) return null
    throw cause
  }
}

function treeRefusals({ hasSettings, sources, functions, dictionaries }: TreeFindings): string[] {
  return [
    ...(hasSettings ? ['SETTINGS is not allowed.'] : []),
    ...sources.filter((name) => !ALLOWED_SOURCES.has(name.toLowerCase())).map(deniedSource),
    ...functions.filter(isDeniedFunction).map((name) => `The function ${name} is not allowed.`),
    ...(dictionaries.includes(null) ? ['A dictionary can be read by its plain name only.'] : []),
  ]
}

const deniedSource = (name: string) => `The table function ${name} is not allowed.`

/** What the server knows of names: functions that somebody made, table functions, and tables where a name may be one. */
const KNOWN = `
  SELECT 'function', name FROM system.functions WHERE name IN {called:Array(String)} AND origin != 'System'
  UNION ALL
  SELECT 'source', name FROM system.table_functions WHERE lower(name) IN {lower:Array(String)}
  UNION ALL
  SELECT 'table', concat(database, '.', name) AS full FROM system.tables WHERE full IN {maybe:Array(String)}
  UNION ALL
  SELECT 'table', name FROM system.tables WHERE name IN {maybe:Array(String)}
    AND database = if({schema:String} = '', currentDatabase(), {schema:String})`
/** A source of rows where a table stands, and a function of values elsewhere. */
const ALSO_FUNCTION = 'format'

async function tablesOf(
  client: ClickhouseClient,
  tree: TreeFindings,
  { called, chains, queries }: WordVerdict,
  schema: string | null,
): Promise<{ readonly tables: Tables; readonly refusals: readonly string[] }> {
  // A WITH may mean the name; whether a table has it too is asked of the server.
  const ownQueries = tree.tables.filter((text) => queries.includes(withoutAlias(text)))
  const functions = [...new Set([...called, ...tree.functions])]
  const maybe = [...ownQueries.map(withoutAlias), ...tree.maybeTables.map(withoutAlias)]
  const known = await client.ask(KNOWN, {
    called: listOf(functions),
    lower: listOf(functions.map((name) => name.toLowerCase())),
    maybe: listOf(maybe),
    schema: schema ?? client.address.database,
  })
  const named = (what: string) => known.filter(([kind]) => kind === what).map(([, name]) => String(name))
  const isThere = (text: string) => named('table').includes(withoutAlias(text))
  const texts = [
    ...tree.tables.filter((text) => !ownQueries.includes(text) || isThere(text)),
    ...tree.maybeTables.filter(isThere),
  ]
  const read = [
    ...texts.map((text) => [text, tableOf(text, chains)] as const),
    ...tree.dictionaries.flatMap((text) => (text === null ? [] : [[text, dictionaryOf(text)] as const])),
  ]
  return {
    tables: unique(read.flatMap(([, table]) => (table ? [table] : []))),
    refusals: [
      ...named('function').map((name) => `The function ${name} is not allowed; write its text instead.`),
      ...named('source').filter(isDeniedSource).map(deniedSource),
      ...read.filter(([, table]) => table === null).map(([text]) => `The name ${text} cannot be told from others.`),
    ],
  }
}

const isDeniedSource = (name: string) => {
  const lower = name.toLowerCase()
  return !ALLOWED_SOURCES.has(lower) && lower !== ALSO_FUNCTION
}

const withoutAlias = (text: string) => text.replace(/ \(alias [\s\S]*\)$/, '')

const listOf = (texts: readonly string[]) =>
  `[${texts.map((text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(',')}]`

/** The one name of the text that reads as the server printed it; null where there is none, or more than one. */
function tableOf(text: string, chains: WordVerdict['chains']): Tables[number] | null {
  const bare = withoutAlias(text)
  const found = [...(chains.get(text) ?? []), ...(bare === text ? [] : (chains.get(bare) ?? []))]
  const [table] = found
  return table && found.length === 1 && table.catalog === null ? table : null
}

/** A dictionary is named by a text. */
function dictionaryOf(text: string): Tables[number] | null {
  const [name = '', schema = null, ...rest] = text.split('.').toReversed()
  return rest.length === 0 ? { catalog: null, schema, name } : null
}

const unique = (tables: Tables): Tables => [
  ...new Map(tables.map((table) => [JSON.stringify([table.catalog, table.schema, table.name]), table])).values(),
]
