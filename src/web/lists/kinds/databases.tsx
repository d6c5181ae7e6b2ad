import { IconDatabase, IconPencil } from '@tabler/icons-react'
import { type EngineOfRow, engineLabel } from '../../../gateway/engines-of.ts'
import { can } from '../../app/bootstrap.ts'
import { databasePath } from '../../app/places.ts'
import { DatabaseUses } from '../../data/database-uses.tsx'
import { Badge } from '../../ui/marks.tsx'
import type { ListKind } from '../list-kind.ts'
import { NewDatabase } from '../new-database.tsx'
import { changedAtColumn, MarkedName } from './shared-columns.tsx'

interface DatabaseRow {
  readonly id: number
  readonly database_name: string
  readonly backend: string
  readonly engine_information: Omit<EngineOfRow, 'backend'>
  readonly expose_in_sqllab: boolean
  readonly allow_dml: boolean
  readonly allow_run_async: boolean
  readonly changed_on: string
}

export const databases: ListKind<DatabaseRow> = {
  resource: 'database',
  title: 'Connections',
  columns: [
    {
      id: 'database_name',
      header: 'Name',
      order: 'database_name',
      cell: (row) => <MarkedName icon={<IconDatabase className="c3" aria-hidden />}>{row.database_name}</MarkedName>,
    },
    {
      id: 'backend',
      header: 'Engine',
      width: 140,
      wideOnly: true,
      cell: (row) => engineLabel({ ...row.engine_information, backend: row.backend }),
    },
    {
      id: 'expose',
      header: 'SQL editor',
      width: 140,
      wideOnly: true,
      cell: (row, t) => (row.expose_in_sqllab ? <Badge tone="ok">{t('Offered')}</Badge> : <Badge>{t('Hidden')}</Badge>),
    },
    {
      id: 'dml',
      header: 'Writing',
      width: 140,
      wideOnly: true,
      cell: (row, t) => (row.allow_dml ? <Badge tone="warn">{t('Allowed')}</Badge> : <Badge>{t('Read only')}</Badge>),
    },
    changedAtColumn((row) => row.changed_on),
  ],
  search: { col: 'database_name', opr: 'ct', hint: 'Name' },
  choices: [
    {
      id: 'editor',
      label: 'SQL editor',
      options: [
        { value: 'yes', label: 'Offered' },
        { value: 'no', label: 'Hidden' },
      ],
      filter: (value) => ({ col: 'expose_in_sqllab', opr: 'eq', value: value === 'yes' }),
    },
  ],
  sort: { id: 'changed', desc: true },
  id: (row) => row.id,
  name: (row) => row.database_name,
  open: (row) => databasePath(row.id),
  opensEditor: true,
  favorites: null,
  remove: 'single',
  canChange: () => can('can_write', 'Database'),
  actions: (row, t) => [{ label: t('Edit connection'), icon: <IconPencil aria-hidden />, to: databasePath(row.id) }],
  Uses: ({ row }) => <DatabaseUses id={row.id} isForRemoval />,
  imports: 'database',
  dropsAreData: true,
  empty: { title: 'No connections', text: 'A connection tells where data is. Queries run there; nothing is copied.' },
  Create: NewDatabase,
}
