import { z } from 'zod'
import { genericOf } from '../../gateway/dataset-payload.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { sourceColumns } from '../../gateway/source-columns.server.ts'
import { datasetPair } from '../../metadata/access.server.ts'
import type { DatasetRecord } from '../../metadata/datasets.server.ts'
import { renamePair } from '../../metadata/object-pairs.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { RowPatch } from '../../metadata/tables.server.ts'
import { keepDataset } from '../../metadata/temporary-datasets.server.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { setOwners } from '../kit/people.server.ts'
import { type ColumnBody, type MetricBody, UpdateBody } from './contract.ts'
import { columnFromBody, findTable, metricFromBody, syncColumns } from './store.server.ts'

/** Reads the body of an update. Throws 422 in the rich envelope, as this one call of the dialect does. */
export function readUpdate(body: unknown): UpdateBody {
  const result = z.safeDecode(UpdateBody, (body ?? {}) as never)
  if (result.success) return result.data
  const messages: Messages = {}
  for (const issue of result.error.issues)
    for (const { path, words } of faultsOf(issue)) putAt(messages, path.length === 0 ? ['_schema'] : path, words)
  throw new Problem(422, 'The schema of the submitted payload is invalid.', {
    type: 'MARSHMALLOW_ERROR',
    extra: { messages, payload: body },
  })
}

interface Messages {
  [name: string]: Messages | string[]
}

const faultsOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: [...issue.path, key], words: 'Unknown field.' }))
    : [{ path: issue.path, words: issue.message }]

/** Texts stand where the value at fault stands: `columns`, then the place in the list, then the field. */
function putAt(messages: Messages, [first = '', ...rest]: readonly PropertyKey[], words: string): void {
  const name = String(first)
  if (rest.length === 0) messages[name] = [words]
  else {
    const below = messages[name]
    const inner: Messages = below && !Array.isArray(below) ? below : {}
    messages[name] = inner
    putAt(inner, rest, words)
  }
}

/** Applies an update as a whole or not at all. */
export async function updateDataset(
  services: Services,
  record: DatasetRecord,
  body: UpdateBody,
  caller: Caller,
  overrides: boolean,
) {
  await check(services, record, body, overrides)
  const at = services.now().toISOString()
  const { dialect } = await services.gateway.open(record.database)
  const kindOf = (column: ColumnBody): GenericType | null =>
    column.is_dttm ? GENERIC.time : genericOf(dialect, column.type ?? null, false)
  await services.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('datasets')
      .set({ ...patchOf(body), changed_on: at, changed_by: caller.userId })
      .where('id', '=', record.dataset.id)
      .execute()
    if (body.owners) await setOwners(trx, 'dataset', record.dataset.id, body.owners)
    const renamed = { id: record.dataset.id, table_name: body.table_name ?? record.dataset.table_name }
    const [, view] = datasetPair(record.database.database_name, renamed)
    await renamePair(trx, datasetPair(record.database.database_name, record.dataset), view)
    const columns = overrides ? byNames(body.columns, record) : body.columns
    if (columns) await writeColumns(trx, record, columns, kindOf, at)
    if (body.metrics) await writeMetrics(trx, record, body.metrics, at)
    await keepDataset(trx, record.dataset.id)
  })
  if (overrides) await overrideColumns(services, record, body, caller, at)
}

/** Columns that stand in place of the stored ones, whatever ids they name: one of the same name is the same column. */
const byNames = (bodies: readonly ColumnBody[] | undefined, { columns }: DatasetRecord) =>
  bodies?.map((body) => ({ ...body, id: columns.find((c) => c.column_name === body.column_name)?.id }))

async function overrideColumns(
  services: Services,
  record: DatasetRecord,
  body: UpdateBody,
  caller: Caller,
  at: string,
) {
  const { sql = record.dataset.sql, template_params = record.dataset.template_params } = body
  const source = { ...record.dataset, sql, template_params }
  await syncColumns(services.db, record.dataset.id, await sourceColumns(services, record.database, source, caller), at)
}

async function check(services: Services, record: DatasetRecord, body: UpdateBody, overrides: boolean) {
  const { db } = services
  if (body.table_name === null) throw new Problem(422, 'Dataset could not be updated.')
  if (
    body.database_id &&
    !(await db.selectFrom('databases').select('id').where('id', '=', body.database_id).executeTakeFirst())
  )
    throw new Problem(422, { database: ['Database does not exist'] })
  await checkOwners(db, body.owners)
  const table = {
    ...record.dataset,
    table_name: body.table_name ?? record.dataset.table_name,
    schema: body.schema === undefined ? record.dataset.schema : body.schema,
    catalog: body.catalog === undefined ? record.dataset.catalog : body.catalog,
    database_id: body.database_id ?? record.dataset.database_id,
  }
  const isNamedLater = record.dataset.is_temporary === 1 && table.table_name === record.dataset.table_name
  const same = isNamedLater ? null : await findTable(db, table)
  if (same && same.id !== record.dataset.id)
    throw new Problem(422, { table: [`Dataset ${table.table_name} already exists`] })
  checkParts(
    'columns',
    body.columns?.map((c) => ({ id: c.id, name: c.column_name })),
    record.columns.map((c) => ({ id: c.id, name: c.column_name })),
    overrides,
  )
  checkParts(
    'metrics',
    body.metrics?.map((m) => ({ id: m.id, name: m.metric_name })),
    record.metrics.map((m) => ({ id: m.id, name: m.metric_name })),
    false,
  )
}

