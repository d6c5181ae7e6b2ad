import { type GridColumn, type Row, rawText } from './cell.ts'
import type { Bounds } from './selection.ts'

/** Tab-separated text of the selected cells, as spreadsheets read it; rows that are not loaded are left out. */
export function clipboardText(
  bounds: Bounds,
  columns: readonly GridColumn[],
  rowAt: (index: number) => Row | null,
  withHeaders: boolean,
): string {
  const lines: string[] = []
  const places = Array.from({ length: bounds.right - bounds.left + 1 }, (_, i) => bounds.left + i)
  if (withHeaders) lines.push(places.map((place) => quoted(columns[place]?.name ?? '')).join('\t'))
  for (let index = bounds.top; index <= bounds.bottom; index += 1) {
    const row = rowAt(index)
    if (row !== null) lines.push(places.map((place) => quoted(rawText(row[place] ?? null))).join('\t'))
  }
  return lines.join('\n')
}

const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
