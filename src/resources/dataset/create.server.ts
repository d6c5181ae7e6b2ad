import type { Services } from '../../gateway/services.server.ts'
import { type SourceColumn, sourceColumns } from '../../gateway/source-columns.server.ts'
import { canReadSchema } from '../../metadata/access.server.ts'
import { findDataset } from '../../metadata/datasets.server.ts'
import type { NewRow, Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { invalidFields, notFound, Problem } from '../../wire/problem.ts'
import type { CreateBody } from './contract.ts'
import { datasetData } from './item.server.ts'
import { findTable, insertDataset } from './store.server.ts'
import { checkOwners } from './update.server.ts'

/** Makes a dataset of a table or of a query's text. Throws 422 where there is no such table or it has a dataset. */
export async function createDataset(services: Services, body: CreateBody, caller: Caller) {
  const database = await checkedDatabase(services, body, caller)
  const columns = await sourceColumns(services, database, sourceOf(body), caller)
  const row = rowOf(body, columns, services.now().toISOString(), caller)
  const owners = [...(caller.userId === null ? [] : [caller.userId]), ...(body.owners ?? [])]
  const id = await insertDataset(services.db, row, columns, owners)
  const record = await findDataset(services.db, id)
  if (!record) throw notFound()
  return { id, result: body, data: await datasetData(services, record) }
}

const sourceOf = (body: CreateBody) => ({
  catalog: body.catalog || null,
  schema: body.schema || null,
  table_name: body.table_name,
  sql: body.sql ?? null,
  template_params: body.template_params ?? null,
})

async function checkedDatabase({ db }: Services, body: CreateBody, caller: Caller): Promise<Row<'databases'>> {
  const database = await db.selectFrom('databases').selectAll().where('id', '=', body.database).executeTakeFirst()
  if (!database) throw new Problem(422, { database: ['Database does not exist'] })
  const source = sourceOf(body)
  if (!canReadSchema(caller, database, source.catalog, source.schema)) throw new Problem(403, 'Forbidden')
  const isTemporary = body.is_temporary === true
  if (isTemporary && !body.sql) throw invalidFields({ is_temporary: ['Only a dataset of a query is temporary.'] }, 422)
  if (!isTemporary && (await findTable(db, { ...source, database_id: database.id })))
    throw new Problem(422, { table: [`Dataset ${body.table_name} already exists`] })
  await checkOwners(db, body.owners)
  return database
}

function rowOf(body: CreateBody, columns: readonly SourceColumn[], at: string, caller: Caller): NewRow<'datasets'> {
  return {
    ...EMPTY,
    ...sourceOf(body),
    uuid: body.uuid ?? crypto.randomUUID(),
    database_id: body.database,
    main_dttm_col: columns.find((column) => column.isTemporal)?.name ?? null,
    is_sqllab_view: body.sql ? 1 : 0,
    is_temporary: body.is_temporary ? 1 : 0,
    normalize_columns: body.normalize_columns ? 1 : 0,
    always_filter_main_dttm: body.always_filter_main_dttm ? 1 : 0,
    is_managed_externally: body.is_managed_externally ? 1 : 0,
    external_url: body.external_url ?? null,
    currency_code_column: body.currency_code_column ?? null,
    created_on: at,
    changed_on: at,
    created_by: caller.userId,
    changed_by: caller.userId,
  }
}

const EMPTY = {
  description: null,
  default_endpoint: null,
  cache_timeout: null,
  params: null,
  extra: null,
  fetch_values_predicate: null,
  filter_select_enabled: 1,
  folders: null,
} as const
