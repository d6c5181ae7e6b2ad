import { sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { ListSpec } from '../kit/list.server.ts'
import { CUSTOM } from '../kit/object-tags.server.ts'
import { anyHolds } from '../kit/operators.server.ts'
import { relatedAuthors, STAMP_FILTERS } from '../kit/people.server.ts'
import { formColumn } from '../kit/project.ts'
import { withStamps } from '../kit/stamps.server.ts'

const SHOWN = [
  'id',
  'name',
  'type',
  'description',
  'changed_by.first_name',
  'changed_by.last_name',
  'changed_on_delta_humanized',
  'created_on_delta_humanized',
  'created_by.first_name',
  'created_by.last_name',
]
const COLUMNS = ['name', 'description', 'objects_to_tag'].map((name) =>
  formColumn(name, {
    type: name === 'objects_to_tag' ? 'List' : 'String',
    required: name === 'name',
    unique: name === 'name',
  }),
)

/** Tags; everybody who may read them at all may read every one, but not what carries them. */
export const tagSpec = (services: Services): ListSpec<'tags'> => ({
  table: 'tags',
  title: 'Tag',
  view: 'Tag',
  permissions: ['can_read', 'can_bulk_create', 'can_write'],
  visible: (query) => query,
  load: async (ids) =>
    withStamps(
      services,
      await services.db
        .selectFrom('tags')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),
    ),
  listColumns: SHOWN,
  showColumns: SHOWN,
  addColumns: COLUMNS,
  orders: {
    id: 'tags.id',
    name: 'tags.name',
    type: 'tags.type',
    description: 'tags.description',
    'created_by.first_name': nameOf('first_name', 'tags.created_by'),
    'created_by.last_name': nameOf('last_name', 'tags.created_by'),
    'changed_by.first_name': nameOf('first_name', 'tags.changed_by'),
    'changed_by.last_name': nameOf('last_name', 'tags.changed_by'),
    created_on_delta_humanized: 'tags.created_on',
    changed_on_delta_humanized: 'tags.changed_on',
  },
  defaultOrder: ['id', 'asc'],
  filters: {
    id: { type: 'number' },
    name: { type: 'text' },
    description: { type: 'text' },
    type: { type: 'number' },
    ...STAMP_FILTERS,
  },
  custom: {
    'type/custom_tag': (eb, value) => eb('tags.type', value === false ? '<>' : '=', CUSTOM),
    'name/tag_all_text': (_, value) => anyHolds(['tags.name', 'tags.description'], value),
  },
  related: relatedAuthors(services),
})

function nameOf(part: string, column: string) {
  return sql<string>`(select ${sql.ref(part)} from users where users.id = ${sql.ref(column)})`
}
