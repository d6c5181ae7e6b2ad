import { sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { ListSpec } from '../kit/list.server.ts'
import { anyHolds } from '../kit/operators.server.ts'
import { relatedAuthors, STAMP_FILTERS } from '../kit/people.server.ts'
import { formColumn } from '../kit/project.ts'
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
const COLUMNS = ['template_name', 'css'].map((name) => formColumn(name))

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
    ...STAMP_FILTERS,
    uuid: { type: 'text', column: sql`cast(null as text)` },
  },
  custom: {
    'template_name/css_template_all_text': (_, value) =>
      anyHolds(['css_templates.template_name', 'css_templates.css'], value),
  },
  related: relatedAuthors(services),
})
