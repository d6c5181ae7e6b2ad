/** A permission on a kind of object, as the server names them. */
export interface PermissionPair {
  readonly permission_name: string
  readonly view_menu_name: string
}

export interface ViewPermissions {
  readonly view: string
  readonly permissions: readonly string[]
}

/** The permissions that match a search, by the kind of object that they are on, both in the order of the alphabet. */
export function permissionsByView(pairs: readonly PermissionPair[], search: string): ViewPermissions[] {
  const needle = search.trim().toLowerCase()
  const matching = pairs.filter(({ permission_name, view_menu_name }) =>
    `${permission_name} ${view_menu_name}`.toLowerCase().includes(needle),
  )
  return [...Map.groupBy(matching, ({ view_menu_name }) => view_menu_name)]
    .map(([view, ofView]) => ({ view, permissions: ofView.map(({ permission_name }) => permission_name).toSorted() }))
    .toSorted((a, b) => a.view.localeCompare(b.view))
}
