import type { Dialect } from '../dialect.ts'
import { scan, type Word } from './scan.ts'

/** Where the names of the statements after one are looked up; without a catalog in the one of before. */
interface PathChange {
  readonly catalog?: string
  readonly schema: string
}

/** What a statement of a script sets for those after it; null for one that sets none, or more than one schema. */
export function schemaChange(
  sql: string,
  { schemaChange: way, lexicon, supportsCatalogs }: Dialect,
): PathChange | null {
  if (way === undefined) return null
  const words = scan(sql, lexicon)
  if (way === 'use') return usedPlace(words, supportsCatalogs)
  const schema = searchPathSchema(words)
  return schema === null ? null : { schema }
}

/** `USE schema`, and `USE catalog.schema` where there are catalogs. */
function usedPlace([verb, first, ...rest]: readonly Word[], supportsCatalogs: boolean): PathChange | null {
  if (verb?.word !== 'USE' || !first) return null
  const name = nameOf(first)
  if (name === null) return null
  if (rest.length === 0) return { schema: name }
  const [point, second, ...more] = rest
  const schema = second && point?.text === '.' && more.length === 0 && supportsCatalogs ? nameOf(second) : null
  return schema === null ? null : { catalog: name, schema }
}

/** `SET search_path TO name`, or `SET SCHEMA 'name'`; bare names are folded. */
function searchPathSchema(words: readonly Word[]): string | null {
  const [verb, ...all] = words
  if (verb?.word !== 'SET') return null
  const [name, ...rest] = all[0]?.word === 'SESSION' ? all.slice(1) : all
  if (name?.word === 'SCHEMA') return rest.length === 1 && rest[0]?.kind === 'text' ? given(rest[0]) : null
  const isSign = rest[0]?.text === '=' || rest[0]?.word === 'TO'
  return name?.word === 'SEARCH_PATH' && isSign && rest.length === 2 && rest[1] ? given(rest[1]) : null
}

function given(word: Word): string | null {
  const name = word.kind === 'text' ? textOf(word.text) : word.kind === 'word' ? word.text.toLowerCase() : nameOf(word)
  // Schemas of the server itself, among them the one of temporary tables, and the one of the account.
  return name === null || name === '' || /^(pg_|\$)/i.test(name) || word.word === 'DEFAULT' ? null : name
}

const textOf = (text: string): string | null => (/^'[^'\\]*'$/.test(text) ? text.slice(1, -1) : null)

function nameOf({ kind, text }: Word): string | null {
  if (kind === 'word') return text
  return kind === 'name' && !/[\\"`]/.test(text.slice(1, -1)) ? text.slice(1, -1) : null
}
