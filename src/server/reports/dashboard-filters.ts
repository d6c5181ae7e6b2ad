import { clausesOf, extraFormDataFor, missingFilters } from '../../query/data-mask/clauses.ts'
import { type FilterConfig, isFilter, type NativeFilter } from '../../query/data-mask/filter-config.ts'

interface ChartFilters {
  /** What the filters of the dashboard ask of a chart, as `extra_form_data`. */
  extraOf(chartId: number): Readonly<Record<string, unknown>>
  /** Names of the filters that a chart waits for. */
  missingOf(chartId: number): readonly string[]
}

/** The filters of a dashboard as they are when it is opened: with their default values. */
export function startingFilters(jsonMetadata: string | null, chartIds: readonly number[]): ChartFilters {
  const inputs = {
    filters: filtersIn(jsonMetadata),
    masks: {},
    chartConfiguration: {},
    globalChartConfiguration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [] },
    isCrossFilteringEnabled: false,
    chartsInScope: (filter: NativeFilter) => chartsOf(filter, chartIds),
  }
  const clauses = clausesOf(inputs)
  return {
    extraOf: (chartId) => ({ ...extraFormDataFor(chartId, clauses) }),
    missingOf: (chartId) => missingFilters(chartId, inputs).map(({ name }) => name),
  }
}

const chartsOf = ({ chartsInScope, scope }: NativeFilter, all: readonly number[]): readonly number[] =>
  chartsInScope ?? all.filter((id) => !scope.excluded.includes(id))

function filtersIn(jsonMetadata: string | null): readonly FilterConfig[] {
  try {
    const { native_filter_configuration: filters } = JSON.parse(jsonMetadata ?? '{}')
    if (!Array.isArray(filters)) return []
    return filters.filter((one) => isFilter(one)).map((one) => ({ ...EMPTY, ...one }))
  } catch {
    return []
  }
}

const EMPTY = {
  controlValues: {},
  defaultDataMask: {},
  cascadeParentIds: [],
  targets: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
}
