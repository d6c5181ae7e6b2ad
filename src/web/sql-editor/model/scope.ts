import { sqlTokens } from './sql-tokens.ts'

/** A name in FROM that stands for columns. */
export interface Source {
  /** Schema-qualified name as written, null for a sub-query. */
  readonly table: string | null
  readonly alias: string
  /** Column names that the text itself tells (of a CTE or sub-query), null when the catalog must be asked. */
  readonly columns: readonly string[] | null
}

interface Word {
  readonly text: string
  readonly from: number
  readonly kind: 'word' | 'quoted' | 'symbol'
}

const JOIN_ENDS = new Set([
  'where',
  'group',
  'order',
  'having',
  'limit',
  'union',
  'except',
  'intersect',
  'qualify',
  'window',
  'on',
  'using',
  'set',
  'values',
  'select',
  'sample',
  'offset',
  'fetch',
  'returning',
])
const NOT_ALIASES = new Set([
  ...JOIN_ENDS,
  'join',
  'inner',
  'left',
  'right',
  'full',
  'cross',
  'natural',
  'outer',
  'lateral',
  'as',
  'asof',
  'positional',
  'anti',
  'semi',
  'tablesample',
])

/** The tables, aliases and common table expressions that a statement names. */
export function sourcesOf(statement: string): readonly Source[] {
  const words = wordsOf(statement)
  const ctes = commonTables(words)
  const named = tablesInFrom(words)
  return named.map((source) => {
    const cte = ctes.find((entry) => entry.alias.toLowerCase() === source.table?.toLowerCase())
    return cte === undefined ? source : { ...source, table: null, columns: cte.columns }
  })
}

/** Names of common table expressions with the columns that their SELECT names. */
function commonTables(words: readonly Word[]): readonly Source[] {
  const found: Source[] = []
  for (let at = 0; at + 2 < words.length; at += 1) {
    const [name, as] = [words[at], words[at + 1]]
    if (name === undefined || as?.text.toLowerCase() !== 'as' || name.kind === 'symbol') continue
    const open = words[at + 2]?.text === '(' ? at + 2 : -1
    if (open === -1 || words[open + 1]?.text.toLowerCase() !== 'select') continue
    const end = closing(words, open)
    found.push({ table: null, alias: unquote(name.text), columns: selectedNames(words.slice(open + 2, end)) })
  }
  return found
}

export const cteNames = (statement: string): readonly string[] =>
  commonTables(wordsOf(statement)).map((cte) => cte.alias)

function tablesInFrom(words: readonly Word[]): readonly Source[] {
  const found: Source[] = []
  let at = 0
  while (at < words.length) {
    const word = words[at]?.text.toLowerCase()
    if (word === 'from' || word === 'join' || word === 'update' || word === 'into')
      at = readSources(words, at + 1, found)
    else at += 1
  }
  return found
}

/** Reads 'a.b as c, d e' from a place; answers where it ended. */
function readSources(words: readonly Word[], start: number, found: Source[]): number {
  let at = start
  for (;;) {
    const read = readSource(words, at)
    if (read === null) return at + (words[at]?.text === '(' ? 1 : 0)
    if (read.source !== null) found.push(read.source)
    at = read.end
    if (words[at]?.text !== ',') return read.innerStart ?? at
    at += 1
  }
}

interface ReadSource {
  readonly source: Source | null
  readonly end: number
  /** Set for a sub-query, whose own FROM is read too. */
  readonly innerStart: number | null
}

function readSource(words: readonly Word[], start: number): ReadSource | null {
  const at = words[start]?.text.toLowerCase() === 'lateral' ? start + 1 : start
  const first = words[at]
  if (first === undefined || isClauseWord(first)) return null
  if (first.text === '(') {
    const end = closing(words, at)
    const alias = aliasAt(words, end + 1)
    const columns = selectedNames(words.slice(at + 2, end))
    const source = alias.name === null ? null : { table: null, alias: alias.name, columns }
    return { source, end: alias.end, innerStart: at + 1 }
  }
  if (first.kind === 'symbol') return null
  const name = [unquote(first.text)]
  let end = at + 1
  while (words[end]?.text === '.' && words[end + 1] !== undefined && words[end + 1]?.kind !== 'symbol') {
    name.push(unquote(words[end + 1]?.text ?? ''))
    end += 2
  }
  const alias = aliasAt(words, end)
  return {
    source: { table: name.join('.'), alias: alias.name ?? name.at(-1) ?? '', columns: null },
    end: alias.end,
    innerStart: null,
  }
}

const isClauseWord = (word: Word): boolean => word.kind === 'word' && JOIN_ENDS.has(word.text.toLowerCase())

function aliasAt(words: readonly Word[], at: number): { readonly name: string | null; readonly end: number } {
  const hasAs = words[at]?.text.toLowerCase() === 'as'
  const word = words[hasAs ? at + 1 : at]
  if (word === undefined || word.kind === 'symbol' || NOT_ALIASES.has(word.text.toLowerCase())) {
    return { name: null, end: hasAs ? at + 1 : at }
  }
  return { name: unquote(word.text), end: hasAs ? at + 2 : at + 1 }
}

/** Output names of a select list: 'expr as name', 'a.name', 'name'. */
function selectedNames(words: readonly Word[]): readonly string[] {
  return selectItems(words).flatMap((item) => {
    const last = item.at(-1)
    return last === undefined || last.kind === 'symbol' ? [] : [unquote(last.text)]
  })
}

/** The words between commas outside brackets, up to FROM. */
function selectItems(words: readonly Word[]): readonly (readonly Word[])[] {
  const items: Word[][] = [[]]
  let depth = 0
  for (const word of words) {
    if (word.text === '(') depth += 1
    if (word.text === ')') depth -= 1
    if (depth === 0 && word.text.toLowerCase() === 'from') break
    if (depth === 0 && word.text === ',') items.push([])
    else items.at(-1)?.push(word)
  }
  return items
}

function closing(words: readonly Word[], open: number): number {
  let depth = 0
  for (let at = open; at < words.length; at += 1) {
    if (words[at]?.text === '(') depth += 1
    if (words[at]?.text === ')') depth -= 1
    if (depth === 0) return at
  }
  return words.length
}

const wordsOf = (sql: string): readonly Word[] =>
  [...sqlTokens(sql)].flatMap((token): readonly Word[] =>
    token.kind === 'word' || token.kind === 'quoted' || token.kind === 'symbol'
      ? [{ text: sql.slice(token.from, token.to), from: token.from, kind: token.kind }]
      : [],
  )

const unquote = (name: string): string => name.replace(/^["`](.*)["`]$/s, '$1').replaceAll('""', '"')
