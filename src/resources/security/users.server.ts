import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { hashPassword, passwordFault } from '../../metadata/password.server.ts'
import type { Row, RowPatch } from '../../metadata/tables.server.ts'
import { addUser } from '../../metadata/users.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import { itemEnvelope, type ListSpec, listEndpoints } from '../kit/list.server.ts'
import { formColumn, wireInstant } from '../kit/project.ts'
import { note } from './audit-note.server.ts'
import { users as contract } from './contract.ts'
import { groupsOfUsers, type NamedGroup, refuseUnknownGroups, setUserGroups } from './group-links.server.ts'
import { refuseLastAdmin, setUserRoles, unknownRoles } from './store.server.ts'

const SHORTEST_PASSWORD = 8
const COLUMNS = [
  'id',
  'roles.id',
  'roles.name',
  'first_name',
  'last_name',
  'username',
  'active',
  'email',
  'last_login',
  'login_count',
  'fail_login_count',
  'created_on',
  'changed_on',
  'created_by.id',
  'changed_by.id',
  'groups',
]

export function userEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const spec = userSpec(services)
  const find = ({ params }: { params: { id: number } }) => findRow(services, params.id)
  return [
    ...listEndpoints(contract, spec, services),
    objectEndpoint(contract.read, {
      find,
      handle: async ({ params, q }, caller) => {
        const [record = {}] = await spec.load([params.id], caller)
        return itemEnvelope(spec, params.id, record, q)
      },
    }),
    endpoint(contract.create, async ({ body }, caller, context) => {
      await refuseFaults(services, body, null)
      const id = await addUser(
        db,
        {
          username: body.username,
          firstName: body.first_name,
          lastName: body.last_name,
          email: body.email,
          password: body.password,
          isActive: body.active ?? true,
          roleIds: body.roles ?? [],
          groupIds: body.groups ?? [],
        },
        services.now(),
      )
      note(services, caller, context, 'user created', `user ${id}`, {
        username: body.username,
        roles: body.roles ?? [],
        groups: body.groups ?? [],
      })
      return { id }
    }),
    objectEndpoint(contract.update, {
      find,
      handle: async ({ params, body }, caller, user, context) => {
        await refuseFaults(services, body, user)
        if (body.active === false || body.roles)
          await refuseLastAdmin(db, user.id, body.active === false ? [] : (body.roles ?? []))
        await change(services, user, body)
        const { password, ...shown } = body
        note(services, caller, context, 'user changed', `user ${params.id}`, { ...shown, hasNewPassword: !!password })
        return { result: shown }
      },
    }),
    objectEndpoint(contract.remove, {
      find,
      handle: async ({ params }, caller, user, context) => {
        if (params.id === caller.userId) throw new Problem(422, 'You cannot delete your own user.')
        await refuseLastAdmin(db, user.id, [])
        await removeUser(services, user.id)
        note(services, caller, context, 'user deleted', `user ${params.id}`, { username: user.username })
        return { message: 'OK' }
      },
    }),
  ]
}

const findRow = async (services: Services, id: number) =>
  (await services.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

const FORM = [
  formColumn('roles', { type: 'List' }),
  ...['first_name', 'last_name', 'username'].map((name) => formColumn(name, { required: true })),
  formColumn('active', { type: 'Boolean' }),
  ...['email', 'password'].map((name) => formColumn(name, { required: true })),
  formColumn('groups', { type: 'List' }),
]

function userSpec({ db }: Services): ListSpec<'users'> {
  return {
    table: 'users',
    title: 'User',
    view: 'User',
    permissions: ['can_read', 'can_write'],
    visible: (query) => query,
    load: async (ids) => {
      const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute()
      const links = await db
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'user_roles.role_id')
        .where('user_roles.user_id', 'in', ids)
        .select(['user_roles.user_id', 'roles.id', 'roles.name'])
        .orderBy('roles.id')
        .execute()
      const roles = Map.groupBy(links, (link) => link.user_id)
      const groups = await groupsOfUsers(db, ids)
      return rows.map((user) => describe(user, roles.get(user.id) ?? [], groups.get(user.id) ?? []))
    },
    listColumns: COLUMNS,
    showColumns: COLUMNS,
    addColumns: FORM,
    editColumns: FORM.map((column) => ({ ...column, required: false })),
    orders: {
      active: 'users.is_active',
      ...Object.fromEntries(
        [
          'id',
          'first_name',
          'last_name',
          'username',
          'email',
          'last_login',
          'login_count',
          'created_on',
          'changed_on',
          'fail_login_count',
        ].map((name) => [name, `users.${name}` as 'users.id']),
      ),
    },
    defaultOrder: ['id', 'asc'],
    filters: {
      id: { type: 'number' },
      username: { type: 'text' },
      first_name: { type: 'text' },
      last_name: { type: 'text' },
      email: { type: 'text' },
      active: { type: 'flag', column: 'is_active' },
      is_active: { type: 'flag' },
      last_login: { type: 'time' },
      created_on: { type: 'time' },
      changed_on: { type: 'time' },
      login_count: { type: 'number' },
      fail_login_count: { type: 'number' },
    },
    custom: {
      'groups/rel_m_m': (_, value) =>
        sql<SqlBool>`exists (select 1 from group_users where group_users.user_id = users.id and group_users.group_id = ${Number(value)})`,
      'roles/rel_m_m': (_, value) =>
        sql<SqlBool>`exists (select 1 from user_roles where user_roles.user_id = users.id and user_roles.role_id = ${Number(value)})`,
    },
  }
}

