import type { Caller } from '../../wire/caller.ts'

const OBJECT_PERMISSIONS = ['database_access', 'datasource_access', 'schema_access', 'catalog_access']

/** Names of the objects that the caller was given, by permission. */
export function grantsOf(caller: Pick<Caller, 'pairs'>): Record<string, string[]> {
  const grants: Record<string, string[]> = {}
  for (const [permission, view] of caller.pairs()) {
    if (!OBJECT_PERMISSIONS.includes(permission)) continue
    grants[permission] ??= []
    grants[permission].push(view)
  }
  return grants
}
