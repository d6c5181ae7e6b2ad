import type { DrawContext, Selection } from '../../chart.ts'
import { fade } from '../color-schemes.ts'
import { linearColors } from '../linear-schemes.ts'
import type { NumberFormatter } from '../number-format.ts'
import { type ChartTheme, type ChartTokens, tokensOf } from '../tokens.ts'
import { tooltipBox, tooltipHtml } from '../tooltip.ts'
import type { Outline } from './fit.ts'
import { type MapApi, placeOnPicture } from './ground.ts'
import { type MapArea, mapFrame, unplacedNote } from './map-frame.ts'
import type { PlacedRow, PlacedRows } from './placed-rows.ts'

/** Values on a map of outlines, each in its colour, and as bubbles where a second value has a size. */
export interface PlaceMap {
  readonly area: MapArea
  readonly outlines: readonly Outline[]
  readonly placed: PlacedRows
  readonly isZoomable: boolean
  /** Null draws no bubbles. */
  readonly bubbles: { readonly color: string; readonly maxPx: number } | null
  readonly labels: { readonly value: string; readonly second: string }
  nameOf(place: string): string
  colorOf(row: PlacedRow): string
  writeValue: NumberFormatter
  select(row: PlacedRow): Selection | null
}

interface Point {
  readonly seriesName?: string
  readonly dataIndex: number
}

/** Colours of values; the palest would be taken for land without a value. */
export const mapColors = (scheme: string | null, theme: ChartTheme): readonly string[] => {
  const colors = linearColors(scheme, theme)
  return colors === tokensOf(theme).seq ? colors.slice(1) : colors
}

const BUBBLES = 'bubbles'
/** Places that are smaller are marked by a dot. */
const SEEN_PX = 3
const DOT_PX = 3
const LEAST_BUBBLE_PX = 4
const STEP_BACK = 0.28

/** Options and clicks of the picture; the legend of colours is the chart's own. */
export function drawPlaces(map: PlaceMap, context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const bubbles = map.bubbles === null ? [] : bubblesOf(map)
  const rowAt = ({ seriesName, dataIndex }: Point): PlacedRow | undefined =>
    seriesName === BUBBLES ? bubbles[dataIndex] : map.placed.rows.get(map.outlines[dataIndex]?.id ?? '')
  return {
    select: (point: Point) => {
      const row = rowAt(point)
      return row === undefined ? null : map.select(row)
    },
    option: {
      ...mapFrame(map.area, map.isZoomable),
      title: unplacedNote(map.placed.unplaced, context.width, tokens),
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: (point: Point) => tooltipOf(map, rowAt(point), map.outlines[point.dataIndex], tokens),
      },
      series: [groundSeries(map, context), ...(map.bubbles === null ? [] : [bubbleSeries(map, bubbles, context)])],
    },
  }
}

function bubblesOf({ placed, outlines }: PlaceMap): readonly PlacedRow[] {
  const drawn = new Set(outlines.map(({ id }) => id))
  const rows = [...placed.rows.values()].filter(({ place, second }) => drawn.has(place) && (second ?? 0) > 0)
  return rows.toSorted((a, b) => (b.second ?? 0) - (a.second ?? 0))
}

function groundSeries({ outlines, placed, colorOf }: PlaceMap, context: DrawContext) {
  const tokens = tokensOf(context.theme)
  const isFaded = fadingOf(context)
  const styles = outlines.map(({ id }) => {
    const row = placed.rows.get(id)
    const hasValue = row !== undefined && row.value !== null
    const color = hasValue ? colorOf(row) : fade(tokens.mute, 0.5)
    return { hasValue, fill: hasValue && isFaded(row) ? fade(color, STEP_BACK) : color }
  })
  return {
    type: 'custom',
    id: 'places',
    name: 'places',
    clip: true,
    data: outlines.map(({ id, center }) => ({ name: id, value: [...center, placed.rows.get(id)?.value ?? null] })),
    renderItem: ({ dataIndex }: Point, api: MapApi) => {
      const outline = outlines[dataIndex]
      const style = styles[dataIndex]
      if (outline === undefined || style === undefined) return null
      const { x, y, scale } = placeOnPicture(api)
      const base = { x, y, scaleX: scale, scaleY: scale, transition: [] }
      const border = { stroke: tokens.surface, lineWidth: 0.5, strokeNoScale: true }
      const shape = { ...base, type: 'path', shape: { pathData: outline.path }, style: { fill: style.fill, ...border } }
      const whole = style.hasValue ? { ...shape, emphasis: { style: { stroke: tokens.text, lineWidth: 1 } } } : shape
      return isSmall(outline, scale) && style.hasValue
        ? { ...dotOf(outline, { x, y, scale }), style: { fill: style.fill, ...border } }
        : whole
    },
  }
}

const isSmall = ({ bounds: { from, to } }: Outline, scale: number) =>
  Math.max(to[0] - from[0], to[1] - from[1]) * scale < SEEN_PX

const dotOf = (
  { center: [cx, cy] }: Outline,
  { x, y, scale }: { readonly x: number; readonly y: number; readonly scale: number },
) => ({
  type: 'circle',
  shape: { cx: x + cx * scale, cy: y + cy * scale, r: DOT_PX },
  z2: 2,
  transition: [],
})

function bubbleSeries({ bubbles, outlines }: PlaceMap, rows: readonly PlacedRow[], context: DrawContext) {
  const { color, maxPx } = bubbles ?? { color: '', maxPx: 0 }
  const centers = new Map(outlines.map(({ id, center }) => [id, center]))
  const most = rows[0]?.second ?? 1
  const isFaded = fadingOf(context)
  return {
    type: 'scatter',
    id: BUBBLES,
    name: BUBBLES,
    clip: true,
    symbolSize: ([, , size = 0]: readonly number[]) => Math.max(LEAST_BUBBLE_PX, 2 * maxPx * Math.sqrt(size / most)),
    itemStyle: { color, opacity: 0.7, borderColor: tokensOf(context.theme).surface, borderWidth: 1 },
    data: rows.map((row) => ({
      name: row.place,
      value: [...(centers.get(row.place) ?? [0, 0]), row.second],
      itemStyle: { opacity: isFaded(row) ? STEP_BACK : 0.7 },
    })),
  }
}

function fadingOf({ selected }: DrawContext): (row: PlacedRow) => boolean {
  const chosen = selected && selected.length > 0 ? new Set(selected.map(String)) : null
  return ({ key }) => chosen !== null && !chosen.has(String(key))
}

function tooltipOf(
  map: PlaceMap,
  row: PlacedRow | undefined,
  outline: Outline | undefined,
  tokens: ChartTokens,
): string {
  const place = row?.place ?? outline?.id ?? ''
  if (place === '') return ''
  const color = row?.value == null ? tokens.mute : map.colorOf(row)
  const own = { name: map.labels.value, value: map.writeValue(row?.value ?? null), color }
  const second = {
    name: map.labels.second,
    value: map.writeValue(row?.second ?? null),
    color: map.bubbles?.color ?? '',
  }
  return tooltipHtml(map.nameOf(place), map.bubbles === null ? [own] : [own, second], null, tokens)
}

/** The places of the largest values, in words. */
export function placesTold({ placed, nameOf, writeValue }: PlaceMap, most: number): string {
  const rows = [...placed.rows.values()].filter(({ value }) => value !== null)
  const largest = rows.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)).slice(0, most)
  return largest.map(({ place, value }) => ` ${nameOf(place)}: ${writeValue(value)}.`).join('')
}
