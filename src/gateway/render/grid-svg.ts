import { sparkSvg } from './figure-svg.ts'
import { fitted, lineAt, type Pen, rectAt, type Size, textAt } from './svg.ts'

const ROW_PX = 24
const HEAD_PX = 26
const NOTE_PX = 20
const PADDING_PX = 8
const LEAST_PX = 44
const LEAST_TEXT_PX = 72
const MOST_PX = 320
const SAMPLED_ROWS = 200
const TEXT_PX = 12
const SPARK_PX = 140

interface GridCell {
  readonly text: string
  readonly isBold?: boolean
  readonly isFaint?: boolean
  readonly paint?: { readonly background: string; readonly text: string } | null
  /** Share 0..1 of the cell that its bar fills. */
  readonly bar?: number | null
  /** A small line instead of the text. */
  readonly spark?: { readonly values: readonly (number | null)[]; readonly color: string } | null
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

/** As wide as its texts, and the least that it can be: figures stand whole or not at all, texts can be cut. */
function widthsOf({ measure }: Pen, grid: Grid, column: number): { readonly wanted: number; readonly least: number } {
  const sampled = Math.min(grid.rowCount, SAMPLED_ROWS)
  const heads = grid.heads.map((line, at) => (isSpanned(grid, at) ? 0 : measure(line[column] ?? '', TEXT_PX, true)))
  const cells = Array.from({ length: sampled }, (_, row) => {
    const { text, isBold, spark } = grid.cell(row, column)
    return spark ? SPARK_PX : measure(text.slice(0, 120), TEXT_PX, isBold === true)
  })
  const whole = [...cells, measure(grid.totals?.[column] ?? '', TEXT_PX, true)]
  const bounded = (texts: readonly number[], least: number) =>
    Math.min(MOST_PX, Math.max(least, Math.ceil(Math.max(0, ...texts)) + 2 * PADDING_PX + 1))
  const wanted = bounded([...heads, ...whole], LEAST_PX)
  const isFigure = grid.columns[column]?.align === 'right'
  return { wanted, least: isFigure ? bounded(whole, LEAST_PX) : Math.min(wanted, LEAST_TEXT_PX) }
}

/** Each column as wide as its texts; narrower where all together are too wide, and left out where even that is. */
function columnWidths(pen: Pen, grid: Grid, room: number) {
  const all = grid.columns.map((_, column) => widthsOf(pen, grid, column))
  const lefts = all.map((_, at) => all.slice(0, at).reduce((sum, { least }) => sum + least, 0))
  const shown = Math.max(1, all.filter(({ least }, at) => (lefts[at] ?? 0) + least <= room).length)
  const kept = all.slice(0, shown)
  const sum = kept.reduce((before, { wanted }) => before + wanted, 0)
  if (sum <= room) return { shown, widths: kept.map(({ wanted }) => wanted + (room - sum) / shown) }
  const leastSum = kept.reduce((before, { least }) => before + least, 0)
  const share = Math.max(0, room - leastSum) / Math.max(1, sum - leastSum)
  return { shown, widths: kept.map(({ wanted, least }) => least + (wanted - least) * share) }
}

/** Heads above the lowest stand over all columns that share them. */
const isSpanned = ({ heads }: Grid, line: number) => line < heads.length - 1

const isSameGroup = ({ heads }: Grid, line: number, at: number) =>
  at > 0 && heads.slice(0, line + 1).every((names) => names[at] === names[at - 1])

function shownRows(grid: Grid, height: number, hasMoreColumns: boolean): number {
  const fixed = grid.heads.length * HEAD_PX + (grid.totals ? ROW_PX : 0)
  const all = Math.floor((height - fixed - (hasMoreColumns ? NOTE_PX : 0)) / ROW_PX)
  if (grid.rowCount <= all && grid.allRows <= grid.rowCount) return grid.rowCount
  return Math.max(0, Math.min(grid.rowCount, Math.floor((height - fixed - NOTE_PX) / ROW_PX)))
}

function headSvg(pen: Pen, place: Place, line: number): string {
  const y = line * HEAD_PX
  const draw = isSpanned(place.grid, line) ? groupHead : columnHead
  const names = place.widths.map((_, at) => draw(pen, place, line, at))
  return names.join('') + lineAt(0, y + HEAD_PX - 0.5, place.width, y + HEAD_PX - 0.5, pen.tokens.lineStrong)
}

const headStyle = ({ tokens }: Pen) => ({ size: TEXT_PX, isBold: true, color: tokens.text2 })

function columnHead(pen: Pen, { grid, widths, lefts }: Place, line: number, at: number): string {
  const [left = 0, wide = 0] = [lefts[at], widths[at]]
  const isRight = grid.columns[at]?.align === 'right'
  const text = fitted(pen.measure, grid.heads[line]?.[at] ?? '', wide - 2 * PADDING_PX, headStyle(pen))
  const x = left + (isRight ? wide - PADDING_PX : PADDING_PX)
  return textAt(text, x, line * HEAD_PX + 17, { ...headStyle(pen), anchor: isRight ? 'end' : 'start' })
}

function groupHead(pen: Pen, { grid, widths, lefts, width }: Place, line: number, at: number): string {
  if (isSameGroup(grid, line, at)) return ''
  const left = lefts[at] ?? 0
  const next = widths.findIndex((_, other) => other > at && !isSameGroup(grid, line, other))
  const span = (lefts[next] ?? width) - left
  const text = fitted(pen.measure, grid.heads[line]?.[at] ?? '', span - 2 * PADDING_PX, headStyle(pen))
  return textAt(text, left + PADDING_PX, line * HEAD_PX + 17, headStyle(pen))
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
  if (cell.spark) {
    const box = { x: left + PADDING_PX, y: y + 3, width: Math.min(SPARK_PX, wide - 2 * PADDING_PX), height: ROW_PX - 6 }
    return sparkSvg(cell.spark.values, cell.spark.color, box)
  }
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
