import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { itemEnvelope, listAnswer } from '../kit/list.server.ts'
import { type AnnotationPatch, annotationLayerRoutes as routes } from './contract.ts'
import { annotationSpec } from './list-specs.server.ts'
import { deleteAnnotations, findAnnotation, findLayer, insertAnnotation, updateAnnotation } from './store.server.ts'
import { httpDate } from './when.ts'

interface InLayer {
  readonly params: { readonly id: number }
}

/** The annotations below a layer's address. */
export function annotationEndpoints(services: Services): Endpoint[] {
  const layer = ({ params }: InLayer) => findLayer(services, params.id)
  const layerOrRefusal = async (input: InLayer) => {
    const found = await layer(input)
    if (!found) throw new Problem(400, 'Annotation layer not found.')
    return found
  }
  return [
    objectEndpoint(routes.listAnnotations, {
      find: layer,
      handle: ({ params, q }, caller) =>
        listAnswer(annotationSpec(services, params.id), services, { ...q, keys: ['none'] }, caller),
    }),
    objectEndpoint(routes.createAnnotation, {
      find: layerOrRefusal,
      handle: async ({ body }, caller, owner, context) => {
        const row = await insertAnnotation(services, owner, body, caller)
        services.audit(auditEvent('annotation.create', `annotation:${row.id}`, caller, context))
        return { id: row.id, result: repeated(body, row) }
      },
    }),
    objectEndpoint(routes.bulkDeleteAnnotations, {
      find: layer,
      handle: async ({ params, q }, caller, _, context) => {
        const ids = [...new Set(q)]
        await deleteAnnotations(services, params.id, ids)
        for (const id of ids) services.audit(auditEvent('annotation.delete', `annotation:${id}`, caller, context))
        return { message: `Deleted ${ids.length} annotation${ids.length === 1 ? '' : 's'}` }
      },
    }),
    ...oneAnnotation(services),
  ]
}

function oneAnnotation(services: Services): Endpoint[] {
  const find = ({ params }: { readonly params: { readonly id: number; readonly annotation_id: number } }) =>
    findAnnotation(services, params.id, params.annotation_id)
  return [
    objectEndpoint(routes.readAnnotation, {
      find,
      handle: async ({ params, q }, caller) => {
        const spec = annotationSpec(services, params.id)
        const [record = {}] = await spec.load([params.annotation_id], caller)
        return itemEnvelope(spec, params.annotation_id, record, { ...q, keys: ['none'] })
      },
    }),
    objectEndpoint(routes.updateAnnotation, {
      find,
      handle: async ({ body }, caller, annotation, context) => {
        const row = await updateAnnotation(services, annotation, body, caller)
        services.audit(auditEvent('annotation.change', `annotation:${row.id}`, caller, context))
        return { id: row.id, result: repeated(body, row) }
      },
    }),
    objectEndpoint(routes.removeAnnotation, {
      find,
      handle: async ({ params }, caller, annotation, context) => {
        await deleteAnnotations(services, params.id, [annotation.id])
        services.audit(auditEvent('annotation.delete', `annotation:${annotation.id}`, caller, context))
        return { message: 'OK' }
      },
    }),
  ]
}

/** The fields of a change as its answer repeats them, with the layer. */
const repeated = (body: AnnotationPatch, row: Row<'annotations'>) => ({
  ...body,
  layer: row.layer_id,
  ...(body.start_dttm !== undefined && { start_dttm: httpDate(row.start_dttm) }),
  ...(body.end_dttm !== undefined && { end_dttm: httpDate(row.end_dttm) }),
})
