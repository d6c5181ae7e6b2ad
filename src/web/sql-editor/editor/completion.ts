import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { sqlKeywords } from '../../ui/code/duckdb-dialect.ts'
import { joinPairs } from '../model/join-conditions.ts'
import { cteNames, type Source, sourcesOf } from '../model/scope.ts'
import { statementAt, statementRanges } from '../model/statements.ts'

interface CatalogColumn {
  readonly name: string
  readonly type: string
  readonly comment: string | null
  readonly sign: string
  /** Whether it is part of a primary or foreign key. */
  readonly isKey: boolean
}

/** What completion asks about the chosen database. Answers come from memory when they were asked before. */
export interface Catalog {
  readonly schemas: () => Promise<readonly string[]>
  /** Tables of a schema; of the chosen one when none is named. */
  readonly tables: (schema: string | null) => Promise<readonly { readonly name: string; readonly isView: boolean }[]>
  readonly columns: (table: string) => Promise<readonly CatalogColumn[]>
  readonly functions: () => Promise<readonly string[]>
}

const BEFORE_CURSOR = /((?:[\w$]+|"[^"]*")\.)*(?:[\w$]*|"[^"]*)$/
/** What follows AS is a name of the writer's own. */
const NAMES_SOMETHING = /\bas\s+$/i
const AFTER_FROM = /\b(?:from|join|into|update|table|describe|summarize)\s+(?:[\w".]+\s*(?:as\s+)?\w*\s*,\s*)*[\w"]*$/i

/** Directly after ON, where a condition begins. */
const AFTER_ON = /\bon\s+[\w"]*$/i

/** Completion that knows the tables of FROM, their aliases, common table expressions, functions and keywords. */
export const sqlCompletion =
  (catalog: () => Catalog | null) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.matchBefore(BEFORE_CURSOR)
    if (before === null || !wantsOptions(context, before)) return null
    const place = await placeOf(catalog(), context, before.text)
    // Nothing is typed yet: the conditions alone, and all there is from the first letter on.
    const isBare = before.text === '' && !context.explicit
    const options = isBare ? place.joins : await optionsAt(catalog(), place)
    if (options.length === 0) return null
    const from = before.from + before.text.lastIndexOf('.') + 1
    return isBare ? { from, options } : { from, options, validFor: /^(?:[\w$]*|"[^"]*)$/ }
  }

interface Place {
  readonly typed: string
  readonly statement: string
  /** The text before the cursor, as far as it matters. */
  readonly leading: string
  readonly joins: readonly Completion[]
}

async function placeOf(catalog: Catalog | null, { state, pos }: CompletionContext, typed: string): Promise<Place> {
  const sql = state.doc.toString()
  const range = statementAt(statementRanges(sql), pos)
  const start = range?.from ?? 0
  const leading = state.sliceDoc(Math.max(0, pos - 500), pos)
  return {
    typed,
    statement: sql.slice(start, range === null ? undefined : Math.max(range.to, pos)),
    leading,
    joins: AFTER_ON.test(leading) ? await joinOptions(catalog, sql.slice(start, pos)) : [],
  }
}

async function optionsAt(catalog: Catalog | null, { typed, statement, leading, joins }: Place): Promise<Completion[]> {
  const dot = typed.lastIndexOf('.')
  if (dot !== -1) return dottedOptions(catalog, statement, typed.slice(0, dot).replaceAll('"', ''))
  return [...joins, ...(await plainOptions(catalog, statement, leading))]
}

function wantsOptions(context: CompletionContext, before: { readonly from: number; readonly text: string }): boolean {
  if (context.explicit) return true
  const leading = context.state.sliceDoc(Math.max(0, before.from - 8), before.from)
  return before.text === '' ? AFTER_ON.test(leading) : !NAMES_SOMETHING.test(leading)
}

/** Whether a name, a value or a closed bracket stands before the cursor, which only a keyword can follow. */
function followsOperand(leading: string): boolean {
  const before = /([\w$"'\])]+)\s+\w*$/.exec(leading)?.[1]
  return before !== undefined && !sqlKeywords.includes(before.toLowerCase())
}

/** After 'a.': the columns of what a stands for, or the tables of schema a. */
async function dottedOptions(catalog: Catalog | null, statement: string, prefix: string): Promise<Completion[]> {
  const name = prefix.toLowerCase()
  const source = sourcesOf(statement).find(
    (entry) => entry.alias.toLowerCase() === name || entry.table?.toLowerCase() === name,
  )
  if (source !== undefined) return columnOptions(catalog, source, 99)
  if (catalog === null) return []
  const tables = await quietly(catalog.tables(prefix))
  return tables.map((table) => tableOption(table.name, table.isView))
}

async function plainOptions(catalog: Catalog | null, statement: string, leading: string): Promise<Completion[]> {
  const isKeyword = followsOperand(leading)
  const keywords = keywordOptions(isKeyword ? 70 : -10)
  const ctes = cteNames(statement).map(
    (name): Completion => ({ label: name, type: 'table', detail: 'WITH', boost: 60 }),
  )
  if (catalog === null) return [...ctes, ...keywords]
  const [tables, schemas] = await Promise.all([quietly(catalog.tables(null)), quietly(catalog.schemas())])
  const names = [
    ...ctes,
    ...tables.map((table) => tableOption(table.name, table.isView)),
    ...schemas.map(
      (schema): Completion => ({ label: schema, type: 'schema', detail: 'schema', apply: `${quoted(schema)}.` }),
    ),
  ]
  if (AFTER_FROM.test(leading)) return names
  const sources = sourcesOf(statement)
  const [columns, functions] = await Promise.all([
    Promise.all(sources.map((source) => columnOptions(catalog, source, 50))),
    quietly(catalog.functions()),
  ])
  const aliases = sources.map(
    (source): Completion => ({
      label: source.alias,
      type: 'alias',
      detail: source.table ?? 'WITH',
      boost: 40,
    }),
  )
  const found = [...columns.flat(), ...aliases, ...names, ...functions.map(functionOption)]
  return unique(isKeyword ? [...keywords, ...found] : [...found, ...keywords])
}

/** The columns by which the table that was joined last belongs to those before it, as conditions and one by one. */
async function joinOptions(catalog: Catalog | null, statement: string): Promise<Completion[]> {
  const sides = await Promise.all(
    sourcesOf(statement).map(async ({ alias, table, columns }) => ({
      alias,
      table: table?.split('.').at(-1) ?? null,
      columns:
        columns?.map((name) => ({ name, isKey: false })) ??
        (catalog === null || table === null ? [] : await quietly(catalog.columns(table))),
    })),
  )
  const named = ({ alias, column }: { readonly alias: string; readonly column: string }) =>
    `${quoted(alias)}.${quoted(column)}`
  const pairs = joinPairs(sides)
  const conditions = pairs.map(
    ({ left, right }, at): Completion => ({
      label: `${named(left)} = ${named(right)}`,
      type: 'join',
      detail: 'join',
      boost: 99 - Math.min(at, 9),
    }),
  )
  const columns = pairs
    .flatMap(({ left, right }) => [left, right])
    .map((end, at): Completion => ({ label: named(end), type: 'column', detail: 'join', boost: 89 - Math.min(at, 9) }))
  return unique([...conditions, ...columns])
}

async function columnOptions(catalog: Catalog | null, source: Source, boost: number): Promise<Completion[]> {
  if (source.columns !== null) {
    return source.columns.map((name) => ({
      label: name,
      type: 'column',
      detail: source.alias,
      boost,
      apply: quoted(name),
    }))
  }
  if (catalog === null || source.table === null) return []
  const columns = await quietly(catalog.columns(source.table))
  return columns.map((column) => ({
    label: column.name,
    type: `column:${column.sign}`,
    detail: column.type,
    boost,
    apply: quoted(column.name),
    ...(column.comment === null ? {} : { info: column.comment }),
  }))
}

const tableOption = (name: string, isView: boolean): Completion => ({
  label: name,
  type: 'table',
  detail: isView ? 'view' : 'table',
  boost: 20,
  apply: quoted(name),
})

const functionOption = (name: string): Completion => ({ label: name, type: 'function', boost: -20, apply: `${name}(` })

const keywordOptions = (boost: number): Completion[] =>
  sqlKeywords.map((word) => ({ label: word, type: 'keyword', boost }))

/** A name that is no plain word needs quotes. */
const quoted = (name: string): string => (/^[a-z_][a-z0-9_$]*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

function unique(options: readonly Completion[]): Completion[] {
  const seen = new Map<string, Completion>()
  for (const option of options) if (!seen.has(option.label)) seen.set(option.label, option)
  return [...seen.values()]
}

/** What cannot be fetched is not offered; typing goes on. */
const quietly = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> => asked.catch(() => [])

const SIGNS: Readonly<Record<string, string>> = {
  table: '▦',
  schema: '◫',
  alias: '→',
  join: '=',
  column: 'ab',
  function: 'ƒ',
  keyword: '',
}

/** The sign drawn before an option. */
export const completionSign = {
  position: 20,
  render: (completion: Completion): Node => {
    const sign = document.createElement('span')
    sign.className = 'cm-completion-sign'
    sign.setAttribute('aria-hidden', 'true')
    const [kind = '', own] = (completion.type ?? '').split(':')
    sign.textContent = own ?? SIGNS[kind] ?? ''
    return sign
  },
}
