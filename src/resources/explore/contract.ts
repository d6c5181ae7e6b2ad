import { z } from 'zod'
import { isTimeZone, NO_TIME_ZONE, TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { oneOf } from '../../query/wire/field.ts'
import { route } from '../../wire/route.ts'
import { Message, Opaque } from '../kit/contract.ts'
import { integer, maybe, text } from '../kit/fields.ts'

const BASE = '/api/v1/explore'
const FORM_DATA = 'ExploreFormDataRestApi'
const PERMALINK = 'ExplorePermalinkRestApi'
const Key = z.object({ key: z.string() })
const TabQuery = z.looseObject({ tab_id: z.string().optional() })
const FormDataBody = z.strictObject({
  datasource_id: z.union([integer(), text()], { error: 'Missing data for required field.' }),
  datasource_type: oneOf(['table', 'dataset', 'query', 'saved_query', 'view']),
  chart_id: maybe(integer()),
  form_data: text(),
})
export type FormDataBody = z.output<typeof FormDataBody>
const PermalinkBody = z.looseObject({
  formData: z.record(z.string(), z.unknown(), {
    error: (issue) => (issue.input === undefined ? 'Missing data for required field.' : 'Not a valid mapping type.'),
  }),
  urlParams: maybe(z.array(z.tuple([z.string(), z.string().nullable()]))),
})
export const ExploreQuery = z.looseObject({
  slice_id: z.string().optional(),
  datasource_id: z.string().optional(),
  datasource_type: z.string().optional(),
  form_data_key: z.string().optional(),
  permalink_key: z.string().optional(),
  form_data: z.string().optional(),
  [TIME_ZONE_FIELD]: z.string().refine(isTimeZone, { error: NO_TIME_ZONE }).optional(),
})
export type ExploreQuery = z.output<typeof ExploreQuery>

export const exploreRoutes = {
  state: route({
    method: 'GET',
    path: `${BASE}/`,
    needs: ['can_explore', 'Superset'],
    object: 'listed',
    query: ExploreQuery,
    reply: Opaque,
    summary: 'All that Explore opens with: dataset, form data, chart',
  }),
  storeFormData: route({
    method: 'POST',
    path: `${BASE}/form_data`,
    needs: ['can_write', FORM_DATA],
    object: 'none',
    query: TabQuery,
    body: FormDataBody,
    reply: Opaque,
    status: 201,
    summary: 'Keep form data under a key',
  }),
  readFormData: route({
    method: 'GET',
    path: `${BASE}/form_data/{key}`,
    needs: ['can_read', FORM_DATA],
    object: 'visible',
    params: Key,
    reply: Opaque,
    summary: 'Form data under a key',
  }),
  updateFormData: route({
    method: 'PUT',
    path: `${BASE}/form_data/{key}`,
    needs: ['can_write', FORM_DATA],
    object: 'none',
    params: Key,
    query: TabQuery,
    body: FormDataBody,
    reply: Opaque,
    summary: 'Change form data under a key',
  }),
  deleteFormData: route({
    method: 'DELETE',
    path: `${BASE}/form_data/{key}`,
    needs: ['can_write', FORM_DATA],
    object: 'owned',
    params: Key,
    reply: Message,
    summary: 'Forget form data',
  }),
  storePermalink: route({
    method: 'POST',
    path: `${BASE}/permalink`,
    needs: ['can_write', PERMALINK],
    object: 'none',
    body: PermalinkBody,
    reply: Opaque,
    status: 201,
    summary: 'A lasting address for a state of Explore',
  }),
  readPermalink: route({
    method: 'GET',
    path: `${BASE}/permalink/{key}`,
    needs: ['can_read', PERMALINK],
    object: 'visible',
    params: Key,
    reply: Opaque,
    summary: 'The state behind a lasting address',
  }),
}
