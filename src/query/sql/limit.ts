import type { Lexicon } from '../dialect.ts'
import { kindOf } from './classify.ts'
import { scan, type Word } from './scan.ts'

/** The outer LIMIT of a statement: how many rows, and where the number stands. */
interface OuterLimit {
  /** Null for ALL or NULL, which bound nothing. `unknown` for anything that is not a plain number. */
  readonly rows: number | null | 'unknown'
  readonly from: number
  readonly to: number
}

/** Words that a LIMIT must stand before. */
const TAILS = new Set(['FOR', 'SETTINGS', 'FORMAT', 'INTO', 'OPTION'])

/** The row limit that a statement sets itself; null when it sets none, or not by a plain number. */
export function limitOf(sql: string, lexicon: Lexicon): number | null {
  const found = findLimit(scan(sql, lexicon))
  return found && typeof found.rows === 'number' ? found.rows : null
}

/**
 * Bounds one statement to a number of rows. A smaller limit of its own stays; only the number of a larger one is
 * changed, or a LIMIT added. Every other character, comments too, stays as written. What is no query stays whole.
 */
export function withLimit(sql: string, rows: number, lexicon: Lexicon): string {
  const words = withoutSemicolons(scan(sql, lexicon))
  const last = words.at(-1)
  if (!last || last.isOpen || kindOf(words) !== 'select') return sql
  const found = findLimit(words)
  if (!found) return insert(sql, words, rows)
  if (found.rows === 'unknown' || (found.rows !== null && found.rows <= rows)) return sql
  return `${sql.slice(0, found.from)}${rows}${sql.slice(found.to)}`
}

/**
 * A query without the bound of its own outer LIMIT, with the rows of that bound; null for one that has none by a plain
 * number, or whose rows are ordered, where the bound spares work. For engines that gather all rows of a large LIMIT
 * before they give the first.
 */
export function withoutLimit(sql: string, lexicon: Lexicon): { readonly sql: string; readonly rows: number } | null {
  const words = withoutSemicolons(scan(sql, lexicon))
  const found = findLimit(words)
  const isLimit = words.some(({ word }, i) => word === 'LIMIT' && words[i + 1]?.from === found?.from)
  const isOrdered = words.some(({ word, depth }) => depth === 0 && word === 'ORDER')
  if (!isLimit || isOrdered || typeof found?.rows !== 'number' || kindOf(words) !== 'select') return null
  return { sql: `${sql.slice(0, found.from)}ALL${sql.slice(found.to)}`, rows: found.rows }
}

const withoutSemicolons = (words: readonly Word[]) =>
  words.slice(0, words.findLastIndex(({ text }) => text !== ';') + 1)

function insert(sql: string, words: readonly Word[], rows: number): string {
  const tail = words.findIndex(({ word, depth }, i) => depth === 0 && i > 0 && TAILS.has(word) && isClause(words, i))
  const before = words[(tail < 0 ? words.length : tail) - 1]
  const at = before?.to ?? sql.length
  return `${sql.slice(0, at)}\nLIMIT ${rows}${sql.slice(at)}`
}

/** FOR UPDATE, FORMAT JSON, SETTINGS x = 1: followed by a word, and no name after a dot. */
function isClause(words: readonly Word[], i: number): boolean {
  return (
    words[i - 1]?.text !== '.' &&
    words[i + 1]?.kind === 'word' &&
    // Which rows of a table that keeps its past are meant.
    words[i + 1]?.word !== 'SYSTEM_TIME' &&
    words[i - 1]?.text !== ',' &&
    words[i - 1]?.word !== 'SELECT'
  )
}

function findLimit(words: readonly Word[]): OuterLimit | null {
  const at = words.findLastIndex(
    ({ word, depth }, i) => depth === 0 && (word === 'LIMIT' || isFetch(words, i)) && isKeyword(words, i),
  )
  if (at < 0) return null
  return words[at]?.word === 'LIMIT' ? readLimit(words, at) : readFetch(words, at)
}

const isFetch = (words: readonly Word[], i: number) =>
  words[i]?.word === 'FETCH' && (words[i + 1]?.word === 'FIRST' || words[i + 1]?.word === 'NEXT')

/** Not a column or table named limit. */
function isKeyword(words: readonly Word[], i: number): boolean {
  const before = words[i - 1]
  const after = words[i + 1]
  if (
    !before ||
    !after ||
    before.text === '.' ||
    before.text === ',' ||
    before.word === 'SELECT' ||
    before.word === 'AS'
  )
    return false
  return after.kind === 'number' || after.kind === 'word' || after.kind === 'template' || '(?:$@'.includes(after.text)
}

function readLimit(words: readonly Word[], at: number): OuterLimit {
  const first = words[at + 1] as Word
  const isPair = words[at + 2]?.text === ',' && words[at + 2]?.depth === 0
  const number = isPair ? words[at + 3] : first
  const after = words[at + (isPair ? 4 : 2)]
  if (!number) return { rows: 'unknown', from: first.from, to: first.to }
  const place = { from: number.from, to: number.to }
  if (number.word === 'ALL' || number.word === 'NULL') return { rows: null, ...place }
  const isPlain = number.kind === 'number' && /^\d+$/.test(number.text) && isEndOfNumber(after)
  return { rows: isPlain ? Number(number.text) : 'unknown', ...place }
}

/** After `LIMIT 10` may come OFFSET, BY and the like, but no operator and no per cent. */
const isEndOfNumber = (after: Word | undefined) =>
  after === undefined || (after.kind === 'word' && after.word !== 'PERCENT') || after.text === ')'

function readFetch(words: readonly Word[], at: number): OuterLimit {
  const number = words[at + 2]
  const isRows = number?.kind === 'number' && /^\d+$/.test(number.text) && /^ROWS?$/.test(words[at + 3]?.word ?? '')
  return { rows: isRows ? Number(number.text) : 'unknown', from: number?.from ?? 0, to: number?.to ?? 0 }
}
