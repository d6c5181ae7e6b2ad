import {
  type Column,
  columnLabel,
  metricLabel,
  type PostProcessingStep,
  type QueryObject,
  queryObject,
} from '../../query/query-object.ts'
import { queriedLayers } from './annotation-layers.ts'
import { baseAxis, baseQuery, orderByMetric } from './base-query.ts'
import { formOptions, type ReadOptions } from './form-options.ts'
import { seriesQueryFields } from './series-options.ts'

const _options = formOptions(seriesQueryFields)
export type SeriesQueryOptions = ReadOptions<typeof _options>

/** Label of the column that older charts, which name a time column instead of an x-axis, get back. */
const TIMESTAMP = '__timestamp'

/** The query of lines, areas and bars: one row per x value, one column per series. */
export function seriesQuery(options: SeriesQueryOptions): readonly QueryObject[] {
  const base = baseQuery(options)
  const offsets = isComparing(options) ? options.timeCompare : []
  const hasAxis = options.xAxis !== null
  const granularity = base.granularity ?? (hasAxis ? null : options.granularity)
  return [
    queryObject({
      ...base,
      columns: axisColumns(options, base.extras.timeGrain),
      metrics: options.metrics,
      granularity,
      isTimeseries: !hasAxis,
      seriesColumns: options.groupby,
      seriesLimit: options.seriesLimit ?? options.limit ?? 0,
      seriesLimitMetric: options.sortBy,
      groupOthers: options.groupOthers,
      orderby: orderByMetric(options.sortBy, options.metrics, options.orderDesc),
      timeOffsets: offsets,
      annotationLayers: queriedLayers(options.annotations, base),
      postProcessing: postProcessing(options, offsets, hasAxis || granularity !== null),
    }),
  ]
}

export const xLabelOf = (xAxis: Column | null) => (xAxis === null ? TIMESTAMP : columnLabel(xAxis))

/** True when a single metric has left the names of the series. */
export const hasShortNames = (options: SeriesQueryOptions) =>
  options.metrics.length === 1 && options.groupby.length > 0 && options.truncateMetric && !isDerived(options)

const isComparing = (options: SeriesQueryOptions) => options.timeCompare.length > 0 && options.comparisonType !== null
const isDerived = (options: SeriesQueryOptions) => isComparing(options) && options.comparisonType !== 'values'

function axisColumns(options: SeriesQueryOptions, timeGrain: string | null): readonly Column[] {
  return options.xAxis === null ? options.groupby : [baseAxis(options.xAxis, timeGrain), ...options.groupby]
}

function postProcessing(
  options: SeriesQueryOptions,
  offsets: readonly string[],
  hasIndex: boolean,
): readonly PostProcessingStep[] {
  const labels = options.metrics.map(metricLabel)
  return [
    hasIndex && labels.length > 0 ? pivotStep(options, labels, offsets) : null,
    rollingStep(options, labels, offsets),
    compareStep(options, labels, offsets),
    resampleStep(options),
    renameStep(options, labels, offsets),
    contributionStep(options, offsets),
    sortStep(options, labels),
    { operation: 'flatten', options: {} },
    hasIndex ? forecastStep(options) : null,
  ].filter((step) => step !== null)
}

function pivotStep(options: SeriesQueryOptions, labels: readonly string[], offsets: readonly string[]) {
  const names = labels.flatMap((label) => [label, ...offsets.map((offset) => `${label}__${offset}`)])
  return {
    operation: 'pivot',
    options: {
      index: [xLabelOf(options.xAxis)],
      columns: options.groupby.map(columnLabel),
      aggregates: Object.fromEntries(names.map((name) => [name, { operator: 'mean' }])),
      drop_missing_columns: !options.showEmptyColumns,
    },
  }
}

function rollingStep(options: SeriesQueryOptions, labels: readonly string[], offsets: readonly string[]) {
  if (options.rollingType === null) return null
  const names = labels.flatMap((label) => [label, ...offsets.map((offset) => `${label}__${offset}`)])
  const columns = Object.fromEntries(names.map((name) => [name, name]))
  if (options.rollingType === 'cumsum') return { operation: 'cum', options: { operator: 'sum', columns } }
  return {
    operation: 'rolling',
    options: {
      rolling_type: options.rollingType,
      window: options.rollingPeriods ?? 1,
      min_periods: options.minPeriods ?? 0,
      columns,
    },
  }
}

function compareStep(options: SeriesQueryOptions, labels: readonly string[], offsets: readonly string[]) {
  if (!isDerived(options)) return null
  const pairs = labels.flatMap((label) => offsets.map((offset) => [label, `${label}__${offset}`] as const))
  return {
    operation: 'compare',
    options: {
      source_columns: pairs.map(([source]) => source),
      compare_columns: pairs.map(([, compared]) => compared),
      compare_type: options.comparisonType,
      drop_original_columns: true,
    },
  }
}

function resampleStep({ resampleRule, resampleMethod }: SeriesQueryOptions) {
  if (!resampleRule || !resampleMethod) return null
  const isZero = resampleMethod === 'zerofill'
  return {
    operation: 'resample',
    options: { method: isZero ? 'asfreq' : resampleMethod, rule: resampleRule, ...(isZero ? { fill_value: 0 } : {}) },
  }
}

function renameStep(options: SeriesQueryOptions, labels: readonly string[], offsets: readonly string[]) {
  if (!hasShortNames(options)) return null
  const [label = ''] = labels
  const shifted = offsets.map((offset) => [`${label}__${offset}`, offset] as const)
  return {
    operation: 'rename',
    options: { columns: Object.fromEntries([[label, null], ...shifted]), level: 0, inplace: true },
  }
}

function contributionStep({ contributionMode }: SeriesQueryOptions, offsets: readonly string[]) {
  if (contributionMode === null) return null
  return { operation: 'contribution', options: { orientation: contributionMode, time_shifts: [...offsets] } }
}

const FORECAST_PERIODS = 10
const FORECAST_INTERVAL = 0.8

function forecastStep(options: SeriesQueryOptions) {
  if (!options.forecastEnabled) return null
  return {
    operation: 'prophet',
    options: {
      time_grain: options.timeGrain,
      periods: options.forecastPeriods ?? FORECAST_PERIODS,
      confidence_interval: options.forecastInterval ?? FORECAST_INTERVAL,
      yearly_seasonality: options.forecastYearly,
      weekly_seasonality: options.forecastWeekly,
      daily_seasonality: options.forecastDaily,
      index: xLabelOf(options.xAxis),
    },
  }
}

function sortStep(options: SeriesQueryOptions, labels: readonly string[]) {
  const { xAxisSort, xAxisSortAsc } = options
  if (xAxisSort === null || options.groupby.length > 0) return null
  if (labels.includes(xAxisSort)) return { operation: 'sort', options: { by: xAxisSort, ascending: xAxisSortAsc } }
  return { operation: 'sort', options: { is_sort_index: true, ascending: xAxisSortAsc } }
}
