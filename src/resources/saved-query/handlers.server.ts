import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { SavedQueryBody } from '../kit/saved-queries/body.ts'
import {
  deleteSavedQueries,
  findSavedQuery,
  insertSavedQuery,
  isOwner,
  ownOnes,
  savedFields,
  updateSavedQuery,
} from '../kit/saved-queries/store.server.ts'
import { savedQueryTransfer } from '../kit/saved-queries/transfer.server.ts'
import { transferEndpoints } from '../kit/transfer.server.ts'
import { versionEndpoints } from '../kit/version-endpoints.server.ts'
import { savedQueryRoutes as routes } from './contract.ts'
import { savedQuerySpec } from './list-spec.server.ts'

export function savedQueryEndpoints(services: Services): Endpoint[] {
  const spec = savedQuerySpec(services)
  const find = ({ params }: { readonly params: { readonly id: number } }, caller: Caller) =>
    findSavedQuery(services, params.id, caller)
  return [
    ...listEndpoints(routes, spec, services),
    endpoint(routes.create, async ({ body }, caller) => {
      const row = await insertSavedQuery(services, body, userOf(caller))
      return { id: row.id, result: savedFields(row) }
    }),
    endpoint(routes.bulkDelete, async ({ q }, caller) => {
      const rows = await ownOnes(services, q, caller)
      await deleteSavedQueries(services, q)
      return { message: rows.length === 1 ? 'Deleted 1 saved query' : `Deleted ${rows.length} saved queries` }
    }),
    ...transferEndpoints(routes, savedQueryTransfer, services),
    ...versionEndpoints(
      routes,
      {
        kind: 'saved_query',
        find: (id, caller) => findSavedQuery(services, id, caller),
        allow: isOwner,
        state: savedState,
        restore: (row, state, caller) => updateSavedQuery(services, row, SavedQueryBody.parse(state), userOf(caller)),
      },
      services,
    ),
    objectEndpoint(routes.read, {
      find,
      handle: async ({ params, q }, caller) => {
        const [record] = await spec.load([params.id], caller)
        return itemEnvelope(spec, params.id, record ?? {}, q)
      },
    }),
    objectEndpoint(routes.update, {
      find,
      allow: isOwner,
      handle: async ({ body }, caller, row) => {
        const updated = await updateSavedQuery(services, row, body, userOf(caller))
        return { id: row.id, result: savedFields(updated) }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      allow: isOwner,
      handle: async ({ params }) => {
        await deleteSavedQueries(services, [params.id])
        return { message: 'OK' }
      },
    }),
  ]
}

const FIELDS = ['label', 'description', 'db_id', 'catalog', 'schema', 'sql', 'template_parameters'] as const
const savedState = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(FIELDS.map((name) => [name, body[name] ?? null]))

function userOf(caller: Caller): number {
  if (caller.userId === null) throw new Problem(403, 'Forbidden')
  return caller.userId
}
