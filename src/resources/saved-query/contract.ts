import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { integer, maybe, text } from '../kit/fields.ts'
import { transferRoutes } from '../kit/transfer.ts'
import { versionRoutes } from '../kit/version-routes.ts'

const BASE = '/api/v1/saved_query'
const VIEW = 'SavedQuery'

const upTo = (length: number) => text().max(length, `Longer than maximum length ${length}.`)
export const SavedQueryBody = z.strictObject({
  db_id: maybe(integer()),
  label: maybe(upTo(256)),
  catalog: maybe(upTo(128)),
  schema: maybe(upTo(128)),
  sql: maybe(upTo(1_000_000)),
  description: maybe(text()),
  template_parameters: maybe(text()),
  extra_json: maybe(text()),
  uuid: maybe(z.uuid({ error: 'Not a valid UUID.' })),
  id: z.unknown().optional(),
})
export type SavedQueryBody = z.output<typeof SavedQueryBody>

const write = { needs: ['can_write', VIEW], reply: Opaque } as const

export const savedQueryRoutes = {
  ...listRoutes(BASE, VIEW, 'saved queries'),
  ...versionRoutes(BASE, VIEW, 'a saved query'),
  create: route({
    ...write,
    method: 'POST',
    path: `${BASE}/`,
    brokenJson: 'error',
    object: 'none',
    body: SavedQueryBody,
    bodyLimit: 4_194_304,
    invalid: 422,
    status: 201,
    summary: 'Save a query',
  }),
  bulkDelete: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/`,
    object: 'listed',
    q: IdsQ,
    reply: Message,
    summary: 'Delete saved queries',
  }),
  ...transferRoutes(BASE, VIEW, 'saved queries'),
  read: route({
    method: 'GET',
    path: `${BASE}/{id}`,
    needs: ['can_read', VIEW],
    object: 'visible',
    params: IdParams,
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One saved query',
  }),
  update: route({
    ...write,
    method: 'PUT',
    path: `${BASE}/{id}`,
    object: 'owned',
    params: IdParams,
    body: SavedQueryBody,
    bodyLimit: 4_194_304,
    invalid: 422,
    summary: 'Change a saved query',
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/{id}`,
    object: 'owned',
    params: IdParams,
    reply: Message,
    summary: 'Delete a saved query',
  }),
} as const
