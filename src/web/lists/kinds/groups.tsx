import { IconPencil, IconUsersGroup } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import type { ListKind } from '../list-kind.ts'
import type { GroupRow } from '../records/group-record.tsx'
import { NewRecord } from '../records/record-dialog.tsx'
import { ROLE_CHOICE } from './shared-choices.ts'
import { MarkedName, textColumn } from './shared-columns.tsx'

/** Sets of users who hold the same roles. */
export const groups: ListKind<GroupRow> = {
  resource: 'security/groups',
  title: 'Groups',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row) => <MarkedName icon={<IconUsersGroup className="c3" aria-hidden />}>{row.name}</MarkedName>,
    },
    textColumn('label', 'Label', 'label', (row) => row.label),
    {
      id: 'roles',
      header: 'Roles',
      cell: (row) => <span className="ell">{row.roles.map(({ name }) => name).join(', ') || '–'}</span>,
    },
    { id: 'members', header: 'Members', align: 'right', width: 110, cell: (row) => row.users.length },
  ],
  search: { col: 'name', opr: 'ct', hint: 'Name' },
  choices: [ROLE_CHOICE],
  sort: { id: 'name', desc: false },
  id: (row) => row.id,
  name: (row) => row.name,
  open: (row) => `${PATHS.groups}?edit=${row.id}`,
  opensEditor: true,
  favorites: null,
  remove: 'single',
  canChange: () => can('can_write', 'Group'),
  actions: (row, t) => [
    { label: t('Edit group'), icon: <IconPencil aria-hidden />, to: `${PATHS.groups}?edit=${row.id}` },
  ],
  empty: { title: 'No groups', text: 'A group gives its roles to its members.' },
  Create: () => <NewRecord label="New group" />,
}
