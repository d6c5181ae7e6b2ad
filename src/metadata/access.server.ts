import { type SqlBool, sql } from 'kysely'
import type { Caller, GuestClaims } from '../wire/caller.ts'
import type { MetadataDb } from './open.server.ts'
import { readPreferences } from './preferences.server.ts'

const ADMIN = 'admin'
/** A guest reads what its token opens, and never what was given to the guests' role by mistake. */
const DATA_PERMISSIONS: ReadonlySet<string> = new Set([
  'all_datasource_access',
  'all_database_access',
  'all_query_access',
  'database_access',
  'catalog_access',
  'schema_access',
  'datasource_access',
])

/** An account with one of its pairs, as a statement over users gives it; the right half is null without any. */
export interface AccountRow {
  readonly user_id: number
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly is_active: number
  readonly settings: string
  readonly role_id: number | null
  readonly role_name: string | null
  readonly permission: string | null
  readonly view: string | null
}

/** The columns of an AccountRow. */
export const ACCOUNT_COLUMNS = [
  'users.id as user_id',
  'users.username',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.is_active',
  'users.settings',
  'roles.id as role_id',
  'roles.name as role_name',
  'pairs.permission',
  'pairs.view',
] as const

/** Joins users with the roles they hold: their own, and those of their groups. */
export const HOLDS_ROLE = sql<SqlBool>`roles.id in (
  select user_roles.role_id from user_roles where user_roles.user_id = users.id
  union all
  select group_roles.role_id from group_users
    join group_roles on group_roles.group_id = group_users.group_id
    where group_users.user_id = users.id)`

/** The caller behind a user id with roles and pairs, in one statement; null when unknown or disabled. */
export async function userCaller(db: MetadataDb, userId: number): Promise<Caller | null> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('roles', (join) => join.on(HOLDS_ROLE))
    .leftJoin('role_pairs', 'role_pairs.role_id', 'roles.id')
    .leftJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
    .where('users.id', '=', userId)
    .select(ACCOUNT_COLUMNS)
    .execute()
  return accountCaller(rows, { via: 'bearer', sessionId: null, scopes: null })
}

/** The caller of an account's rows; null when there are none or the account is disabled. */
export function accountCaller(
  rows: readonly AccountRow[],
  proof: Pick<Caller, 'via' | 'sessionId' | 'scopes'>,
): Caller | null {
  const [user] = rows
  if (!user || user.is_active === 0) return null
  const roles = rows.flatMap(({ role_id, role_name, permission, view }) =>
    role_id === null || role_name === null ? [] : [{ role_id, role_name, permission, view }],
  )
  return callerOf(
    {
      kind: 'user',
      ...proof,
      userId: user.user_id,
      username: user.username,
      firstName: user.first_name,
      lastName: user.last_name,
      email: user.email,
      guest: null,
      ...readPreferences(user.settings),
    },
    roles,
  )
}

/** A caller without an account: the Public role's pairs, or a guest with the pairs of the guests' role. */
export async function namelessCaller(db: MetadataDb, roleName: string, guest: GuestClaims | null): Promise<Caller> {
  const rows = await db
    .selectFrom('roles')
    .leftJoin('role_pairs', 'role_pairs.role_id', 'roles.id')
    .leftJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
    .where('roles.name', '=', roleName)
    .select(['roles.id as role_id', 'roles.name as role_name', 'pairs.permission', 'pairs.view'])
    .execute()
  return callerOf(
    {
      kind: guest ? 'guest' : 'anonymous',
      via: guest ? 'guest' : 'none',
      scopes: null,
      userId: null,
      username: guest?.user.username ?? '',
      firstName: guest?.user.firstName ?? '',
      lastName: guest?.user.lastName ?? '',
      email: '',
      guest,
      sessionId: null,
      timeZone: null,
      language: null,
    },
    rows,
  )
}

interface RoleRow {
  readonly role_id: number
  readonly role_name: string
  readonly permission: string | null
  readonly view: string | null
}
type Identity = Omit<Caller, 'roles' | 'isAdmin' | 'opensByRole' | 'can' | 'pairs'>

function callerOf(identity: Identity, rows: readonly RoleRow[]): Caller {
  const roles = [...new Map(rows.map((row) => [row.role_id, { id: row.role_id, name: row.role_name }])).values()]
  const isAdmin = identity.kind === 'user' && roles.some((role) => role.name.toLowerCase() === ADMIN)
  const held = new Map<string, readonly [string, string]>()
  const isGuest = identity.kind === 'guest'
  for (const { permission, view } of rows)
    if (permission !== null && view !== null && !(isGuest && DATA_PERMISSIONS.has(permission)))
      held.set(`${permission}\n${view}`, [permission, view])
  return {
    ...identity,
    roles,
    isAdmin,
    opensByRole: true,
    can: (permission, view) => isAdmin || held.has(`${permission}\n${view}`),
    pairs: () => [...held.values()],
  }
}

/** Names of the object pairs of the incumbent's permission model (reference: reliability-security B5). */
export const databasePair = (database: { readonly database_name: string; readonly id: number }) =>
  ['database_access', `[${database.database_name}].(id:${database.id})`] as const
export const schemaPair = (databaseName: string, schema: string) =>
  ['schema_access', `[${databaseName}].[${schema}]`] as const
export const catalogPair = (databaseName: string, catalog: string) =>
  ['catalog_access', `[${databaseName}].[${catalog}]`] as const
export const datasetPair = (databaseName: string, dataset: { readonly table_name: string; readonly id: number }) =>
  ['datasource_access', `[${databaseName}].[${dataset.table_name}](id:${dataset.id})`] as const

/** True when the caller may read everything in the database. */
export const canReadDatabase = (caller: Caller, database: { readonly database_name: string; readonly id: number }) =>
  caller.can('all_database_access', 'all_database_access') || caller.can(...databasePair(database))

/** True when the caller may read a table of the database, by any of the levels database, catalog, schema. */
export function canReadSchema(
  caller: Caller,
  database: { readonly database_name: string; readonly id: number },
  catalog: string | null,
  schema: string | null,
): boolean {
  if (canReadDatabase(caller, database)) return true
  if (catalog !== null && caller.can(...catalogPair(database.database_name, catalog))) return true
  return schema !== null && caller.can(...schemaPair(database.database_name, schema))
}

/** True when the caller may read the dataset: everywhere, by its own pair, or by its schema or database. */
export function canReadDataset(
  caller: Caller,
  database: { readonly database_name: string; readonly id: number },
  dataset: {
    readonly id: number
    readonly table_name: string
    readonly catalog: string | null
    readonly schema: string | null
  },
): boolean {
  if (caller.can('all_datasource_access', 'all_datasource_access')) return true
  if (caller.can(...datasetPair(database.database_name, dataset))) return true
  return canReadSchema(caller, database, dataset.catalog, dataset.schema)
}
