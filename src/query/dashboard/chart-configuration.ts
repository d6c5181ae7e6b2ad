import type {
  ChartConfiguration,
  CrossFilterConfig,
  FilterScope,
  GlobalChartConfiguration,
} from '../data-mask/filter-config.ts'
import { type Layout, placedChartIds } from './layout.ts'
import type { Metadata } from './metadata.ts'
import { chartsInScope, withScopes } from './scope.ts'

/** Settings that agree with the layout: scopes name the charts that exist, and every chart has an entry. */
export function syncedWithLayout(metadata: Metadata, layout: Layout): Metadata {
  const global = globalConfiguration(metadata.globalChartConfiguration, layout)
  return {
    ...metadata,
    filters: withScopes(metadata.filters, layout),
    globalChartConfiguration: global,
    chartConfiguration: chartConfiguration(metadata.chartConfiguration, layout, global),
  }
}

/** Gives a chart a cross-filter scope of its own, or the common one. */
export function withCrossFilterScope(
  metadata: Metadata,
  layout: Layout,
  chartId: number,
  scope: 'global' | FilterScope,
): Metadata {
  const before = metadata.chartConfiguration[String(chartId)]
  const entry = { ...before, id: chartId, crossFilters: { scope, chartsInScope: [] } }
  const changed = { ...metadata.chartConfiguration, [String(chartId)]: entry }
  return syncedWithLayout({ ...metadata, chartConfiguration: changed }, layout)
}

/** Gives all charts without a scope of their own another common one. */
export function withGlobalScope(metadata: Metadata, layout: Layout, scope: FilterScope): Metadata {
  return syncedWithLayout({ ...metadata, globalChartConfiguration: { scope, chartsInScope: [] } }, layout)
}

function globalConfiguration(before: GlobalChartConfiguration, layout: Layout): GlobalChartConfiguration {
  return { scope: before.scope, chartsInScope: chartsInScope(layout, before.scope) }
}

function chartConfiguration(
  before: ChartConfiguration,
  layout: Layout,
  global: GlobalChartConfiguration,
): ChartConfiguration {
  const entries = placedChartIds(layout).map((id) => {
    const known = before[String(id)]
    const crossFilters = crossFiltersOf(id, known?.crossFilters.scope ?? 'global', layout, global)
    return [String(id), { ...known, id, crossFilters }] as const
  })
  return Object.fromEntries(entries)
}

function crossFiltersOf(
  id: number,
  scope: 'global' | FilterScope,
  layout: Layout,
  global: GlobalChartConfiguration,
): CrossFilterConfig {
  const charts = scope === 'global' ? global.chartsInScope : chartsInScope(layout, scope)
  return { scope, chartsInScope: charts.filter((other) => other !== id) }
}
