import { type GridColumn, type Row, rawText } from '../../ui/grid/cell.ts'

const EXPLAINS = /^(\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*explain\b/i
/** A plan is read from top to bottom; what is longer is a table. */
const MOST_LINES = 5_000

/**
 * The plan that a database drew of a statement, as the text that it is: the last of at most two columns of texts, line
 * by line. Null for whatever is no such answer, and while not every row of it is here.
 */
export function planText(sql: string, columns: readonly GridColumn[], rows: readonly Row[] | null): string | null {
  if (rows === null || rows.length === 0 || rows.length > MOST_LINES) return null
  if (columns.length > 2 || columns.some(({ kind }) => kind !== 'text') || !EXPLAINS.test(sql)) return null
  return rows.map((row) => rawText(row[columns.length - 1] ?? null)).join('\n')
}
