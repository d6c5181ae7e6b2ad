import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams } from '../kit/contract.ts'

const BASE = '/tabstateview'
const VIEW = 'TabStateView'

/** Fields of a form, each holding JSON as text; what they must be is told by `fields.ts`. */
const Form = z.record(z.string(), z.string())
const QueryParams = z.codec(
  z.object({ id: z.string().regex(/^\d{1,9}$/), clientId: z.string() }),
  z.object({ id: z.int(), clientId: z.string() }),
  {
    decode: ({ id, clientId }) => ({ id: Number(id), clientId }),
    encode: ({ id, clientId }) => ({ id: String(id), clientId }),
  },
)

const EarlierParams = z.codec(
  z.object({ id: z.string().regex(/^\d{1,9}$/), number: z.string().regex(/^\d{1,9}$/) }),
  z.object({ id: z.int(), number: z.int() }),
  {
    decode: ({ id, number }) => ({ id: Number(id), number: Number(number) }),
    encode: ({ id, number }) => ({ id: String(id), number: String(number) }),
  },
)
/** An earlier text of a tab: why it was kept, when it was typed (ISO text in UTC) and how it begins. */
const EarlierText = z.object({
  number: z.int(),
  written_on: z.string(),
  /** `overwritten` by a browser that had not seen it, `late` where the stored one was newer, `removed` at once. */
  reason: z.enum(['overwritten', 'late', 'removed']),
  preview: z.string(),
})

const view = { face: 'view', errors: 'error', reply: z.unknown() } as const
const form = { body: Form, bodyFormat: 'form', bodyLimit: 4_194_304 } as const

export const tabStateRoutes = {
  create: route({
    ...view,
    ...form,
    method: 'POST',
    path: `${BASE}/`,
    needs: ['can_post', VIEW],
    object: 'none',
    summary: 'Keep a tab of the editor',
  }),
  read: route({
    ...view,
    method: 'GET',
    path: `${BASE}/{id}`,
    needs: ['can_get', VIEW],
    object: 'visible',
    params: IdParams,
    summary: 'One tab of the caller',
  }),
  update: route({
    ...view,
    ...form,
    method: 'PUT',
    path: `${BASE}/{id}`,
    needs: ['can_put', VIEW],
    object: 'visible',
    params: IdParams,
    summary: 'Change a tab',
  }),
  remove: route({
    ...view,
    method: 'DELETE',
    path: `${BASE}/{id}`,
    needs: ['can_delete', VIEW],
    object: 'visible',
    params: IdParams,
    summary: 'Forget a tab',
  }),
  activate: route({
    ...view,
    method: 'POST',
    path: `${BASE}/{id}/activate`,
    needs: ['can_activate', VIEW],
    object: 'visible',
    params: IdParams,
    summary: 'Mark a tab as the active one',
  }),
  migrateQuery: route({
    ...view,
    ...form,
    method: 'POST',
    path: `${BASE}/{id}/migrate_query`,
    needs: ['can_migrate_query', VIEW],
    object: 'visible',
    params: IdParams,
    summary: 'Attach a run to a tab',
  }),
  removeQuery: route({
    ...view,
    method: 'DELETE',
    path: `${BASE}/{id}/query/{clientId}`,
    needs: ['can_delete_query', VIEW],
    object: 'visible',
    params: QueryParams,
    summary: 'Remove a run from a tab',
  }),
  earlierTexts: route({
    ...view,
    method: 'GET',
    path: `${BASE}/{id}/earlier/`,
    needs: ['can_get', VIEW],
    object: 'visible',
    params: IdParams,
    reply: z.object({ result: z.array(EarlierText) }),
    summary: 'Earlier texts of a tab, the one kept last first',
  }),
  earlierText: route({
    ...view,
    method: 'GET',
    path: `${BASE}/{id}/earlier/{number}`,
    needs: ['can_get', VIEW],
    object: 'visible',
    params: EarlierParams,
    reply: z.object({ result: z.object({ sql: z.string(), template_params: z.string().nullable() }) }),
    summary: 'One earlier text of a tab',
  }),
} as const
