import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { allKnownIds } from '../kit/known-ids.server.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { rowLevelSecurityRoutes as routes } from './contract.ts'
import { rowRuleSpec } from './list-spec.server.ts'
import { deleteRules, findRule, insertRule, updateRule } from './store.server.ts'

export function rowLevelSecurityEndpoints(services: Services): Endpoint[] {
  const spec = rowRuleSpec(services)
  const find = ({ params }: { readonly params: { readonly id: number } }) => findRule(services, params.id)
  return [
    ...listEndpoints(routes, spec, services),
    endpoint(routes.create, async ({ body }, caller, context) => {
      const id = await insertRule(services, body, caller)
      services.audit(auditEvent('row_rule.create', `row_rule:${id}`, caller, context, { ...body }))
      return { id, result: body }
    }),
    endpoint(routes.bulkDelete, async ({ q }, caller, context) => {
      const ids = await allKnownIds(services.db, 'row_rules', q)
      await deleteRules(services, ids)
      for (const id of ids) services.audit(auditEvent('row_rule.delete', `row_rule:${id}`, caller, context))
      return { message: `Deleted ${ids.length} rules` }
    }),
    objectEndpoint(routes.read, {
      find,
      handle: async ({ params, q }, caller) => {
        const [record = {}] = await spec.load([params.id], caller)
        return itemEnvelope(spec, params.id, record, q)
      },
    }),
    objectEndpoint(routes.update, {
      find,
      handle: async ({ body }, caller, rule, context) => {
        await updateRule(services, rule, body, caller)
        services.audit(auditEvent('row_rule.change', `row_rule:${rule.id}`, caller, context, { ...body }))
        return { id: rule.id, result: body }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      handle: async (_, caller, rule, context) => {
        await deleteRules(services, [rule.id])
        services.audit(auditEvent('row_rule.delete', `row_rule:${rule.id}`, caller, context, { name: rule.name }))
        return { message: 'OK' }
      },
    }),
  ]
}
