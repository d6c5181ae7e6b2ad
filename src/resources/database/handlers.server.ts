import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound } from '../../wire/problem.ts'
import { listEndpoints } from '../kit/list.server.ts'
import { availableEngines } from './available.server.ts'
import { changeDatabase } from './change.server.ts'
import { connectionItem, createDatabase } from './connection.server.ts'
import { databaseRoutes as routes } from './contract.ts'
import { findDatabase } from './find.server.ts'
import { databaseItem, databaseSpec } from './list-spec.server.ts'
import { relatedObjects } from './related.server.ts'
import { schemaEndpoints } from './schema-handlers.server.ts'
import { deleteDatabase, updateDatabase } from './store.server.ts'
import { syncPermissions } from './sync-permissions.server.ts'
import { tableEndpoints } from './table-handlers.server.ts'
import { databaseTransferEndpoints } from './transfer-handlers.server.ts'
import { testConnection, validateParameters } from './try-connection.server.ts'

export function databaseEndpoints(services: Services): Endpoint[] {
  const spec = databaseSpec(services)
  const find = ({ params }: { readonly params: { readonly id: number } }, caller: Caller) =>
    findDatabase(services, params.id, caller)
  return [
    ...listEndpoints(routes, spec, services),
    endpoint(routes.create, async ({ body }, caller, context) => {
      const made = await createDatabase(services, body, caller)
      services.audit(auditEvent('database.create', `database:${made.id}`, caller, context))
      return made
    }),
    endpoint(routes.available, () => ({ databases: availableEngines() })),
    endpoint(routes.testConnection, ({ body }, _caller, { signal }) => testConnection(services, body, signal)),
    endpoint(routes.validateParameters, ({ body }, _caller, { signal }) => validateParameters(services, body, signal)),
    ...databaseTransferEndpoints(services),
    objectEndpoint(routes.item, {
      find,
      handle: (_, _caller, row) => ({ id: row.id, result: databaseItem(row) }),
    }),
    objectEndpoint(routes.connection, { find, handle: (_, _caller, row) => connectionItem(services, row) }),
    objectEndpoint(routes.update, {
      find,
      handle: async ({ body }, caller, row, context) => {
        const changed = await changeDatabase(services, row, body, caller)
        const detail = { fields: Object.keys(body) }
        services.audit(auditEvent('database.change', `database:${row.id}`, caller, context, detail))
        return changed
      },
    }),
    objectEndpoint(routes.removeTunnel, {
      find,
      handle: async (_, caller, row, context) => {
        if (row.ssh_tunnel_secret === null) throw notFound('SSH Tunnel not found.')
        await updateDatabase(services, row, { body: {}, address: null, tunnel: null }, caller.userId)
        const detail = { fields: ['ssh_tunnel'] }
        services.audit(auditEvent('database.change', `database:${row.id}`, caller, context, detail))
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      handle: async (_, caller, row, context) => {
        await deleteDatabase(services, row)
        services.audit(auditEvent('database.delete', `database:${row.id}`, caller, context))
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.relatedObjects, { find, handle: (_, caller, row) => relatedObjects(services, row, caller) }),
    objectEndpoint(routes.syncPermissions, {
      find,
      handle: async (_, _caller, row) => {
        await syncPermissions(services, row)
        return { message: 'Permissions successfully synced' }
      },
    }),
    ...schemaEndpoints(services),
    ...tableEndpoints(services),
  ]
}