interface Named {
  readonly id: number
  readonly name: string
}
const describe = (user: Row<'users'>, roles: readonly Named[], groups: readonly NamedGroup[]) => ({
  id: user.id,
  username: user.username,
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  active: user.is_active === 1,
  last_login: wireInstant(user.last_login),
  login_count: user.login_count,
  fail_login_count: user.fail_login_count,
  created_on: wireInstant(user.created_on),
  changed_on: wireInstant(user.changed_on),
  created_by: null,
  changed_by: null,
  groups: groups.map(({ id, name, label, description }) => ({ id, name, label, description })),
  roles: roles.map(({ id, name }) => ({ id, name })),
})

interface UserFields {
  readonly username?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | null | undefined
  readonly roles?: readonly number[] | null | undefined
  readonly groups?: readonly number[] | null | undefined
}

async function refuseFaults({ db }: Services, fields: UserFields, user: Row<'users'> | null): Promise<void> {
  const fault = fields.password ? passwordFault(fields.password, SHORTEST_PASSWORD) : null
  if (fault) throw invalidFields({ password: [fault] })
  const missing = await unknownRoles(db, fields.roles ?? [])
  if (missing.length > 0) throw invalidFields({ roles: [`Role(s) with ID(s) [${missing.join(', ')}] not found.`] })
  await refuseUnknownGroups(db, fields.groups ?? [])
  for (const column of ['username', 'email'] as const) {
    const value = fields[column]
    if (value === undefined) continue
    const taken = await db
      .selectFrom('users')
      .select('id')
      .where((e) => e(e.fn<string>('lower', [column]), '=', value.toLowerCase()))
      .executeTakeFirst()
    if (taken && taken.id !== user?.id) throw new Problem(422, `The ${column} ${value} already exists.`)
  }
}

interface UserChange {
  readonly username?: string | undefined
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | null | undefined
  readonly active?: boolean | undefined
  readonly roles?: readonly number[] | undefined
  readonly groups?: readonly number[] | undefined
}

async function change({ db, now }: Services, user: Row<'users'>, body: UserChange): Promise<void> {
  const hash = body.password ? await hashPassword(body.password) : null
  const { roles, groups } = body
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ ...patchOf(body), changed_on: now().toISOString(), ...(hash !== null && { password_hash: hash }) })
      .where('id', '=', user.id)
      .execute()
    if (roles) await setUserRoles(trx, user.id, roles)
    if (groups) await setUserGroups(trx, user.id, groups)
    if (hash !== null || body.active === false || roles || groups)
      await trx.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  })
}

function patchOf({ username, first_name, last_name, email, active }: UserChange): RowPatch<'users'> {
  return {
    ...(username !== undefined && { username }),
    ...(first_name !== undefined && { first_name }),
    ...(last_name !== undefined && { last_name }),
    ...(email !== undefined && { email }),
    ...(active !== undefined && { is_active: active ? 1 : 0 }),
  }
}

async function removeUser({ db }: Services, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['sessions', 'api_keys', 'user_roles', 'group_users', 'owners', 'favorites'] as const)
      await trx.deleteFrom(table).where('user_id', '=', id).execute()
    await trx.deleteFrom('users').where('id', '=', id).execute()
  })
}
