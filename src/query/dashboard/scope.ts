import { type FilterConfig, type FilterScope, isFilter, type NativeFilter } from '../data-mask/filter-config.ts'
import { type Layout, type LayoutItem, placedChartIds, ROOT_ID } from './layout.ts'

/** Charts that a scope reaches: below one of its roots, and not excluded. */
export function chartsInScope(layout: Layout, scope: FilterScope): readonly number[] {
  const roots = new Set(scope.rootPath)
  const excluded = new Set(scope.excluded)
  const inScope = new Set(
    Object.values(layout)
      .filter((item) => item.type === 'CHART' && isBelow(item, roots))
      .map((item) => item.meta.chartId),
  )
  return placedChartIds(layout).filter((id) => inScope.has(id) && !excluded.has(id))
}

/** Tabs that hold a chart of the list. */
export function tabsWithCharts(layout: Layout, chartIds: readonly number[]): readonly string[] {
  const wanted = new Set(chartIds)
  const tabs = Object.values(layout)
    .filter((item) => item.type === 'CHART' && wanted.has(item.meta.chartId ?? -1))
    .flatMap((item) => item.parents.filter((id) => layout[id]?.type === 'TAB'))
  return [...new Set(tabs)].sort()
}

/** Filters with the charts and tabs in their scope written down, as other readers of a dashboard expect them. */
export function withScopes(filters: readonly FilterConfig[], layout: Layout): readonly FilterConfig[] {
  return filters.map((filter) => {
    if (!isFilter(filter)) return filter
    const charts = chartsInScope(layout, filter.scope)
    return { ...filter, chartsInScope: charts, tabsInScope: tabsWithCharts(layout, charts) }
  })
}

/** True when a move brings one of the charts into the reach of another set of filters. */
export function changesFilterScope(before: Layout, after: Layout, filters: readonly FilterConfig[]): boolean {
  return filters.filter(isFilter).some((filter) => reach(before, filter) !== reach(after, filter))
}

/** True when a filter reaches no chart in the tabs that are open. */
export function isOutOfSight(filter: NativeFilter, layout: Layout, visibleChartIds: ReadonlySet<number>): boolean {
  const charts = chartsInScope(layout, filter.scope)
  return charts.length > 0 && !charts.some((id) => visibleChartIds.has(id))
}

/** The smallest scope that reaches exactly the chosen charts. */
export function scopeOfCharts(layout: Layout, chosen: ReadonlySet<number>): FilterScope {
  const all = placedChartIds(layout)
  return { rootPath: [ROOT_ID], excluded: all.filter((id) => !chosen.has(id)) }
}

function reach(layout: Layout, filter: NativeFilter): string {
  return [...chartsInScope(layout, filter.scope)].sort((one, other) => one - other).join()
}

function isBelow(item: LayoutItem, roots: ReadonlySet<string>): boolean {
  return roots.has(ROOT_ID) || item.parents.some((id) => roots.has(id))
}
