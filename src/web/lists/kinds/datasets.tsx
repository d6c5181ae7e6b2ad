import { IconCode, IconPencil, IconTable } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { datasetPath } from '../../app/places.ts'
import { Badge } from '../../ui/marks.tsx'
import { People } from '../cells.tsx'
import type { ListKind } from '../list-kind.ts'
import { NewDataset } from '../new-dataset.tsx'
import type { Person } from '../people.ts'
import { DATABASE_CHOICE, OWNER_CHOICE } from './shared-choices.ts'
import { changedAtColumn, MarkedName } from './shared-columns.tsx'

interface DatasetRow {
  readonly id: number
  readonly table_name: string
  readonly kind: 'physical' | 'virtual'
  readonly schema: string | null
  readonly database: { readonly id: number; readonly database_name: string }
  readonly changed_on_utc: string
  readonly owners: readonly Person[]
}

export const datasets: ListKind<DatasetRow> = {
  resource: 'dataset',
  title: 'Datasets',
  columns: [
    {
      id: 'table_name',
      header: 'Name',
      order: 'table_name',
      cell: (row) => (
        <MarkedName
          icon={
            row.kind === 'virtual' ? <IconCode className="c3" aria-hidden /> : <IconTable className="c3" aria-hidden />
          }
        >
          {row.table_name}
        </MarkedName>
      ),
    },
    {
      id: 'kind',
      header: 'Kind',
      width: 100,
      wideOnly: true,
      cell: (row, t) => <Badge>{row.kind === 'virtual' ? t('Query') : t('Table')}</Badge>,
    },
    {
      id: 'database',
      header: 'Connection',
      order: 'database.database_name',
      width: 180,
      wideOnly: true,
      cell: (row) => row.database.database_name,
    },
    {
      id: 'schema',
      header: 'Schema',
      order: 'schema',
      width: 140,
      wideOnly: true,
      cell: (row) => <span className="mono">{row.schema ?? '–'}</span>,
    },
    { id: 'owners', header: 'Owner', width: 100, wideOnly: true, cell: (row) => <People people={row.owners} /> },
    changedAtColumn((row) => row.changed_on_utc),
  ],
  search: { col: 'table_name', opr: 'ct', hint: 'Name' },
  choices: [
    DATABASE_CHOICE,
    OWNER_CHOICE,
    {
      id: 'kind',
      label: 'Kind',
      options: [
        { value: 'table', label: 'Table' },
        { value: 'query', label: 'Query' },
      ],
      filter: (value) => ({ col: 'sql', opr: 'dataset_is_null_or_empty', value: value === 'table' }),
    },
  ],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.table_name,
  open: (row) => datasetPath(row.id),
  favorites: null,
  remove: 'bulk',
  canChange: () => can('can_write', 'Dataset'),
  actions: (row, t) => [{ label: t('Edit'), icon: <IconPencil aria-hidden />, to: `/dataset/${row.id}/edit/` }],
  imports: 'dataset',
  empty: { title: 'No datasets', text: 'A dataset is a table, or a query, with names and metrics that charts use.' },
  Create: NewDataset,
}
