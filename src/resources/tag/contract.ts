import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, ItemQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { favoriteRoutes } from '../kit/favorite-routes.ts'
import { integer, lengthBetween, list, maybe, text } from '../kit/fields.ts'
import { risonList, risonText } from '../kit/rison-types.ts'

const BASE = '/api/v1/tag'
const VIEW = 'Tag'
const MOST = 1000

const many = <T extends z.ZodType>(item: T) => list(item).max(MOST, `Longer than maximum length ${MOST}.`)
const name = () => lengthBetween(1, 250).refine((value) => value.trim() !== '', 'Length must be between 1 and 250.')
const objects = () => many(z.tuple([text(), integer()], { error: 'Not a valid tuple.' })).optional()
const Fields = {
  name: name(),
  description: maybe(text().max(100_000, 'Longer than maximum length 100000.')),
  objects_to_tag: objects(),
}
const Body = z.strictObject(Fields)
const Patch = Body.partial()
const BulkBody = z.strictObject({ tags: many(Body) })
const NamesBody = z.looseObject({ properties: z.looseObject({ tags: many(name()).optional() }).optional() })
export type TagBody = z.output<typeof Body>
export type TagPatch = z.output<typeof Patch>

const digits = z.string().regex(/^\d{1,9}$/)
const numbers = { object_type: z.int(), object_id: z.int() }
const ObjectParams = z.codec(z.object({ object_type: digits, object_id: digits }), z.object(numbers), {
  decode: (path) => ({ object_type: Number(path.object_type), object_id: Number(path.object_id) }),
  encode: (path) => ({ object_type: String(path.object_type), object_id: String(path.object_id) }),
})
const TaggedParams = z.codec(
  z.object({ object_type: digits, object_id: digits, tag: z.string() }),
  z.object({ ...numbers, tag: z.string() }),
  {
    decode: (path) => ({ ...path, object_type: Number(path.object_type), object_id: Number(path.object_id) }),
    encode: (path) => ({ ...path, object_type: String(path.object_type), object_id: String(path.object_id) }),
  },
)

const read = { method: 'GET', needs: ['can_read', VIEW], reply: Opaque } as const
const write = { needs: ['can_write', VIEW], reply: Opaque } as const
const visible = { object: 'visible', params: IdParams } as const
const owned = { path: `${BASE}/{id}`, object: 'owned', params: IdParams } as const

const ownRoutes = {
  ...listRoutes(BASE, VIEW, 'tags'),
  ...favoriteRoutes(BASE, VIEW, 'a tag', 'tags'),
  create: route({
    ...write,
    method: 'POST',
    path: `${BASE}/`,
    object: 'listed',
    body: Body,
    status: 201,
    summary: 'Make a tag, or take the one of that name, and give it to objects',
  }),
  bulkDelete: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/`,
    object: 'listed',
    q: risonList().pipe(z.array(risonText())),
    reply: Message,
    summary: 'Delete tags by name',
  }),
  bulkCreate: route({
    method: 'POST',
    path: `${BASE}/bulk_create`,
    needs: ['can_bulk_create', VIEW],
    object: 'listed',
    body: BulkBody,
    reply: Opaque,
    summary: 'Make several tags and give them to objects',
  }),
  read: route({ ...read, ...visible, path: `${BASE}/{id}`, q: ItemQ, qBroken: 'ignore', summary: 'One tag' }),
  update: route({ ...owned, ...write, method: 'PUT', body: Patch, summary: 'Change a tag and what it is given to' }),
  remove: route({ ...owned, ...write, method: 'DELETE', reply: Message, summary: 'Delete a tag' }),
} as const

const objectRoutes = {
  objects: route({
    ...read,
    path: `${BASE}/get_objects/`,
    object: 'listed',
    query: z.looseObject({
      tags: z.string().optional(),
      tagIds: z.string().optional(),
      types: z.string().optional(),
    }),
    summary: 'Objects that carry tags',
  }),
  tagObject: route({
    ...write,
    method: 'POST',
    path: `${BASE}/{object_type}/{object_id}/`,
    object: 'owned',
    params: ObjectParams,
    body: NamesBody,
    status: 201,
    summary: 'Give tags to an object',
  }),
  untagObject: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/{object_type}/{object_id}/{tag}/`,
    object: 'owned',
    params: TaggedParams,
    reply: Message,
    summary: 'Take a tag from an object',
  }),
  allTags: route({
    method: 'GET',
    path: '/tagview/tags/',
    needs: ['can_read', VIEW],
    object: 'listed',
    face: 'view',
    reply: z.array(Opaque),
    summary: 'Every tag, for older clients',
  }),
} as const

export const tagRoutes = { ...ownRoutes, ...objectRoutes } as const
