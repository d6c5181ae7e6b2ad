import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, Selection } from '../chart.ts'
import { fade } from '../parts/color-schemes.ts'
import { chosenColor, DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'
import { categoryWriter, columnOf, firstFrame } from '../parts/frame.ts'
import { LEGEND_HEIGHT, legendAbove } from '../parts/legend.ts'
import { landSeries } from '../parts/maps/ground.ts'
import { leftNote, mapArea, mapFrame } from '../parts/maps/map-frame.ts'
import { pointView } from '../parts/maps/point-view.ts'
import type { NumberFormatter } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { tooltipBox, tooltipHtml } from '../parts/tooltip.ts'
import type { PointMapOptions } from './options.ts'
import { type MapPoint, pointsOf, radiusOf } from './points.ts'
import { sizeMetricOf } from './query.ts'

const ALL = 'points'
const MANY = 500
const FEW_PX = 5
const MANY_PX = 2.5
const STEP_BACK = 0.12
const LISTED = 6

/** Points on land. */
export function drawPointMap(options: PointMapOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const frame = firstFrame(frames)
  const { points, left } = pointsOf(options, frame)
  const groups = [...Map.groupBy(points, ({ group }) => group)].map(([name, own]) => ({ name: name || ALL, own }))
  const names = groups.map(({ name }) => name)
  if (options.dimension !== null) context.announce?.(names)
  const hasLegend = options.showLegend && options.dimension !== null && names.length > 1
  const area = mapArea(context, hasLegend ? LEGEND_HEIGHT : 0, left > 0)
  const view = pointView(
    points.map(({ at }) => at),
    options.isFitted ? null : options.viewport,
    area,
  )
  const radius = radiusOf(options, points, view, points.length > MANY ? MANY_PX : FEW_PX)
  const { writeValue } = valueWriters(options.numberFormat, null)
  const pointAt = ({ seriesName, dataIndex }: Mark) => groups.find(({ name }) => name === seriesName)?.own[dataIndex]
  const only = chosenColor(options.color, DEFAULT_FIXED_COLOR, tokens.cat[0] ?? '')
  const isFaded = fadingOf(context, options, frame)
  return {
    kind: 'echarts',
    summary: summaryOf(groups, points.length, left),
    select: (event) => selectionOf(options, frame, pointAt(event)),
    option: {
      ...mapFrame(area, options.isZoomable),
      legend: hasLegend ? legendAbove(names, tokens) : { show: false },
      title: leftNote(left, tokens),
      tooltip: {
        ...tooltipBox(tokens),
        trigger: 'item',
        formatter: (mark: Mark & { readonly color: string }) =>
          tooltipOf(options, frame, pointAt(mark), { context, writeValue, color: mark.color }, tokens),
      },
      series: [
        landSeries(view.outlines, tokens),
        ...groups.map(({ name, own }) => {
          const color = options.dimension === null ? only : context.color(name)
          return {
            type: 'scatter',
            id: name,
            name,
            clip: true,
            itemStyle: {
              color,
              opacity: points.length > MANY ? 0.6 : 0.75,
              borderColor: tokens.surface,
              borderWidth: points.length > MANY ? 0 : 0.5,
            },
            data: own.map((point) => ({
              value: [...view.put(point.at), point.size],
              symbolSize: 2 * radius(point),
              ...(isFaded(point) ? { itemStyle: { color: fade(color, STEP_BACK) } } : {}),
            })),
          }
        }),
      ],
    },
  }
}

interface Mark {
  readonly seriesName?: string
  readonly dataIndex: number
}

function fadingOf(
  { selected }: DrawContext,
  { places: where, dimension }: PointMapOptions,
  frame: Frame,
): (point: MapPoint) => boolean {
  if (selected === null || selected.length === 0) return () => false
  const chosen = new Set(selected.map(String))
  if (dimension !== null) return ({ groupKey }) => !chosen.has(String(groupKey))
  const cells = where?.kind === 'columns' ? columnOf(frame, where.latitude) : []
  return ({ row }) => !chosen.has(String(cells[row]))
}

interface TooltipRules {
  readonly context: DrawContext
  readonly writeValue: NumberFormatter
  readonly color: string
}

const DIGITS = 1e4
const degrees = (value: number) => String(Math.round(value * DIGITS) / DIGITS)

function tooltipOf(
  options: PointMapOptions,
  frame: Frame,
  point: MapPoint | undefined,
  { context, writeValue, color }: TooltipRules,
  tokens: ChartTokens,
): string {
  if (point === undefined) return ''
  const metric = sizeMetricOf(options)
  const label = metric === null ? '' : metricLabel(metric)
  const more = options.tooltipColumns.map(columnLabel).map((name) => ({
    name: context.titles[name] ?? name,
    value: categoryWriter(frame, name)(columnOf(frame, name)[point.row]),
    color: 'transparent',
  }))
  const rows = [
    ...(metric === null ? [] : [{ name: context.titles[label] ?? label, value: writeValue(point.size), color }]),
    ...more,
  ]
  const [east, north] = point.at
  const place = `${degrees(north)}, ${degrees(east)}`
  return tooltipHtml(point.group || place, rows, point.group === '' ? null : place, tokens)
}

/** A point of a group chooses it; one without chooses its place. */
function selectionOf(
  { dimension, places: where }: PointMapOptions,
  frame: Frame,
  point: MapPoint | undefined,
): Selection | null {
  if (point === undefined) return null
  if (dimension !== null)
    return { filters: [{ column: columnLabel(dimension), values: [point.groupKey ?? null] }], label: point.group }
  if (where?.kind !== 'columns') return null
  const filters = [where.latitude, where.longitude].map((column) => ({
    column,
    values: [columnOf(frame, column)[point.row] ?? null],
  }))
  return { filters, label: point.at.toReversed().map(degrees).join(', ') }
}

function summaryOf(
  groups: readonly { readonly name: string; readonly own: readonly MapPoint[] }[],
  count: number,
  left: number,
): string {
  if (count === 0) return 'Point map without points.'
  const told =
    groups.length < 2
      ? ''
      : ` ${groups
          .slice(0, LISTED)
          .map(({ name, own }) => `${name}: ${own.length}`)
          .join('. ')}.`
  const rest = left > 0 ? ` ${left} rows have no place.` : ''
  return `Point map, ${count} ${count === 1 ? 'point' : 'points'}.${told}${rest}`
}
