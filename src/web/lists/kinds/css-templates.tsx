import { IconBrandCss3, IconPencil } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import type { ListKind } from '../list-kind.ts'
import type { CssTemplateRow } from '../records/css-record.tsx'
import { NewRecord } from '../records/record-dialog.tsx'
import { changedColumn, MarkedName } from './shared-columns.tsx'

/** CSS that dashboards can begin with. */
export const cssTemplates: ListKind<CssTemplateRow> = {
  resource: 'css_template',
  title: 'CSS templates',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'template_name',
      cell: (row) => (
        <MarkedName icon={<IconBrandCss3 className="c3" aria-hidden />}>{row.template_name ?? '–'}</MarkedName>
      ),
    },
    {
      id: 'css',
      header: 'CSS',
      wideOnly: true,
      cell: (row) => <span className="mono ell sql-cell">{row.css}</span>,
    },
    changedColumn,
  ],
  search: { col: 'template_name', opr: 'ct', hint: 'Name' },
  choices: [],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.template_name ?? '–',
  open: (row) => `${PATHS.cssTemplates}?edit=${row.id}`,
  opensEditor: true,
  favorites: null,
  remove: 'bulk',
  canChange: () => can('can_write', 'CssTemplate'),
  actions: (row, t) => [
    { label: t('Edit template'), icon: <IconPencil aria-hidden />, to: `${PATHS.cssTemplates}?edit=${row.id}` },
  ],
  empty: { title: 'No CSS templates', text: 'A template is CSS that a dashboard can begin with.' },
  Create: () => <NewRecord label="New CSS template" />,
}
