import { resultsGone } from '../../gateway/query-access.server.ts'
import type { QueryDict, QueryRow } from '../../gateway/query-record.server.ts'
import type { ResultPage, ResultStore } from '../../gateway/results.server.ts'
import { recordsOf } from '../../gateway/row-bytes.server.ts'
import { fullColumn, wireColumn } from '../../gateway/wire-columns.ts'
import { rawJson } from '../../wire/raw.ts'
import { expandStructs } from './expand.server.ts'

/** The rows that an answer shows, and whether the fields of structs are columns of their own. */
interface Shown {
  readonly key: string | null
  readonly maxRows: number
  readonly expands: boolean
}

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
  const page = key === null ? null : await keptPage(results, key, maxRows)
  const expanded = page && expands ? expandStructs(page.columns, page.rows) : null
  const columns = (expanded ?? page)?.columns.map(wireColumn) ?? []
  const head = JSON.stringify({ query_id: row.id, status: row.status })
  const tail = JSON.stringify({
    columns,
    selected_columns: (page?.columns ?? []).map(wireColumn),
    expanded_columns: (expanded?.added ?? []).map(wireColumn),
    query: dict,
    ...(page && page.rowCount > maxRows ? { displayLimitReached: true } : {}),
  })
  const data = page
    ? recordsOf(
        (expanded ?? page).rows,
        columns.map(({ name }) => name),
      )
    : Buffer.alloc(0)
  return rawJson(Buffer.concat([Buffer.from(`${head.slice(0, -1)},"data":[`), data, Buffer.from(`],${tail.slice(1)}`)]))
}

/** Part of a result for a grid: rows as lists, never parsed on the way. */
export function pageBody(page: ResultPage) {
  const head = JSON.stringify({
    columns: page.columns.map((column) => ({ ...fullColumn(column), native_type: column.type })),
    row_count: page.rowCount,
    is_complete: page.isComplete,
  })
  return rawJson(Buffer.concat([Buffer.from(`${head.slice(0, -1)},"rows":[`), page.rows, Buffer.from(']}')]))
}
