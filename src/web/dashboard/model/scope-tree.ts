import { chartIdsBelow, type Layout, placedChartIds, ROOT_ID } from '../../../query/dashboard/layout.ts'
import { scopeOfCharts } from '../../../query/dashboard/scope.ts'
import { EVERYWHERE, type FilterScope } from '../../../query/data-mask/filter-config.ts'

/** A tab, chart or the whole dashboard, with the charts below. */
export interface ScopeNode {
  readonly id: string
  readonly chartIds: readonly number[]
  readonly children: readonly ScopeNode[]
}

/** Tabs and charts below an item; rows and columns are left out, their charts stand in their place. */
export function scopeTree(layout: Layout, id: string, exceptChartId: number | null): ScopeNode | null {
  const item = layout[id]
  const chartIds = chartIdsBelow(layout, id).filter((chartId) => chartId !== exceptChartId)
  if (!item || chartIds.length === 0) return null
  return { id, chartIds, children: childNodes(layout, id, exceptChartId) }
}

function childNodes(layout: Layout, id: string, except: number | null): readonly ScopeNode[] {
  return (layout[id]?.children ?? []).flatMap((childId) => {
    const type = layout[childId]?.type
    if (type !== 'TAB' && type !== 'CHART') return childNodes(layout, childId, except)
    const node = scopeTree(layout, childId, except)
    return node ? [node] : []
  })
}

/** Charts with a branch put in or taken out. */
export function toggled(
  chosen: ReadonlySet<number>,
  chartIds: readonly number[],
  isChosen: boolean,
): ReadonlySet<number> {
  const next = new Set(chosen)
  for (const id of chartIds) {
    if (isChosen) next.add(id)
    else next.delete(id)
  }
  return next
}

/** True for a scope that reaches all charts, whatever is added. */
export function isEverywhere(scope: FilterScope): boolean {
  return scope.rootPath.includes(ROOT_ID) && scope.excluded.length === 0
}

/** The scope that reaches the chosen charts. Whole tabs are named, so that charts added to them later come under it. */
export function scopeFrom(layout: Layout, chosen: ReadonlySet<number>): FilterScope {
  const all = placedChartIds(layout)
  if (all.every((id) => chosen.has(id))) return EVERYWHERE
  const tabs = wholeTabs(layout, chosen)
  const inTabs = new Set(tabs.flatMap((id) => chartIdsBelow(layout, id)))
  const isCovered = tabs.length > 0 && [...chosen].every((id) => inTabs.has(id))
  return isCovered ? { rootPath: tabs, excluded: [] } : scopeOfCharts(layout, chosen)
}

function wholeTabs(layout: Layout, chosen: ReadonlySet<number>): readonly string[] {
  return Object.values(layout)
    .filter((item) => item.type === 'TAB')
    .filter((item) => {
      const below = chartIdsBelow(layout, item.id)
      return below.length > 0 && below.every((id) => chosen.has(id))
    })
    .map((item) => item.id)
}
