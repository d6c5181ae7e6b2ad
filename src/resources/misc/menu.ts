import type { Caller } from '../../wire/caller.ts'

interface Item {
  readonly name: string
  readonly label: string
  readonly url: string
  readonly icon: string
  readonly needs: readonly [permission: string, view: string]
}
interface Group {
  readonly name: string
  readonly label: string
  readonly icon: string
  readonly children: readonly Item[]
}

const item = (label: string, url: string, permission: string, view: string): Item => ({
  name: label,
  label,
  url,
  icon: '',
  needs: [permission, view],
})

const MENU: readonly (Item | Group)[] = [
  item('Dashboards', '/dashboard/list/', 'can_read', 'Dashboard'),
  item('Charts', '/chart/list/', 'can_read', 'Chart'),
  item('Datasets', '/tablemodelview/list/', 'can_read', 'Dataset'),
  {
    name: 'SQL Lab',
    label: 'SQL',
    icon: '',
    children: [
      item('SQL editor', '/sqllab/', 'can_read', 'SQLLab'),
      item('Saved queries', '/savedqueryview/list/', 'can_read', 'SavedQuery'),
      item('Query history', '/sqllab/history/', 'can_read', 'Query'),
    ],
  },
  {
    name: 'Data',
    label: 'Data',
    icon: '',
    children: [item('Databases', '/databaseview/list/', 'can_write', 'Database')],
  },
  {
    name: 'Security',
    label: 'Security',
    icon: '',
    children: [item('Users', '/users/', 'can_read', 'User'), item('Roles', '/roles/', 'can_read', 'Role')],
  },
]

/** The menu as the caller may use it; a group without entries is left out. */
export function menuFor(caller: Pick<Caller, 'can'>): unknown[] {
  return MENU.flatMap((entry): unknown[] => {
    if (!('children' in entry)) return allowed(caller, entry)
    const childs = entry.children.flatMap((child) => allowed(caller, child))
    return childs.length === 0 ? [] : [{ name: entry.name, label: entry.label, icon: entry.icon, childs }]
  })
}

const allowed = (caller: Pick<Caller, 'can'>, { needs, ...entry }: Item) => (caller.can(...needs) ? [entry] : [])
