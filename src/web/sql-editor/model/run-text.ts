import { isBlankSql, statementAt, statementLabel, statementRanges } from './statements.ts'

export interface TextToRun {
  readonly sql: string
  readonly from: number
  readonly label: string
}

export interface EditorSelection {
  readonly from: number
  readonly to: number
}

/** What Run sends: the selected text when some is selected, else the statement under the cursor. */
export function textsToRun(sql: string, selection: EditorSelection, mode: 'statement' | 'all'): readonly TextToRun[] {
  const selected = sql.slice(selection.from, selection.to)
  if (!isBlankSql(selected)) return cut(selected, selection.from)
  if (mode === 'all') return cut(sql, 0)
  const range = statementAt(statementRanges(sql), selection.to)
  return range === null ? [] : [textOf(sql, range.from, range.to, 0)]
}

const cut = (text: string, offset: number): readonly TextToRun[] =>
  statementRanges(text).map((range) => textOf(text, range.from, range.to, offset))

function textOf(text: string, from: number, to: number, offset: number): TextToRun {
  const sql = text.slice(from, to)
  return { sql, from: from + offset, label: statementLabel(sql) }
}

/** Estimate and format take the selected text, else the whole. */
export const selectedOrAll = (sql: string, selection: EditorSelection): string => {
  const selected = sql.slice(selection.from, selection.to)
  return selected.trim() === '' ? sql : selected
}
