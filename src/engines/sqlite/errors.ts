import type { ErrorType } from '../../wire/problem.ts'

/** Said of a value as of a statement, which may have a million bytes. */
const TOO_BIG = 'string or blob too big'
const LONGEST_SQL = 1_000_000

/** A failure of SQLite in words for the user. SQLite gives no place; it is found by the word that it names. */
export function sqliteProblem(text: string, sql: string) {
  const type = errorType(text)
  const near = /near "([^"]+)"|no such (?:column|table|function): (?:\w+\.)?(\S+)/.exec(text)
  const offset = placeOf(sql, near?.[1] ?? near?.[2] ?? null)
  const before = offset === null ? '' : sql.slice(0, offset)
  const at =
    offset === null
      ? {}
      : { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), position: offset }
  const said =
    text === TOO_BIG && sql.length > LONGEST_SQL
      ? `the statement of ${sql.length} characters is too long, at most ${LONGEST_SQL} are read`
      : text
  return { status: 400, message: `sqlite error: ${said}`, type, extra: { engine_name: 'SQLite', ...at } }
}

function errorType(text: string): ErrorType {
  if (/^near "|incomplete input|unrecognized token/.test(text)) return 'SYNTAX_ERROR'
  if (/^no such column|has no column named/.test(text)) return 'COLUMN_DOES_NOT_EXIST_ERROR'
  if (/^no such table/.test(text)) return 'TABLE_DOES_NOT_EXIST_ERROR'
  return 'GENERIC_DB_ENGINE_ERROR'
}

/** The first place where the word stands alone. */
function placeOf(sql: string, word: string | null): number | null {
  if (word === null) return null
  const isName = /^\w+$/.test(word)
  const pattern = word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const found = sql.search(new RegExp(isName ? `(?<!\\w)${pattern}(?!\\w)` : pattern, 'i'))
  return found < 0 ? null : found
}
