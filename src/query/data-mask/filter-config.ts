/** Where a filter reaches: every chart below one of the layout items, but for the excluded charts. */
export interface FilterScope {
  readonly rootPath: readonly string[]
  readonly excluded: readonly number[]
}

export interface FilterTarget {
  readonly datasetId?: number
  readonly column?: { readonly name: string }
}

export type FilterType = 'filter_select' | 'filter_range' | 'filter_time' | 'filter_timecolumn' | 'filter_timegrain'

/** Settings of one filter, under the names in which dashboards store them. */
interface FilterControlValues {
  readonly enableEmptyFilter?: boolean
  readonly defaultToFirstItem?: boolean
  readonly multiSelect?: boolean
  readonly searchAllOptions?: boolean
  readonly inverseSelection?: boolean
  readonly sortAscending?: boolean
  readonly creatable?: boolean
  readonly enableSingleValue?: number | null
  readonly [key: string]: unknown
}

export interface NativeFilter {
  readonly id: string
  readonly type: 'NATIVE_FILTER'
  readonly filterType: FilterType
  readonly name: string
  readonly description: string
  readonly targets: readonly FilterTarget[]
  readonly scope: FilterScope
  readonly controlValues: FilterControlValues
  readonly defaultDataMask: Partial<DataMask>
  readonly cascadeParentIds: readonly string[]
  readonly adhoc_filters?: readonly unknown[]
  readonly time_range?: string
  readonly granularity_sqla?: string
  readonly sortMetric?: string | null
  readonly chartsInScope?: readonly number[]
  readonly tabsInScope?: readonly string[]
  readonly [key: string]: unknown
}

export interface FilterDivider {
  readonly id: string
  readonly type: 'DIVIDER'
  readonly title: string
  readonly description: string
  readonly [key: string]: unknown
}

export type FilterConfig = NativeFilter | FilterDivider

/** One condition of a data mask, as a chart request spells it. */
export interface MaskFilter {
  readonly col: unknown
  readonly op: string
  readonly val?: unknown
  readonly grain?: string
}

/** What a filter adds to the question of a chart, under its names on the wire. */
export interface ExtraFormData {
  readonly filters?: readonly MaskFilter[]
  readonly adhoc_filters?: readonly Readonly<Record<string, unknown>>[]
  readonly interactive_groupby?: readonly unknown[]
  readonly interactive_highlight?: readonly unknown[]
  readonly interactive_drilldown?: readonly unknown[]
  readonly custom_form_data?: Readonly<Record<string, unknown>>
  readonly time_range?: string
  readonly granularity_sqla?: string
  readonly granularity?: string
  readonly time_column?: string
  readonly time_grain?: string
  readonly time_compare?: string
  readonly relative_start?: string
  readonly relative_end?: string
  readonly time_grain_sqla?: string
}

/** What is chosen in a filter, for drawing it again. */
export interface FilterState {
  readonly value?: unknown
  readonly label?: string | null
  readonly selectedValues?: unknown
  readonly excludeFilterValues?: boolean
  readonly [key: string]: unknown
}

/** What one filter, or one chart that is clicked, contributes. `ownState` stays with its chart. */
export interface DataMask {
  readonly id: string
  readonly extraFormData: ExtraFormData
  readonly filterState: FilterState
  readonly ownState: Readonly<Record<string, unknown>>
}

/** By id of a filter, or id of a chart as text. */
export type DataMasks = Readonly<Record<string, DataMask>>

export interface CrossFilterConfig {
  readonly scope: 'global' | FilterScope
  readonly chartsInScope: readonly number[]
}

/** By id of a chart as text. */
export type ChartConfiguration = Readonly<
  Record<string, { readonly id: number; readonly crossFilters: CrossFilterConfig; readonly [key: string]: unknown }>
>

export interface GlobalChartConfiguration {
  readonly scope: FilterScope
  readonly chartsInScope: readonly number[]
}

export const EVERYWHERE: FilterScope = { rootPath: ['ROOT_ID'], excluded: [] }

/** True for a filter, false for a heading between filters. */
export function isFilter(config: FilterConfig): config is NativeFilter {
  return config.type === 'NATIVE_FILTER'
}
