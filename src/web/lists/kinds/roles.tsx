import { IconShield } from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import type { ListKind } from '../list-kind.ts'
import { MarkedName } from './shared-columns.tsx'

interface RoleRow {
  readonly id: number
  readonly name: string
}

/** What the built-in roles are for. */
const PURPOSE: Readonly<Record<string, string>> = {
  Admin: 'Everything, with users, roles and connections',
  Alpha: 'All data; creates and changes own dashboards, charts and datasets',
  Gamma: 'Only the data given; creates own charts and dashboards from it',
  sql_lab: 'The SQL editor, beside another role',
  Public: 'People who have not signed in',
}

export const roles: ListKind<RoleRow> = {
  resource: 'security/roles',
  title: 'Roles',
  columns: [
    {
      id: 'name',
      header: 'Name',
      order: 'name',
      cell: (row) => <MarkedName icon={<IconShield className="c3" aria-hidden />}>{row.name}</MarkedName>,
    },
    {
      id: 'purpose',
      header: 'Purpose',
      wideOnly: true,
      cell: (row, t) => <span className="c2">{t(PURPOSE[row.name] ?? '–')}</span>,
    },
  ],
  search: { col: 'name', opr: 'ct', hint: 'Name' },
  choices: [],
  sort: { id: 'name', desc: false },
  id: (row) => row.id,
  name: (row) => row.name,
  open: (row) => `${PATHS.roles}?edit=${row.id}`,
  favorites: null,
  remove: null,
  canChange: () => can('can_write', 'Role'),
  empty: { title: 'No roles', text: 'A role is a set of permissions that users hold.' },
}
