import { tableReferences } from '../../../src/query/sql/tables.ts'
import type { ErrorType } from '../../../src/wire/problem.ts'
import { EngineFault } from '../../kit/fault.ts'
import { lateFault } from '../../kit/reach.ts'
import { editorPlace, placeOfOffset, withoutTabStops } from '../../kit/texts.ts'
import { bigqueryDialect } from './dialect.ts'

/** What the service says of a failure. */
export class BigqueryFailure extends Error {
  readonly status: number
  readonly reason: string
  constructor(message: string, reason: string, status: number) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

/** An error as it stands in an answer. */
export interface WireError {
  readonly message?: string
  readonly reason?: string
  readonly errors?: readonly { readonly reason?: string; readonly message?: string }[]
}

export const failureOf = ({ message, reason, errors }: WireError, status: number) =>
  new BigqueryFailure(message ?? errors?.[0]?.message ?? `HTTP ${status}`, reason ?? errors?.[0]?.reason ?? '', status)

const MEANINGS: readonly (readonly [pattern: RegExp, type: ErrorType])[] = [
  [/^Syntax error/i, 'SYNTAX_ERROR'],
  [/^(Unrecognized name|Name \S+ not found|Field name \S+ does not exist)/i, 'COLUMN_DOES_NOT_EXIST_ERROR'],
  [/^Not found: Dataset/i, 'SCHEMA_DOES_NOT_EXIST_ERROR'],
  [/^Not found: Table|must be qualified with a dataset/i, 'TABLE_DOES_NOT_EXIST_ERROR'],
  [/^Access Denied/i, 'CONNECTION_DATABASE_PERMISSIONS_ERROR'],
]
const PLACE = / at \[(\d+):(\d+)\]/

/** The failure of a statement, with its place in `sql`. */
export function statementFault(cause: unknown, sql: string): unknown {
  if (!(cause instanceof BigqueryFailure)) return lateFault(cause, bigqueryDialect.label)
  const message = cause.message.replace(/^Query error: /, '')
  const type = MEANINGS.find(([pattern]) => pattern.test(message))?.[1] ?? 'GENERIC_DB_ENGINE_ERROR'
  const at = saidPlace(message, sql) ?? (type === 'TABLE_DOES_NOT_EXIST_ERROR' ? tablePlace(message, sql) : null)
  return new EngineFault(`bigquery error: ${message.replace(PLACE, '')}`, { type, at, cause })
}

function saidPlace(message: string, sql: string) {
  const [, line, column] = PLACE.exec(message) ?? []
  if (line === undefined || column === undefined) return null
  return editorPlace(sql, Number(line), withoutTabStops(sql, Number(line), Number(column)))
}

/** A table that is not there has no place in the answer, but its name. */
function tablePlace(message: string, sql: string) {
  const [, path = ''] = /(?:Table |table )["`]?([^\s"`]+)/.exec(message) ?? []
  const name = path.split(/[.:]/).at(-1)?.toLowerCase() ?? ''
  const references = tableReferences(sql, bigqueryDialect.lexicon)
  const found = references.find(({ parts }) => parts.join('.').split('.').at(-1)?.toLowerCase() === name)
  return found ? placeOfOffset(sql, found.from) : null
}

/** A failure that is no matter of a statement, with the field of the form that it points at. */
export function serviceFault(cause: unknown): unknown {
  if (!(cause instanceof BigqueryFailure)) return lateFault(cause, bigqueryDialect.label)
  const [type, invalid] = FIELDS[cause.status] ?? ['GENERIC_DB_ENGINE_ERROR', null]
  return new EngineFault(`bigquery error: ${cause.message}`, { type, cause, ...(invalid ? { invalid } : {}) })
}

const FIELDS: Readonly<Record<number, readonly [ErrorType, readonly string[]]>> = {
  400: ['CONNECTION_UNKNOWN_DATABASE_ERROR', ['database']],
  401: ['CONNECTION_ACCESS_DENIED_ERROR', ['password']],
  403: ['CONNECTION_DATABASE_PERMISSIONS_ERROR', ['database']],
  404: ['CONNECTION_UNKNOWN_DATABASE_ERROR', ['database']],
}
