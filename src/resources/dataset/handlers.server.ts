import { datasetOwners } from '../../gateway/dataset-payload.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { sourceColumns } from '../../gateway/source-columns.server.ts'
import { canReadDataset } from '../../metadata/access.server.ts'
import { type DatasetRecord, findDataset, isVirtual } from '../../metadata/datasets.server.ts'
import { deleteDatasets } from '../../metadata/delete-datasets.server.ts'
import { ownsObject } from '../../metadata/owners.server.ts'
import { readableDatasets } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { humanized } from '../kit/project.ts'
import { type GetOrCreateBody, datasetRoutes as routes } from './contract.ts'
import { createDataset } from './create.server.ts'
import { datasetItem, metricItem } from './item.server.ts'
import { datasetList } from './list-spec.server.ts'
import { relatedObjects } from './related.server.ts'
import { columnRow, findTable, insertDataset, syncColumns } from './store.server.ts'
import { readUpdate, updateDataset } from './update.server.ts'

/** The dataset calls of the dialect (reference: charts-dashboards A.5). */
export function datasetEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const list = datasetList(services)
  const find = (key: number | string) => async (caller: Caller) => visibleDataset(services, key, caller)
  const byId = {
    find: ({ params }: { params: { id: number } }, caller: Caller) => find(params.id)(caller),
    allow: ({ dataset }: DatasetRecord, caller: Caller) => ownsObject(db, 'dataset', dataset.id, caller),
  }
  return [
    ...listEndpoints(routes, list, services),
    endpoint(routes.create, ({ body }, caller) => createDataset(services, body, caller)),
    endpoint(routes.getOrCreate, async ({ body }, caller) => ({
      result: { table_id: await getOrCreate(services, body, caller) },
    })),
    endpoint(routes.duplicate, ({ body }, caller) => duplicate(services, body, caller)),
    endpoint(routes.bulkDelete, async ({ q }, caller) => ({ message: await bulkDelete(services, q, caller) })),
    objectEndpoint(routes.read, {
      find: ({ params }, caller) => find(keyOf(params.id))(caller),
      handle: async ({ q, query }, _caller, record) => {
        const item = await datasetItem(services, record)
        const rendered = query.include_rendered_sql === 'true' ? renderedParts(record) : {}
        return itemEnvelope(list, record.dataset.id, { ...item, ...rendered }, q)
      },
    }),
    objectEndpoint(routes.update, {
      ...byId,
      handle: async ({ params, query, body }, caller, record) => {
        const update = readUpdate(body)
        await updateDataset(services, record, update, caller, query.override_columns === 'true')
        // Clients of the dialect find this flag in every answer; what a change does not name stays as it was.
        const always_filter_main_dttm = record.dataset.always_filter_main_dttm === 1
        return { id: params.id, result: { always_filter_main_dttm, ...update } }
      },
    }),
    objectEndpoint(routes.remove, {
      ...byId,
      handle: async ({ params }) => {
        await deleteDatasets(db, [params.id])
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.refresh, {
      ...byId,
      handle: async ({ params }, caller, record) => {
        const columns = await sourceColumns(services, record.database, record.dataset, caller)
        await syncColumns(db, params.id, columns, services.now().toISOString())
        return { message: 'OK' }
      },
    }),
    objectEndpoint(routes.relatedObjects, {
      find: byId.find,
      handle: ({ params }, caller) => relatedObjects(services, params.id, caller),
    }),
    objectEndpoint(routes.drillInfo, {
      find: byId.find,
      handle: (_input, _caller, record) => drillInfo(services, record),
    }),
    objectEndpoint(routes.removeMetric, {
      ...byId,
      handle: ({ params }) => removePart(services, 'dataset_metrics', params.id, params.part),
    }),
    objectEndpoint(routes.removeColumn, {
      ...byId,
      handle: ({ params }) => removePart(services, 'dataset_columns', params.id, params.part),
    }),
  ]
}

const keyOf = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text)

/** A dataset that the caller may read, else null. */
async function visibleDataset({ db }: Services, key: number | string, caller: Caller): Promise<DatasetRecord | null> {
  const record = await findDataset(db, key)
  return record && canReadDataset(caller, record.database, record.dataset) ? record : null
}

