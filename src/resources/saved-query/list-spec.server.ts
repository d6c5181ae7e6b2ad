import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { usableDatabases } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { choicesOf, distinctChoices } from '../kit/choices.server.ts'
import type { ListSpec, RelatedQuery } from '../kit/list.server.ts'
import { anyHolds } from '../kit/operators.server.ts'
import { AUTHOR_FILTERS, relatedAuthors } from '../kit/people.server.ts'
import { formColumn } from '../kit/project.ts'
import { tagFilters } from '../kit/tag-filters.server.ts'
import { loadSavedQueries } from './load.server.ts'

const SHOWN = [
  'changed_on',
  'changed_on_delta_humanized',
  'changed_by.first_name',
  'changed_by.id',
  'changed_by.last_name',
  'created_by.first_name',
  'created_by.id',
  'created_by.last_name',
  'catalog',
  'database.database_name',
  'database.id',
  'description',
  'id',
  'label',
  'schema',
  'sql',
  'sql_tables',
]
const FIELDS = ['db_id', 'description', 'label', 'catalog', 'schema', 'sql', 'template_parameters', 'extra_json']
const COLUMNS = FIELDS.map((name) => ({
  ...formColumn(name, { type: name === 'db_id' ? 'Integer' : 'String' }),
  ...(name === 'label' ? { validate: ['Length between 0 and 256'] } : {}),
}))

/** Saved queries of the caller. */
export const savedQuerySpec = (services: Services): ListSpec<'saved_queries'> => ({
  table: 'saved_queries',
  title: 'Saved Query',
  view: 'SavedQuery',
  permissions: ['can_read', 'can_write', 'can_export'],
  visible: (query, caller) => query.where('saved_queries.user_id', '=', caller.userId ?? 0),
  load: (ids) => loadSavedQueries(services, ids),
  listColumns: [
    ...SHOWN,
    'created_on',
    'db_id',
    'extra',
    'last_run_delta_humanized',
    'rows',
    'tags.id',
    'tags.name',
    'tags.type',
  ],
  showColumns: [...SHOWN, 'template_parameters', 'uuid', 'extra_json'],
  addColumns: COLUMNS,
  orders: ORDERS,
  defaultOrder: ['id', 'asc'],
  filters: {
    id: { type: 'number' },
    label: { type: 'text' },
    description: { type: 'text' },
    sql: { type: 'text' },
    schema: { type: 'text' },
    catalog: { type: 'text' },
    database: { type: 'relation', column: 'db_id' },
    ...AUTHOR_FILTERS,
    changed_on: { type: 'time' },
  },
  custom: {
    'label/all_text': (_, value) => anyHolds([...SEARCHED, DATABASE_NAME], value),
    'id/saved_query_is_fav': (eb, value, caller) => {
      const stars = eb
        .selectFrom('favorites')
        .select('object_id')
        .where('kind', '=', 'saved_query')
        .where('user_id', '=', caller.userId ?? 0)
      return eb('saved_queries.id', value === true ? 'in' : 'not in', stars)
    },
    ...tagFilters('saved_queries'),
  },
  related: {
    database: (q, caller) =>
      choicesOf(services.db, { table: 'databases', text: 'database_name', where: usableDatabases(caller) }, q),
    ...relatedAuthors(services),
  },
  distinct: {
    schema: (q, caller) => distinctOf(services, 'schema', q, caller),
    catalog: (q, caller) => distinctOf(services, 'catalog', q, caller),
  },
})

const DATABASE_NAME = sql<string>`(select database_name from databases where databases.id = saved_queries.db_id)`
const CREATOR = sql<string>`(select first_name from users where users.id = saved_queries.created_by)`
const ORDERS: ListSpec<'saved_queries'>['orders'] = {
  catalog: 'saved_queries.catalog',
  schema: 'saved_queries.schema',
  label: 'saved_queries.label',
  description: 'saved_queries.description',
  sql: 'saved_queries.sql',
  rows: 'saved_queries.rows',
  'created_by.first_name': CREATOR,
  'changed_by.first_name': sql<string>`(select first_name from users where users.id = saved_queries.changed_by)`,
  'database.database_name': DATABASE_NAME,
  created_on: 'saved_queries.created_on',
  changed_on: 'saved_queries.changed_on',
  changed_on_delta_humanized: 'saved_queries.changed_on',
  last_run_delta_humanized: 'saved_queries.last_run',
  id: 'saved_queries.id',
}

const SEARCHED = ['label', 'description', 'sql', 'schema', 'catalog'].map((name) => `saved_queries.${name}`)

const distinctOf = ({ db }: Services, column: 'schema' | 'catalog', q: RelatedQuery, caller: Caller) =>
  distinctChoices(
    db,
    { table: 'saved_queries', column, where: sql<SqlBool>`saved_queries.user_id = ${caller.userId ?? 0}` },
    q,
  )
