import { columnLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { fade } from '../parts/color-schemes.ts'
import { mixColors, readableOn } from '../parts/contrast.ts'
import { columnOf, firstFrame } from '../parts/frame.ts'
import { landSeries } from '../parts/maps/ground.ts'
import { leftNote, mapArea, mapFrame } from '../parts/maps/map-frame.ts'
import { type PointView, pointView, type Viewport } from '../parts/maps/point-view.ts'
import type { Point } from '../parts/maps/shapes.ts'
import { onGlobe } from '../parts/maps/spatial.ts'
import { numberFormatter, SMART_NUMBER, toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import { writing } from '../parts/writing.ts'
import { aggregated, type Cluster, clustersOf } from './clusters.ts'
import type { ClusterMapOptions } from './options.ts'
import { radiusColumnOf, valueColumnOf } from './query.ts'

const POINT_PX = 4
/** The least and the most radius of a cluster. */
const CLUSTER_PX = [9, 28] as const
const METRES: Readonly<Record<string, number>> = { Kilometers: 1000, Miles: 1609.344 }
/** What saved charts have that nobody chose a colour for. */
const USUAL_COLOR = 'rgb(0, 139, 139)'
const short = numberFormatter(SMART_NUMBER)

/** Points on land; those that are close to each other are one with their number. */
export function drawClusterMap(options: ClusterMapOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const frame = firstFrame(frames)
  const { points, left } = pointsOf(options, frame)
  const area = mapArea(context, 0, left > 0)
  const view = pointView(
    points.map(({ at }) => at),
    viewportOf(options),
    area,
  )
  const placed = points.map((point) => ({ ...point, place: view.put(point.at) }))
  const clusters = clustersOf(placed, Math.max(0, options.clusterRadius ?? 0)).toSorted(
    (a, b) => b.points.length - a.points.length,
  )
  const { writeValue } = valueWriters(options.numberFormat, null)
  const valueColumn = valueColumnOf(options)
  const amountOf = ({ points: own }: Cluster) =>
    valueColumn === null ? own.length : aggregated(own, options.aggregate)
  const color = options.color === null || options.color === USUAL_COLOR ? (tokens.cat[6] ?? '') : options.color
  return {
    kind: 'echarts',
    summary: summaryOf(points.length, clusters, left),
    select: () => null,
    option: {
      ...mapFrame(area, options.isZoomable),
      title: leftNote(left, tokens),
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: ({ dataIndex }: { readonly dataIndex: number }) => {
          const cluster = clusters[dataIndex]
          if (cluster === undefined) return ''
          const rows = [
            { name: writing().word('Points'), value: writeValue(cluster.points.length), color },
            ...(valueColumn === null
              ? []
              : [{ name: context.titles[valueColumn] ?? valueColumn, value: writeValue(amountOf(cluster)), color }]),
          ]
          return tooltipHtml(placeText(cluster), rows, null, tokens)
        },
      },
      series: [landSeries(view.outlines, tokens), clusterSeries(options, clusters, { color, view, amountOf }, context)],
    },
  }
}

/** The saved view, unless the chart shows where points are. */
function viewportOf({ isFitted, east, north, zoom }: ClusterMapOptions): Viewport | null {
  if (isFitted || east === null || north === null || zoom === null) return null
  return { middle: [east, north], zoom }
}

function pointsOf(options: ClusterMapOptions, frame: Frame) {
  const cells = (column: ClusterMapOptions['latitude']) => columnOf(frame, column === null ? '' : columnLabel(column))
  const [east, north] = [cells(options.longitude), cells(options.latitude)]
  const [values, radii] = [
    columnOf(frame, valueColumnOf(options) ?? ''),
    columnOf(frame, radiusColumnOf(options) ?? ''),
  ]
  const points = Array.from({ length: frame.rowCount }, (_, row) => {
    const at = onGlobe(toNumber(east[row]), toNumber(north[row]))
    return at === null ? null : { at, value: toNumber(values[row]), radius: toNumber(radii[row]) }
  }).filter((point) => point !== null)
  return { points, left: frame.rowCount - points.length }
}

interface Look {
  readonly color: string
  readonly view: PointView
  amountOf(cluster: Cluster): number | null
}

function clusterSeries(
  { opacity, pointUnit }: ClusterMapOptions,
  clusters: readonly Cluster[],
  { color, view, amountOf }: Look,
  context: DrawContext,
) {
  const tokens = tokensOf(context.theme)
  const most = clusters[0]?.points.length ?? 1
  const pointPx = ({ radius, at }: { readonly radius: number | null; readonly at: Point }) => {
    if (radius === null) return POINT_PX
    const metres = METRES[pointUnit ?? '']
    return Math.max(1, metres === undefined ? radius : radius * metres * view.metrePx(at[1]))
  }
  const radiusOf = ({ points: [first, ...others] }: Cluster) => {
    if (others.length === 0) return first === undefined ? POINT_PX : pointPx(first)
    const share = Math.log(others.length + 1) / Math.log(Math.max(2, most))
    return CLUSTER_PX[0] + (CLUSTER_PX[1] - CLUSTER_PX[0]) * share
  }
  const strength = (count: number) => (count === 1 ? 1 : 0.55 + 0.45 * (Math.log(count) / Math.log(Math.max(2, most))))
  return {
    type: 'scatter',
    id: 'clusters',
    name: 'clusters',
    clip: true,
    data: clusters.map((cluster) => {
      const count = cluster.points.length
      const fill = mixColors(tokens.surface, hexOf(color), strength(count))
      return {
        value: [...cluster.place, amountOf(cluster)],
        symbolSize: 2 * radiusOf(cluster),
        itemStyle: { color: fade(fill, opacity ?? 1), borderColor: tokens.surface, borderWidth: 1 },
        label: { show: count > 1, formatter: () => short(amountOf(cluster)), color: readableOn(fill, tokens.text) },
      }
    }),
    label: { show: true, position: 'inside', fontSize: 11, fontWeight: 500 },
    labelLayout: { hideOverlap: true },
  }
}

/** A colour as `#rrggbb`; what cannot be read stays. */
function hexOf(color: string): string {
  const parts = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/.exec(color)?.slice(1) ?? []
  return parts.length === 3 ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : color
}

const DIGITS = 1e3
const degrees = (value: number) => String(Math.round(value * DIGITS) / DIGITS)

function placeText({ points }: Cluster): string {
  const middle = (at: 0 | 1) => points.reduce((sum, point) => sum + point.at[at], 0) / points.length
  return `${degrees(middle(1))}, ${degrees(middle(0))}`
}

function summaryOf(count: number, clusters: readonly Cluster[], left: number): string {
  if (count === 0) return 'Cluster map without points.'
  const largest = clusters[0]?.points.length ?? 0
  const rest = left > 0 ? ` ${left} rows have no place.` : ''
  return `Cluster map, ${count} points in ${clusters.length} clusters, the largest of ${largest}.${rest}`
}
