import type { ListChoice } from '../list-kind.ts'

export const OWNER_CHOICE: ListChoice = {
  id: 'owner',
  label: 'Owner',
  options: { related: 'owners' },
  filter: (value) => ({ col: 'owners', opr: 'rel_m_m', value: Number(value) }),
}
export const DATABASE_CHOICE: ListChoice = {
  id: 'database',
  label: 'Connection',
  options: { related: 'database' },
  filter: (value) => ({ col: 'database', opr: 'rel_o_m', value: Number(value) }),
}
export const ROLE_CHOICE: ListChoice = {
  id: 'role',
  label: 'Roles',
  options: { related: 'roles' },
  filter: (value) => ({ col: 'roles', opr: 'rel_m_m', value: Number(value) }),
}

/** Only what the user has starred, or only the rest; `operator` is the server's name of that question. */
export const favoriteChoice = (operator: string): ListChoice => ({
  id: 'favorite',
  label: 'Favourite',
  options: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
  filter: (value) => ({ col: 'id', opr: operator, value: value === 'yes' }),
})
