import {
  DEFAULT_CHART_HEIGHT,
  DEFAULT_CHART_WIDTH,
  EMPTY_LAYOUT,
  GRID_ID,
  HEADER_ID,
  LAYOUT_TYPES,
  type Layout,
  type LayoutItem,
  placedChartIds,
  ROOT_ID,
  TRANSPARENT,
  topLevelTabs,
  withChildren,
  withParents,
} from './layout.ts'

export const POSITION_LIMIT_CHARACTERS = 65_535
const VERSION_KEY = 'DASHBOARD_VERSION_KEY'
const VERSION = 'v2'

/** The layout saved in a dashboard. What is not a layout gives an empty one; dangling children are dropped. */
export function parsePosition(text: string | null): Layout {
  const saved = parseObject(text)
  const items = Object.fromEntries(
    Object.entries(saved).flatMap(([id, value]) => {
      const item = itemFrom(id, value)
      return item ? [[id, item] as const] : []
    }),
  )
  return withParents(withoutDangling({ ...EMPTY_LAYOUT, ...items }))
}

/** The layout as it is saved. */
export function positionsOf(layout: Layout, title: string): Record<string, unknown> {
  const current = withParents(layout)
  const header = current[HEADER_ID] ?? { id: HEADER_ID, type: 'HEADER', children: [], parents: [], meta: {} }
  return {
    [VERSION_KEY]: VERSION,
    ...current,
    [HEADER_ID]: { id: HEADER_ID, type: header.type, meta: { ...header.meta, text: title } },
  }
}

/** Adds the charts that belong to a dashboard and stand nowhere, at its end, three to a row. */
export function withUnplacedCharts(
  layout: Layout,
  charts: readonly { readonly id: number; readonly name: string }[],
): Layout {
  const placed = new Set(placedChartIds(layout))
  const missing = charts.filter((chart) => !placed.has(chart.id))
  const perRow = 3
  let next = layout
  for (let start = 0; start < missing.length; start += perRow) {
    next = withRowOf(next, missing.slice(start, start + perRow))
  }
  return next === layout ? layout : withParents(next)
}

function withRowOf(layout: Layout, charts: readonly { readonly id: number; readonly name: string }[]): Layout {
  const [first] = charts
  const firstTab = topLevelTabs(layout)?.children[0]
  const parent = layout[firstTab ?? GRID_ID]
  if (!first || !parent) return layout
  const rowId = `ROW-chart-${first.id}`
  const items = charts.map((chart): LayoutItem => {
    const meta = {
      chartId: chart.id,
      sliceName: chart.name,
      width: DEFAULT_CHART_WIDTH,
      height: DEFAULT_CHART_HEIGHT,
    }
    return { id: `CHART-${chart.id}`, type: 'CHART', children: [], parents: [], meta }
  })
  const row: LayoutItem = {
    id: rowId,
    type: 'ROW',
    children: items.map((item) => item.id),
    parents: [],
    meta: { background: TRANSPARENT },
  }
  const added = { ...layout, [rowId]: row, ...Object.fromEntries(items.map((item) => [item.id, item])) }
  return withChildren(added, parent.id, [...parent.children, rowId])
}

function itemFrom(id: string, value: unknown): LayoutItem | null {
  if (typeof value !== 'object' || value === null) return null
  const raw = value as { type?: unknown; children?: unknown; parents?: unknown; meta?: unknown }
  const type = LAYOUT_TYPES.find((known) => known === raw.type)
  if (!type) return null
  return {
    id,
    type,
    children: textsOf(raw.children),
    parents: textsOf(raw.parents),
    meta: measured(type, typeof raw.meta === 'object' && raw.meta !== null ? { ...raw.meta } : {}),
  }
}

/** A width or height that is no size is the usual one: nothing is drawn where there is no room. */
function measured(type: LayoutItem['type'], meta: Readonly<Record<string, unknown>>): LayoutItem['meta'] {
  const { width, height, ...rest } = meta
  const [columns, units] = [sizeOf(width), sizeOf(height) ?? (type === 'CHART' ? DEFAULT_CHART_HEIGHT : null)]
  return { ...rest, ...(columns !== null && { width: columns }), ...(units !== null && { height: units }) }
}

/** A size in columns or units of eight pixels, also where its digits are given as text. */
function sizeOf(value: unknown): number | null {
  const size = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof size === 'number' && Number.isFinite(size) && size > 0 ? size : null
}

/** Children that do not exist, and second mentions of a child, are left out. */
function withoutDangling(layout: Layout): Layout {
  const seen = new Set<string>([ROOT_ID])
  const kept: Record<string, LayoutItem> = { ...layout }
  const visit = (id: string): void => {
    const item = kept[id]
    if (!item) return
    const children = item.children.filter((child) => {
      const isFirst = kept[child] !== undefined && !seen.has(child)
      seen.add(child)
      return isFirst
    })
    if (children.length !== item.children.length) kept[id] = { ...item, children }
    for (const child of children) visit(child)
  }
  visit(ROOT_ID)
  const root = kept[ROOT_ID]
  if (root?.children.length === 0) kept[ROOT_ID] = { ...root, children: [GRID_ID] }
  if (!seen.has(GRID_ID)) visit(GRID_ID)
  return kept
}

function parseObject(text: string | null): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}
