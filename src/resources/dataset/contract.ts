import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, listRoutes, Message, Opaque, WordIdParams } from '../kit/contract.ts'
import { flag, integer, lengthBetween, list, maybe, text } from '../kit/fields.ts'

const BASE = '/api/v1/dataset'
const VIEW = 'Dataset'
/** A dataset is addressed by id or uuid. */
const DatasetKey = z.object({ id: z.string() })

const ColumnBody = z.looseObject({
  id: maybe(integer()),
  uuid: maybe(text()),
  column_name: lengthBetween(1, 255),
  verbose_name: maybe(text()),
  description: maybe(text()),
  expression: maybe(text()),
  type: maybe(text()),
  advanced_data_type: maybe(text()),
  is_dttm: maybe(flag()),
  is_active: maybe(flag()),
  groupby: maybe(flag()),
  filterable: maybe(flag()),
  python_date_format: maybe(text()),
  datetime_format: maybe(text()),
  extra: maybe(text()),
})
export type ColumnBody = z.output<typeof ColumnBody>

const MetricBody = z.looseObject({
  id: maybe(integer()),
  uuid: maybe(text()),
  metric_name: lengthBetween(1, 255),
  expression: text(),
  verbose_name: maybe(text()),
  description: maybe(text()),
  metric_type: maybe(text()),
  d3format: maybe(text()),
  currency: z.unknown().optional(),
  warning_text: maybe(text()),
  extra: maybe(text()),
})
export type MetricBody = z.output<typeof MetricBody>

const FolderBody = z.looseObject({
  uuid: text(),
  type: maybe(text()),
  name: maybe(lengthBetween(1, 250)),
  description: maybe(lengthBetween(0, 1000)),
  children: maybe(list(z.looseObject({ uuid: text() }))),
})

const CreateBody = z.strictObject({
  database: integer(),
  table_name: lengthBetween(1, 250),
  catalog: maybe(lengthBetween(0, 250)),
  schema: maybe(lengthBetween(0, 250)),
  sql: maybe(text()),
  owners: list(integer()).optional(),
  is_managed_externally: maybe(flag()),
  external_url: maybe(text()),
  normalize_columns: flag().default(false),
  always_filter_main_dttm: flag().default(false),
  template_params: maybe(text()),
  currency_code_column: maybe(lengthBetween(0, 250)),
  columns: maybe(list(ColumnBody)),
  uuid: maybe(text()),
  /** In no list until a chart is saved on it; without one it goes after a day. */
  is_temporary: flag().optional(),
})
export type CreateBody = z.output<typeof CreateBody>

export const UpdateBody = z.strictObject({
  table_name: maybe(lengthBetween(1, 250)),
  database_id: integer().optional(),
  catalog: maybe(lengthBetween(0, 250)),
  schema: maybe(lengthBetween(0, 255)),
  sql: maybe(text()),
  filter_select_enabled: maybe(flag()),
  fetch_values_predicate: maybe(lengthBetween(0, 1000)),
  description: maybe(text()),
  main_dttm_col: maybe(text()),
  currency_code_column: maybe(lengthBetween(0, 250)),
  normalize_columns: maybe(flag()),
  always_filter_main_dttm: flag().optional(),
  offset: maybe(integer()),
  default_endpoint: maybe(text()),
  cache_timeout: maybe(integer()),
  is_sqllab_view: maybe(flag()),
  template_params: maybe(text()),
  owners: list(integer()).optional(),
  columns: list(ColumnBody).optional(),
  metrics: list(MetricBody).optional(),
  folders: list(FolderBody).optional(),
  extra: maybe(text()),
  is_managed_externally: maybe(flag()),
  external_url: maybe(text()),
  uuid: maybe(text()),
})
export type UpdateBody = z.output<typeof UpdateBody>

