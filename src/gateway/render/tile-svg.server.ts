import type { Drawing, Frame } from '../../charts/chart.ts'
import { findAnyChart } from '../../charts/every-chart.ts'
import { type ColorPlaces, colorScale } from '../../charts/parts/color-scale.ts'
import { type WireRows, wireFrame } from '../../charts/parts/wire-frame.ts'
import { writeIn } from '../../charts/parts/writing.ts'
import { parseJson } from '../../kernel/parse-json.ts'
import type { LayoutItem } from '../../query/dashboard/layout.ts'
import { echartsSvg, rowsBehindScroll } from './echarts-svg.server.ts'
import { figureSvg } from './figure-svg.ts'
import { markupSvg } from './markup-svg.ts'
import { moved, type TileDrawer } from './page-box.ts'
import type { NamedTile, PictureJob, TileContent } from './picture-job.ts'
import { fitted, messageSvg, type Pen, type Size, textAt } from './svg.ts'
import { pivotSvg, tableSvg } from './table-svg.ts'
import { textSvg } from './text-svg.ts'

const HEAD_PX = 34
const SIDE_PX = 12
const FOOT_PX = 10
const NOTE_PX = 18

type Answered = Extract<TileContent, { readonly state: 'answered' }>

interface Drawn {
  readonly frames: readonly Frame[]
  readonly annotations: Record<string, readonly Readonly<Record<string, unknown>>[]>
}

/** Draws the tiles of a picture in reading order, so that a label has one colour in all of them. */
export function tileDrawer(pen: Pen, job: PictureJob): TileDrawer {
  const tiles = new Map(job.tiles.map((tile) => [tile.id, tile]))
  const colors = { known: {} as ColorPlaces }
  return (item, size) => {
    const inner = { width: size.width - 2 * SIDE_PX, height: size.height - HEAD_PX - FOOT_PX }
    if (item.type === 'MARKDOWN')
      return moved(
        textSvg(pen, item.meta.code ?? '', { ...inner, height: size.height - 2 * SIDE_PX }),
        SIDE_PX,
        SIDE_PX,
      )
    if (item.type !== 'CHART')
      return moved(
        messageSvg(pen, pen.words('This part of the dashboard is not drawn here'), '', inner),
        SIDE_PX,
        HEAD_PX,
      )
    const tile = tiles.get(item.meta.chartId ?? -1)
    const style = { size: 12, isBold: true, color: pen.tokens.text } as const
    const title = textAt(fitted(pen.measure, titleOf(item, tile, pen), inner.width, style), SIDE_PX, 22, style)
    return title + moved(bodySvg(pen, job, tile, inner, colors), SIDE_PX, HEAD_PX)
  }
}

const titleOf = ({ meta }: LayoutItem, tile: NamedTile | undefined, { words }: Pen) =>
  meta.sliceNameOverride || tile?.name || meta.sliceName || words('Chart')

function bodySvg(
  pen: Pen,
  job: PictureJob,
  tile: NamedTile | undefined,
  size: Size,
  colors: { known: ColorPlaces },
): string {
  const { words } = pen
  if (!tile) return messageSvg(pen, words('This chart is not on the dashboard any more'), '', size)
  const { content } = tile
  switch (content.state) {
    case 'failed':
      return messageSvg(pen, words('The chart could not be drawn'), content.message, size)
    case 'waiting':
      return messageSvg(pen, words('Waiting for {{names}}', { names: content.filters.join(', ') }), '', size)
    case 'answered':
      try {
        return chartSvg(pen, job, content, size, colors)
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause)
        return messageSvg(pen, words('The chart could not be drawn'), message, size)
      }
  }
}

function chartSvg(pen: Pen, job: PictureJob, content: Answered, size: Size, colors: { known: ColorPlaces }): string {
  const chart = findAnyChart(content.vizType)
  if (!chart)
    return messageSvg(pen, pen.words('The chart type {{type}} is not drawn here', { type: content.vizType }), '', size)
  const { frames, annotations } = readReply(content.reply)
  if ((frames[0]?.rowCount ?? 0) === 0) return messageSvg(pen, pen.words('No rows for these filters'), '', size)
  const form = job.scheme === null ? content.form : { ...content.form, color_scheme: job.scheme }
  const scheme = typeof form.color_scheme === 'string' ? form.color_scheme : null
  const fixed = { ...textMap(form.label_colors), ...job.fixed }
  const { color, announce, places } = colorScale({ scheme, theme: job.theme, fixed, known: colors.known })
  const context = { theme: job.theme, locale: job.locale, ...size, color, announce, annotations, selected: null }
  writeIn(pen.words)
  const options = chart.options.parse(form)
  const draw = (room: Size) => chart.draw(options, frames, { ...context, ...room, titles: content.titles })
  const svg = notedSvg(pen, job, draw, size)
  if (Object.keys(places()).length > 1) colors.known = { ...places(), ...colors.known }
  return svg
}

/** A chart of more rows than have room says how many there are. */
function notedSvg(pen: Pen, job: PictureJob, draw: (room: Size) => Drawing, size: Size): string {
  const whole = draw(size)
  if (whole.kind !== 'echarts' || rowsBehindScroll(whole) === 0) return drawingSvg(pen, job, whole, size)
  const room = { ...size, height: size.height - NOTE_PX }
  const drawing = draw(room)
  const count = drawing.kind === 'echarts' ? rowsBehindScroll(drawing) : 0
  const note = textAt(pen.words('and {{count}} more rows', { count }), 0, size.height - 3, {
    size: 11,
    color: pen.tokens.text3,
  })
  return drawingSvg(pen, job, drawing, room) + note
}

function drawingSvg(pen: Pen, job: PictureJob, drawing: Drawing, size: Size): string {
  switch (drawing.kind) {
    case 'echarts':
      return echartsSvg(drawing, job.theme, size)
    case 'table':
      return tableSvg(pen, drawing.table, size)
    case 'pivot':
      return pivotSvg(pen, drawing.pivot, size)
    case 'markup':
      return markupSvg(pen, drawing.html, size)
    case 'figure':
      return figureSvg(pen, drawing.figure, size)
  }
}

function readReply(reply: Uint8Array): Drawn {
  const body = parseJson(new TextDecoder().decode(reply)) as { readonly result?: readonly WireRows[] }
  const results = body.result ?? []
  const layers =
    (results[0] as { readonly annotation_data?: Record<string, { readonly records?: unknown }> } | undefined)
      ?.annotation_data ?? {}
  const annotations = Object.fromEntries(
    Object.entries(layers).flatMap(([name, { records }]) => (Array.isArray(records) ? [[name, records]] : [])),
  )
  return { frames: results.map(wireFrame), annotations }
}

function textMap(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
