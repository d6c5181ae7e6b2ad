import { csvHeader, csvLines } from '../../gateway/csv.server.ts'
import { checkStillAllowed, maySeeQuery, resultsGone } from '../../gateway/query-access.server.ts'
import type { QueryRow } from '../../gateway/query-record.server.ts'
import type { QueryRunner } from '../../gateway/run-query.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { GENERIC } from '../../query/generic-type.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'

const BYTE_ORDER_MARK = '\ufeff'

/**
 * The run of a client id whose rows may leave as a file: one's own first, then anybody's for those who may see all.
 * Files need `can_csv` everywhere, so here as well (specification: SQL editor, section 6).
 */
export async function exportedQuery(services: Services, clientId: string, caller: Caller): Promise<QueryRow> {
  if (!caller.can('can_csv', 'Superset')) throw new Problem(403, 'Forbidden')
  const rows = await services.db.selectFrom('queries').selectAll().where('client_id', '=', clientId).execute()
  const row = rows.find(({ user_id }) => user_id === caller.userId) ?? rows[0]
  if (!row) throw resultsGone()
  if (!maySeeQuery(caller, row))
    throw new Problem(403, 'Cannot access the query', { type: 'QUERY_SECURITY_ACCESS_ERROR' })
  await checkStillAllowed(services, row, caller)
  return row
}

/** The stored result as CSV; exactly the rows that were shown, so nothing runs again. */
export async function csvOf(services: Services, runner: QueryRunner, row: QueryRow, fileName: string | null) {
  const key = row.results_key
  // The first rows are read before anything is answered, since a file that has begun can only be cut.
  const head = key === null ? null : await runner.results.page(key, 0, 1)
  if (key === null || head === null) throw resultsGone(410)
  const names = head.columns.map(({ name }) => name)
  const times = new Set(head.columns.flatMap(({ generic }, i) => (generic === GENERIC.time ? [i] : [])))
  const lines = async function* () {
    yield Buffer.from(BYTE_ORDER_MARK + csvHeader(names))
    for await (const piece of runner.results.pieces(key)) yield csvLines(piece, times)
  }
  return new Raw(
    200,
    {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename=${fileName ?? defaultName(row, services.now())}`,
    },
    lines(),
  )
}

/** A name that a header can hold, from what a client asks for. */
export const safeName = (name: string | undefined) =>
  name ? `"${name.replace(/[^\w.() -]+/g, '_').slice(0, 200)}"` : null

function defaultName(row: QueryRow, now: Date): string {
  const tab = (row.tab_name ?? 'query').toLowerCase().replace(/\W+/g, '_').slice(0, 100)
  return `sqllab_${tab}_${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}.csv`
}
