import type { QueryRecord } from './state.ts'

export interface ErrorPlace {
  readonly line: number
  readonly column: number
  /** Offsets in the text that was sent. */
  readonly from: number
  readonly to: number
}

const LINE_MARK = /LINE (\d+):(.*)\n(.*?)\^/
const QUOTED_NAME = /(?:column|table|function|name|named?)\s+"?([A-Za-z_][\w.]*)"?/i

/** Where in the sent text an error lies, null when the server does not say. */
export function errorPlace(query: Pick<QueryRecord, 'sql' | 'errors' | 'errorMessage'>): ErrorPlace | null {
  const extra = query.errors[0]?.extra ?? null
  const line = numberOf(extra?.line)
  const column = numberOf(extra?.column)
  if (line !== null && line >= 1) return placeAt(query.sql, line, column ?? 1)
  const message = query.errors[0]?.message ?? query.errorMessage ?? ''
  return placeFromMark(query.sql, message) ?? placeOfName(query.sql, message)
}

/** 'LINE 2: FROM nope' with a caret under the place, as DuckDB and PostgreSQL print it. */
function placeFromMark(sql: string, message: string): ErrorPlace | null {
  const mark = LINE_MARK.exec(message)
  if (mark === null) return null
  const [, lineText = '1', shown = '', before = ''] = mark
  const line = Number(lineText)
  const caret = before.length - `LINE ${lineText}:`.length - 1
  const shownLine = shown.slice(1)
  const source = sql.split('\n')[line - 1] ?? ''
  const cutOff = shownLine.startsWith('...')
    ? source.indexOf(
        shownLine
          .slice(3)
          .replace(/\.\.\.$/, '')
          .trim(),
      ) - 3
    : 0
  if (caret < 0 || caret + cutOff > source.length) return null
  return placeAt(sql, line, caret + Math.max(0, cutOff) + 1)
}

function placeOfName(sql: string, message: string): ErrorPlace | null {
  const name = QUOTED_NAME.exec(message)?.[1]
  if (name === undefined) return null
  const at = new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`, 'i').exec(sql)?.index
  return at === undefined ? null : placeAtOffset(sql, at)
}

function placeAt(sql: string, line: number, column: number): ErrorPlace | null {
  const lines = sql.split('\n')
  if (line > lines.length) return null
  const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
  return placeAtOffset(sql, Math.min(sql.length, start + Math.max(0, column - 1)))
}

/** From an offset to the end of its word. */
function placeAtOffset(sql: string, offset: number): ErrorPlace {
  const word = /^[\p{L}\p{N}_$]+/u.exec(sql.slice(offset))?.[0].length ?? 1
  const before = sql.slice(0, offset).split('\n')
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    from: offset,
    to: Math.min(sql.length, offset + word),
  }
}

/** The place in the whole text of the tab, where the statement began at an offset. */
export function placeInTab(place: ErrorPlace, tabSql: string, statementFrom: number): ErrorPlace {
  const from = Math.min(tabSql.length, place.from + statementFrom)
  const before = tabSql.slice(0, from).split('\n')
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    from,
    to: Math.min(tabSql.length, place.to + statementFrom),
  }
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}
