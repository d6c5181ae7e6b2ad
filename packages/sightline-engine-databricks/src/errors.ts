import type { ErrorType } from '../../../src/wire/problem.ts'
import { EngineFault } from '../../kit/fault.ts'
import { lateFault } from '../../kit/reach.ts'
import { editorPlace } from '../../kit/texts.ts'
import { databricksDialect } from './dialect.ts'

/** What the service says of a failure. */
export class DatabricksFailure extends Error {
  readonly status: number
  readonly code: string
  constructor(message: string, code: string, status = 200) {
    super(message)
    this.code = code
    this.status = status
  }
}

const ABSENT = /^\[(TABLE_OR_VIEW_NOT_FOUND|SCHEMA_NOT_FOUND|NO_SUCH)/

/** True where what was asked for is not there. */
export const isAbsent = (cause: unknown): boolean =>
  cause instanceof DatabricksFailure && ABSENT.test(cause.message.trim())

/** By the name in square brackets with which a message begins. */
const TYPES: readonly (readonly [pattern: RegExp, type: ErrorType])[] = [
  [/^PARSE_/, 'SYNTAX_ERROR'],
  [/^UNRESOLVED_(COLUMN|FIELD|MAP_KEY)/, 'COLUMN_DOES_NOT_EXIST_ERROR'],
  [/^TABLE_OR_VIEW_NOT_FOUND/, 'TABLE_DOES_NOT_EXIST_ERROR'],
  [/^(SCHEMA_NOT_FOUND|NO_SUCH_CATALOG)/, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
  [/^INSUFFICIENT_PERMISSIONS/, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
]

/** The failure of a statement, with its place in `sql`; `linesBefore` were sent before it. */
export function statementFault(cause: unknown, sql: string, linesBefore = 0): unknown {
  if (!(cause instanceof DatabricksFailure)) return lateFault(cause, databricksDialect.label)
  const message = cause.message.trim()
  const [, name = ''] = /^\[([A-Z_.0-9]+)\]/.exec(message) ?? []
  const type = TYPES.find(([pattern]) => pattern.test(name))?.[1] ?? 'GENERIC_DB_ENGINE_ERROR'
  return new EngineFault(`databricks error: ${wordsOf(message)}`, {
    type,
    at: placeOf(message, sql, linesBefore),
    cause,
  })
}

/** Without the name, the place, and the plan or text that follow. */
const wordsOf = (message: string) =>
  message
    .replace(/^\[[A-Z_.0-9]+\]\s*/, '')
    .replace(/\s*(== SQL|'?[A-Z]\w+ \[|;?\s*'(Project|GlobalLimit|Sort|Aggregate)\b)[\s\S]*$/, '')
    .replace(/\s*SQLSTATE: \w+.*$/s, '')
    .trim()

/** Lines are counted from 1, positions from 0, in code points. */
function placeOf(message: string, sql: string, linesBefore: number) {
  const [, line, position] = /line (\d+),? pos (\d+)/.exec(message) ?? []
  if (line === undefined || position === undefined) return null
  return editorPlace(sql, Number(line) - linesBefore, Number(position) + 1)
}

const FIELDS: Readonly<Record<number, readonly [ErrorType, readonly string[]]>> = {
  400: ['CONNECTION_UNKNOWN_DATABASE_ERROR', ['username']],
  401: ['CONNECTION_ACCESS_DENIED_ERROR', ['password']],
  403: ['CONNECTION_ACCESS_DENIED_ERROR', ['password']],
  404: ['CONNECTION_UNKNOWN_DATABASE_ERROR', ['username']],
}

/** A failure that is no matter of a statement, with the field of the form that it points at. */
export function serviceFault(cause: unknown): unknown {
  if (!(cause instanceof DatabricksFailure)) return lateFault(cause, databricksDialect.label)
  if (/^\[(NO_SUCH_CATALOG|SCHEMA_NOT_FOUND|CATALOG_NOT_FOUND)/.test(cause.message))
    return fault(cause, 'CONNECTION_UNKNOWN_DATABASE_ERROR', ['database'])
  const [type, invalid] = FIELDS[cause.status] ?? ['GENERIC_DB_ENGINE_ERROR' as const, null]
  return fault(cause, type, invalid)
}

const fault = (cause: DatabricksFailure, type: ErrorType, invalid: readonly string[] | null) =>
  new EngineFault(`databricks error: ${wordsOf(cause.message)}`, { type, cause, ...(invalid ? { invalid } : {}) })
