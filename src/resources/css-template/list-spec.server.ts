import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { ListSpec } from '../kit/list.server.ts'
import { likeText } from '../kit/operators.server.ts'
import { AUTHOR_FILTERS, relatedAuthors } from '../kit/people.server.ts'
import { withStamps } from '../kit/stamps.server.ts'

const SHOWN = [
  'changed_on_delta_humanized',
  'changed_by.first_name',
  'changed_by.id',
  'changed_by.last_name',
  'created_by.first_name',
  'created_by.id',
  'created_by.last_name',
  'css',
  'id',
  'template_name',
]
const COLUMNS = [
  { name: 'template_name', label: 'Template Name', description: '', required: false, unique: false, type: 'String' },
  { name: 'css', label: 'Css', description: '', required: false, unique: false, type: 'String' },
]

/** CSS templates; who may read them at all may read every one. */
export const cssTemplateSpec = (services: Services): ListSpec<'css_templates'> => ({
  table: 'css_templates',
  title: 'Css Template',
  view: 'CssTemplate',
  permissions: ['can_read', 'can_write'],
  visible: (query) => query,
  load: async (ids) =>
    withStamps(
      services,
      await services.db
        .selectFrom('css_templates')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute(),
    ),
  listColumns: [...SHOWN, 'created_on'],
  showColumns: SHOWN,
  addColumns: COLUMNS,
  orders: {
    id: 'css_templates.id',
    template_name: 'css_templates.template_name',
    created_on: 'css_templates.created_on',
    changed_on: 'css_templates.changed_on',
    changed_on_delta_humanized: 'css_templates.changed_on',
  },
  defaultOrder: ['id', 'asc'],
  filters: {
    id: { type: 'number' },
    template_name: { type: 'text' },
    css: { type: 'text' },
    ...AUTHOR_FILTERS,
    changed_on: { type: 'time' },
    created_on: { type: 'time' },
    uuid: { type: 'text' },
  },
  custom: {
    'template_name/css_template_all_text': (_, value) => {
      const pattern = `%${likeText(value).toLowerCase()}%`
      return sql<SqlBool>`(lower(coalesce(css_templates.template_name, '')) like ${pattern} escape '!' or lower(css_templates.css) like ${pattern} escape '!')`
    },
  },
  related: {
    ...relatedAuthors(services),
  },
})
