import { IconPencil, IconUser } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { Badge } from '../../ui/marks.tsx'
import { Ago } from '../cells.tsx'
import type { ListKind } from '../list-kind.ts'
import { NewUser } from '../user-dialog.tsx'
import type { UserRow } from '../user-row.ts'
import { MarkedName } from './shared-columns.tsx'

export const users: ListKind<UserRow> = {
  resource: 'security/users',
  title: 'Users',
  columns: [
    {
      id: 'username',
      header: 'User name',
      order: 'username',
      cell: (row) => <MarkedName icon={<IconUser className="c3" aria-hidden />}>{row.username}</MarkedName>,
    },
    { id: 'name', header: 'Name', order: 'first_name', cell: (row) => `${row.first_name} ${row.last_name}` },
    { id: 'email', header: 'Email', order: 'email', wideOnly: true, cell: (row) => row.email },
    { id: 'roles', header: 'Roles', wideOnly: true, cell: (row) => row.roles.map((role) => role.name).join(', ') },
    {
      id: 'active',
      header: 'State',
      width: 100,
      cell: (row, t) => (row.active ? <Badge tone="ok">{t('Active')}</Badge> : <Badge>{t('Switched off')}</Badge>),
    },
    {
      id: 'login',
      header: 'Last sign-in',
      align: 'right',
      width: 130,
      wideOnly: true,
      cell: (row) => <Ago time={row.last_login} />,
    },
  ],
  search: { col: 'username', opr: 'ct', hint: 'User name' },
  choices: [],
  sort: { id: 'username', desc: false },
  id: (row) => row.id,
  name: (row) => row.username,
  open: (row) => `/users/?edit=${row.id}`,
  opensEditor: true,
  favorites: null,
  remove: 'single',
  canChange: () => can('can_write', 'User'),
  actions: (row, t) => [{ label: t('Edit user'), icon: <IconPencil aria-hidden />, to: `/users/?edit=${row.id}` }],
  empty: { title: 'No users', text: 'Add the people who work here.' },
  Create: NewUser,
}
