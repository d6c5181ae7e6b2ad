import { isBlankSql, statementAt, statementRanges } from './statements.ts'

export interface TextToRun {
  readonly sql: string
  /** Where it begins in the text of the tab. */
  readonly from: number
}

export interface EditorSelection {
  readonly from: number
  readonly to: number
}

/** What Run sends: the selected text when some is selected, else the statement under the cursor, or everything. */
export function textToRun(sql: string, selection: EditorSelection, mode: 'statement' | 'all'): TextToRun | null {
  const selected = sql.slice(selection.from, selection.to)
  if (!isBlankSql(selected)) return { sql: selected, from: selection.from }
  const ranges = statementRanges(sql)
  const range =
    mode === 'all' ? ranges[0] && { from: ranges[0].from, to: sql.length } : statementAt(ranges, selection.to)
  return range ? { sql: sql.slice(range.from, range.to).trimEnd(), from: range.from } : null
}

/** What a run ran, where it still stands in the text of the tab as it was; null where that has changed. */
export const textAgain = (
  sql: string,
  { sql: ran, sqlFrom }: { readonly sql: string; readonly sqlFrom: number | null },
): TextToRun | null => {
  const from = sqlFrom !== null && sql.startsWith(ran, sqlFrom) ? sqlFrom : sql.indexOf(ran)
  return from === -1 ? null : { sql: ran, from }
}

/** Estimate and format take the selected text, else the whole. */
export const selectedOrAll = (sql: string, selection: EditorSelection): string => {
  const selected = sql.slice(selection.from, selection.to)
  return selected.trim() === '' ? sql : selected
}
