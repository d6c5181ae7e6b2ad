import { annotationLayers } from './annotation-layers.ts'
import { asNumber, asRecord, asText, choice, field, flag, number, type Reader, text } from './form-options.ts'
import { column, columns, metric, metrics, queryFields, texts } from './form-query-fields.ts'
import type { Currency } from './number-format.ts'

export const asBounds: Reader<readonly (number | null)[]> = (value) =>
  Array.isArray(value) ? value.map((bound) => asNumber(bound) ?? null) : undefined

export const asCurrency: Reader<Currency> = (value) => {
  const saved = asRecord(value) ?? {}
  const symbol = asText(saved.symbol)
  if (symbol === undefined) return undefined
  return { symbol, symbolPosition: saved.symbolPosition === 'suffix' ? 'suffix' : 'prefix' }
}

/** On, off, or how many waves make the season; null leaves it to the data. */
const asSeasonality: Reader<boolean | number | null> = (value) =>
  typeof value === 'boolean' || typeof value === 'number' ? value : undefined

/** What every chart with an x-axis and series asks for: lines, areas and bars. */
export const seriesQueryFields = {
  ...queryFields,
  xAxis: column('x_axis'),
  metrics: metrics('metrics'),
  groupby: columns('groupby'),
  limit: number('limit'),
  seriesLimit: number('series_limit'),
  sortBy: metric('timeseries_limit_metric'),
  groupOthers: flag('group_others_when_limit_reached', false),
  contributionMode: choice('contributionMode', ['row', 'column'], null),
  xAxisSort: text('x_axis_sort'),
  xAxisSortAsc: flag('x_axis_sort_asc', true),
  truncateMetric: flag('truncate_metric', true),
  showEmptyColumns: flag('show_empty_columns', false),
  rollingType: choice('rolling_type', ['mean', 'sum', 'std', 'cumsum'], null),
  rollingPeriods: number('rolling_periods'),
  minPeriods: number('min_periods'),
  timeCompare: texts('time_compare'),
  comparisonType: choice('comparison_type', ['values', 'difference', 'percentage', 'ratio'], 'values'),
  resampleRule: text('resample_rule'),
  resampleMethod: text('resample_method'),
  annotations: annotationLayers,
  forecastEnabled: flag('forecastEnabled', false),
  forecastPeriods: number('forecastPeriods'),
  forecastInterval: number('forecastInterval'),
  forecastYearly: field('forecastSeasonalityYearly', asSeasonality, null),
  forecastWeekly: field('forecastSeasonalityWeekly', asSeasonality, null),
  forecastDaily: field('forecastSeasonalityDaily', asSeasonality, null),
} as const

export const seriesStyleFields = {
  colorScheme: text('color_scheme'),
  showLegend: flag('show_legend', true),
  yAxisFormat: text('y_axis_format'),
  currency: field<Currency | null>('currency_format', asCurrency, null),
  xAxisTimeFormat: text('x_axis_time_format'),
  tooltipTimeFormat: text('tooltipTimeFormat'),
  xAxisForceCategorical: flag('xAxisForceCategorical', false),
  yAxisTitle: text('y_axis_title'),
  stack: choice('stack', ['Stack', 'Stream', 'Expand'], null),
  showValue: flag('show_value', false),
  logAxis: flag('logAxis', false),
  truncateYAxis: flag('truncateYAxis', false),
  yAxisBounds: field<readonly (number | null)[]>('y_axis_bounds', asBounds, [null, null]),
  zoomable: flag('zoomable', false),
  sortSeriesType: choice('sort_series_type', ['sum', 'name', 'min', 'max', 'avg'], 'sum'),
  sortSeriesAscending: flag('sort_series_ascending', false),
} as const

export const currencyField = field<Currency | null>('currency_format', asCurrency, null)
