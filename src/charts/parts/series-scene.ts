import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Frame, Selection } from '../chart.ts'
import { fade } from './color-schemes.ts'
import type { FormField } from './form-options.ts'
import { categoryText, firstFrame } from './frame.ts'
import { type Currency, type NumberFormatter, numberFormatter, SMART_NUMBER } from './number-format.ts'
import { FORECAST, type OneSeries, type SeriesModel, seriesModel } from './series-model.ts'
import type { seriesStyleFields } from './series-options.ts'
import { hasShortNames, type SeriesQueryOptions, xLabelOf } from './series-query.ts'
import { SMART_DATE, timeInFull } from './time-format.ts'
import { type ChartTokens, tokensOf } from './tokens.ts'

type StyleOptions = {
  readonly [K in keyof typeof seriesStyleFields]: (typeof seriesStyleFields)[K] extends FormField<infer T> ? T : never
}
export type SeriesOptions = SeriesQueryOptions & StyleOptions

/** Everything that lines, areas and bars share before the first mark is drawn. */
export interface SeriesScene {
  readonly tokens: ChartTokens
  readonly model: SeriesModel
  readonly isPercent: boolean
  writeAxis: NumberFormatter
  writeValue: NumberFormatter
  writeX(value: unknown): string
  colorOf(series: OneSeries): string
  /** Drawn with little colour because a cross-filter has chosen others. */
  isFaded(series: OneSeries, row?: number): boolean
  select(name: string, series: OneSeries | undefined): Selection | null
}

export function seriesScene(
  options: SeriesOptions,
  frames: readonly Frame[],
  context: DrawContext,
  isStacked: boolean,
): SeriesScene {
  const tokens = tokensOf(context.theme)
  const model = seriesModel(firstFrame(frames), {
    xLabel: xLabelOf(options.xAxis),
    isCategorical: options.xAxisForceCategorical,
    sortType: options.sortSeriesType,
    isAscending: options.sortSeriesAscending,
    hasGroups: options.groupby.length > 0,
    isStacked,
    titles: context.titles,
    startsWithMetric: !hasShortNames(options),
    offsets: [
      ...(options.forecastEnabled ? [FORECAST] : []),
      ...(options.comparisonType === null ? [] : options.timeCompare),
    ],
  })
  context.announce?.(model.series.filter((one) => !one.isMuted && !one.isOther).map((one) => one.base))
  const isPercent = options.contributionMode !== null || options.comparisonType === 'percentage'
  const writers = valueWriters(options.yAxisFormat, options.currency, isPercent)
  return {
    tokens,
    model,
    isPercent,
    ...writers,
    writeX: xWriter(options, model),
    colorOf: (one) => seriesColor(one, context, tokens),
    isFaded: fading(options, model, context.selected),
    select: (name, one) => selection(options, model, name, one),
  }
}

/** Short numbers on the axis, full digits everywhere else, unless a format is chosen. */
export function valueWriters(format: string | null, currency: Currency | null, isPercent = false) {
  if (format !== null && format !== SMART_NUMBER) {
    const write = numberFormatter(format, currency)
    return { writeAxis: write, writeValue: write }
  }
  if (isPercent) return { writeAxis: numberFormatter(',.0%'), writeValue: numberFormatter(',.1%') }
  return {
    writeAxis: numberFormatter(SMART_NUMBER, currency && { ...currency }),
    writeValue: numberFormatter('full', currency),
  }
}

function xWriter(options: SeriesOptions, model: SeriesModel): (value: unknown) => string {
  if (model.xKind === 'number') return (value) => numberFormatter('full')(Number(value))
  if (model.xKind === 'category') return categoryText
  const chosen = options.tooltipTimeFormat === SMART_DATE ? null : options.tooltipTimeFormat
  const write = timeInFull(chosen ?? options.xAxisTimeFormat, options.timeGrain)
  return (value) => (value == null ? '<NULL>' : write(Number(value)))
}

function seriesColor(one: OneSeries, context: DrawContext, tokens: ChartTokens): string {
  if (one.isOther) return tokens.mute
  if (one.isMuted) return tokens.axis
  return one.offset === null ? context.color(one.name) : fade(context.color(one.base), 0.6)
}

function fading(options: SeriesOptions, model: SeriesModel, selected: readonly unknown[] | null) {
  if (selected === null || selected.length === 0) return () => false
  const chosen = new Set(selected.map(String))
  if (options.groupby.length > 0) return (one: OneSeries) => !one.parts.some((part) => chosen.has(part))
  return (_one: OneSeries, row?: number) => row !== undefined && !chosen.has(String(model.xValues[row]))
}

function selection(
  options: SeriesOptions,
  model: SeriesModel,
  name: string,
  one: OneSeries | undefined,
): Selection | null {
  if (options.groupby.length > 0) {
    if (one === undefined || one.isOther) return null
    const values = hasShortNames(options) ? one.parts : one.parts.slice(1)
    const filters = options.groupby.map((column, index) => ({
      column: columnLabel(column),
      values: [values[index] ?? null],
    }))
    return { filters, label: values.join(', ') }
  }
  if (model.xKind === 'time' || options.xAxis === null) return null
  const value = model.xValues.find((x) => categoryText(x) === name) ?? name
  return { filters: [{ column: columnLabel(options.xAxis), values: [value] }], label: name }
}
