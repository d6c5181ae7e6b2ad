import type { MetadataDb } from '../../metadata/open.server.ts'
import { Problem } from '../../wire/problem.ts'

/** Ids that are no role. */
export async function unknownRoles(db: MetadataDb, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('roles').select('id').where('id', 'in', ids).execute()
  const known = new Set(rows.map((row) => row.id))
  return ids.filter((id) => !known.has(id))
}

export async function setUserRoles(db: MetadataDb, userId: number, roleIds: readonly number[]): Promise<void> {
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  const rows = [...new Set(roleIds)].map((role_id) => ({ user_id: userId, role_id }))
  if (rows.length > 0) await db.insertInto('user_roles').values(rows).execute()
}

/** Throws when the user is the only active administrator and would not be one with these roles. */
export async function refuseLastAdmin(db: MetadataDb, userId: number, roleIds: readonly number[]): Promise<void> {
  const admins = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('roles.name', '=', 'Admin')
    .where('users.is_active', '=', 1)
    .select(['user_roles.user_id', 'roles.id'])
    .execute()
  const isLast = admins.length === 1 && admins[0]?.user_id === userId
  if (isLast && !roleIds.includes(admins[0]?.id ?? 0))
    throw new Problem(422, 'The last administrator cannot be removed.')
}
