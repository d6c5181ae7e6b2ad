import { assertNever } from '../../kernel/assert-never.ts'
import type { DrawContext } from '../chart.ts'
import type { ChartAnnotation } from './annotation-layers.ts'
import { labelStyle } from './axis.ts'
import { fade } from './color-schemes.ts'
import { readFormula } from './formula.ts'
import { toNumber } from './number-format.ts'
import type { ChartTokens } from './tokens.ts'

type Row = Readonly<Record<string, unknown>>

/** Where annotations are put: the axis of the chart that shows them. */
export interface AnnotationPlace {
  readonly tokens: ChartTokens
  /** Values along the axis: times, or numbers. */
  readonly xValues: readonly number[]
  /** The place of a value on the axis; null is outside. */
  at(x: number): number | null
  /** True where values run along the y-axis. */
  readonly isLying: boolean
}

const DASH = { solid: 'solid', dashed: 'dashed', dotted: 'dotted', longDashed: [10, 4] } as const
const INTERVAL_OPACITY = 0.12

/** What the annotation layers of a chart add to its picture, one or more series each. */
export function annotationSeries(
  layers: readonly ChartAnnotation[],
  place: AnnotationPlace,
  context: Pick<DrawContext, 'annotations' | 'color'>,
): readonly object[] {
  return layers
    .filter((layer) => layer.isShown)
    .flatMap((layer) => {
      const rows = context.annotations?.[layer.name] ?? []
      const color = layer.color ?? context.color(layer.name)
      switch (layer.type) {
        case 'FORMULA':
          return formulaLine(layer, place, color)
        case 'EVENT':
          return eventLines(layer, place, color, rows)
        case 'INTERVAL':
          return intervalAreas(layer, place, color, rows)
        case 'TIME_SERIES':
          return otherLines(layer, place, color, rows)
        default:
          return assertNever(layer.type, 'annotation type')
      }
    })
}

const EVENT_LABEL_PX = 16

/** What the names of events need above the plot. */
export const roomForEvents = (
  layers: readonly ChartAnnotation[],
  { annotations }: Pick<DrawContext, 'annotations'>,
): number =>
  layers.some(
    ({ type, isShown, hasLabel, name }) =>
      type === 'EVENT' && isShown && hasLabel && (annotations?.[name] ?? []).length > 0,
  )
    ? EVENT_LABEL_PX
    : 0

function formulaLine(layer: ChartAnnotation, place: AnnotationPlace, color: string): readonly object[] {
  const formula = readFormula(String(layer.value))
  if (formula === null) return []
  const points = place.xValues.map((x) => [x, finite(formula(x))] as const)
  return [lineOf(layer, layer.name, points, place, color)]
}

const finite = (value: number) => (Number.isFinite(value) ? value : null)

function otherLines(
  layer: ChartAnnotation,
  place: AnnotationPlace,
  color: string,
  rows: readonly Row[],
): readonly object[] {
  const names = Object.keys(rows[0] ?? {})
  const x = layer.timeColumn !== null && names.includes(layer.timeColumn) ? layer.timeColumn : names[0]
  if (x === undefined) return []
  const measures = names.filter((name) => name !== x && rows.some((row) => toNumber(row[name]) !== null))
  return measures.map((measure) => {
    const points = rows.flatMap((row) => {
      const time = timeOf(row[x])
      return time === null ? [] : [[time, toNumber(row[measure])] as const]
    })
    const name = measures.length === 1 ? layer.name : `${layer.name}, ${measure}`
    return lineOf(layer, name, points, place, color)
  })
}

function lineOf(
  layer: ChartAnnotation,
  name: string,
  points: readonly (readonly [number, number | null])[],
  { at, isLying }: AnnotationPlace,
  color: string,
) {
  const data = points.flatMap(([x, y]) => {
    const place = at(x)
    return place === null ? [] : [isLying ? [y, place] : [place, y]]
  })
  const opacity = layer.opacity ?? 1
  return {
    type: 'line',
    id: `annotation ${name}`,
    name,
    data,
    showSymbol: layer.hasMarkers,
    symbol: 'circle',
    symbolSize: 6,
    z: 4,
    lineStyle: { color, width: layer.hidesLine ? 0 : Math.max(1, layer.width), type: DASH[layer.dash], opacity },
    itemStyle: { color, opacity },
  }
}

function eventLines(layer: ChartAnnotation, place: AnnotationPlace, color: string, rows: readonly Row[]) {
  const data = rows.flatMap((row) => {
    const time = timeOf(row[timeColumn(layer)])
    const at = time === null ? null : place.at(time)
    return at === null ? [] : [{ name: titleOf(layer, row), ...along(place, at) }]
  })
  if (data.length === 0) return []
  const markLine = {
    silent: true,
    symbol: 'none',
    lineStyle: { color, width: Math.max(1, layer.width), type: DASH[layer.dash], opacity: layer.opacity ?? 1 },
    label: labelOf(layer, place, place.isLying ? 'insideEndTop' : 'end'),
    data,
  }
  return [{ ...carrier(layer), markLine }]
}

function intervalAreas(layer: ChartAnnotation, place: AnnotationPlace, color: string, rows: readonly Row[]) {
  const data = rows.flatMap((row) => {
    const start = timeOf(row[timeColumn(layer)])
    const end = timeOf(row[endColumn(layer)]) ?? start
    if (start === null || end === null) return []
    const ends = clipped(place, Math.min(start, end), Math.max(start, end))
    if (ends === null) return []
    return [[{ name: titleOf(layer, row), ...along(place, ends[0]) }, along(place, ends[1])]]
  })
  if (data.length === 0) return []
  const markArea = {
    silent: true,
    itemStyle: { color: fade(color, layer.opacity ?? INTERVAL_OPACITY) },
    label: labelOf(layer, place, 'insideTop'),
    data,
  }
  return [{ ...carrier(layer), markArea }]
}

/** The part of an interval that the axis shows. */
function clipped({ at, xValues }: AnnotationPlace, start: number, end: number): readonly [number, number] | null {
  const least = xValues.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = xValues.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const [from, to] = [at(Math.max(start, least)), at(Math.min(end, most))]
  return end < least || start > most || from === null || to === null ? null : [from, to]
}

/** A series without points that holds the marks. */
const carrier = (layer: ChartAnnotation) => ({
  type: 'line',
  id: `annotation ${layer.name}`,
  name: layer.name,
  data: [],
  silent: true,
})

const along = ({ isLying }: AnnotationPlace, at: number) => (isLying ? { yAxis: at } : { xAxis: at })

function labelOf(layer: ChartAnnotation, { tokens }: AnnotationPlace, position: string) {
  return {
    ...labelStyle(tokens),
    show: layer.hasLabel,
    position,
    formatter: ({ name }: { readonly name: string }) => name,
  }
}

const timeColumn = (layer: ChartAnnotation) => (layer.source === 'NATIVE' ? 'start_dttm' : (layer.timeColumn ?? ''))
const endColumn = (layer: ChartAnnotation) => (layer.source === 'NATIVE' ? 'end_dttm' : (layer.intervalEndColumn ?? ''))

function titleOf(layer: ChartAnnotation, row: Row): string {
  const column = layer.source === 'NATIVE' ? 'short_descr' : (layer.titleColumn ?? '')
  const title = row[column]
  return title === null || title === undefined || title === '' ? layer.name : String(title)
}

/** Milliseconds of a cell: a number, or a text that names a time. */
function timeOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value === '') return null
  const number = Number(value)
  const time = Number.isFinite(number) ? number : Date.parse(value)
  return Number.isNaN(time) ? null : time
}
