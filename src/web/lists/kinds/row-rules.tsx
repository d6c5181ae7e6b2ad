import { IconFilterCog, IconPencil } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import { Badge } from '../../ui/marks.tsx'
import type { ListKind } from '../list-kind.ts'
import { NewRowRule } from '../row-rule-dialog.tsx'
import type { RowRuleRow } from '../row-rule-form.ts'
import { ROLE_CHOICE } from './shared-choices.ts'
import { changedColumn, MarkedName } from './shared-columns.tsx'

const names = (all: readonly string[]) => <span className="ell">{all.length === 0 ? '–' : all.join(', ')}</span>

/** Which rows of a dataset people may see. */
export const rowRules: ListKind<RowRuleRow> = {
  resource: 'rowlevelsecurity',
  title: 'Row rules',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row) => <MarkedName icon={<IconFilterCog className="c3" aria-hidden />}>{row.name}</MarkedName>,
    },
    {
      id: 'kind',
      header: 'Kind',
      order: 'filter_type',
      width: 100,
      wideOnly: true,
      cell: (row, t) => <Badge>{t(row.filter_type)}</Badge>,
    },
    { id: 'tables', header: 'Datasets', wideOnly: true, cell: (row) => names(row.tables.map((one) => one.table_name)) },
    { id: 'roles', header: 'Roles', wideOnly: true, cell: (row) => names(row.roles.map((one) => one.name)) },
    { id: 'clause', header: 'Clause', cell: (row) => <span className="mono ell sql-cell">{row.clause}</span> },
    changedColumn,
  ],
  search: { col: 'name', opr: 'ct', hint: 'Name' },
  choices: [
    {
      id: 'kind',
      label: 'Kind',
      options: [
        { value: 'Regular', label: 'Regular' },
        { value: 'Base', label: 'Base' },
      ],
      filter: (value) => ({ col: 'filter_type', opr: 'eq', value }),
    },
    ROLE_CHOICE,
  ],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.name,
  open: (row) => `${PATHS.rowRules}?edit=${row.id}`,
  opensEditor: true,
  favorites: null,
  remove: 'bulk',
  canChange: () => can('can_write', 'RowLevelSecurity'),
  actions: (row, t) => [
    { label: t('Edit rule'), icon: <IconPencil aria-hidden />, to: `${PATHS.rowRules}?edit=${row.id}` },
  ],
  empty: { title: 'No row rules', text: 'A rule shows people only the rows of a dataset that their roles allow.' },
  Create: NewRowRule,
}
