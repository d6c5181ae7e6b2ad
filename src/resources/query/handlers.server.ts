import { auditEvent } from '../../gateway/audit-event.server.ts'
import { maySeeQuery } from '../../gateway/query-access.server.ts'
import { dictsOf, findByClientId, findQuery } from '../../gateway/query-store.server.ts'
import { runnerOf } from '../../gateway/run-query.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { queryRoutes } from './contract.ts'
import { querySpec } from './list-spec.server.ts'

/** Polling asks for what changed; a client that asks for everything gets the latest runs. */
const MAX_UPDATED = 1000

export function queryEndpoints(services: Services): Endpoint[] {
  const spec = querySpec(services)
  const runner = runnerOf(services)
  return [
    ...listEndpoints(queryRoutes, spec, services),
    endpoint(queryRoutes.updatedSince, ({ q }, caller) => updatedSince(services, q.last_updated_ms, caller)),
    objectEndpoint(queryRoutes.stop, {
      find: ({ body }, caller) => stoppable(services, body.client_id, caller),
      allow: (row, caller) => maySeeQuery(caller, row),
      handle: async (_, caller, row, context) => {
        await runner.stop(row)
        services.audit(auditEvent('query.stop', `query:${row.id}`, caller, context))
        return { result: 'OK' }
      },
    }),
    objectEndpoint(queryRoutes.item, {
      find: async ({ params }, caller) => {
        const row = await findQuery(services.db, params.id)
        return row && maySeeQuery(caller, row) ? row : null
      },
      handle: async ({ params, q }, caller) => {
        const [record] = await spec.load([params.id], caller)
        return itemEnvelope(spec, params.id, withTimeTexts(record ?? {}), q)
      },
    }),
  ]
}

/** One's own run; those who may see everybody's may stop it too. */
async function stoppable({ db }: Services, clientId: string, caller: Caller) {
  const own = caller.userId === null ? undefined : await findByClientId(db, caller.userId, clientId)
  if (own || !caller.can('all_query_access', 'all_query_access')) return own ?? null
  const other = await db
    .selectFrom('queries')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return other ?? null
}

async function updatedSince({ db }: Services, lastUpdatedMs: number, caller: Caller) {
  const since = new Date(Math.min(Math.max(0, lastUpdatedMs), 8.64e15)).toISOString()
  const rows = await db
    .selectFrom('queries')
    .selectAll()
    .where('user_id', '=', caller.userId ?? 0)
    .where('changed_on', '>=', since)
    .orderBy('changed_on', 'desc')
    .limit(MAX_UPDATED)
    .execute()
  const dicts = await dictsOf(db, rows.reverse())
  // Times are texts here, as clients of this call have always read them.
  return {
    result: dicts.map((dict) => ({
      ...dict,
      startDttm: timeText(dict.startDttm),
      endDttm: timeText(dict.endDttm),
    })),
  }
}

/** The single record has always told its times as texts. */
const withTimeTexts = (record: Record<string, unknown>) => ({
  ...record,
  ...Object.fromEntries(TIMES.map((name) => [name, typeof record[name] === 'number' ? timeText(record[name]) : null])),
})
const TIMES = ['start_time', 'start_running_time', 'end_time', 'end_result_backend_time'] as const

const timeText = (time: number | null) => (time === null ? null : time.toFixed(6))
