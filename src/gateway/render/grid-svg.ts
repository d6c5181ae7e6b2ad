import { fitted, lineAt, type Pen, rectAt, type Size, textAt } from './svg.ts'

const ROW_PX = 24
const HEAD_PX = 26
const NOTE_PX = 20
const PADDING_PX = 8
const LEAST_PX = 44
const MOST_PX = 320
const SAMPLED_ROWS = 200
const TEXT_PX = 12

interface GridCell {
  readonly text: string
  readonly isBold?: boolean
  readonly isFaint?: boolean
  readonly paint?: { readonly background: string; readonly text: string } | null
  /** Share 0..1 of the cell that its bar fills. */
  readonly bar?: number | null
}

/** A table to be drawn into a box, with as many rows and columns as there is room for. */
export interface Grid {
  readonly columns: readonly { readonly align: 'left' | 'right' }[]
  /** Lines of heads, from the top. */
  readonly heads: readonly (readonly string[])[]
  readonly rowCount: number
  /** Rows in all, where those at hand are only some of them. */
  readonly allRows: number
  cell(row: number, column: number): GridCell
  readonly totals: readonly (string | null)[] | null
}

/** Draws a table; what there is no room for is told below it. */
export function gridSvg(pen: Pen, grid: Grid, size: Size): string {
  const { widths, shown } = columnWidths(pen, grid, size.width)
  const rows = shownRows(grid, size.height, shown < grid.columns.length)
  const place = placeOf(grid, widths)
  const top = grid.heads.length * HEAD_PX
  const bottom = top + rows * ROW_PX
  const parts = [
    ...grid.heads.map((_, line) => headSvg(pen, place, line)),
    ...Array.from({ length: rows }, (_, row) => rowSvg(pen, place, row, top + row * ROW_PX)),
    grid.totals ? totalsSvg(pen, place, grid.totals, bottom) : '',
    noteSvg(pen, grid, { rows, columns: shown }, bottom + (grid.totals ? ROW_PX : 0)),
  ]
  return parts.join('')
}

interface Place {
  readonly grid: Grid
  readonly widths: readonly number[]
  readonly lefts: readonly number[]
  readonly width: number
}

function placeOf(grid: Grid, widths: readonly number[]): Place {
  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, one) => sum + one, 0))
  return { grid, widths, lefts, width: widths.reduce((sum, one) => sum + one, 0) }
}

/** Each column as wide as its texts; narrower where all together are too wide, and left out where even that is. */
function columnWidths({ measure }: Pen, grid: Grid, room: number) {
  const sampled = Math.min(grid.rowCount, SAMPLED_ROWS)
  const wanted = grid.columns.map((_, column) => {
    const heads = grid.heads.map((line) => measure(line[column] ?? '', TEXT_PX, true))
    const cells = Array.from({ length: sampled }, (_, row) =>
      measure(grid.cell(row, column).text.slice(0, 120), TEXT_PX),
    )
    const most = [...heads, ...cells, measure(grid.totals?.[column] ?? '', TEXT_PX, true)].reduce(
      (a, b) => Math.max(a, b),
      0,
    )
    return Math.min(MOST_PX, Math.max(LEAST_PX, Math.ceil(most) + 2 * PADDING_PX + 1))
  })
  const shown = Math.max(1, Math.min(wanted.length, Math.floor(room / LEAST_PX)))
  const kept = wanted.slice(0, shown)
  const sum = kept.reduce((a, b) => a + b, 0)
  if (sum <= room) return { shown, widths: kept.map((width) => width + (room - sum) / shown) }
  const spare = kept.reduce((a, b) => a + b - LEAST_PX, 0)
  const share = Math.max(0, room - shown * LEAST_PX) / Math.max(1, spare)
  return { shown, widths: kept.map((width) => LEAST_PX + (width - LEAST_PX) * share) }
}