/** Throws 422 when one of the owners is no user. */
export async function checkOwners(db: MetadataDb, owners: readonly number[] | null | undefined): Promise<void> {
  if (!owners || owners.length === 0) return
  const known = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...owners])
    .execute()
  if (known.length < new Set(owners).size) throw new Problem(422, { owners: ['Owners are invalid'] })
}

interface Part {
  readonly id: number | null | undefined
  readonly name: string
}

function checkParts(
  field: 'columns' | 'metrics',
  sent: readonly Part[] | undefined,
  stored: readonly Part[],
  overrides: boolean,
) {
  if (!sent) return
  if (new Set(sent.map((part) => part.name)).size < sent.length)
    throw new Problem(422, { [field]: [`One or more ${field} are duplicated`] })
  if (overrides) return
  const ids = new Set(stored.map((part) => part.id))
  if (sent.some((part) => part.id && !ids.has(part.id)))
    throw new Problem(422, { [field]: [`One or more ${field} do not exist`] })
  const kept = new Set(sent.map((part) => part.id))
  const taken = new Set(stored.filter((part) => !kept.has(part.id)).map((part) => part.name))
  if (sent.some((part) => !part.id && taken.has(part.name)))
    throw new Problem(422, { [field]: [`One or more ${field} already exist`] })
}

async function writeColumns(
  trx: MetadataDb,
  { dataset, columns }: DatasetRecord,
  bodies: readonly ColumnBody[],
  kindOf: (column: ColumnBody) => GenericType | null,
  at: string,
) {
  const kept = bodies.flatMap((body) => body.id ?? [])
  const gone = columns.filter((column) => !kept.includes(column.id)).map((column) => column.id)
  if (gone.length > 0) await trx.deleteFrom('dataset_columns').where('id', 'in', gone).execute()
  for (const body of bodies) {
    const have = columns.find((column) => column.id === body.id) ?? null
    const generic = body.type === undefined && have ? have.type_generic : kindOf(body)
    const row = columnFromBody(dataset.id, body, have, generic, at)
    if (have) await trx.updateTable('dataset_columns').set(row).where('id', '=', have.id).execute()
    else await trx.insertInto('dataset_columns').values(row).execute()
  }
}

async function writeMetrics(
  trx: MetadataDb,
  { dataset, metrics }: DatasetRecord,
  bodies: readonly MetricBody[],
  at: string,
) {
  const kept = bodies.flatMap((body) => body.id ?? [])
  const gone = metrics.filter((metric) => !kept.includes(metric.id)).map((metric) => metric.id)
  if (gone.length > 0) await trx.deleteFrom('dataset_metrics').where('id', 'in', gone).execute()
  for (const body of bodies) {
    const have = metrics.find((metric) => metric.id === body.id) ?? null
    const row = metricFromBody(dataset.id, body, have, at)
    if (have) await trx.updateTable('dataset_metrics').set(row).where('id', '=', have.id).execute()
    else await trx.insertInto('dataset_metrics').values(row).execute()
  }
}

const FLAGS = [
  'filter_select_enabled',
  'normalize_columns',
  'always_filter_main_dttm',
  'is_sqllab_view',
  'is_managed_externally',
] as const
const PLAIN = [
  'database_id',
  'catalog',
  'schema',
  'sql',
  'fetch_values_predicate',
  'description',
  'main_dttm_col',
  'currency_code_column',
  'default_endpoint',
  'cache_timeout',
  'template_params',
  'extra',
  'external_url',
] as const

function patchOf(body: UpdateBody): RowPatch<'datasets'> {
  const patch: Record<string, unknown> = {}
  for (const name of PLAIN) if (body[name] !== undefined) patch[name] = body[name]
  for (const name of FLAGS) if (typeof body[name] === 'boolean') patch[name] = body[name] ? 1 : 0
  if (body.table_name) patch.table_name = body.table_name
  if (typeof body.offset === 'number') patch.offset = body.offset
  if (body.folders !== undefined) patch.folders = JSON.stringify(body.folders)
  return patch as RowPatch<'datasets'>
}
