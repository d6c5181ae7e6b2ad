import { findAnyChart } from '../../charts/every-chart.ts'
import { registerColorSchemes } from '../../charts/parts/color-schemes.ts'
import { tokensOf } from '../../charts/parts/tokens.ts'
import { Problem } from '../../wire/problem.ts'
import { measureWith } from './echarts-svg.server.ts'
import { fontFiles, measurer } from './fonts.server.ts'
import { type Composing, moved, type PagePart, pagesOf, stackBox } from './page-box.ts'
import { pdfOf } from './pdf.server.ts'
import type { PictureJob, TileContent } from './picture-job.ts'
import { pngOf } from './png.server.ts'
import { fitted, type Measure, messageSvg, type Page, type Pen, rectAt, textAt, wrapped } from './svg.ts'
import { tileDrawer } from './tile-svg.server.ts'
import { wordsOf } from './words.ts'

/** Where the job says no width. */
const WIDTH_PX = 1280
const MARGIN_PX = 24
const EMPTY_PX = 200
const MOST_LETTERS = 100_000_000

let measure: Measure | null = null

/** Draws a dashboard: a PDF with a page for each tab, or a PNG with the tabs below each other. Throws a Problem for a picture that would be too large. */
export async function makePicture(job: PictureJob): Promise<Uint8Array> {
  const fonts = fontFiles()
  measure ??= measurer(fonts)
  measureWith(measure)
  registerColorSchemes(job.schemes)
  await Promise.all(job.tiles.map(({ content }) => loadFor(content)))
  const pen: Pen = { tokens: tokensOf(job.theme), words: wordsOf(job.locale), measure }
  const tile = tileDrawer(pen, job)
  const pages = pagesOf(job.layout).map((part) => pageOf({ layout: job.layout, pen, tile }, job, part))
  if (job.format === 'pdf') return pdfOf(pages, { title: job.title, fonts })
  return pngOf(pages, { fonts, ground: pen.tokens.surface })
}

/** Loads what a chart is drawn of besides its rows. */
function loadFor(content: TileContent): Promise<void> | null {
  const chart = content.state === 'answered' ? findAnyChart(content.vizType) : null
  return (content.state === 'answered' && chart?.load?.(chart.options.parse(content.form))) || null
}

function pageOf(composing: Composing, job: PictureJob, part: PagePart): Page {
  const { pen } = composing
  const pageWidth = job.width ?? WIDTH_PX
  const width = pageWidth - 2 * MARGIN_PX
  const head = headOf(pen, job, part, width)
  const body = part.ids.length > 0 ? stackBox(composing, part.ids, width) : null
  const bodyHeight = body?.height ?? EMPTY_PX
  const content = body
    ? body.draw()
    : messageSvg(pen, pen.words('There are no charts on this dashboard'), '', { width, height: EMPTY_PX })
  const height = Math.ceil(head.height + bodyHeight + 2 * MARGIN_PX)
  const ground = rectAt(0, 0, { width: pageWidth, height }, `fill="${pen.tokens.surface}"`)
  const inner = moved(head.svg, MARGIN_PX, MARGIN_PX) + moved(content, MARGIN_PX, MARGIN_PX + head.height)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${pageWidth}" height="${height}" viewBox="0 0 ${pageWidth} ${height}">${ground}${inner}</svg>`
  if (svg.length > MOST_LETTERS) throw new Problem(413, 'The dashboard has too much to draw.')
  return { width: pageWidth, height, svg }
}

/** The name of the dashboard and of the tab, when it was drawn, and what it is filtered by. */
function headOf(pen: Pen, job: PictureJob, { title }: PagePart, width: number) {
  const { measure: wide, tokens, words } = pen
  const stamp = textAt(job.stamp, width, 20, { size: 12, color: tokens.text3, anchor: 'end' })
  const room = width - wide(job.stamp, 12) - 24
  const name = { size: 22, isBold: true, color: tokens.text } as const
  const parts = [stamp, textAt(fitted(wide, job.title, room, name), 0, 20, name)]
  let y = 34
  if (title !== null) {
    const style = { size: 15, isBold: true, color: tokens.text2 } as const
    parts.push(textAt(fitted(wide, title, width, style), 0, y + 14, style))
    y += 24
  }
  if (job.filters.length > 0) {
    const style = { size: 12, color: tokens.text2 } as const
    const lines = wrapped(wide, words('Filters: {{filters}}', { filters: job.filters.join(' · ') }), width, style)
    parts.push(...lines.map((line, i) => textAt(line, 0, y + 13 + i * 17, style)))
    y += lines.length * 17 + 4
  }
  return { height: y + 8, svg: parts.join('') }
}
