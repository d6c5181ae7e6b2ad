import { sql } from 'kysely'
import { backendName, driverName, engineInformation, listedDatabase } from '../../gateway/database-record.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { ListSpec } from '../kit/list.server.ts'
import { CONTAINS } from '../kit/operators.server.ts'
import { AUTHOR_FILTERS, type Person, peopleById, relatedUsers } from '../kit/people.server.ts'
import { humanized, wireInstant } from '../kit/project.ts'

const LIST_COLUMNS = [
  'allow_file_upload',
  'allow_ctas',
  'allow_cvas',
  'allow_dml',
  'allow_multi_catalog',
  'allow_run_async',
  'allows_cost_estimate',
  'allows_subquery',
  'allows_virtual_table_explore',
  'backend',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on',
  'changed_on_delta_humanized',
  'configuration_method',
  'created_by.first_name',
  'created_by.last_name',
  'database_name',
  'disable_data_preview',
  'disable_drill_to_detail',
  'engine_information',
  'explore_database_id',
  'expose_in_sqllab',
  'extra',
  'force_ctas_schema',
  'id',
  'uuid',
]

export const databaseSpec = (services: Services): ListSpec<'databases'> => ({
  table: 'databases',
  title: 'Database',
  view: 'Database',
  permissions: ['can_read', 'can_write', 'can_export', 'can_upload'],
  visible: (query, caller) => query.where(usableDatabases(caller)),
  load: (ids) => loadDatabases(services, ids),
  listColumns: LIST_COLUMNS,
  showColumns: [],
  orders: {
    allow_file_upload: 'databases.allow_file_upload',
    allow_dml: 'databases.allow_dml',
    allow_run_async: 'databases.allow_run_async',
    changed_on: 'databases.changed_on',
    changed_on_delta_humanized: 'databases.changed_on',
    'created_by.first_name': sql<string>`(select first_name from users where users.id = databases.created_by)`,
    'changed_by.first_name': sql<string>`(select first_name from users where users.id = databases.changed_by)`,
    database_name: 'databases.database_name',
    expose_in_sqllab: 'databases.expose_in_sqllab',
  },
  defaultOrder: ['id', 'asc'],
  filters: {
    allow_file_upload: { type: 'flag' },
    allow_run_async: { type: 'flag' },
    allow_dml: { type: 'flag' },
    database_name: { type: 'text' },
    expose_in_sqllab: { type: 'flag' },
    uuid: { type: 'text' },
    id: { type: 'number' },
    ...AUTHOR_FILTERS,
  },
  custom: {
    'allow_file_upload/upload_is_enabled': (eb, value) =>
      eb('databases.allow_file_upload', '=', value === true ? 1 : 0),
    'database_name/database_all_text': (_, value) => CONTAINS(sql.ref('databases.database_name'), value),
  },
  related: {
    changed_by: (q) => relatedUsers(services.db, q, false),
    created_by: (q) => relatedUsers(services.db, q, false),
  },
})

async function loadDatabases({ db, now }: Services, ids: readonly number[]) {
  const rows = await db
    .selectFrom('databases')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  return rows.map((row) => ({
    ...listedDatabase(row),
    changed_on: wireInstant(row.changed_on),
    changed_on_delta_humanized: humanized(row.changed_on, now()),
    changed_by: nameOf(people, row.changed_by),
    created_by: nameOf(people, row.created_by),
  }))
}

const nameOf = (people: ReadonlyMap<number, Person>, id: number | null) => {
  const person = id === null ? undefined : people.get(id)
  return person ? { first_name: person.first_name, last_name: person.last_name } : null
}

/** The single item; the connection form's secrets are added elsewhere. */
export const databaseItem = (row: Row<'databases'>) => ({
  allow_ctas: row.allow_ctas === 1,
  allow_cvas: row.allow_cvas === 1,
  allow_dml: row.allow_dml === 1,
  allow_file_upload: row.allow_file_upload === 1,
  allow_multi_catalog: row.allow_multi_catalog === 1,
  allow_run_async: row.allow_run_async === 1,
  backend: backendName(row.engine),
  cache_timeout: row.cache_timeout,
  configuration_method: row.configuration_method,
  database_name: row.database_name,
  driver: driverName(row),
  engine_information: engineInformation(row),
  expose_in_sqllab: row.expose_in_sqllab === 1,
  force_ctas_schema: row.force_ctas_schema,
  id: row.id,
  impersonate_user: row.impersonate_user === 1,
  is_managed_externally: row.is_managed_externally === 1,
  uuid: row.uuid,
})
