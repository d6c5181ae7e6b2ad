import type { MetadataDb } from '../metadata/open.server.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import type { QueryRow } from './query-record.server.ts'
import { findQuery } from './query-store.server.ts'
import type { ResultHead, ResultStore } from './results.server.ts'

const GONE = 'The query associated with these results could not be found. You need to re-run the original query.'
const LOST = 'Data could not be retrieved from the results backend. You need to re-run the original query.'

/** True for one's own run, or with the right to see everybody's. */
export const maySeeQuery = (caller: Caller, row: Pick<QueryRow, 'user_id'>) =>
  (caller.userId !== null && row.user_id === caller.userId) || caller.can('all_query_access', 'all_query_access')

export const resultsGone = (status: 404 | 410 = 404) =>
  new Problem(status, status === 404 ? GONE : LOST, { type: 'RESULTS_BACKEND_ERROR' })

/** The stored result of a key with its run. To hold a key is no right: throws 404, 403 or 410. */
export async function resultOf(
  context: { readonly db: MetadataDb; readonly results: ResultStore },
  key: string,
  caller: Caller,
): Promise<{ readonly row: QueryRow; readonly head: ResultHead }> {
  const head = await context.results.head(key)
  const row = head
    ? await findQuery(context.db, head.queryId)
    : await context.db.selectFrom('queries').selectAll().where('results_key', '=', key).executeTakeFirst()
  if (!row) throw resultsGone()
  if (!maySeeQuery(caller, row))
    throw new Problem(403, 'Cannot access the query', { type: 'QUERY_SECURITY_ACCESS_ERROR' })
  if (!head) throw resultsGone(410)
  return { row, head }
}
