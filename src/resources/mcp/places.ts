import {
  COLUMN_COUNT,
  DEFAULT_CHART_HEIGHT,
  GRID_ID,
  type Layout,
  type LayoutItem,
  MAX_ROW_UNITS,
  TRANSPARENT,
  topLevelTabs,
  withChildren,
  withParents,
} from '../../query/dashboard/layout.ts'
import { chartsInScope, tabsWithCharts } from '../../query/dashboard/scope.ts'
import { Problem } from '../../wire/problem.ts'
import { isJson, type Json } from './tool.ts'

/** A chart with the room it takes; without a width, the charts of a row share it. */
export interface Tile {
  readonly chart: { readonly id: number; readonly uuid: string; readonly name: string }
  readonly width: number | null
  readonly height: number | null
}

/** Puts rows of charts at the end of a dashboard, in the tab of that title or id where it has tabs. Throws 400 for no such tab. */
export function withRows(layout: Layout, rows: readonly (readonly Tile[])[], tab: string | null): Layout {
  const parent = parentIn(layout, tab)
  const items: Record<string, LayoutItem> = {}
  const added = rows.map((tiles) => {
    const row = rowOf(tiles)
    for (const item of [row.item, ...row.charts]) items[item.id] = item
    return row.item.id
  })
  return withParents(withChildren({ ...layout, ...items }, parent.id, [...parent.children, ...added]))
}

function parentIn(layout: Layout, tab: string | null): LayoutItem {
  const tabs = Object.values(layout).filter(({ type }) => type === 'TAB')
  const wanted = tab === null ? topLevelTabs(layout)?.children[0] : tab
  const found =
    tabs.find(({ id, meta }) => id === wanted || meta.text === wanted) ?? (tab === null ? layout[GRID_ID] : null)
  if (found) return found
  const titles = tabs.map(({ meta }) => meta.text).join(', ') || 'none'
  throw new Problem(400, `The dashboard has no tab "${tab}". Its tabs: ${titles}`)
}

const freshId = (type: 'ROW' | 'CHART') => `${type}-${crypto.randomUUID().slice(0, 12)}`

function rowOf(tiles: readonly Tile[]): { readonly item: LayoutItem; readonly charts: readonly LayoutItem[] } {
  const given = tiles.reduce((sum, { width }) => sum + (width ?? 0), 0)
  const sharing = tiles.filter(({ width }) => width === null).length
  const share = sharing === 0 ? 0 : Math.floor((COLUMN_COUNT - given) / sharing)
  if (given > COLUMN_COUNT || (sharing > 0 && share < 1))
    throw new Problem(400, `A row has ${COLUMN_COUNT} columns; the charts of one take more.`)
  const charts = tiles.map(({ chart, width, height }): LayoutItem => {
    const size = { width: width ?? share, height: Math.min(height ?? DEFAULT_CHART_HEIGHT, MAX_ROW_UNITS) }
    const meta = { chartId: chart.id, uuid: chart.uuid, sliceName: chart.name, ...size }
    return { id: freshId('CHART'), type: 'CHART', children: [], parents: [], meta }
  })
  const children = charts.map(({ id }) => id)
  return { item: { id: freshId('ROW'), type: 'ROW', children, parents: [], meta: { background: TRANSPARENT } }, charts }
}

/** The settings of a dashboard whose filters reach the charts that the layout has. */
export function withReach(metadata: Json, layout: Layout): Json {
  const filters = metadata['native_filter_configuration']
  const global = metadata['global_chart_configuration']
  return {
    ...metadata,
    ...(Array.isArray(filters) && { native_filter_configuration: filters.map((one) => reaching(one, layout)) }),
    ...(isJson(global) && { global_chart_configuration: reaching(global, layout) }),
  }
}

function reaching(one: unknown, layout: Layout): unknown {
  if (!isJson(one) || !isJson(one['scope'])) return one
  const { rootPath, excluded } = one['scope']
  if (!Array.isArray(rootPath) || !Array.isArray(excluded)) return one
  const charts = chartsInScope(layout, { rootPath, excluded })
  return { ...one, chartsInScope: charts, ...('tabsInScope' in one && { tabsInScope: tabsWithCharts(layout, charts) }) }
}
