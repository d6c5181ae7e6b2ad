import { chartIdsBelow, ROOT_ID } from '../../query/dashboard/layout.ts'
import type { QueryContext, QueryObject } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import { askContext } from '../chart/context.server.ts'
import { verboseNames } from '../chart/label-map.ts'
import { processedRows } from '../chart/process.server.ts'
import { sheetNames, workbookOfSheets } from '../chart/xlsx.server.ts'
import { computedSheet } from '../compute/pool.server.ts'
import { textSheet } from '../compute/sheet-job.server.ts'
import type { Asker } from './asker.server.ts'
import { failureText } from './chart-tile.server.ts'
import type { DashboardSource, SourceChart } from './dashboard-source.server.ts'
import type { FileWishes, MadeFile } from './file-wishes.ts'
import { pagesOf } from './page-box.ts'
import { wordsOf } from './words.ts'

const MOST_BYTES = 256 * 1024 * 1024

interface ChartSheet {
  readonly title: string
  readonly chart: SourceChart
  readonly sheet: Uint8Array
  readonly rowCount: number | null
  readonly note: string | null
}

/** All rows of every chart, a sheet each, behind a sheet that lists them. Throws 403 for who may not take rows away. */
export async function dashboardWorkbook(
  asker: Asker,
  source: DashboardSource,
  { locale, onProgress }: FileWishes,
): Promise<Pick<MadeFile, 'bytes' | 'failed'>> {
  if (!asker.caller.can('can_csv', 'Superset')) throw new Problem(403, 'Forbidden')
  const sheets: ChartSheet[] = []
  let size = 0
  onProgress?.(0, source.charts.length)
  for (const [at, chart] of source.charts.entries()) {
    const made = await sheetsOf(asker, chart)
    size += made.reduce((sum, { sheet }) => sum + sheet.byteLength, 0)
    if (size > MOST_BYTES) throw new Problem(413, 'The dashboard has too many rows for one workbook.')
    sheets.push(...made)
    onProgress?.(at + 1, source.charts.length)
  }
  const words = wordsOf(locale)
  const names = sheetNames([words('Contents'), ...sheets.map(({ title }) => title)])
  const rows = sheets.map(({ chart, rowCount, note }, i) => [
    tabOf(source, chart),
    chart.name,
    names[i + 1] ?? '',
    rowCount === null ? '' : String(rowCount),
    note ?? '',
  ])
  const index = textSheet([
    [source.title],
    ...source.filters.map((filter) => [filter]),
    [],
    [words('Tab'), words('Chart'), words('Sheet'), words('Rows'), words('Note')],
    ...rows,
  ])
  const all = [index, ...sheets.map(({ sheet }) => sheet)].map((content, i) => ({ name: names[i] ?? '', content }))
  const failed = sheets.flatMap(({ note, chart }) => (note === null ? [] : [chart.name]))
  return { bytes: await workbookOfSheets(all, asker.services.now()), failed }
}

function tabOf({ layout }: DashboardSource, { chart }: SourceChart): string {
  const page = pagesOf(layout).find(({ ids }) => ids.some((id) => chartIdsBelow(layout, id).includes(chart.id)))
  return page?.title ?? layout[ROOT_ID]?.meta.text ?? ''
}

/** A chart of several queries has a sheet for each; one that fails has a sheet that says why. */
async function sheetsOf(asker: Asker, chart: SourceChart): Promise<readonly ChartSheet[]> {
  const { name } = chart
  const told = (note: string) => [{ title: name, chart, sheet: textSheet([[name], [note]]), rowCount: null, note }]
  if (chart.missing.length > 0) return told(`Waiting for ${chart.missing.join(', ')}`)
  try {
    const question = await chart.ask()
    const sheets: ChartSheet[] = []
    for (const query of question.queries) sheets.push(await querySheet(asker, chart, question, query))
    return sheets
  } catch (cause) {
    asker.signal.throwIfAborted()
    return told(failureText(asker, cause))
  }
}

async function querySheet(
  { services, caller, signal }: Asker,
  chart: SourceChart,
  question: QueryContext,
  query: QueryObject,
): Promise<ChartSheet> {
  const zone = question.timeZone ?? caller.timeZone
  const context = await askContext(services, caller, question.datasource, signal, zone, question)
  const options = { ...question, ttlSec: question.customCacheTimeout, shape: 'columns' } as const
  const { names, generics, rowCount, body, floats, numbers } = await processedRows(context, query, options)
  const verbose = verboseNames(context)
  const headers = names.map((column) => verbose.get(column) ?? column)
  const rows = { names, generics, sqlRowCount: rowCount, body }
  const job = { rows, floats, numbers, headers, form: 'worksheet', title: chart.name } as const
  const sheet = await computedSheet(job, { user: caller.username, signal })
  return { title: chart.name, chart, sheet, rowCount, note: null }
}