async function getOrCreate(services: Services, body: GetOrCreateBody, caller: Caller): Promise<number> {
  const table = {
    database_id: body.database_id,
    catalog: body.catalog ?? null,
    schema: body.schema ?? null,
    table_name: body.table_name,
  }
  const found = await findTable(services.db, table)
  if (found) return found.id
  const { database_id, ...rest } = body
  const made = await createDataset(services, { ...rest, database: database_id, is_temporary: false }, caller)
  return made.id
}

async function duplicate(services: Services, body: { base_model_id: number; table_name: string }, caller: Caller) {
  const base = await visibleDataset(services, body.base_model_id, caller)
  if (!base || !isVirtual(base.dataset)) throw new Problem(422, 'Dataset parameters are invalid.')
  const { id: _id, ...row } = base.dataset
  const copy = { ...row, uuid: crypto.randomUUID(), table_name: body.table_name, is_temporary: 0 }
  if (await findTable(services.db, copy)) throw new Problem(422, 'Dataset parameters are invalid.')
  const at = services.now().toISOString()
  const stamps = { created_on: at, changed_on: at, created_by: caller.userId, changed_by: caller.userId }
  const owner = caller.userId === null ? [] : [caller.userId]
  const id = await insertDataset(services.db, { ...copy, ...stamps }, [], owner)
  await services.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('dataset_metrics').where('dataset_id', '=', id).execute()
    for (const { id: _part, ...column } of base.columns)
      await trx
        .insertInto('dataset_columns')
        .values({
          ...columnRow(id, { name: column.column_name, type: null, generic: null, isTemporal: false }, at),
          ...column,
          dataset_id: id,
          uuid: crypto.randomUUID(),
        })
        .execute()
    for (const { id: _part, ...metric } of base.metrics)
      await trx
        .insertInto('dataset_metrics')
        .values({ ...metric, dataset_id: id, uuid: crypto.randomUUID() })
        .execute()
  })
  return { id, result: body }
}

async function bulkDelete({ db }: Services, ids: readonly number[], caller: Caller): Promise<string> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('datasets')
          .select('id')
          .where('id', 'in', [...ids])
          .where(readableDatasets(caller))
          .execute()
  if (rows.length < ids.length || ids.length === 0) throw notFound()
  for (const id of ids) if (!(await ownsObject(db, 'dataset', id, caller))) throw new Problem(403, 'Forbidden')
  await deleteDatasets(db, ids)
  return `Deleted ${ids.length} dataset${ids.length === 1 ? '' : 's'}`
}

/** SQL of the dataset and of its metrics as they will run. */
function renderedParts({ dataset, metrics }: DatasetRecord) {
  return {
    ...(isVirtual(dataset) ? { rendered_sql: dataset.sql } : {}),
    metrics: metrics.map((metric) => ({ ...metricItem(metric), rendered_expression: metric.expression })),
  }
}

async function drillInfo({ db, now }: Services, { dataset, columns }: DatasetRecord) {
  const owners = await datasetOwners(db, dataset.id)
  const people = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email'])
    .where('id', 'in', [dataset.created_by ?? -1, dataset.changed_by ?? -1])
    .execute()
  const person = (id: number | null) => {
    const found = people.find((one) => one.id === id)
    return found ? { first_name: found.first_name, last_name: found.last_name, email: found.email } : null
  }
  return {
    result: {
      id: dataset.id,
      table_name: dataset.table_name,
      owners: owners.map(({ first_name, last_name, email }) => ({ first_name, last_name, email })),
      created_by: person(dataset.created_by),
      changed_by: person(dataset.changed_by),
      created_on_humanized: humanized(dataset.created_on, now()),
      changed_on_humanized: humanized(dataset.changed_on, now()),
      columns: columns
        .filter((column) => column.groupby === 1)
        .map(({ column_name, verbose_name }) => ({ column_name, verbose_name })),
    },
  }
}

async function removePart(
  { db }: Services,
  table: 'dataset_metrics' | 'dataset_columns',
  datasetId: number,
  id: number,
) {
  const done = await db.deleteFrom(table).where('dataset_id', '=', datasetId).where('id', '=', id).executeTakeFirst()
  if (Number(done.numDeletedRows) === 0) throw notFound()
  return { message: 'OK' }
}
