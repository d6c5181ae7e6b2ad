import { auditEvent } from '../../gateway/audit-event.server.ts'
import { LAYER_COLUMNS, layerRecords } from '../../gateway/chart/annotations.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { allKnownIds } from '../kit/known-ids.server.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { annotationEndpoints } from './annotations.server.ts'
import { annotationLayerRoutes as routes } from './contract.ts'
import { layerSpec } from './list-specs.server.ts'
import { deleteLayers, findLayer, insertLayer, updateLayer } from './store.server.ts'

/** What an answer says of its query, where there is none. */
const NO_QUERY = { status: 'success', errors: [], error: null, stacktrace: null, is_cached: false, query: '' }

export function annotationLayerEndpoints(services: Services): Endpoint[] {
  const spec = layerSpec(services)
  const find = ({ params }: { readonly params: { readonly id: number } }) => findLayer(services, params.id)
  return [
    ...listEndpoints(routes, spec, services),
    endpoint(routes.create, async ({ body }, caller, context) => {
      const id = await insertLayer(services, body, caller)
      services.audit(auditEvent('annotation_layer.create', `annotation_layer:${id}`, caller, context))
      return { id, result: body }
    }),
    endpoint(routes.bulkDelete, async ({ q }, caller, context) => {
      const ids = await allKnownIds(services.db, 'annotation_layers', q)
      await deleteLayers(services, ids)
      for (const id of ids)
        services.audit(auditEvent('annotation_layer.delete', `annotation_layer:${id}`, caller, context))
      return { message: `Deleted ${ids.length} annotation layer${ids.length === 1 ? '' : 's'}` }
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
      handle: async ({ body }, caller, layer, context) => {
        await updateLayer(services, layer, body, caller)
        services.audit(auditEvent('annotation_layer.change', `annotation_layer:${layer.id}`, caller, context))
        return { id: layer.id, result: { layer: layer.id, ...body } }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      handle: async (_, caller, layer, context) => {
        await deleteLayers(services, [layer.id])
        services.audit(auditEvent('annotation_layer.delete', `annotation_layer:${layer.id}`, caller, context))
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.legacyRows, {
      find,
      handle: async (_, __, layer) => {
        const records = await layerRecords({ services }, layer.id)
        const data = { columns: LAYER_COLUMNS, records }
        return { ...NO_QUERY, data, rowcount: records.length, form_data: { layer_id: String(layer.id) } }
      },
    }),
    ...annotationEndpoints(services),
  ]
}
