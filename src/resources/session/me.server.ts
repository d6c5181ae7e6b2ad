import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { HOLDS_ROLE } from '../../metadata/access.server.ts'
import { checkPassword, hashPassword, passwordFault } from '../../metadata/password.server.ts'
import { changePreferences, readPreferences } from '../../metadata/preferences.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import { grantsOf } from '../kit/grants.ts'
import * as contract from './contract.ts'

const SHORTEST_PASSWORD = 12

export function meEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(contract.readMe, async (_, caller) => ({
      result: caller.kind === 'guest' ? describeGuest(caller) : describe(await ownRow(services, caller)),
    })),
    endpoint(contract.changeMe, async ({ body }, caller, context) => {
      const user = await ownRow(services, caller)
      const { first_name, last_name, password } = body
      if ([first_name, last_name, password].every((value) => value === undefined))
        throw new Problem(400, 'At least one field must be provided.')
      if (password !== undefined) {
        await changePassword(services, caller, user, password, body.current_password ?? '')
        services.audit(auditEvent('user.password', `user:${user.id}`, caller, context))
      }
      await services.db
        .updateTable('users')
        .set({
          changed_on: services.now().toISOString(),
          ...(first_name !== undefined && { first_name }),
          ...(last_name !== undefined && { last_name }),
        })
        .where('id', '=', user.id)
        .execute()
      return { result: describe(await ownRow(services, caller)) }
    }),
    endpoint(contract.myPreferences, async (_, caller) => preferencesOf(await ownRow(services, caller))),
    endpoint(contract.changePreferences, async ({ body }, caller) => {
      const { id } = await ownRow(services, caller)
      const { time_zone: timeZone, language } = body
      const change = { ...(timeZone !== undefined && { timeZone }), ...(language !== undefined && { language }) }
      if (Object.keys(change).length > 0) await changePreferences(services.db, id, change)
      return preferencesOf(await ownRow(services, caller))
    }),
    endpoint(contract.myRoles, async (_, caller) => {
      if (caller.kind === 'guest') return { result: guestRoles(caller) }
      const user = await ownRow(services, caller)
      return {
        result: {
          userId: user.id,
          username: user.username,
          firstName: user.first_name,
          lastName: user.last_name,
          email: user.email,
          isActive: user.is_active === 1,
          isAnonymous: false,
          createdOn: user.created_on,
          loginCount: user.login_count,
          permissions: grantsOf(caller),
          roles: await rolePairs(services, user.id),
        },
      }
    }),
    objectEndpoint(contract.avatar, {
      find: ({ params }) =>
        services.db
          .selectFrom('users')
          .select('id')
          .where('id', '=', params.id)
          .executeTakeFirst()
          .then((user) => user ?? null),
      handle: () => new Raw(204, { 'content-type': 'text/html; charset=utf-8' }, null),
    }),
  ]
}

async function ownRow(services: Services, caller: Caller): Promise<Row<'users'>> {
  const user = await services.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', caller.userId ?? 0)
    .executeTakeFirst()
  if (!user) throw new Problem(403, 'Forbidden')
  return user
}

async function changePassword(
  services: Services,
  caller: Caller,
  user: Row<'users'>,
  password: string,
  current: string,
): Promise<void> {
  if (!(await checkPassword(current, user.password_hash)))
    throw invalidFields({ current_password: ['The current password is not right.'] })
  const fault = passwordFault(password, SHORTEST_PASSWORD)
  if (fault) throw invalidFields({ password: [fault] })
  const password_hash = await hashPassword(password)
  await services.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
  await services.db
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .where('id_hash', '!=', caller.sessionId ?? '')
    .execute()
}

const describeGuest = ({ username, firstName, lastName }: Caller) => ({
  username,
  first_name: firstName,
  last_name: lastName,
  is_active: true,
  is_anonymous: false,
})

function guestRoles(caller: Caller) {
  const pairs = caller.pairs().map(([permission, view]): [string, string] => [permission, view])
  return {
    username: caller.username,
    firstName: caller.firstName,
    lastName: caller.lastName,
    isActive: true,
    isAnonymous: false,
    permissions: {},
    roles: Object.fromEntries(caller.roles.map(({ name }) => [name, pairs])),
  }
}

async function rolePairs(services: Services, userId: number): Promise<Record<string, [string, string][]>> {
  const rows = await services.db
    .selectFrom('users')
    .innerJoin('roles', (join) => join.on(HOLDS_ROLE))
    .leftJoin('role_pairs', 'role_pairs.role_id', 'roles.id')
    .leftJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
    .where('users.id', '=', userId)
    .select(['roles.name', 'pairs.permission', 'pairs.view'])
    .execute()
  const roles: Record<string, [string, string][]> = {}
  for (const { name, permission, view } of rows) {
    roles[name] ??= []
    if (permission !== null && view !== null) roles[name].push([permission, view])
  }
  return roles
}

function preferencesOf({ settings }: Row<'users'>) {
  const { timeZone, language } = readPreferences(settings)
  return { result: { time_zone: timeZone, language } }
}

const describe = (user: Row<'users'>) => ({
  id: user.id,
  username: user.username,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  is_active: user.is_active === 1,
  is_anonymous: false,
  login_count: user.login_count,
})
