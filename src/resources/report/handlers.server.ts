import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { allKnownIds } from '../kit/known-ids.server.ts'
import { itemEnvelope, listAnswer, listEndpoints } from '../kit/list.server.ts'
import { alertValue } from './alert-value.server.ts'
import { conditionOf, holds } from './condition.ts'
import { reportRoutes as routes } from './contract.ts'
import { logSpec, reportSpec } from './list-spec.server.ts'
import { deleteReports, findOwnReport, findReport, insertReport, updateReport } from './store.server.ts'

interface OfId {
  readonly params: { readonly id: number }
}

export function reportEndpoints(services: Services): Endpoint[] {
  const spec = reportSpec(services)
  const find = ({ params }: OfId) => findReport(services, params.id)
  const isOwn = async (report: Pick<Row<'reports'>, 'id'>, caller: Caller) =>
    (await findOwnReport(services, report.id, caller)) !== null
  return [
    ...listEndpoints(routes, spec, services),
    endpoint(routes.create, async ({ body }, caller, context) => {
      const id = await insertReport(services, body, caller)
      services.audit(auditEvent('report.create', `report:${id}`, caller, context, { name: body.name }))
      return { id, result: body }
    }),
    endpoint(routes.check, async ({ body }, caller, context) => {
      const asker = { services, caller, signal: context.signal }
      const timeoutMs = services.conf.SQLLAB_TIMEOUT_SEC * 1000
      const asked = { databaseId: body.database, sql: body.sql, timeoutMs, lane: 'interactive' } as const
      const value = await alertValue(asker, asked)
      services.audit(auditEvent('alert.check', `database:${body.database}`, caller, context))
      const { validator_type = null, validator_config_json } = body
      const stored = { validator_type, validator_config_json: JSON.stringify(validator_config_json ?? {}) }
      return { result: { value, is_triggered: holds(conditionOf(stored), value) } }
    }),
    endpoint(routes.bulkDelete, async ({ q }, caller, context) => {
      const ids = await allKnownIds(services.db, 'reports', q)
      for (const id of ids) if (!(await isOwn({ id }, caller))) throw new Problem(403, 'Forbidden')
      await deleteReports(services, ids)
      for (const id of ids) services.audit(auditEvent('report.delete', `report:${id}`, caller, context))
      return { message: `Deleted ${ids.length} report schedule${ids.length === 1 ? '' : 's'}` }
    }),
    objectEndpoint(routes.read, {
      find: ({ params }, caller) => findOwnReport(services, params.id, caller),
      handle: async ({ params, q }, caller) => {
        const [record = {}] = await spec.load([params.id], caller)
        return itemEnvelope(spec, params.id, record, q)
      },
    }),
    objectEndpoint(routes.update, {
      find,
      allow: (report, caller) => isOwn(report, caller),
      handle: async ({ body }, caller, report, context) => {
        await updateReport(services, report, body, caller)
        services.audit(auditEvent('report.change', `report:${report.id}`, caller, context, { ...body }))
        return { id: report.id, result: body }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      allow: (report, caller) => isOwn(report, caller),
      handle: async (_, caller, report, context) => {
        await deleteReports(services, [report.id])
        services.audit(auditEvent('report.delete', `report:${report.id}`, caller, context, { name: report.name }))
        return { message: 'OK' }
      },
    }),
    ...logEndpoints(services),
  ]
}

function logEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(routes.logs, ({ params, q }, caller) =>
      listAnswer(logSpec(services, params.id), services, { ...q, keys: ['none'] }, caller),
    ),
    objectEndpoint(routes.log, {
      find: async ({ params }, caller) => {
        if (!(await findOwnReport(services, params.id, caller))) return null
        const log = await services.db
          .selectFrom('report_logs')
          .select('id')
          .where('id', '=', params.log_id)
          .where('report_id', '=', params.id)
          .executeTakeFirst()
        return log ?? null
      },
      handle: async ({ params, q }, caller) => {
        const spec = logSpec(services, params.id)
        const [record = {}] = await spec.load([params.log_id], caller)
        return itemEnvelope(spec, params.log_id, record, { ...q, keys: ['none'] })
      },
    }),
  ]
}
