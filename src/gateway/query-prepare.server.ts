import type { Row } from '../metadata/tables.server.ts'
import type { Caller } from '../wire/caller.ts'
import { type JobEnd, runJob } from './query-job.server.ts'
import { planQuery } from './query-plan.server.ts'
import type { QueryExtra, QueryRow } from './query-record.server.ts'
import { type RunContext, rowsOf, type StartRequest } from './query-request.server.ts'
import { renderSql } from './render-sql.server.ts'
import type { ResultStore } from './results.server.ts'
import { rulesMark } from './rules-mark.server.ts'

/** Everything that can refuse a run before it starts; gives the run itself. */
export async function prepareRun(
  context: RunContext,
  results: ResultStore,
  row: QueryRow,
  request: StartRequest,
  caller: Caller,
  database: Row<'databases'>,
  extra: QueryExtra,
  abort: AbortController,
): Promise<() => Promise<JobEnd>> {
  const { driver, dialect } = await context.gateway.open(database)
  const sql = await renderSql(context, { ...request, signal: abort.signal }, caller, dialect)
  const rows = rowsOf(context, request)
  const plan = await planQuery(
    { services: context, driver, dialect, database, caller, signal: abort.signal },
    { sql, catalog: row.catalog, schema: row.schema, allowedRows: rows, createAs: request.createAs },
  )
  if (sql !== request.sql) extra.rendered_sql = sql
  if (plan.isTakenBack) extra.taken_back = true
  if (plan.rules.length > 0) extra.rules = rulesMark(context, plan.rules)
  const seconds = request.isAsync ? context.conf.SQLLAB_ASYNC_TIME_LIMIT_SEC : context.conf.SQLLAB_TIMEOUT_SEC
  return async () => {
    const end = await runJob({
      services: context,
      results,
      driver,
      row,
      plan,
      sql,
      allowedRows: rows,
      extra,
      user: String(caller.userId),
      deadlineMs: Date.now() + seconds * 1000,
      abort,
    })
    if (end === 'success') await noteSavedQueries(context, row)
    return end
  }
}

/** Saved queries of the same text show when they ran last and how many rows came. */
async function noteSavedQueries(context: RunContext, row: QueryRow): Promise<void> {
  await context.db
    .updateTable('saved_queries')
    .set((eb) => ({
      last_run: context.now().toISOString(),
      rows: eb.selectFrom('queries').select('queries.rows').where('queries.id', '=', row.id),
    }))
    .where('user_id', '=', row.user_id)
    .where('db_id', '=', row.database_id)
    .where('sql', '=', row.sql)
    .execute()
}
