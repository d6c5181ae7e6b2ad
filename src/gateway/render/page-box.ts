import {
  DEFAULT_CHART_HEIGHT,
  DEFAULT_TAB_TITLE,
  GRID_ID,
  GRID_UNIT_PX,
  type Layout,
  type LayoutItem,
  TRANSPARENT,
  topLevelTabs,
} from '../../query/dashboard/layout.ts'
import { capacityOf, hasWidth, widthOf } from '../../query/dashboard/widths.ts'
import { lineAt, type Pen, rectAt, type Size, textAt, wrapped } from './svg.ts'

const GAP_PX = 12
const FILLED_PX = 12
const HEADING_PX = { SMALL_HEADER: 16, MEDIUM_HEADER: 20, LARGE_HEADER: 26 } as const

/** A part of a page that knows how high it is. */
export interface Box {
  readonly height: number
  /** Its SVG with the upper left corner at the origin. */
  draw(): string
}

/** What stands in a tile: a chart, a text, or a message about what is neither. */
export type TileDrawer = (item: LayoutItem, size: Size) => string

export interface PagePart {
  /** Null where the dashboard has no tabs. */
  readonly title: string | null
  readonly ids: readonly string[]
}

/** The pages of a dashboard: one for each tab at its top, or one for all of it. */
export function pagesOf(layout: Layout): readonly PagePart[] {
  const tabs = topLevelTabs(layout)
  if (!tabs) return [{ title: null, ids: layout[GRID_ID]?.children ?? [] }]
  return tabs.children.map((id) => ({
    title: layout[id]?.meta.text || DEFAULT_TAB_TITLE,
    ids: layout[id]?.children ?? [],
  }))
}

export interface Composing {
  readonly layout: Layout
  readonly pen: Pen
  readonly tile: TileDrawer
}

/** Items below each other. */
export function stackBox(composing: Composing, ids: readonly string[], width: number): Box {
  const boxes = ids.flatMap((id) => {
    const item = composing.layout[id]
    return item ? [itemBox(composing, item, width)] : []
  })
  return stacked(boxes)
}

function stacked(boxes: readonly Box[]): Box {
  const tops = boxes.map((_, at) => boxes.slice(0, at).reduce((sum, box) => sum + box.height + GAP_PX, 0))
  const last = boxes.length - 1
  return {
    height: last < 0 ? 0 : (tops[last] ?? 0) + (boxes[last]?.height ?? 0),
    draw: () => boxes.map((box, at) => moved(box.draw(), 0, tops[at] ?? 0)).join(''),
  }
}

function itemBox(composing: Composing, item: LayoutItem, width: number): Box {
  switch (item.type) {
    case 'ROW':
      return filled(composing, item, width, (inner) => rowBox(composing, item, inner))
    case 'COLUMN':
      return filled(composing, item, width, (inner) => stackBox(composing, item.children, inner))
    case 'TABS':
      return stacked(item.children.flatMap((id) => tabBoxes(composing, id, width)))
    case 'HEADER':
      return filled(composing, item, width, (inner) =>
        headingBox(
          composing.pen,
          item.meta.text ?? '',
          HEADING_PX[item.meta.headerSize ?? 'MEDIUM_HEADER'] ?? 20,
          inner,
        ),
      )
    case 'DIVIDER':
      return { height: 17, draw: () => lineAt(0, 8.5, width, 8.5, composing.pen.tokens.line) }
    default:
      return tileBox(composing, item, width)
  }
}

/** All tabs of a group below each other: nobody can open one on paper. */
function tabBoxes(composing: Composing, id: string, width: number): readonly Box[] {
  const tab = composing.layout[id]
  if (!tab) return []
  return [
    headingBox(composing.pen, tab.meta.text || DEFAULT_TAB_TITLE, 16, width),
    stackBox(composing, tab.children, width),
  ]
}

function headingBox({ measure, tokens }: Pen, text: string, size: number, width: number): Box {
  const lines = wrapped(measure, text, width, { size, isBold: true })
  const tall = Math.round(size * 1.3)
  const style = { size, isBold: true, color: tokens.text } as const
  return {
    height: lines.length * tall + 8,
    draw: () => lines.map((line, i) => textAt(line, 0, 6 + size + i * tall, style)).join(''),
  }
}

/** Children side by side; those without room go on below, as in a browser. */
function rowBox(composing: Composing, row: LayoutItem, width: number): Box {
  const capacity = Math.max(1, capacityOf(composing.layout, row.id))
  const unit = (width - (capacity - 1) * GAP_PX) / capacity
  const lines: { readonly x: number; readonly box: Box }[][] = [[]]
  let used = 0
  for (const id of row.children) {
    const item = composing.layout[id]
    if (!item) continue
    const span = Math.max(1, Math.min(capacity, hasWidth(item) ? widthOf(item) : 1))
    if (used + span > capacity) {
      lines.push([])
      used = 0
    }
    const box = itemBox(composing, item, span * unit + (span - 1) * GAP_PX)
    lines.at(-1)?.push({ x: used * (unit + GAP_PX), box })
    used += span
  }
  return stacked(
    lines.map((line) => ({
      height: line.reduce((most, { box }) => Math.max(most, box.height), 0),
      draw: () => line.map(({ x, box }) => moved(box.draw(), x, 0)).join(''),
    })),
  )
}

/** An item with a ground of its own stands within it. */
function filled({ pen }: Composing, item: LayoutItem, width: number, inner: (width: number) => Box): Box {
  if (item.meta.background === undefined || item.meta.background === TRANSPARENT) return inner(width)
  const box = inner(width - 2 * FILLED_PX)
  const height = box.height + 2 * FILLED_PX
  const ground = rectAt(0.5, 0.5, { width: width - 1, height: height - 1 }, groundOf(pen))
  return { height, draw: () => ground + moved(box.draw(), FILLED_PX, FILLED_PX) }
}

function tileBox({ pen, tile }: Composing, item: LayoutItem, width: number): Box {
  const height = (item.meta.height ?? DEFAULT_CHART_HEIGHT) * GRID_UNIT_PX
  const ground = rectAt(0.5, 0.5, { width: width - 1, height: height - 1 }, groundOf(pen))
  return { height, draw: () => ground + tile(item, { width, height }) }
}

const groundOf = ({ tokens }: Pen) => `rx="8" fill="${tokens.surface}" stroke="${tokens.line}"`

/** A drawing with its corner elsewhere. */
export const moved = (svg: string, x: number, y: number): string =>
  svg === '' ? '' : `<g transform="translate(${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100})">${svg}</g>`
