import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, FigureDrawing, Frame } from '../chart.ts'
import { fixedColorText } from '../parts/fixed-color.ts'
import { columnOf, firstFrame, isTemporal } from '../parts/frame.ts'
import { numberFormatter, SMART_NUMBER, toNumber } from '../parts/number-format.ts'
import { xLabelOf } from '../parts/series-query.ts'
import { timeInFull } from '../parts/time-format.ts'
import type { BigNumberOptions, BigNumberTotalOptions } from './options.ts'

const signedPercent = numberFormatter('+.1%')

export function drawBigNumberTotal(
  options: BigNumberTotalOptions,
  frames: readonly Frame[],
  { titles }: DrawContext,
): Drawing {
  const frame = firstFrame(frames)
  const label = options.metric === null ? '' : metricLabel(options.metric)
  const index = Math.max(0, frame.names.indexOf(label))
  const isTime = options.isTime || isTemporal(frame, index)
  const value = writeFigure(options, toNumber(frame.columns[index]?.[0]), isTime)
  const drawn = {
    value,
    subtitle: subtitleOf(options),
    change: null,
    trend: null,
    color: fixedColorText(options.color),
  }
  return figure(drawn, titles[label] ?? label)
}

export function drawBigNumber(options: BigNumberOptions, frames: readonly Frame[], { titles }: DrawContext): Drawing {
  const frame = firstFrame(frames)
  const label = options.metric === null ? '' : metricLabel(options.metric)
  const values = columnOf(frame, label).map(toNumber)
  const times = columnOf(frame, xLabelOf(options.xAxis))
  const last = values.findLastIndex((value) => value !== null)
  const shown =
    options.aggregation === 'raw' ? toNumber(columnOf(frames[1] ?? frame, label)[0]) : aggregate(options, values, last)
  const when =
    options.showTimestamp && last >= 0 ? timeInFull(options.timeFormat, options.timeGrain)(Number(times[last])) : null
  const subtitle = [subtitleOf(options), when].filter((part) => part !== null).join(' · ')
  return figure(
    {
      value: writeFigure(options, shown, options.isTime),
      subtitle: subtitle === '' ? null : subtitle,
      change: changeOf(options, values, last),
      trend: options.showTrendLine && values.length > 1 ? values : null,
      color: fixedColorText(options.color),
    },
    titles[label] ?? label,
  )
}

/** A figure with what a screen reader says of it. */
export function figure(drawn: FigureDrawing, label: string): Drawing {
  const parts = [`${label}: ${drawn.value}`, drawn.change?.text, drawn.subtitle]
  return { kind: 'figure', figure: drawn, summary: parts.filter((part) => part != null).join(', ') }
}

/** The words below a figure, under their newer or their older name. */
export const subtitleOf = (options: BigNumberTotalOptions) => options.subtitle ?? options.subheader

/** The value of a figure in words. */
export function writeFigure(options: BigNumberTotalOptions, value: number | null, isTime: boolean): string {
  if (value === null) return '–'
  if (isTime) return timeInFull(options.timeFormat, null)(value)
  return numberFormatter(options.numberFormat ?? SMART_NUMBER, options.currency)(value)
}

function aggregate({ aggregation }: BigNumberOptions, values: readonly (number | null)[], last: number): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  switch (aggregation) {
    case 'sum':
      return sumOf(known)
    case 'mean':
      return sumOf(known) / known.length
    case 'min':
      return known.reduce((least, value) => Math.min(least, value))
    case 'max':
      return known.reduce((most, value) => Math.max(most, value))
    case 'median':
      return medianOf(known)
    default:
      return values[last] ?? null
  }
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

function changeOf(
  options: BigNumberOptions,
  values: readonly (number | null)[],
  last: number,
): FigureDrawing['change'] {
  const lag = options.compareLag
  if (lag === null || lag <= 0 || last < lag) return null
  const before = values[last - lag] ?? null
  const after = values[last] ?? null
  if (before === null || after === null || before === 0) return null
  const share = (after - before) / Math.abs(before)
  const text = [signedPercent(share), options.compareSuffix].filter((part) => part !== null).join(' ')
  return { text, direction: share > 0 ? 'up' : share < 0 ? 'down' : 'flat' }
}
