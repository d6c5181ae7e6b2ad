import type { Dialect } from '../../query/dialect.ts'
import { meaningful, tokenize } from '../../query/sql/tokenize.ts'
import { ISSUE_CODES } from '../../wire/problem.ts'
import { type Place, placeAt } from '../error-place.ts'
import { ResultTooLarge } from '../row-emitter.ts'
import type { WorkerFailure } from '../worker-protocol.ts'
import type { EngineFailure } from './contract.server.ts'

/** The text that an error is about, and what was to be done with it. */
export interface About {
  readonly sql: string
  readonly isJudged: boolean
}

type FailedDialect = Pick<Dialect, 'id' | 'label' | 'lexicon'>

/** A failure in words for a client, with its place in the text; an error type that the product does not have counts as none. */
export function failureOf(
  error: unknown,
  isStopped: boolean,
  dialect: FailedDialect,
  about: About | null,
): WorkerFailure {
  const engine = { engine_name: dialect.label }
  if (error instanceof ResultTooLarge) {
    const message = 'The result is larger than allowed. Add a LIMIT or filters.'
    return { message, problem: { status: 400, message, type: 'RESULT_TOO_LARGE_ERROR', extra: engine } }
  }
  const message = error instanceof Error ? error.message : String(error)
  const given = (error ?? {}) as EngineFailure
  const type = isKnown(given.type) ? given.type : 'GENERIC_DB_ENGINE_ERROR'
  const place = about && placeOf(given, about.sql)
  if (type === 'SYNTAX_ERROR' && about?.isJudged)
    return { message, isStopped, problem: unreadable(message, dialect, about.sql, place ?? placeAt(about.sql, 0)) }
  const text = place ? `${message}\n\n${place.excerpt}` : message
  const invalid = Array.isArray(given.invalid) ? { invalid: given.invalid.map(String) } : {}
  return {
    message,
    isStopped,
    problem: { status: 400, message: text, type, extra: { ...engine, ...placed(place), ...invalid } },
  }
}

const isKnown = (type: unknown): type is string => typeof type === 'string' && Object.hasOwn(ISSUE_CODES, type)

const placed = (place: Place | null) =>
  place ? { line: place.line, column: place.column, position: place.offset } : {}

/** Null for a place that lies outside of the text. */
function placeOf({ line, column }: EngineFailure, sql: string): Place | null {
  if (!Number.isSafeInteger(line) || !Number.isSafeInteger(column)) return null
  const lines = sql.split('\n')
  const at = Number(line) - 1
  const inLine = Number(column) - 1
  const own = lines[at]
  if (own === undefined || inLine < 0 || inLine > own.length) return null
  return placeAt(sql, lines.slice(0, at).reduce((length, one) => length + one.length + 1, 0) + inLine)
}

/** A text that is no statement, worded as every engine words it. */
function unreadable(message: string, { id, label, lexicon }: FailedDialect, sql: string, place: Place) {
  const token = meaningful(tokenize(sql, lexicon)).find(({ to }) => to > place.offset)
  const near = token ? sql.slice(token.from, token.to) : 'the end'
  return {
    status: 422,
    message: `Error parsing near '${near}' at line ${place.line}:${place.column}`,
    type: 'INVALID_SQL_ERROR',
    extra: { engine_name: label, ...placed(place), sql, engine: id, engine_message: message },
  }
}
