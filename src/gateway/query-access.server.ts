import { usableDatabases } from '../metadata/visible.server.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import { checkAccess } from './check-access.server.ts'
import type { NamedTable } from './named-tables.ts'
import type { QueryExtra, QueryRow } from './query-record.server.ts'
import { findQuery } from './query-store.server.ts'
import type { ResultHead, ResultStore } from './results.server.ts'
import { namedIn, rowGuard } from './row-guard.server.ts'
import { rulesMark } from './rules-mark.server.ts'
import type { Services } from './services.server.ts'

type Context = Pick<Services, 'db' | 'metadataMark' | 'gateway' | 'now' | 'featureFlags' | 'conf' | 'sign'>

const GONE = 'The query associated with these results could not be found. You need to re-run the original query.'
const LOST = 'Data could not be retrieved from the results backend. You need to re-run the original query.'

/** True for one's own run, or with the right to see everybody's. */
export const maySeeQuery = (caller: Caller, row: Pick<QueryRow, 'user_id'>) =>
  (caller.userId !== null && row.user_id === caller.userId) || caller.can('all_query_access', 'all_query_access')

/** 404 for results of no run that is known, 410 for results that are no longer kept. */
export const resultsGone = (status: 404 | 410 = 404) =>
  new Problem(status, status === 404 ? GONE : LOST, { type: 'RESULTS_BACKEND_ERROR' })

/** The stored result of a key with its run. To hold a key is no right: throws 404, 403 or 410. */
export async function resultOf(
  context: Context & { readonly results: ResultStore },
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
  await checkStillAllowed(context, row, caller)
  return { row, head }
}

/** Rights may have been taken since the run: its tables are checked again before any stored row leaves. */
export async function checkStillAllowed(context: Context, row: QueryRow, caller: Caller): Promise<void> {
  const database = await context.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', row.database_id)
    .where(usableDatabases(caller))
    .executeTakeFirst()
  if (!database) throw new Problem(403, 'Cannot access the query', { type: 'QUERY_SECURITY_ACCESS_ERROR' })
  const { driver, dialect } = await context.gateway.open(database)
  const tables = (JSON.parse(row.sql_tables) as NamedTable[]).map(({ table, ...path }) => ({ ...path, name: table }))
  await checkAccess(context.db, driver, caller, database, { tables, isReadOnly: true }, row)
  if (row.user_id !== caller.userId) return
  const path = { catalog: row.catalog, schema: row.schema ?? (await driver.defaultSchema()) }
  const { rules: kept, rendered_sql: rendered } = JSON.parse(row.extra) as QueryExtra
  const named = namedIn(rendered ?? row.sql, dialect)
  const { signal } = new AbortController()
  const asking = { services: context, caller, database, driver, dialect, signal }
  const { rules } = await rowGuard(asking, [...tables, ...named], path)
  if ((rules.length === 0 ? undefined : rulesMark(context, rules)) !== kept)
    throw new Problem(403, 'The row-level rules of these tables have changed. Run the query again.', {
      type: 'QUERY_SECURITY_ACCESS_ERROR',
    })
}
