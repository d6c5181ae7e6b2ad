import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Message, Opaque } from '../kit/contract.ts'
import { list, maybe, text } from '../kit/fields.ts'
import { show } from '../kit/rison-types.ts'

const BASE = '/api/v1/dashboard'
const FILTERS = 'DashboardFilterStateRestApi'
const PERMALINK = 'DashboardPermalinkRestApi'
const Key = z.object({ id: z.string() })
const StateKey = z.object({ id: z.string(), key: z.string() })
const TabQuery = z.looseObject({ tab_id: z.string().optional() })
const StateBody = z.strictObject({ value: text() })
export const PermalinkBody = z.strictObject({
  urlParams: maybe(list(z.tuple([z.string().nullable(), z.string().nullable()], { error: 'Length must be 2.' }))),
  dataMask: maybe(z.record(z.string(), z.unknown(), { error: 'Not a valid mapping type.' })),
  activeTabs: maybe(list(z.string())),
  anchor: maybe(text()),
  chartStates: maybe(z.record(z.string(), z.unknown(), { error: 'Not a valid mapping type.' })),
})
export type PermalinkBody = z.output<typeof PermalinkBody>
/** This call prints its field texts as one text. */
export const permalinkFailure = (fields: unknown) => show(fields)

const sees = { object: 'visible', params: Key, reply: Opaque } as const

export const dashboardStateRoutes = {
  storePermalink: route({
    method: 'POST',
    path: `${BASE}/{id}/permalink`,
    needs: ['can_write', PERMALINK],
    ...sees,
    body: z.unknown(),
    status: 201,
    summary: 'A lasting address for a state of a dashboard',
  }),
  readPermalink: route({
    method: 'GET',
    path: `${BASE}/permalink/{key}`,
    needs: ['can_read', PERMALINK],
    object: 'visible',
    params: z.object({ key: z.string() }),
    reply: Opaque,
    summary: 'The state behind a lasting address',
  }),
  permalinkPage: route({
    method: 'GET',
    path: '/superset/dashboard/p/{key}/',
    needs: ['can_read', 'Dashboard'],
    object: 'visible',
    face: 'page',
    errors: 'error',
    params: z.object({ key: z.string() }),
    reply: z.unknown(),
    summary: 'Leads a lasting address to its dashboard, which asks for the state itself',
  }),
  storeState: route({
    method: 'POST',
    path: `${BASE}/{id}/filter_state`,
    needs: ['can_write', FILTERS],
    ...sees,
    query: TabQuery,
    body: StateBody,
    status: 201,
    summary: 'Keep filter values under a key',
  }),
  readState: route({
    method: 'GET',
    path: `${BASE}/{id}/filter_state/{key}`,
    needs: ['can_read', FILTERS],
    object: 'visible',
    params: StateKey,
    reply: Opaque,
    summary: 'Filter values under a key',
  }),
  updateState: route({
    method: 'PUT',
    path: `${BASE}/{id}/filter_state/{key}`,
    needs: ['can_write', FILTERS],
    object: 'visible',
    params: StateKey,
    query: TabQuery,
    body: StateBody,
    reply: Opaque,
    summary: 'Change filter values under a key',
  }),
  deleteState: route({
    method: 'DELETE',
    path: `${BASE}/{id}/filter_state/{key}`,
    needs: ['can_write', FILTERS],
    object: 'visible',
    params: StateKey,
    reply: Message,
    summary: 'Forget filter values',
  }),
}
