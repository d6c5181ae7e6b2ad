import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, listRoutes, Message, Opaque, WordIdParams } from '../kit/contract.ts'
import { integer } from '../kit/fields.ts'
import { SavedQueryBody } from '../kit/saved-queries/body.ts'
import { transferRoutes } from '../kit/transfer.ts'
import { versionRoutes } from '../kit/version-routes.ts'

const BASE = '/api/v1/saved_query'
const VIEW = 'SavedQuery'

/** A query may be saved without a database, yet not with one that is nothing. */
const SentBody = SavedQueryBody.extend({ db_id: integer().optional() })
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
    body: SentBody,
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
    brokenJson: 'error',
    object: 'owned',
    params: WordIdParams,
    body: SentBody,
    bodyLimit: 4_194_304,
    invalid: 422,
    summary: 'Change a saved query',
  }),
  remove: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/{id}`,
    object: 'owned',
    params: WordIdParams,
    reply: Message,
    summary: 'Delete a saved query',
  }),
} as const
