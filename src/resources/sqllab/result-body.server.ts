import { resultsGone } from '../../gateway/query-access.server.ts'
import type { QueryDict, QueryRow } from '../../gateway/query-record.server.ts'
import type { ResultPage, ResultStore } from '../../gateway/results.server.ts'
import { recordsOf } from '../../gateway/row-bytes.server.ts'
import { fullColumn, wireColumn } from '../../gateway/wire-columns.ts'
import { Problem } from '../../wire/problem.ts'
import { rawJson } from '../../wire/raw.ts'
import { expandStructs } from './expand.server.ts'

/** The rows that an answer shows, and whether the fields of structs are columns of their own. */
interface Shown {
  readonly key: string | null
  readonly maxRows: number
  readonly expands: boolean
}

/** Answers of more rows are sent while they are read, so that those who read slowly take no memory. */
const MOST_ROWS_AT_ONCE = 10_000

async function keptPage(results: ResultStore, key: string, maxRows: number): Promise<ResultPage> {
  const page = await results.page(key, 0, maxRows)
  if (page === null) throw resultsGone(410)
  return page
}

/** The answer of execute and results: rows as records, their bytes as the engine wrote them. Throws 410 for rows that are gone. */
export async function resultBody(
  results: ResultStore,
  row: QueryRow,
  dict: QueryDict,
  { key, maxRows, expands }: Shown,
) {
  const atOnce = expands ? maxRows : Math.min(maxRows, MOST_ROWS_AT_ONCE)
  const page = key === null ? null : await keptPage(results, key, atOnce)
  const expanded = page && expands ? expandStructs(page.columns, page.rows) : null
  const columns = wireColumns((expanded ?? page)?.columns)
  const names = columns.map(({ name }) => name)
  const head = JSON.stringify({ query_id: row.id, status: row.status })
  const tail = JSON.stringify({
    columns,
    selected_columns: wireColumns(page?.columns),
    expanded_columns: wireColumns(expanded?.added),
    query: dict,
    ...(isLonger(page, maxRows) ? { displayLimitReached: true } : {}),
  })
  const before = Buffer.from(`${head.slice(0, -1)},"data":[`)
  const after = Buffer.from(`],${tail.slice(1)}`)
  if (key !== null && isLonger(page, atOnce) && maxRows > atOnce)
    return rawJson(inTurn(before, records(results.pieces(key, maxRows), names), after))
  return rawJson(Buffer.concat([before, recordsOf((expanded ?? page)?.rows ?? NO_ROWS, names), after]))
}

const wireColumns = (columns: ResultPage['columns'] = []) => columns.map(wireColumn)
const NO_ROWS = new Uint8Array()
const isLonger = (page: ResultPage | null, rows: number) => page !== null && page.rowCount > rows

async function* records(pieces: AsyncIterable<Uint8Array>, names: readonly string[]): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const piece of pieces) {
    if (!isFirst) yield COMMA
    isFirst = false
    yield recordsOf(piece, names)
  }
}

async function* inTurn(before: Buffer, rows: AsyncIterable<Buffer>, after: Buffer): AsyncGenerator<Buffer> {
  yield before
  yield* rows
  yield after
}

const COMMA = Buffer.from(',')

/** Part of a result for a grid: rows as lists, never parsed on the way. Throws 410 for rows that are gone. */
export async function storedPage(results: ResultStore, key: string, offset: number, rows: number) {
  const page = await results.page(key, offset, rows)
  if (page === null) throw new Problem(410, 'The results are no longer available. Run the query again.')
  const head = JSON.stringify({
    columns: page.columns.map((column) => ({ ...fullColumn(column), native_type: column.type })),
    row_count: page.rowCount,
    is_complete: page.isComplete,
  })
  return rawJson(Buffer.concat([Buffer.from(`${head.slice(0, -1)},"rows":[`), page.rows, Buffer.from(']}')]))
}
