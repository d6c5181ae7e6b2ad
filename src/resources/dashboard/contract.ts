import { z } from 'zod'
import { NO_TIME_ZONE } from '../../query/time-range/zone.ts'
import { route } from '../../wire/route.ts'
import { IdsQ, ItemQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { favoriteRoutes } from '../kit/favorite-routes.ts'
import { flag, integer, jsonText, lengthBetween, list, maybe, text } from '../kit/fields.ts'
import { versionRoutes } from '../kit/version-routes.ts'
import { hasKnownZone } from './known-zone.ts'

const BASE = '/api/v1/dashboard'
const VIEW = 'Dashboard'
/** A dashboard is addressed by id, slug or uuid. */
const Key = z.object({ id: z.string() })
const mapping = () =>
  z.record(z.string(), z.unknown(), {
    error: ({ input }) => (input === null ? 'Field may not be null.' : 'Not a valid mapping type.'),
  })

const Metadata = () => jsonText().refine(hasKnownZone, `timezone: ${NO_TIME_ZONE}`)

export const SaveBody = z.strictObject({
  dashboard_title: maybe(lengthBetween(0, 500)),
  slug: maybe(lengthBetween(0, 255)),
  owners: maybe(list(integer())),
  roles: maybe(list(integer())),
  position_json: maybe(jsonText()),
  css: maybe(text()),
  theme_id: maybe(integer()),
  description: maybe(text()),
  json_metadata: maybe(Metadata()),
  published: maybe(flag()),
  certified_by: maybe(text()),
  certification_details: maybe(text()),
  is_managed_externally: maybe(flag()),
  external_url: maybe(text()),
  tags: maybe(list(integer())),
  uuid: maybe(text()),
})
export type SaveBody = z.output<typeof SaveBody>
/** What is sent to make a dashboard may be missing, yet some of it not be nothing. */
const CreateBody = SaveBody.extend({
  slug: maybe(lengthBetween(1, 255)),
  owners: list(integer()).optional(),
  position_json: jsonText().optional(),
  css: text().optional(),
  json_metadata: Metadata().optional(),
})
const UpdateBody = SaveBody.extend({ owners: list(integer()).optional() })
const CopyBody = z.strictObject({
  dashboard_title: maybe(lengthBetween(0, 500)),
  css: maybe(text()),
  json_metadata: Metadata(),
  duplicate_slices: maybe(flag()),
})
export type CopyBody = z.output<typeof CopyBody>
const ChangesBody = z.strictObject({
  modified: list(z.looseObject({ id: text() })).optional(),
  deleted: list(text()).optional(),
  reordered: list(text()).optional(),
})
export type ChangesBody = z.output<typeof ChangesBody>
const ColorsBody = z.strictObject({
  color_namespace: maybe(text()),
  color_scheme: maybe(text()),
  map_label_colors: maybe(mapping()),
  shared_label_colors: maybe(list(z.unknown())),
  label_colors: mapping().optional(),
  color_scheme_domain: maybe(list(z.unknown())),
})
export type ColorsBody = z.output<typeof ColorsBody>

const reads = { needs: ['can_read', VIEW], object: 'visible', params: Key, reply: Opaque } as const
const changes = { needs: ['can_write', VIEW], object: 'owned', params: Key } as const

export const dashboardRoutes = {
  ...listRoutes(BASE, VIEW, 'dashboards'),
  ...favoriteRoutes(BASE, VIEW, 'a dashboard', 'dashboards'),
  ...versionRoutes(BASE, VIEW, 'a dashboard'),
  create: route({
    method: 'POST',
    path: `${BASE}/`,
    needs: ['can_write', VIEW],
    object: 'none',
    body: CreateBody,
    reply: Opaque,
    status: 201,
    summary: 'Make a dashboard',
  }),
  bulkDelete: route({
    method: 'DELETE',
    path: `${BASE}/`,
    needs: ['can_write', VIEW],
    object: 'listed',
    q: IdsQ,
    reply: Message,
    summary: 'Delete several dashboards',
  }),
  read: route({
    method: 'GET',
    path: `${BASE}/{id}`,
    ...reads,
    q: ItemQ,
    qBroken: 'ignore',
    summary: 'One dashboard, by id, slug or uuid',
  }),
  charts: route({ method: 'GET', path: `${BASE}/{id}/charts`, ...reads, summary: 'Charts of a dashboard' }),
  datasets: route({
    method: 'GET',
    path: `${BASE}/{id}/datasets`,
    ...reads,
    errors: 'error',
    summary: 'Datasets of a dashboard',
  }),
  tabs: route({ method: 'GET', path: `${BASE}/{id}/tabs`, ...reads, summary: 'Tabs of a dashboard and their filters' }),
  update: route({
    method: 'PUT',
    path: `${BASE}/{id}`,
    ...changes,
    body: UpdateBody,
    reply: Opaque,
    bodyLimit: 8_388_608,
    summary: 'Save a dashboard; with the `changed_on` that was seen in If-Match, only if nobody has changed it since',
  }),
  remove: route({ method: 'DELETE', path: `${BASE}/{id}`, ...changes, reply: Message, summary: 'Delete a dashboard' }),
  copy: route({
    method: 'POST',
    path: `${BASE}/{id}/copy/`,
    needs: ['can_write', VIEW],
    object: 'visible',
    params: Key,
    body: CopyBody,
    reply: Opaque,
    bodyLimit: 8_388_608,
    summary: 'Copy a dashboard, with or without its charts',
  }),
  filters: route({
    method: 'PUT',
    path: `${BASE}/{id}/filters`,
    ...changes,
    body: ChangesBody,
    reply: Opaque,
    summary: 'Change native filters',
  }),
  customizations: route({
    method: 'PUT',
    path: `${BASE}/{id}/chart_customizations`,
    ...changes,
    body: ChangesBody,
    reply: Opaque,
    summary: 'Change chart customizations',
  }),
  colors: route({
    method: 'PUT',
    path: `${BASE}/{id}/colors`,
    ...changes,
    query: z.looseObject({ mark_updated: z.string().optional() }),
    body: ColorsBody,
    reply: Opaque,
    summary: 'Keep the colours of labels',
  }),
}
