export const LAYOUT_TYPES = [
  'ROOT',
  'GRID',
  'HEADER',
  'CHART',
  'ROW',
  'COLUMN',
  'TABS',
  'TAB',
  'MARKDOWN',
  'DIVIDER',
  'DYNAMIC',
] as const
export type LayoutType = (typeof LAYOUT_TYPES)[number]

export type HeaderSize = 'SMALL_HEADER' | 'MEDIUM_HEADER' | 'LARGE_HEADER'

export interface LayoutMeta {
  readonly width?: number
  /** In units of eight pixels. */
  readonly height?: number
  readonly background?: string
  readonly text?: string
  readonly headerSize?: HeaderSize
  readonly chartId?: number
  readonly sliceName?: string
  readonly sliceNameOverride?: string
  readonly code?: string
  readonly [key: string]: unknown
}

export interface LayoutItem {
  readonly id: string
  readonly type: LayoutType
  readonly children: readonly string[]
  /** From the root down; empty for the root. */
  readonly parents: readonly string[]
  readonly meta: LayoutMeta
}

export type Layout = Readonly<Record<string, LayoutItem>>

export const ROOT_ID = 'ROOT_ID'
export const GRID_ID = 'GRID_ID'
export const HEADER_ID = 'HEADER_ID'

export const GRID_UNIT_PX = 8
export const COLUMN_COUNT = 12
export const MIN_COLUMN_COUNT = 1
export const MIN_ROW_UNITS = 5
export const MAX_ROW_UNITS = 100
export const DEFAULT_CHART_WIDTH = 4
export const DEFAULT_CHART_HEIGHT = 50
export const TRANSPARENT = 'BACKGROUND_TRANSPARENT'
export const DEFAULT_TAB_TITLE = 'Tab title'

export const EMPTY_LAYOUT: Layout = {
  [ROOT_ID]: { id: ROOT_ID, type: 'ROOT', children: [GRID_ID], parents: [], meta: {} },
  [GRID_ID]: { id: GRID_ID, type: 'GRID', children: [], parents: [ROOT_ID], meta: {} },
}

/** Containers whose children stand side by side. */
export function isRowOriented(type: LayoutType): boolean {
  return type === 'ROW' || type === 'TABS'
}

export function parentOf(layout: Layout, id: string): LayoutItem | null {
  const parentId = layout[id]?.parents.at(-1)
  return (parentId !== undefined && layout[parentId]) || null
}

/** The item and everything below it, parents before children. */
export function subtreeIds(layout: Layout, id: string): readonly string[] {
  const item = layout[id]
  return item ? [id, ...item.children.flatMap((child) => subtreeIds(layout, child))] : []
}

/** Charts below an item, in reading order. */
export function chartIdsBelow(layout: Layout, id: string): readonly number[] {
  return subtreeIds(layout, id).flatMap((below) => chartIdOf(layout[below]))
}

/** All charts that are placed, in reading order. */
export function placedChartIds(layout: Layout): readonly number[] {
  return [...new Set(chartIdsBelow(layout, ROOT_ID))]
}

export function topLevelTabs(layout: Layout): LayoutItem | null {
  const [first] = layout[ROOT_ID]?.children ?? []
  const item = first === undefined ? undefined : layout[first]
  return item?.type === 'TABS' ? item : null
}

export function itemOfChart(layout: Layout, chartId: number): LayoutItem | null {
  return Object.values(layout).find((item) => item.type === 'CHART' && item.meta.chartId === chartId) ?? null
}

/** Sets `parents` of every item from the tree and drops what the tree does not reach; the grid stays. */
export function withParents(layout: Layout): Layout {
  const placed: Record<string, LayoutItem> = {}
  const place = (id: string, parents: readonly string[]): void => {
    const item = layout[id]
    if (!item || placed[id]) return
    placed[id] = sameIds(item.parents, parents) ? item : { ...item, parents }
    for (const child of item.children) place(child, [...parents, id])
  }
  place(ROOT_ID, [])
  place(GRID_ID, [ROOT_ID])
  if (layout[HEADER_ID] && !placed[HEADER_ID]) placed[HEADER_ID] = layout[HEADER_ID]
  return placed
}

/** Replaces the children of one item. */
export function withChildren(layout: Layout, id: string, children: readonly string[]): Layout {
  const item = layout[id]
  return item ? { ...layout, [id]: { ...item, children } } : layout
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index])
}

function chartIdOf(item: LayoutItem | undefined): readonly number[] {
  return item?.type === 'CHART' && typeof item.meta.chartId === 'number' ? [item.meta.chartId] : []
}
