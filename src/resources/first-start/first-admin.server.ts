import { timingSafeEqual } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'
import { passwordFault, randomToken, tokenHash } from '../../metadata/password.server.ts'
import { addUser, hasNoUser, roleIds } from '../../metadata/users.server.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'

const SHORTEST_PASSWORD = 12
const CODE_KIND = 'first_start_code'
const CODE_KEY = 'first-start'

export interface FirstAdmin {
  readonly username: string
  readonly password: string
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly email?: string | undefined
}

/** A one-time code for the link in the terminal, while there is no user; null afterwards. A new start makes a new one. */
export async function newFirstStartCode(services: Services): Promise<string | null> {
  const { db } = services
  if (!(await hasNoUser(db))) return null
  const code = randomToken()
  await db.deleteFrom('key_values').where('kind', '=', CODE_KIND).execute()
  await db
    .insertInto('key_values')
    .values({
      key: CODE_KEY,
      kind: CODE_KIND,
      value: JSON.stringify(tokenHash(code)),
      user_id: null,
      created_on: services.now().toISOString(),
      expires_on: null,
    })
    .execute()
  return code
}

export async function isFirstStartCode(services: Services, code: string): Promise<boolean> {
  const row = await services.db
    .selectFrom('key_values')
    .select('value')
    .where('kind', '=', CODE_KIND)
    .executeTakeFirst()
  if (!row || !(await hasNoUser(services.db))) return false
  return timingSafeEqual(Buffer.from(JSON.stringify(tokenHash(code))), Buffer.from(row.value))
}

/** Creates the first administrator; the code is gone afterwards, and so is this way in. */
export async function createFirstAdmin(services: Services, admin: FirstAdmin): Promise<number> {
  const fault = faultsOf(admin)
  if (Object.keys(fault).length > 0) throw invalidFields(fault)
  if (!(await hasNoUser(services.db))) throw new Problem(404, 'Not found')
  const id = await addAdmin(services, admin)
  await services.db.deleteFrom('key_values').where('kind', '=', CODE_KIND).execute()
  return id
}

/** Stores a user with the role Admin. */
async function addAdmin(services: Services, admin: FirstAdmin): Promise<number> {
  const roles = await roleIds(services.db, ['Admin'])
  return addUser(
    services.db,
    {
      username: admin.username.trim(),
      firstName: admin.first_name?.trim() || capitalized(admin.username.trim()),
      lastName: admin.last_name?.trim() || 'User',
      email: admin.email?.trim() || `${admin.username.trim()}@localhost`,
      password: admin.password,
      isActive: true,
      roleIds: roles.map((role) => role.id),
    },
    services.now(),
  )
}

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

function faultsOf(admin: FirstAdmin): Record<string, string[]> {
  const password = passwordFault(admin.password, SHORTEST_PASSWORD)
  const name = admin.username.trim()
  const isBadName = name === '' || name.length > 64 || [...name].some((c) => c < ' ')
  return {
    ...(isBadName && { username: ['The username needs 1 to 64 characters.'] }),
    ...(password !== null && { password: [password] }),
  }
}
