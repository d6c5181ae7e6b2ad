import type { Frame } from '../chart.ts'
import { isNumeric, isTemporal } from './frame.ts'
import { toNumber } from './number-format.ts'
import { writing } from './writing.ts'

type XKind = 'time' | 'number' | 'category'

export interface OneSeries {
  readonly name: string
  /** The parts of the name: metric and dimension values. */
  readonly parts: readonly string[]
  readonly values: readonly (number | null)[]
  readonly raw: readonly unknown[]
  /** The offset of a time comparison that this series shows, and the name of the series it compares. */
  readonly offset: string | null
  readonly base: string
  /** Between which values a forecast lies, at each place of the x-axis. */
  readonly band: readonly (readonly [low: number, high: number] | null)[] | null
  readonly isMuted: boolean
  readonly isOther: boolean
}

export interface SeriesModel {
  readonly xKind: XKind
  readonly xValues: readonly unknown[]
  readonly series: readonly OneSeries[]
}

export interface SeriesRules {
  readonly xLabel: string
  readonly isCategorical: boolean
  readonly sortType: 'sum' | 'name' | 'min' | 'max' | 'avg' | null
  readonly isAscending: boolean
  readonly hasGroups: boolean
  readonly isStacked: boolean
  /** Offsets of a time comparison, and the one of a forecast. */
  readonly offsets: readonly string[]
  readonly titles: Readonly<Record<string, string>>
  /** The first part of a name is the metric, unless names hold only dimension values. */
  readonly startsWithMetric: boolean
}

/** What a forecast adds to the names of its columns. */
export const FORECAST = 'yhat'
const EDGE = /__yhat_(lower|upper)$/
const MAX_SERIES = 10
const MAX_MUTED = 40

/** Series of a pivoted answer: the x column and one series for each other column. */
export function seriesModel(frame: Frame, rules: SeriesRules): SeriesModel {
  const found = frame.names.indexOf(rules.xLabel)
  const xIndex = Math.max(found, 0)
  const isEdge = (name: string) => rules.offsets.includes(FORECAST) && EDGE.test(name)
  const all = frame.names.flatMap((name, index) =>
    index === xIndex || isEdge(name) ? [] : [oneSeries(frame, name, index, rules)],
  )
  const sorted = rules.hasGroups ? sortSeries(all, rules) : all
  return {
    xKind: kindOf(frame, xIndex, rules.isCategorical),
    xValues: frame.columns[xIndex] ?? [],
    series: capSeries(sorted, rules.isStacked),
  }
}

/** Splits a flattened name; a comma inside a part is written with a backslash before it. */
function nameParts(name: string): readonly string[] {
  return name.split(/(?<!\\), /).map((part) => part.replaceAll('\\,', ','))
}

function kindOf(frame: Frame, index: number, isCategorical: boolean): XKind {
  if (isCategorical) return 'category'
  if (isTemporal(frame, index)) return 'time'
  return isNumeric(frame, index) ? 'number' : 'category'
}

function oneSeries(frame: Frame, name: string, index: number, rules: SeriesRules): OneSeries {
  const raw = frame.columns[index] ?? []
  const parts = nameParts(name)
  const offset = rules.offsets.find((one) => parts.some((part) => isShifted(part, one))) ?? null
  const own = offset === null ? parts : withoutOffset(parts, offset)
  const base = titleOf(own, rules)
  return {
    name: offset === null ? base : shiftedName(base, offset),
    parts: own,
    values: raw.map(toNumber),
    raw,
    offset,
    base,
    band: offset === FORECAST ? bandOf(frame, name) : null,
    isMuted: false,
    isOther: false,
  }
}

function bandOf({ names, columns }: Frame, name: string): OneSeries['band'] {
  const [low, high] = ['lower', 'upper'].map((edge) => columns[names.indexOf(`${name}_${edge}`)]?.map(toNumber) ?? [])
  return low?.map((value, row) => (value === null || high?.[row] == null ? null : [value, high[row]])) ?? null
}

const isShifted = (part: string, offset: string) => part === offset || part.endsWith(`__${offset}`)

function withoutOffset(parts: readonly string[], offset: string): readonly string[] {
  return parts.flatMap((part) => {
    if (part === offset) return []
    return part.endsWith(`__${offset}`) ? [part.slice(0, -offset.length - 2)] : [part]
  })
}

function titleOf(parts: readonly string[], { titles, startsWithMetric }: SeriesRules): string {
  const [first = '', ...rest] = parts
  const title = startsWithMetric && Object.hasOwn(titles, first) ? titles[first] : null
  return [title || first, ...rest].join(', ')
}

function sortSeries(series: readonly OneSeries[], { sortType, isAscending }: SeriesRules): readonly OneSeries[] {
  const sign = isAscending ? 1 : -1
  if (sortType === 'name') return series.toSorted((a, b) => sign * a.name.localeCompare(b.name))
  const measured = series.map((one) => ({ one, size: sizeOf(one.values, sortType ?? 'sum') }))
  return measured.toSorted((a, b) => sign * (a.size - b.size)).map(({ one }) => one)
}

function sizeOf(values: readonly (number | null)[], type: 'sum' | 'min' | 'max' | 'avg'): number {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return 0
  if (type === 'min') return known.reduce((least, value) => Math.min(least, value))
  if (type === 'max') return known.reduce((most, value) => Math.max(most, value))
  const sum = known.reduce((total, value) => total + value, 0)
  return type === 'avg' ? sum / known.length : sum
}

/** The first in colour, each with what it is compared with and what is foretold of it; the rest faint or as one. */
function capSeries(series: readonly OneSeries[], isStacked: boolean): readonly OneSeries[] {
  const inOrder = [...series.filter(isOwn), ...series.filter((one) => !isOwn(one))]
  const bases = [...new Set(inOrder.map((one) => one.base))]
  if (bases.length <= MAX_SERIES) return inOrder
  const first = new Set(bases.slice(0, MAX_SERIES - 1))
  const shown = inOrder.filter((one) => first.has(one.base))
  const rest = inOrder.filter((one) => !first.has(one.base))
  if (!isStacked) return [...shown, ...rest.slice(0, MAX_MUTED).map((one) => ({ ...one, isMuted: true }))]
  const offsets = [...new Set(rest.map(({ offset }) => offset))]
  return [...shown, ...offsets.map((offset) => sumOf(rest, offset))]
}

const isOwn = ({ offset }: OneSeries) => offset === null

const shiftedName = (base: string, offset: string) =>
  [base, offset === FORECAST ? 'forecast' : offset].filter((part) => part !== '').join(', ')

function sumOf(all: readonly OneSeries[], offset: string | null): OneSeries {
  const series = all.filter((one) => one.offset === offset)
  const length = Math.max(...series.map((one) => one.values.length))
  const values = Array.from({ length }, (_, row) => {
    const known = series.map((one) => one.values[row]).filter((value) => value != null)
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
  })
  const base = writing().others(series.length)
  return {
    name: offset === null ? base : shiftedName(base, offset),
    parts: [base],
    values,
    raw: values,
    offset,
    base,
    band: null,
    isMuted: false,
    isOther: true,
  }
}
