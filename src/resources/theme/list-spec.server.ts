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
  'json_data',
  'id',
  'is_system',
  'is_system_default',
  'is_system_dark',
  'theme_name',
  'uuid',
]

/** Themes; who may read them at all may read every one. */
export const themeSpec = (services: Services): ListSpec<'themes'> => ({
  table: 'themes',
  title: 'Theme',
  view: 'Theme',
  permissions: ['can_read', 'can_export', 'can_write'],
  visible: (query) => query,
  load: (ids) => loadThemes(services, ids),
  listColumns: [...SHOWN, 'changed_by_name', 'created_on'],
  showColumns: SHOWN,
  addColumns: ['json_data', 'theme_name'].map((name) => formColumn(name, { required: true })),
  orders: {
    id: 'themes.id',
    theme_name: 'themes.theme_name',
    created_on: 'themes.created_on',
    changed_on: 'themes.changed_on',
    changed_on_delta_humanized: 'themes.changed_on',
  },
  defaultOrder: ['id', 'asc'],
  filters: {
    id: { type: 'number' },
    uuid: { type: 'text' },
    theme_name: { type: 'text' },
    json_data: { type: 'text' },
    is_system: { type: 'flag' },
    is_system_default: { type: 'flag' },
    is_system_dark: { type: 'flag' },
    ...STAMP_FILTERS,
  },
  custom: {
    'theme_name/theme_all_text': (_, value) => anyHolds(['themes.theme_name', 'themes.json_data'], value),
  },
  related: relatedAuthors(services),
})

async function loadThemes(services: Services, ids: readonly number[]) {
  const rows = await services.db
    .selectFrom('themes')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return (await withStamps(services, rows)).map((row) => ({
    ...row,
    is_system: row.is_system === 1,
    is_system_default: row.is_system_default === 1,
    is_system_dark: row.is_system_dark === 1,
    changed_by_name: row.changed_by ? `${row.changed_by.first_name} ${row.changed_by.last_name}` : '',
  }))
}