function shownRows(grid: Grid, height: number, hasMoreColumns: boolean): number {
  const fixed = grid.heads.length * HEAD_PX + (grid.totals ? ROW_PX : 0)
  const all = Math.floor((height - fixed - (hasMoreColumns ? NOTE_PX : 0)) / ROW_PX)
  if (grid.rowCount <= all && grid.allRows <= grid.rowCount) return grid.rowCount
  return Math.max(0, Math.min(grid.rowCount, Math.floor((height - fixed - NOTE_PX) / ROW_PX)))
}

function headSvg({ tokens, measure }: Pen, { grid, widths, lefts, width }: Place, line: number): string {
  const y = line * HEAD_PX
  const style = { size: TEXT_PX, isBold: true, color: tokens.text2 } as const
  const names = widths.map((wide, at) => {
    const name = grid.heads[line]?.[at] ?? ''
    if (line < grid.heads.length - 1 && at > 0 && name === grid.heads[line]?.[at - 1]) return ''
    const isRight = grid.columns[at]?.align === 'right'
    const text = fitted(measure, name, wide - 2 * PADDING_PX, style)
    const x = (lefts[at] ?? 0) + (isRight ? wide - PADDING_PX : PADDING_PX)
    return textAt(text, x, y + 17, { ...style, anchor: isRight ? 'end' : 'start' })
  })
  return names.join('') + lineAt(0, y + HEAD_PX - 0.5, width, y + HEAD_PX - 0.5, tokens.lineStrong)
}

function rowSvg(pen: Pen, { grid, widths, lefts, width }: Place, row: number, y: number): string {
  const cells = widths.map((wide, at) => {
    const cell = grid.cell(row, at)
    const left = lefts[at] ?? 0
    const box = { width: wide, height: ROW_PX }
    const back = cell.paint ? rectAt(left, y, box, `fill="${cell.paint.background}"`) : barSvg(pen, cell, left, y, wide)
    return back + cellText(pen, cell, { left, y, wide, isRight: grid.columns[at]?.align === 'right' })
  })
  return cells.join('') + lineAt(0, y + ROW_PX - 0.5, width, y + ROW_PX - 0.5, pen.tokens.line)
}

const barSvg = ({ tokens }: Pen, { bar }: GridCell, left: number, y: number, wide: number) =>
  bar
    ? rectAt(
        left + 2,
        y + 3,
        { width: (wide - 4) * Math.min(1, bar), height: ROW_PX - 7 },
        `fill="${tokens.seq[1]}" fill-opacity="0.6"`,
      )
    : ''

interface CellPlace {
  readonly left: number
  readonly y: number
  readonly wide: number
  readonly isRight: boolean
}

function cellText({ tokens, measure }: Pen, cell: GridCell, { left, y, wide, isRight }: CellPlace): string {
  const color = cell.paint?.text ?? (cell.isFaint ? tokens.text3 : tokens.text)
  const style = { size: TEXT_PX, color, isBold: cell.isBold === true } as const
  const text = fitted(measure, cell.text, wide - 2 * PADDING_PX, style)
  const x = left + (isRight ? wide - PADDING_PX : PADDING_PX)
  return textAt(text, x, y + 16, { ...style, anchor: isRight ? 'end' : 'start' })
}

function totalsSvg(pen: Pen, { grid, widths, lefts, width }: Place, totals: Grid['totals'], y: number): string {
  const cells = widths.map((wide, at) => {
    const place = { left: lefts[at] ?? 0, y, wide, isRight: grid.columns[at]?.align === 'right' }
    return cellText(pen, { text: totals?.[at] ?? '', isBold: true }, place)
  })
  return rectAt(0, y, { width, height: ROW_PX }, `fill="${pen.tokens.band}"`) + cells.join('')
}

function noteSvg({ tokens, words }: Pen, grid: Grid, shown: { rows: number; columns: number }, y: number): string {
  const rows = Math.max(grid.allRows, grid.rowCount) - shown.rows
  const columns = grid.columns.length - shown.columns
  const notes = [
    ...(rows > 0 ? [words('and {{count}} more rows', { count: rows })] : []),
    ...(columns > 0 ? [words('and {{count}} more columns', { count: columns })] : []),
  ]
  return notes.length === 0 ? '' : textAt(notes.join(', '), PADDING_PX, y + 15, { size: 11, color: tokens.text3 })
}
