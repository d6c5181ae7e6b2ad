import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { choicesOf } from '../kit/choices.server.ts'
import type { ListSpec, RelatedQuery, RelatedValues } from '../kit/list.server.ts'
import { CONTAINS } from '../kit/operators.server.ts'
import { peopleById, relatedUsers } from '../kit/people.server.ts'
import { wireInstant } from '../kit/project.ts'

const SEES_ALL = ['all_query_access', 'all_query_access'] as const

const DATABASE_NAME = sql<string>`(select database_name from databases where databases.id = queries.database_id)`
const FIRST_NAME = sql<string>`(select first_name from users where users.id = queries.user_id)`

const LIST_COLUMNS = [
  'id',
  'changed_on',
  'client_id',
  'database.id',
  'database.database_name',
  'end_time',
  'error_message',
  'executed_sql',
  'limit',
  'limiting_factor',
  'progress',
  'results_key',
  'rows',
  'schema',
  'select_as_cta',
  'sql',
  'sql_editor_id',
  'sql_tables',
  'start_running_time',
  'start_time',
  'status',
  'tab_name',
  'tmp_table_name',
  'tracking_url',
  'user.first_name',
  'user.id',
  'user.last_name',
]
const SHOW_COLUMNS = [
  'changed_on',
  'client_id',
  'database.id',
  'end_result_backend_time',
  'end_time',
  'error_message',
  'executed_sql',
  'id',
  'limit',
  'progress',
  'results_key',
  'rows',
  'schema',
  'select_as_cta',
  'select_as_cta_used',
  'select_sql',
  'sql',
  'sql_editor_id',
  'start_running_time',
  'start_time',
  'status',
  'tab_name',
  'tmp_schema_name',
  'tmp_table_name',
  'tracking_url',
]

/** The history of runs: one's own, or everybody's with the right for it. */
export const querySpec = (services: Services): ListSpec<'queries'> => ({
  table: 'queries',
  title: 'Query',
  view: 'Query',
  permissions: ['can_read', 'can_export_csv'],
  visible: (query, caller) =>
    caller.can(...SEES_ALL) ? query : query.where('queries.user_id', '=', caller.userId ?? 0),
  load: (ids) => loadQueries(services, ids),
  listColumns: LIST_COLUMNS,
  showColumns: SHOW_COLUMNS,
  orders: {
    changed_on: 'queries.changed_on',
    'database.database_name': DATABASE_NAME,
    rows: 'queries.rows',
    schema: 'queries.schema',
    sql: 'queries.sql',
    start_time: 'queries.start_time',
    tab_name: 'queries.tab_name',
    'user.first_name': FIRST_NAME,
  },
  defaultOrder: ['changed_on', 'desc'],
  filters: {
    changed_on: { type: 'time' },
    database: { type: 'relation', column: 'database_id' },
    sql: { type: 'text' },
    status: { type: 'text' },
    user: { type: 'relation', column: 'user_id' },
    start_time: { type: 'number' },
    sql_editor_id: { type: 'text' },
    schema: { type: 'text' },
    tab_name: { type: 'text' },
  },
  custom: {
    'sql/sql_contains': (_, value) => CONTAINS(sql.ref('queries.sql'), value),
  },
  related: {
    database: (q, caller) => relatedDatabases(services, q, caller),
    user: (q) => relatedUsers(services.db, q, false),
  },
  distinct: { status: (q, caller) => distinctStatus(services, q, caller) },
})

async function loadQueries({ db }: Services, ids: readonly number[]) {
  const rows = await db
    .selectFrom('queries')
    .leftJoin('databases', 'databases.id', 'queries.database_id')
    .selectAll('queries')
    .select('databases.database_name')
    .where('queries.id', 'in', [...ids])
    .execute()
  const people = await peopleById(
    db,
    rows.map((row) => row.user_id),
  )
  return rows.map((row) => ({
    ...row,
    changed_on: wireInstant(row.changed_on),
    database: { id: row.database_id, database_name: row.database_name },
    select_as_cta: row.select_as_cta === 1,
    select_as_cta_used: row.select_as_cta_used === 1,
    sql_tables: JSON.parse(row.sql_tables || '[]') as unknown,
    user: people.get(row.user_id) ?? null,
  }))
}

function relatedDatabases({ db }: Services, q: RelatedQuery, caller: Caller): Promise<RelatedValues> {
  const mine = sql<SqlBool>`databases.id in (select database_id from queries where user_id = ${caller.userId ?? 0})`
  const where = caller.can(...SEES_ALL) ? {} : { where: mine }
  return choicesOf(db, { table: 'databases', text: 'database_name', ...where }, q)
}

async function distinctStatus({ db }: Services, q: RelatedQuery, caller: Caller): Promise<RelatedValues> {
  let query = db.selectFrom('queries').select('status').distinct().orderBy('status')
  if (!caller.can(...SEES_ALL)) query = query.where('user_id', '=', caller.userId ?? 0)
  const found = (await query.execute()).map(({ status }) => status).filter((status) => status.includes(q.filter))
  const from = q.page * q.pageSize
  const result = found.slice(from, from + q.pageSize).map((status) => ({ text: status, value: status }))
  return { count: found.length, result }
}
