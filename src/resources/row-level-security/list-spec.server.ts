import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { listedDatasets } from '../../metadata/temporary-datasets.server.ts'
import { choicesOf } from '../kit/choices.server.ts'
import type { ListSpec, RelatedQuery } from '../kit/list.server.ts'
import { AUTHOR_FILTERS, peopleById, relatedAuthors, relatedRoles } from '../kit/people.server.ts'
import { formColumn, humanized } from '../kit/project.ts'

const FIELDS = ['name', 'description', 'filter_type', 'tables', 'roles', 'group_key', 'clause']
const REQUIRED = ['name', 'filter_type', 'tables', 'roles', 'clause']
const COLUMNS = FIELDS.map((name) =>
  formColumn(name, {
    type: name === 'tables' || name === 'roles' ? 'List' : 'String',
    required: REQUIRED.includes(name),
    unique: name === 'name',
  }),
)

const LIST_COLUMNS = [
  'id',
  'name',
  'filter_type',
  'description',
  'tables.id',
  'tables.schema',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'clause',
  'changed_by.first_name',
  'changed_by.id',
  'changed_by.last_name',
  'changed_on_delta_humanized',
  'group_key',
]
const SHOW_COLUMNS = [
  'id',
  'name',
  'description',
  'filter_type',
  'tables.id',
  'tables.schema',
  'tables.table_name',
  'roles.id',
  'roles.name',
  'group_key',
  'clause',
]

/** Row-level rules; who may read them at all may read every one. */
export const rowRuleSpec = (services: Services): ListSpec<'row_rules'> => ({
  table: 'row_rules',
  title: 'Row Level Security Filter',
  view: 'RowLevelSecurity',
  permissions: ['can_read', 'can_write'],
  visible: (query) => query,
  load: (ids) => loadRules(services, ids),
  listColumns: LIST_COLUMNS,
  showColumns: SHOW_COLUMNS,
  addColumns: COLUMNS,
  editColumns: COLUMNS.map((column) => ({ ...column, required: false })),
  orders: {
    id: 'row_rules.id',
    name: 'row_rules.name',
    filter_type: 'row_rules.filter_type',
    clause: 'row_rules.clause',
    group_key: 'row_rules.group_key',
    changed_on_delta_humanized: 'row_rules.changed_on',
  },
  defaultOrder: ['id', 'asc'],
  filters: {
    id: { type: 'number' },
    name: { type: 'text' },
    description: { type: 'text' },
    filter_type: { type: 'text' },
    group_key: { type: 'text' },
    clause: { type: 'text' },
    ...AUTHOR_FILTERS,
    changed_on: { type: 'time' },
  },
  custom: {
    'tables/rel_m_m': (_, value) =>
      sql<SqlBool>`row_rules.id in (select rule_id from row_rule_datasets where dataset_id = ${idOf(value)})`,
    'roles/rel_m_m': (_, value) =>
      sql<SqlBool>`row_rules.id in (select rule_id from row_rule_roles where role_id = ${idOf(value)})`,
  },
  related: {
    tables: (q) => relatedDatasets(services, q),
    roles: (q) => relatedRoles(services.db, q),
    ...relatedAuthors(services),
  },
})

/** What is no id is the id of nothing. */
const idOf = (value: unknown) => (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? Number(value) : -1)

async function loadRules({ db, now }: Services, ids: readonly number[]) {
  const rules = await db
    .selectFrom('row_rules')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const tables = await db
    .selectFrom('row_rule_datasets')
    .innerJoin('datasets', 'datasets.id', 'row_rule_datasets.dataset_id')
    .where('rule_id', 'in', [...ids])
    .select(['rule_id', 'datasets.id', 'datasets.schema', 'datasets.table_name'])
    .orderBy('datasets.id')
    .execute()
  const roles = await db
    .selectFrom('row_rule_roles')
    .innerJoin('roles', 'roles.id', 'row_rule_roles.role_id')
    .where('rule_id', 'in', [...ids])
    .select(['rule_id', 'roles.id', 'roles.name'])
    .orderBy('roles.id')
    .execute()
  const people = await peopleById(
    db,
    rules.map((rule) => rule.changed_by),
  )
  const at = now()
  return rules.map((rule) => ({
    ...rule,
    tables: tables.filter((table) => table.rule_id === rule.id).map(({ rule_id: _, ...table }) => table),
    roles: roles.filter((role) => role.rule_id === rule.id).map(({ rule_id: _, ...role }) => role),
    changed_by: rule.changed_by === null ? null : (people.get(rule.changed_by) ?? null),
    changed_on_delta_humanized: humanized(rule.changed_on, at),
  }))
}

const relatedDatasets = ({ db }: Services, q: RelatedQuery) =>
  choicesOf(
    db,
    {
      table: 'datasets',
      text: sql`case when schema is null or schema = '' then table_name else schema || '.' || table_name end`,
      where: listedDatasets,
    },
    q,
  )
