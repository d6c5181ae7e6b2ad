import { answerQuery } from '../../gateway/chart/answer.server.ts'
import { askContext, noAccess } from '../../gateway/chart/context.server.ts'
import { askRows } from '../../gateway/chart/rows.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { canReadDataset } from '../../metadata/access.server.ts'
import { findDataset } from '../../metadata/datasets.server.ts'
import { type QueryObject, queryObject } from '../../query/query-object.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import { TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { type Raw, rawJson } from '../../wire/raw.ts'
import type { SamplesQuery } from './contract.ts'

/**
 * A page of rows of a dataset with the count of all of them (reference: charts-dashboards A.1.10). What is before the
 * first page is the first, and a page has at most `SAMPLES_ROW_LIMIT` rows.
 */
export async function samples(
  services: Services,
  query: SamplesQuery,
  body: unknown,
  caller: Caller,
  signal: AbortSignal,
): Promise<Raw> {
  const most = services.conf.SAMPLES_ROW_LIMIT
  const page = numberOf(query.page?.replace(BEFORE_FIRST, '1'), 1)
  const asMany = numberOf(query.per_page, most)
  const id = numberOf(query.datasource_id, 0)
  if (!page || !asMany || !id || query.datasource_type !== 'table') throw empty()
  const perPage = Math.min(asMany, most)
  const record = await findDataset(services.db, id)
  if (!record) throw new Problem(404, 'Datasource does not exist', { envelope: 'error' })
  if (!canReadDataset(caller, record.database, record.dataset)) throw deniedView(record, caller)
  const { asked, timeZone } = drill(body, id)
  const context = await askContext(services, caller, { id, type: 'table' }, signal, timeZone)
  const columns = context.model.columns.map((column) => column.name)
  const rows = {
    ...asked,
    columns,
    metrics: null,
    orderby: columns[0] === undefined ? [] : [[columns[0], true] as const],
    rowLimit: perPage,
    rowOffset: (page - 1) * perPage,
  }
  const request = { force: TRUE.test(query.force ?? ''), formData: null, resultType: 'full' as const }
  const [answer, total] = await Promise.all([
    answerQuery(context, rows, { request, ttlSec: null }),
    askRows(
      context,
      { ...asked, columns: [], metrics: [COUNT], orderby: [] },
      { shape: 'columns', force: request.force, formData: null, ttlSec: null },
    ),
  ])
  const count = Number(/\d+/.exec(Buffer.from(total.body).toString())?.[0] ?? 0)
  const head = Buffer.concat([...answer.bytes])
  const tail = `,"page":${page},"per_page":${perPage},"total_count":${count}}}`
  return rawJson(Buffer.concat([Buffer.from('{"result":'), head.subarray(0, head.length - 1), Buffer.from(tail)]))
}

/** Zero and less. */
const BEFORE_FIRST = /^(0+|-\d+)$/
const TRUE = /^(true|t|1|yes|y|on)$/i
const COUNT = { kind: 'sql', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' } as const
const empty = () => new Problem(400, 'Bad request', { envelope: 'message' })

function deniedView(record: Parameters<typeof noAccess>[0], caller: Caller): Problem {
  return new Problem(403, 'Access is Denied', { envelope: 'view', cause: noAccess(record, caller) })
}

function numberOf(text: string | undefined, otherwise: number): number | null {
  if (text === undefined) return otherwise
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null
}

/** Filters and time of a drill; columns and metrics of the sender do not matter here. */
function drill(body: unknown, id: number): { readonly asked: QueryObject; readonly timeZone: string | null } {
  const sent = (body ?? {}) as Record<string, unknown>
  const { filters, extras, time_range, granularity } = sent
  if (filters !== undefined && !Array.isArray(filters)) throw empty()
  const fields = { filters: filters ?? [], extras: extras ?? {}, time_range, granularity }
  const request = readQueryContext({
    datasource: { id, type: 'table' },
    queries: [Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))],
    [TIME_ZONE_FIELD]: sent[TIME_ZONE_FIELD],
  })
  return { asked: request.queries[0] ?? queryObject({}), timeZone: request.timeZone }
}
