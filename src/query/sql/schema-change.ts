import type { Dialect } from '../dialect.ts'
import { scan, type Word } from './scan.ts'

/** The schema that a statement of a script sets for those after it; null for one that sets none, or more than one. */
export function schemaChange(sql: string, { schemaChange: way, lexicon }: Dialect): string | null {
  if (way === undefined) return null
  const words = scan(sql, lexicon)
  return way === 'use' ? usedSchema(words) : searchPathSchema(words)
}

/** `USE name`. */
function usedSchema(words: readonly Word[]): string | null {
  const [verb, name, ...rest] = words
  return verb?.word === 'USE' && name && rest.length === 0 ? nameOf(name) : null
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
