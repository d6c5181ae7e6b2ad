import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdsQ, ItemQ, listRoutes, Message, Opaque, WordIdParams } from '../kit/contract.ts'
import { favoriteRoutes } from '../kit/favorite-routes.ts'
import { flag, integer, jsonText, lengthBetween, list, maybe, text, uuid } from '../kit/fields.ts'
import { versionRoutes } from '../kit/version-routes.ts'

const BASE = '/api/v1/chart'
const VIEW = 'Chart'
const Key = z.object({ id: z.string() })

const shared = {
  description: maybe(text()),
  viz_type: maybe(lengthBetween(0, 250)),
  owners: list(integer()).optional(),
  params: maybe(jsonText()),
  query_context: maybe(jsonText()),
  query_context_generation: maybe(flag()),
  cache_timeout: maybe(integer()),
  datasource_name: maybe(text()),
  dashboards: list(integer()).optional(),
  certified_by: maybe(text()),
  certification_details: maybe(text()),
  is_managed_externally: maybe(flag()),
  external_url: maybe(text()),
  tags: list(integer()).optional(),
  uuid: maybe(uuid()),
}
const SourceType = z.enum(['table', 'dataset', 'query', 'saved_query', 'view'], {
  error: (issue) =>
    issue.input === undefined
      ? 'Missing data for required field.'
      : 'Must be one of: table, dataset, query, saved_query, view, semantic_view.',
})
const CreateBody = z.strictObject({
  slice_name: lengthBetween(1, 250),
  datasource_id: integer(),
  datasource_type: SourceType,
  ...shared,
  viz_type: lengthBetween(0, 250).optional(),
})
export type CreateBody = z.output<typeof CreateBody>
export const UpdateBody = z.strictObject({
  slice_name: maybe(lengthBetween(0, 250)),
  datasource_id: maybe(integer()),
  datasource_type: SourceType.optional(),
  ...shared,
})
export type UpdateBody = z.output<typeof UpdateBody>

const changes = { needs: ['can_write', VIEW], object: 'owned', params: WordIdParams } as const

export const chartRoutes = {
  ...listRoutes(BASE, VIEW, 'charts'),
  ...favoriteRoutes(BASE, VIEW, 'a chart', 'charts'),
  ...versionRoutes(BASE, VIEW, 'a chart'),
  create: route({
    method: 'POST',
    path: `${BASE}/`,
    needs: ['can_write', VIEW],
    object: 'none',
    body: CreateBody,
    reply: Opaque,
    status: 201,
    summary: 'Save a new chart',
  }),
  bulkDelete: route({
    method: 'DELETE',
    path: `${BASE}/`,
    needs: ['can_write', VIEW],
    object: 'listed',
    q: IdsQ,
    reply: Message,
    summary: 'Delete several charts',
  }),
  read: route({
    method: 'GET',
    path: `${BASE}/{id}`,
    needs: ['can_read', VIEW],
    object: 'visible',
    params: Key,
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One chart, by id or uuid',
  }),
  update: route({
    method: 'PUT',
    path: `${BASE}/{id}`,
    ...changes,
    body: UpdateBody,
    reply: Opaque,
    summary: 'Change a chart',
  }),
  remove: route({ method: 'DELETE', path: `${BASE}/{id}`, ...changes, reply: Message, summary: 'Delete a chart' }),
}
