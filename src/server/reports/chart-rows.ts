import { askContext } from '../../gateway/chart/context.server.ts'
import { verboseNames } from '../../gateway/chart/label-map.ts'
import { processedRows } from '../../gateway/chart/process.server.ts'
import { computedSheet } from '../../gateway/compute/pool.server.ts'
import { type SheetColumn, sheetColumns } from '../../gateway/compute/sheet-cells.server.ts'
import type { Asker } from '../../gateway/render/asker.server.ts'
import type { QueryContext, QueryObject } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'

/** Rows of a chart in a mail; more are told of, not shown. */
const SHOWN_ROWS = 100
const TEXT_BYTES = 4 * 1024 * 1024

export interface ShownRows {
  readonly headers: readonly string[]
  readonly columns: readonly SheetColumn[]
  readonly rowCount: number
  readonly hasMore: boolean
}

/** The first rows of each query of a question as texts. */
export async function shownRows(asker: Asker, question: QueryContext): Promise<ShownRows[]> {
  const out: ShownRows[] = []
  for (const query of question.queries) {
    const { rows, headers } = await rowsOf(asker, question, firstRows(query))
    if (rows.body.byteLength > TEXT_BYTES) throw new Problem(413, 'There are too many rows for a text; choose CSV.')
    const columns = sheetColumns(rows.body, rows.generics, rows)
    const hasMore = rows.rowCount > SHOWN_ROWS
    const shown = columns.map((cells) => cells.slice(0, SHOWN_ROWS))
    out.push({ headers, columns: shown, rowCount: Math.min(rows.rowCount, SHOWN_ROWS), hasMore })
  }
  return out
}

/** All rows of each query of a question as CSV. */
export async function csvFiles(asker: Asker, question: QueryContext): Promise<Uint8Array[]> {
  const out: Uint8Array[] = []
  for (const query of question.queries) {
    const { rows, headers } = await rowsOf(asker, question, query)
    const { names, generics, rowCount, body, floats, numbers } = rows
    const source = { names, generics, sqlRowCount: rowCount, body }
    const job = { rows: source, floats, numbers, headers, form: 'csv' } as const
    out.push(await computedSheet(job, { user: asker.caller.username, signal: asker.signal }))
  }
  return out
}

async function rowsOf({ services, caller, signal }: Asker, question: QueryContext, query: QueryObject) {
  const zone = question.timeZone ?? caller.timeZone
  const context = await askContext(services, caller, question.datasource, signal, zone, question)
  const options = { ...question, force: true, ttlSec: question.customCacheTimeout, shape: 'columns' } as const
  const rows = await processedRows(context, query, options)
  const verbose = verboseNames(context)
  return { rows, headers: rows.names.map((name) => verbose.get(name) ?? name) }
}

/** What is made of rows needs them all. */
function firstRows(query: QueryObject): QueryObject {
  const isPlain = query.postProcessing.every((step) => step === null) && query.timeOffsets.length === 0
  const limit = SHOWN_ROWS + 1
  return isPlain ? { ...query, rowLimit: query.rowLimit ? Math.min(query.rowLimit, limit) : limit } : query
}
