import { fixedColors } from '../../charts/parts/dashboard-colors.ts'
import type { Language } from '../../kernel/language.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { EMPTY_LAYOUT, type Layout } from '../../query/dashboard/layout.ts'
import { withUnplacedCharts } from '../../query/dashboard/position-json.ts'
import { Problem } from '../../wire/problem.ts'
import { computedPicture } from '../compute/pool.server.ts'
import type { Asker } from './asker.server.ts'
import { atOnce } from './at-once.ts'
import { questionOf } from './chart-question.server.ts'
import { tileOf } from './chart-tile.server.ts'
import type { DashboardSource, SourceChart } from './dashboard-source.server.ts'
import { dashboardWorkbook } from './dashboard-workbook.server.ts'
import type { FileWishes, MadeFile } from './file-wishes.ts'
import type { NamedTile, PictureFormat, PictureJob } from './picture-job.ts'

/** Charts in one file. */
const MOST_CHARTS = 100
const LONGEST_MS = 300_000
const AT_ONCE = 2

const MEDIA = {
  png: 'image/png',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** A whole dashboard as a file. A chart that fails is in it with its message. Throws a Problem for what is too large or takes too long. */
export async function dashboardFile(asker: Asker, source: DashboardSource, wishes: FileWishes): Promise<MadeFile> {
  if (source.charts.length > MOST_CHARTS)
    throw new Problem(413, `The dashboard has more than ${MOST_CHARTS} charts. Make files of its parts.`)
  const late = AbortSignal.timeout(LONGEST_MS)
  const bounded = { ...asker, signal: AbortSignal.any([asker.signal, late]) }
  try {
    return await fileOf(bounded, source, wishes)
  } catch (cause) {
    if (late.aborted && !asker.signal.aborted)
      throw new Problem(408, `The file took longer than ${LONGEST_MS / 60_000} minutes.`, { cause })
    throw cause
  }
}

async function fileOf(asker: Asker, source: DashboardSource, wishes: FileWishes): Promise<MadeFile> {
  const { format } = wishes
  const named = { media: MEDIA[format], name: `${fileName(source.title)}.${format}` }
  if (format === 'xlsx') return { ...named, ...(await dashboardWorkbook(asker, source, wishes)) }
  const told = progressOf(source, wishes)
  const tiles = await atOnce(AT_ONCE, source.charts, async (chart) => {
    const tile = await tileOf(asker, chart)
    told()
    return tile
  })
  const { layout, metadata, title, filters } = source
  const dressed = { scheme: metadata.colorScheme, fixed: fixedColors(metadata) }
  const bytes = await drawn(asker, { ...wishes, format }, { title, filters, layout, tiles, ...dressed })
  return { ...named, bytes, failed: tiles.filter(isFailed).map(({ name }) => name) }
}

/** The picture of one chart on its own: 800 by 500 pixels and its title. */
export async function chartPicture(
  asker: Asker,
  chart: Row<'charts'>,
  wishes: Omit<FileWishes, 'format'> & { readonly format: PictureFormat },
): Promise<MadeFile> {
  const name = chart.slice_name ?? `Chart ${chart.id}`
  const only: SourceChart = { chart, name, missing: [], ask: async () => questionOf(chart, null) }
  const tiles = [await tileOf(asker, only)]
  const rest = { title: name, filters: [], layout: layoutOf(chart.id, name), tiles, scheme: null, fixed: {} }
  const bytes = await drawn(asker, wishes, rest)
  const failed = tiles.filter(isFailed).map((tile) => tile.name)
  return { bytes, media: MEDIA[wishes.format], name: `${fileName(name)}.${wishes.format}`, failed }
}

/** A chart alone takes the width of the page. */
function layoutOf(id: number, name: string): Layout {
  const layout = withUnplacedCharts(EMPTY_LAYOUT, [{ id, name }])
  return Object.fromEntries(
    Object.entries(layout).map(([key, item]) => [
      key,
      item.type === 'CHART' ? { ...item, meta: { ...item.meta, width: 12, height: 72 } } : item,
    ]),
  )
}

type Drawable = Pick<PictureJob, 'title' | 'filters' | 'layout' | 'tiles' | 'scheme' | 'fixed'>

function drawn(
  { services, caller, signal }: Asker,
  { format, locale, theme, width = null }: Omit<FileWishes, 'format'> & { readonly format: PictureFormat },
  what: Drawable,
): Promise<Uint8Array> {
  const stamp = stampOf(services.now(), locale, caller.timeZone ?? services.conf.DEFAULT_TIME_ZONE)
  const job = { ...what, format, locale, theme, width, schemes: services.conf.COLOR_SCHEMES, stamp }
  return computedPicture(job, { user: caller.username, signal })
}

const stampOf = (now: Date, locale: Language, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(now)

const isFailed = ({ content }: NamedTile) => content.state === 'failed'

function progressOf({ charts }: DashboardSource, { onProgress }: FileWishes): () => void {
  let done = 0
  onProgress?.(0, charts.length)
  return () => {
    done += 1
    onProgress?.(done, charts.length)
  }
}

const NAME_LETTERS = 80

const fileName = (title: string) =>
  [...title.replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ').trim()].slice(0, NAME_LETTERS).join('') || 'dashboard'
