import type { MetadataDb } from './open.server.ts'
import { hashPassword } from './password.server.ts'
import type { Row } from './tables.server.ts'

export interface NewUser {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  readonly isActive: boolean
  readonly roleIds: readonly number[]
  readonly groupIds?: readonly number[]
}

/** Stores a user with roles and gives its id. */
export async function addUser(db: MetadataDb, user: NewUser, now: Date): Promise<number> {
  const hash = await hashPassword(user.password)
  const at = now.toISOString()
  return db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({
        username: user.username,
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        password_hash: hash,
        is_active: user.isActive ? 1 : 0,
        created_on: at,
        changed_on: at,
        last_login: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (user.roleIds.length > 0)
      await trx
        .insertInto('user_roles')
        .values([...new Set(user.roleIds)].map((role_id) => ({ user_id: id, role_id })))
        .execute()
    if (user.groupIds && user.groupIds.length > 0)
      await trx
        .insertInto('group_users')
        .values([...new Set(user.groupIds)].map((group_id) => ({ group_id, user_id: id })))
        .execute()
    return id
  })
}

/** The user of a name, whatever its case. */
export const findUser = (db: MetadataDb, username: string): Promise<Row<'users'> | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where((e) => e(e.fn<string>('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()

/** True while the server has no user at all: the first start. */
export async function hasNoUser(db: MetadataDb): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Ids of roles by name; a name that does not exist is left out. */
export async function roleIds(db: MetadataDb, names: readonly string[]): Promise<{ id: number; name: string }[]> {
  if (names.length === 0) return []
  return db.selectFrom('roles').select(['id', 'name']).where('name', 'in', names).execute()
}
