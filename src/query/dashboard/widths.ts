import {
  COLUMN_COUNT,
  DEFAULT_CHART_WIDTH,
  type Layout,
  type LayoutItem,
  MAX_ROW_UNITS,
  MIN_COLUMN_COUNT,
  MIN_ROW_UNITS,
  parentOf,
} from './layout.ts'

const SIZED = new Set(['CHART', 'MARKDOWN', 'COLUMN', 'DYNAMIC'])

export function hasWidth(item: LayoutItem): boolean {
  return SIZED.has(item.type)
}

export function hasHeight(item: LayoutItem): boolean {
  return item.type === 'CHART' || item.type === 'MARKDOWN'
}

export function widthOf(item: LayoutItem): number {
  return item.meta.width ?? (item.type === 'DYNAMIC' ? COLUMN_COUNT : DEFAULT_CHART_WIDTH)
}

/** Columns that an item offers to its children: those of the nearest column, or all twelve. */
export function capacityOf(layout: Layout, id: string): number {
  const item = layout[id]
  if (!item) return COLUMN_COUNT
  if (item.type === 'COLUMN') return widthOf(item)
  const parent = parentOf(layout, id)
  return parent ? capacityOf(layout, parent.id) : COLUMN_COUNT
}

/** Columns that the children of a row take. */
function occupiedBy(layout: Layout, row: LayoutItem, exceptId: string | null = null): number {
  return row.children
    .filter((id) => id !== exceptId)
    .reduce((sum, id) => {
      const child = layout[id]
      return sum + (child && hasWidth(child) ? widthOf(child) : 0)
    }, 0)
}

/** Columns free for one more child, or for a child that is moved within. */
export function freeColumns(layout: Layout, parent: LayoutItem, exceptId: string | null = null): number {
  const capacity = capacityOf(layout, parent.id)
  return parent.type === 'ROW' ? capacity - occupiedBy(layout, parent, exceptId) : capacity
}

/** The fewest columns in which an item's content fits. */
function minimumWidth(layout: Layout, item: LayoutItem): number {
  if (item.type === 'ROW') return Math.max(occupiedBy(layout, item), MIN_COLUMN_COUNT)
  if (item.type !== 'COLUMN' && item.type !== 'TABS' && item.type !== 'TAB') return MIN_COLUMN_COUNT
  const below = item.children.map((id) => {
    const child = layout[id]
    return child ? minimumWidth(layout, child) : MIN_COLUMN_COUNT
  })
  return Math.max(MIN_COLUMN_COUNT, ...below)
}

/** Columns that an item needs of a destination. */
export function neededWidth(layout: Layout, item: LayoutItem): number {
  return hasWidth(item) ? widthOf(item) : minimumWidth(layout, item)
}

/** The smallest and greatest width to which an item may be resized where it stands. */
export function widthBounds(layout: Layout, id: string): { readonly min: number; readonly max: number } {
  const item = layout[id]
  const parent = parentOf(layout, id)
  if (!item || !parent) return { min: MIN_COLUMN_COUNT, max: COLUMN_COUNT }
  return { min: minimumWidth(layout, item), max: freeColumns(layout, parent, id) }
}

/** Gives an item another size, within its bounds. */
export function resize(
  layout: Layout,
  id: string,
  size: { readonly width?: number; readonly height?: number },
): Layout {
  const item = layout[id]
  if (!item) return layout
  const bounds = widthBounds(layout, id)
  const width = hasWidth(item) ? clamp(size.width ?? widthOf(item), bounds.min, bounds.max) : null
  const height = hasHeight(item) ? clamp(size.height ?? item.meta.height ?? 0, MIN_ROW_UNITS, MAX_ROW_UNITS) : null
  if ((width === null || width === widthOf(item)) && (height === null || height === item.meta.height)) return layout
  const meta = { ...item.meta, ...(width !== null && { width }), ...(height !== null && { height }) }
  return { ...layout, [id]: { ...item, meta } }
}

function clamp(value: number, min: number, max: number): number {
  return Math.round(Math.max(min, Math.min(Math.max(min, max), value)))
}
