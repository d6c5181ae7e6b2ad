import type { ErrorType, Status } from '../../wire/problem.ts'

/** A failure of DuckDB in words for the user. */
interface DuckdbFailure {
  readonly status: Status
  readonly message: string
  readonly type: ErrorType
  readonly extra: Readonly<Record<string, unknown>>
  readonly isInterrupt: boolean
  /** The instance cannot be used again. */
  readonly isFatal: boolean
}

interface EngineError {
  readonly exception_type: string
  readonly exception_message: string
  readonly error_subtype?: string
  readonly position?: string
  readonly type?: string
  readonly name?: string
}

/** Reads an error of DuckDB (`errors_as_json` is on). `sql` is the text that was sent. */
export function duckdbFailure(text: string, sql: string): DuckdbFailure {
  const error = engineError(text)
  const kind = error.exception_type
  const place = error.position === undefined ? null : placeOf(sql, Number(error.position))
  const words = kind === '' ? error.exception_message : `${kind} Error: ${textOf(error)}`
  return {
    status: 400,
    message: `duckdb error: ${words}${place ? `\n\n${place.excerpt}` : ''}`,
    type: errorType(error),
    extra: {
      engine_name: 'DuckDB',
      ...(place ? { line: place.line, column: place.column, position: place.offset } : {}),
    },
    isInterrupt: /^interrupt$/i.test(kind),
    isFatal: /^(internal|fatal)$/i.test(kind),
  }
}

function engineError(text: string): EngineError {
  const start = text.indexOf('{"exception_type"')
  if (start >= 0) {
    try {
      return JSON.parse(text.slice(start)) as EngineError
    } catch {
      return { exception_type: '', exception_message: text }
    }
  }
  const match = /^([A-Z][A-Za-z ]*?) Error: ([\s\S]*)$/.exec(text)
  return { exception_type: match?.[1] ?? '', exception_message: match?.[2] ?? text }
}

function errorType(error: EngineError): ErrorType {
  if (error.error_subtype === 'COLUMN_NOT_FOUND') return 'COLUMN_DOES_NOT_EXIST_ERROR'
  if (error.exception_type === 'Parser' || error.error_subtype === 'SYNTAX_ERROR') return 'SYNTAX_ERROR'
  if (error.error_subtype === 'MISSING_ENTRY' && /^(table|view)$/i.test(error.type ?? '')) {
    return 'TABLE_DOES_NOT_EXIST_ERROR'
  }
  if (/^schema$/i.test(error.type ?? '') || /schema .* does not exist/i.test(error.exception_message)) {
    return 'SCHEMA_DOES_NOT_EXIST_ERROR'
  }
  return 'GENERIC_DB_ENGINE_ERROR'
}

export interface Place {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
  /** From 0, in UTF-16 units. */
  readonly offset: number
  readonly excerpt: string
}

/** The place in the text for a byte offset of DuckDB, with the line and a caret as the engine prints them. */
export function placeOf(sql: string, bytes: number): Place | null {
  const offset = utf16Offset(sql, bytes)
  if (offset === null) return null
  const lineStart = sql.lastIndexOf('\n', offset - 1) + 1
  const lineEnd = sql.indexOf('\n', offset)
  const line = sql.slice(0, offset).split('\n').length
  const column = offset - lineStart + 1
  const head = `LINE ${line}: `
  const text = sql.slice(lineStart, lineEnd < 0 ? sql.length : lineEnd)
  const cut = Math.max(0, column - 60)
  const shown = text.slice(cut, cut + 100)
  return { line, column, offset, excerpt: `${head}${shown}\n${' '.repeat(head.length + column - 1 - cut)}^` }
}

function utf16Offset(sql: string, bytes: number): number | null {
  if (!Number.isSafeInteger(bytes) || bytes < 0) return null
  let left = bytes
  let offset = 0
  for (const character of sql) {
    if (left <= 0) return offset
    left -= utf8Bytes(character.codePointAt(0) ?? 0)
    offset += character.length
  }
  return left <= 0 ? offset : null
}

function utf8Bytes(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** The engine's words, without advice that only its administrator could follow and without its inner workings. */
function textOf({ exception_type: kind, exception_message: message }: EngineError): string {
  if (/^out of memory$/i.test(kind)) return 'The query used more memory than allowed.'
  const text = message.replace(/\s*Stack Trace:[\s\S]*$/, '').trim()
  return /^(internal|fatal)$/i.test(kind) ? (text.split('\n')[0] ?? text) : text
}