const GetOrCreateBody = z.looseObject({
  table_name: lengthBetween(1, 250),
  database_id: integer(),
  catalog: maybe(text()),
  schema: maybe(lengthBetween(0, 250)),
  template_params: maybe(text()),
  normalize_columns: flag().default(false),
  always_filter_main_dttm: flag().default(false),
})
export type GetOrCreateBody = z.output<typeof GetOrCreateBody>

const reads = { needs: ['can_read', VIEW], object: 'visible', reply: Opaque } as const
const writes = { needs: ['can_write', VIEW], reply: Opaque } as const
const PartParams = z.codec(
  z.object({ id: z.string().regex(/^\d+$/), part: z.string().regex(/^\d+$/) }),
  z.object({ id: z.int(), part: z.int() }),
  {
    decode: ({ id, part }) => ({ id: Number(id), part: Number(part) }),
    encode: ({ id, part }) => ({ id: String(id), part: String(part) }),
  },
)

export const datasetRoutes = {
  ...listRoutes(BASE, VIEW, 'datasets'),
  create: route({
    method: 'POST',
    path: `${BASE}/`,
    ...writes,
    object: 'none',
    body: CreateBody,
    status: 201,
    summary: 'Create a dataset from a table or a query',
  }),
  getOrCreate: route({
    method: 'POST',
    path: `${BASE}/get_or_create/`,
    needs: ['can_get_or_create_dataset', VIEW],
    reply: Opaque,
    object: 'none',
    body: GetOrCreateBody,
    summary: 'The dataset of a table, made when there is none',
  }),
  duplicate: route({
    method: 'POST',
    path: `${BASE}/duplicate`,
    needs: ['can_duplicate', VIEW],
    reply: Opaque,
    object: 'none',
    body: z.strictObject({ base_model_id: integer(), table_name: lengthBetween(1, 250) }),
    status: 201,
    summary: 'Copy a virtual dataset under a new name',
  }),
  bulkDelete: route({
    method: 'DELETE',
    path: `${BASE}/`,
    ...writes,
    object: 'listed',
    q: IdsQ,
    summary: 'Delete several datasets',
  }),
  read: route({
    method: 'GET',
    path: `${BASE}/{id}`,
    ...reads,
    params: DatasetKey,
    q: ItemQ,
    query: z.looseObject({ include_rendered_sql: z.string().optional() }),
    summary: 'One dataset with columns and metrics',
  }),
  update: route({
    method: 'PUT',
    path: `${BASE}/{id}`,
    ...writes,
    object: 'owned',
    params: WordIdParams,
    query: z.looseObject({ override_columns: z.string().optional() }),
    body: z.unknown(),
    brokenJson: 'errors',
    summary: 'Change a dataset',
  }),
  remove: route({
    method: 'DELETE',
    path: `${BASE}/{id}`,
    needs: ['can_write', VIEW],
    object: 'owned',
    params: WordIdParams,
    reply: Message,
    summary: 'Delete a dataset',
  }),
  refresh: route({
    method: 'PUT',
    path: `${BASE}/{id}/refresh`,
    needs: ['can_write', VIEW],
    object: 'owned',
    params: WordIdParams,
    reply: Message,
    summary: 'Read the columns from the source again',
  }),
  relatedObjects: route({
    method: 'GET',
    path: `${BASE}/{id}/related_objects`,
    ...reads,
    params: IdParams,
    summary: 'Charts and dashboards that use a dataset',
  }),
  drillInfo: route({
    method: 'GET',
    path: `${BASE}/{id}/drill_info/`,
    ...reads,
    params: IdParams,
    summary: 'Columns to drill into',
  }),
  removeMetric: route({
    method: 'DELETE',
    path: `${BASE}/{id}/metric/{part}`,
    needs: ['can_write', VIEW],
    object: 'owned',
    params: PartParams,
    reply: Message,
    summary: 'Delete a metric',
  }),
  removeColumn: route({
    method: 'DELETE',
    path: `${BASE}/{id}/column/{part}`,
    needs: ['can_write', VIEW],
    object: 'owned',
    params: PartParams,
    reply: Message,
    summary: 'Delete a column',
  }),
}
