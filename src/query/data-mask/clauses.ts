import { awaitsFirstValue, defaultMask, isRequired } from './emit.ts'
import {
  type ChartConfiguration,
  type DataMask,
  type DataMasks,
  type ExtraFormData,
  type FilterConfig,
  type GlobalChartConfiguration,
  isFilter,
  type NativeFilter,
} from './filter-config.ts'
import { isEmptyExtra, mergeExtraFormData } from './merge.ts'

type ClauseSource =
  | { readonly kind: 'filter'; readonly filterId: string; readonly name: string }
  | { readonly kind: 'chart'; readonly chartId: number }

/** One thing that is asked of several charts: where it comes from, what it asks, and who takes it. */
export interface FilterClause {
  readonly source: ClauseSource
  readonly extra: ExtraFormData
  readonly mask: DataMask
  readonly charts: ReadonlySet<number>
}

/** Everything on a dashboard that filters. */
export interface FilterInputs {
  readonly filters: readonly FilterConfig[]
  readonly masks: DataMasks
  readonly chartConfiguration: ChartConfiguration
  readonly globalChartConfiguration: GlobalChartConfiguration
  readonly isCrossFilteringEnabled: boolean
  /** The charts that a filter reaches, from the layout. */
  chartsInScope(filter: NativeFilter): readonly number[]
}

/** The clauses in force: native filters in their order, then clicked charts in the order of their ids. */
export function clausesOf(inputs: FilterInputs): readonly FilterClause[] {
  return [...filterClauses(inputs), ...(inputs.isCrossFilteringEnabled ? crossFilterClauses(inputs) : [])]
}

/** What all clauses together ask of one chart. */
export function extraFormDataFor(chartId: number, clauses: readonly FilterClause[]): ExtraFormData {
  return mergeExtraFormData(clauses.filter((clause) => clause.charts.has(chartId)).map((clause) => clause.extra))
}

/** The filters that reach a chart and have yet to be given a value, by a person or by their choices: the chart waits. */
export function missingFilters(chartId: number, inputs: FilterInputs): readonly NativeFilter[] {
  return inputs.filters
    .filter(isFilter)
    .filter((filter) => isRequired(filter) || awaitsFirstValue(filter, inputs.masks))
    .filter((filter) => maskFor(filter, inputs.masks).filterState.value == null)
    .filter((filter) => inputs.chartsInScope(filter).includes(chartId))
}

/** What the parents of a filter ask of its list of choices. */
export function parentsExtra(filter: NativeFilter, filters: readonly FilterConfig[], masks: DataMasks): ExtraFormData {
  const parents = filters.filter(isFilter).filter((one) => filter.cascadeParentIds.includes(one.id))
  return mergeExtraFormData(parents.map((parent) => maskFor(parent, masks).extraFormData))
}

/** The data mask of a filter: the chosen one, or its default. */
export function maskFor(filter: NativeFilter, masks: DataMasks): DataMask {
  return masks[filter.id] ?? defaultMask(filter)
}

/** The charts that take the cross-filter of a chart. */
export function crossFilterTargets(
  chartId: number,
  configuration: ChartConfiguration,
  everywhere: GlobalChartConfiguration,
): readonly number[] {
  const own = configuration[String(chartId)]?.crossFilters
  const charts = own === undefined || own.scope === 'global' ? everywhere.chartsInScope : own.chartsInScope
  return charts.filter((id) => id !== chartId)
}

function filterClauses(inputs: FilterInputs): readonly FilterClause[] {
  return inputs.filters.filter(isFilter).flatMap((filter) => {
    const mask = maskFor(filter, inputs.masks)
    if (isEmptyExtra(mask.extraFormData)) return []
    const source = { kind: 'filter', filterId: filter.id, name: filter.name } as const
    return [{ source, mask, extra: mask.extraFormData, charts: new Set(inputs.chartsInScope(filter)) }]
  })
}

function crossFilterClauses(inputs: FilterInputs): readonly FilterClause[] {
  const filterIds = new Set(inputs.filters.map((filter) => filter.id))
  return Object.values(inputs.masks)
    .filter((mask) => !filterIds.has(mask.id) && /^\d+$/.test(mask.id) && !isEmptyExtra(mask.extraFormData))
    .sort((one, other) => Number(one.id) - Number(other.id))
    .map((mask) => {
      const chartId = Number(mask.id)
      const targets = crossFilterTargets(chartId, inputs.chartConfiguration, inputs.globalChartConfiguration)
      return { source: { kind: 'chart', chartId }, mask, extra: mask.extraFormData, charts: new Set(targets) } as const
    })
}
