import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, ListQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { jsonText, lengthBetween, maybe, text } from '../kit/fields.ts'
import { instantOf } from './when.ts'

const BASE = '/api/v1/annotation_layer'
const CHILDREN = `${BASE}/{id}/annotation`
const VIEW = 'Annotation'
const LONGEST = 100_000

const longText = () => text().max(LONGEST, `Longer than maximum length ${LONGEST}.`)
const time = () => text().refine((value) => instantOf(value) !== null, 'Not a valid datetime.')

const LayerBody = z.strictObject({ name: lengthBetween(1, 250), descr: maybe(longText()) })
const LayerPatch = LayerBody.partial()
const AnnotationBody = z.strictObject({
  short_descr: lengthBetween(1, 500),
  long_descr: maybe(longText()),
  start_dttm: time(),
  end_dttm: time(),
  json_metadata: maybe(jsonText()),
})
const AnnotationPatch = AnnotationBody.partial()
export type LayerBody = z.output<typeof LayerBody>
export type LayerPatch = z.output<typeof LayerPatch>
export type AnnotationBody = z.output<typeof AnnotationBody>
export type AnnotationPatch = z.output<typeof AnnotationPatch>

const digits = z.string().regex(/^\d{1,9}$/)
const AnnotationParams = z.codec(
  z.object({ id: digits, annotation_id: digits }),
  z.object({ id: z.int(), annotation_id: z.int() }),
  {
    decode: ({ id, annotation_id }) => ({ id: Number(id), annotation_id: Number(annotation_id) }),
    encode: ({ id, annotation_id }) => ({ id: String(id), annotation_id: String(annotation_id) }),
  },
)

const read = { method: 'GET', needs: ['can_read', VIEW], reply: Opaque } as const
const write = { needs: ['can_write', VIEW], reply: Opaque } as const
const remove = { method: 'DELETE', needs: ['can_write', VIEW], reply: Message } as const
const layer = { path: `${BASE}/{id}`, object: 'visible', params: IdParams } as const
const children = { path: `${CHILDREN}/`, object: 'visible', params: IdParams } as const
const child = { path: `${CHILDREN}/{annotation_id}`, object: 'visible', params: AnnotationParams } as const

const layerRoutes = {
  ...listRoutes(BASE, VIEW, 'annotation layers'),
  legacyRows: route({
    ...read,
    path: '/superset/annotation_json/{id}',
    object: 'visible',
    params: IdParams,
    face: 'view',
    rate: 'chart',
    summary: 'The annotations of a layer, as older clients ask',
  }),
  create: route({
    ...write,
    method: 'POST',
    path: `${BASE}/`,
    object: 'none',
    body: LayerBody,
    status: 201,
    summary: 'Make an annotation layer',
  }),
  bulkDelete: route({ ...remove, path: `${BASE}/`, object: 'listed', q: IdsQ, summary: 'Delete annotation layers' }),
  read: route({ ...layer, ...read, q: ItemQ, qBroken: 'ignore', summary: 'One annotation layer' }),
  update: route({ ...layer, ...write, method: 'PUT', body: LayerPatch, summary: 'Change an annotation layer' }),
  remove: route({ ...layer, ...remove, summary: 'Delete an annotation layer that has no annotations' }),
} as const

const annotationRoutes = {
  listAnnotations: route({ ...children, ...read, q: ListQ, summary: 'List the annotations of a layer' }),
  createAnnotation: route({
    ...children,
    ...write,
    method: 'POST',
    body: AnnotationBody,
    status: 201,
    summary: 'Make an annotation',
  }),
  bulkDeleteAnnotations: route({ ...children, ...remove, q: IdsQ, summary: 'Delete annotations of a layer' }),
  readAnnotation: route({ ...child, ...read, q: ItemQ, qBroken: 'ignore', summary: 'One annotation' }),
  updateAnnotation: route({
    ...child,
    ...write,
    method: 'PUT',
    body: AnnotationPatch,
    summary: 'Change an annotation',
  }),
  removeAnnotation: route({ ...child, ...remove, summary: 'Delete an annotation' }),
} as const

export const annotationLayerRoutes = { ...layerRoutes, ...annotationRoutes } as const
