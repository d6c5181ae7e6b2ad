import type { MetadataDb } from '../../metadata/open.server.ts'
import { invalidFields, notFound } from '../../wire/problem.ts'
import { knownIds } from '../kit/known-ids.server.ts'

export interface NamedGroup {
  readonly id: number
  readonly name: string
  readonly label: string | null
  readonly description: string | null
}

/** The groups of each user, one statement. */
export async function groupsOfUsers(
  db: MetadataDb,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, readonly NamedGroup[]>> {
  const rows = await db
    .selectFrom('group_users')
    .innerJoin('groups', 'groups.id', 'group_users.group_id')
    .where('group_users.user_id', 'in', [...userIds])
    .select(['group_users.user_id', 'groups.id', 'groups.name', 'groups.label', 'groups.description'])
    .orderBy('groups.id')
    .execute()
  return Map.groupBy(rows, (row) => row.user_id)
}

/** Throws 400 for ids that are no group. */
export async function refuseUnknownGroups(db: MetadataDb, ids: readonly number[]): Promise<void> {
  await refuseUnknown(db, 'groups', 'Group', 'groups', ids)
}

/** Throws 400, with the field and the ids, for ids that no row of the table has. */
export async function refuseUnknown(
  db: MetadataDb,
  table: 'groups' | 'roles' | 'users',
  noun: string,
  field: string,
  ids: readonly number[],
): Promise<void> {
  const known = new Set(await knownIds(db, table, ids))
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length > 0) throw invalidFields({ [field]: [`${noun}(s) with ID(s) [${missing.join(', ')}] not found.`] })
}

/** Makes these the groups of a user. */
export async function setUserGroups(db: MetadataDb, userId: number, groupIds: readonly number[]): Promise<void> {
  await db.deleteFrom('group_users').where('user_id', '=', userId).execute()
  const rows = [...new Set(groupIds)].map((group_id) => ({ group_id, user_id: userId }))
  if (rows.length > 0) await db.insertInto('group_users').values(rows).execute()
}

/** Makes these the groups that give a role; throws 400 for ids that are no group. */
export async function setRoleGroups(db: MetadataDb, roleId: number, groupIds: readonly number[]): Promise<void> {
  if ((await knownIds(db, 'groups', groupIds)).length < new Set(groupIds).size) throw notFound()
  const rows = [...new Set(groupIds)].map((group_id) => ({ group_id, role_id: roleId }))
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('group_roles').where('role_id', '=', roleId).execute()
    if (rows.length > 0) await trx.insertInto('group_roles').values(rows).execute()
  })
}
