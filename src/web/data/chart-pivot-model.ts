import type { PivotDrawing, PivotHead, Selection } from '../../charts/chart.ts'
import type { RowWindow } from '../ui/row-window.ts'

const LETTER_PX = 6.6
/** What a figure, a hyphen or a capital takes more than that: all of them are as wide as the widest. */
const WIDE_PX = 1.3
const PADDING_PX = 20
const LEAST_PX = 56
const MOST_PX = 200
/** Beside narrow tables, heads leave room for the figures. */
const NARROW_PX = 520
const MOST_NARROW_PX = 112
/** Heads that stay in view take no more than this share of the width. */
const STUCK_SHARE = 0.62
const SAMPLED_ROWS = 60
const SAMPLED_COLUMNS = 40

/** Widths of the heads at the left, in pixels. */
export interface PivotWidths {
  readonly heads: readonly number[]
  /** Where each head sticks, from the left; null lets it scroll away. */
  readonly stuck: readonly (number | null)[]
  /** One width for every column, so that those out of view need not be drawn. */
  readonly column: number
}

/** What every part of the table needs. */
export interface Sheet {
  readonly pivot: PivotDrawing
  readonly widths: PivotWidths
  readonly columns: RowWindow
  readonly chosen: ReadonlySet<string>
  readonly onSelect: ((selection: Selection) => void) | undefined
}

export function pivotWidths(pivot: PivotDrawing, viewPx: number): PivotWidths {
  const most = viewPx < NARROW_PX ? MOST_NARROW_PX : MOST_PX
  const heads = pivot.rowLabels.map((label, at) =>
    widthOf([label, ...pivot.rows.map((row) => row.labels[at] ?? '')], most),
  )
  const lefts = heads.map((_, at) => heads.slice(0, at).reduce((sum, width) => sum + width, 0))
  const stuck = lefts.map((left, at) => (left + (heads[at] ?? 0) <= viewPx * STUCK_SHARE ? left : null))
  return { heads, stuck, column: columnWidth(pivot) }
}

function columnWidth({ rows, columns, text }: PivotDrawing): number {
  const names = columns.map((column) => column.labels.at(-1) ?? '')
  const sampled = rows.slice(0, SAMPLED_ROWS).map((_, row) => row)
  const totals = rows.flatMap((row, at) => (row.kind === 'cells' ? [] : [at])).slice(-SAMPLED_ROWS)
  const texts = [...sampled, ...totals].flatMap((row) =>
    [...columns.keys()].slice(0, SAMPLED_COLUMNS).map((column) => text(row, column) ?? ''),
  )
  const last = rows.map((_, row) => text(row, columns.length - 1) ?? '').slice(-SAMPLED_ROWS)
  return widthOf([...names, ...texts, ...last], MOST_PX)
}

function widthOf(texts: readonly string[], most: number): number {
  const longest = texts.reduce((width, text) => Math.max(width, lengthPx(text)), 0)
  return Math.round(Math.min(most, Math.max(LEAST_PX, longest + PADDING_PX)))
}

const lengthPx = (text: string) => text.length * LETTER_PX + (text.match(/[\d\-%A-Z]/g)?.length ?? 0) * WIDE_PX

/** A head above one column or several that share it. */
export interface HeadSpan {
  readonly label: string
  readonly from: number
  /** One past the last column. */
  readonly to: number
  readonly head: PivotHead
}

/** The heads of one level, above the columns from `first` to before `end`. */
export function headSpans(
  columns: readonly PivotHead[],
  level: number,
  { first, end }: { readonly first: number; readonly end: number },
): readonly HeadSpan[] {
  const spans: HeadSpan[] = []
  for (let at = first; at < end; at += 1) {
    const head = columns[at]
    if (head === undefined) continue
    const last = spans.at(-1)
    if (last && isSameGroup(last.head, head, level)) spans[spans.length - 1] = { ...last, to: at + 1 }
    else spans.push({ label: head.labels[level] ?? '', from: at, to: at + 1, head })
  }
  return spans
}

/** True when two heads next to each other say the same up to a level. */
export function isSameGroup(one: PivotHead, other: PivotHead, level: number): boolean {
  return one.labels.slice(0, level + 1).every((label, at) => label === other.labels[at])
}
