import type { QueryDict } from '../../gateway/query-record.server.ts'
import type { StartRequest } from '../../gateway/query-request.server.ts'
import { dictsOf } from '../../gateway/query-store.server.ts'
import type { QueryRunner, Started } from '../../gateway/run-query.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { rawJson } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import type { ExecuteBody } from './contract.ts'
import { resultBody } from './result-body.server.ts'

/** Runs what the editor sent: 202 with the record for a run in the background, else 200 with the rows. */
export async function execute(
  services: Services,
  runner: QueryRunner,
  body: ExecuteBody,
  caller: Caller,
  context: RequestContext,
) {
  const request = requestOf(body, context.url, caller, services.now())
  const started = await runner.start(request, caller, context)
  return answerOf(services, runner, started, body)
}

async function answerOf(services: Services, runner: QueryRunner, { row, state }: Started, body: ExecuteBody) {
  const [dict] = await dictsOf(services.db, [row])
  if (!dict) throw new Problem(404, 'Not found')
  if (state === 'stopped') return rawJson(JSON.stringify({ query_id: row.id, status: 'stopped', query: dict }))
  if (state === 'running') return rawJson(JSON.stringify({ query: dict }), body.runAsync === true ? 202 : 200)
  return resultBody(runner.results, row, withSyncFactor(dict), {
    key: row.results_key,
    maxRows: services.conf.DISPLAY_MAX_ROW,
    expands: body.expand_data === true,
  })
}

/** An answer at once calls a limit that was reached UNKNOWN; the record names it (recorded exchanges, SQL Lab). */
const withSyncFactor = (dict: QueryDict): QueryDict =>
  dict.rows !== null && dict.rows === dict.limit && dict.limitingFactor !== 'NOT_LIMITED'
    ? { ...dict, limitingFactor: 'UNKNOWN' }
    : dict

function requestOf(body: ExecuteBody, url: string, caller: Caller, now: Date): StartRequest {
  return {
    clientId: orNull(body.client_id),
    databaseId: body.database_id,
    sql: body.sql,
    catalog: orNull(body.catalog),
    schema: body.schema || null,
    sqlEditorId: orNull(body.sql_editor_id),
    tab: orNull(body.tab),
    queryLimit: orNull(body.queryLimit),
    isAsync: body.runAsync === true,
    templateParams: orNull(body.templateParams),
    createAs: createAsOf(body, caller, now),
    urlParams: Object.fromEntries(new URLSearchParams(url.split('?', 2)[1] ?? '')),
  }
}

const orNull = <T>(value: T | null | undefined): T | null => value ?? null

/** A table without a name gets one of the user and the time. */
function createAsOf(body: ExecuteBody, caller: Caller, now: Date): StartRequest['createAs'] {
  if (body.select_as_cta !== true) return null
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const table = body.tmp_table_name || `tmp_${caller.userId ?? 0}_table_${stamp}`
  return { method: body.ctas_method ?? 'TABLE', table }
}
