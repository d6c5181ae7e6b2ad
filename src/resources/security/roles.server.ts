import type { Services } from '../../gateway/services.server.ts'
import { portionsOf } from '../../kernel/portions.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { invalidFields, notFound, Problem } from '../../wire/problem.ts'
import { itemEnvelope, type ListSpec, listEndpoints } from '../kit/list.server.ts'
import { formColumn } from '../kit/project.ts'
import { note } from './audit-note.server.ts'
import { roles as contract } from './contract.ts'
import { setRoleGroups } from './group-links.server.ts'

/** Roles that the product itself relies on. */
const BUILT_IN = new Set(['Admin', 'Public', 'Alpha', 'Gamma', 'sql_lab'])
const COLUMNS = ['id', 'name']

export function roleEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const spec = roleSpec(services)
  const find = async ({ params }: { params: { id: number } }) =>
    (await db.selectFrom('roles').selectAll().where('id', '=', params.id).executeTakeFirst()) ?? null
  return [
    ...listEndpoints(contract, spec, services),
    ...searchEndpoint(services, spec),
    objectEndpoint(contract.read, {
      find,
      handle: ({ params, q }, _, role) => itemEnvelope(spec, params.id, { ...role }, q),
    }),
    endpoint(contract.create, async ({ body }, caller, context) => {
      refuseAdminName(body.name, caller)
      await refuseTaken(db, body.name, null)
      const { id } = await db.insertInto('roles').values(body).returning('id').executeTakeFirstOrThrow()
      note(services, caller, context, 'role created', `role ${id}`, body)
      return { id, result: body }
    }),
    objectEndpoint(contract.update, {
      find,
      handle: async ({ params, body }, caller, role, context) => {
        refuseBuiltIn(role)
        const { name = role.name } = body
        refuseAdminName(name, caller)
        await refuseTaken(db, name, role.id)
        await db.updateTable('roles').set({ name }).where('id', '=', params.id).execute()
        note(services, caller, context, 'role renamed', `role ${params.id}`, { name })
        return { result: { name } }
      },
    }),
    objectEndpoint(contract.remove, {
      find,
      handle: async ({ params }, caller, role, context) => {
        refuseBuiltIn(role)
        await removeRole(db, params.id)
        note(services, caller, context, 'role deleted', `role ${params.id}`, { name: role.name })
        return { message: 'OK' }
      },
    }),
    ...linkEndpoints(services, find),
  ]
}

function linkEndpoints(
  services: Services,
  find: (input: { params: { id: number } }) => Promise<Row<'roles'> | null>,
): Endpoint[] {
  const { db } = services
  return [
    objectEndpoint(contract.permissions, {
      find,
      handle: async ({ params }) => ({
        result: await db
          .selectFrom('role_pairs')
          .innerJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
          .where('role_pairs.role_id', '=', params.id)
          .select(['pairs.id', 'pairs.permission as permission_name', 'pairs.view as view_menu_name'])
          .orderBy('pairs.id')
          .execute(),
      }),
    }),
    objectEndpoint(contract.setPermissions, {
      find,
      handle: async ({ params, body }, caller, role, context) => {
        if (role.name === 'Admin') throw new Problem(422, 'The role Admin has every permission.')
        await setPairs(db, params.id, body.permission_view_menu_ids)
        note(services, caller, context, 'role permissions set', `role ${params.id}`, body)
        return { result: body }
      },
    }),
    objectEndpoint(contract.setUsers, {
      find,
      handle: async ({ params, body }, caller, role, context) => {
        await setUsers(db, role, body.user_ids)
        note(services, caller, context, 'role users set', `role ${params.id}`, body)
        return { result: body }
      },
    }),
    objectEndpoint(contract.setGroups, {
      find,
      handle: async ({ params, body }, caller, _role, context) => {
        await setRoleGroups(db, params.id, body.group_ids)
        note(services, caller, context, 'role groups set', `role ${params.id}`, body)
        return { result: body }
      },
    }),
  ]
}

function searchEndpoint(services: Services, spec: ListSpec<'roles'>): Endpoint[] {
  const { db } = services
  const detailed: ListSpec<'roles'> = {
    ...spec,
    listColumns: [...COLUMNS, 'permission_ids', 'user_ids', 'group_ids'],
    load: async (ids) => {
      const roles = await db.selectFrom('roles').selectAll().where('id', 'in', ids).execute()
      const pairs = await db
        .selectFrom('role_pairs')
        .selectAll()
        .where('role_id', 'in', ids)
        .orderBy('pair_id')
        .execute()
      const users = await db
        .selectFrom('user_roles')
        .selectAll()
        .where('role_id', 'in', ids)
        .orderBy('user_id')
        .execute()
      const groups = await db
        .selectFrom('group_roles')
        .selectAll()
        .where('role_id', 'in', ids)
        .orderBy('group_id')
        .execute()
      return roles.map((role) => ({
        ...role,
        permission_ids: pairs.filter((pair) => pair.role_id === role.id).map((pair) => pair.pair_id),
        user_ids: users.filter((user) => user.role_id === role.id).map((user) => user.user_id),
        group_ids: groups.filter((group) => group.role_id === role.id).map((group) => group.group_id),
      }))
    },
  }
  const { search, ...others } = contract
  return listEndpoints({ ...others, list: { ...others.list, path: search.path } as never }, detailed, services)
    .filter((made) => made.route.path === search.path)
    .map((made) => ({ ...made, route: search }))
}

function roleSpec({ db }: Services): ListSpec<'roles'> {
  return {
    table: 'roles',
    title: 'Role',
    view: 'Role',
    permissions: ['can_read', 'can_write', 'can_update_role', 'list_roles', 'update_roles_users'],
    visible: (query) => query,
    load: (ids) => db.selectFrom('roles').selectAll().where('id', 'in', ids).execute(),
    listColumns: COLUMNS,
    showColumns: COLUMNS,
    addColumns: [formColumn('name', { required: true, unique: true })],
    orders: { id: 'roles.id', name: 'roles.name' },
    defaultOrder: ['id', 'asc'],
    filters: { id: { type: 'number' }, name: { type: 'text' } },
  }
}

function refuseBuiltIn(role: Row<'roles'>): void {
  if (BUILT_IN.has(role.name))
    throw new Problem(422, `The role ${role.name} belongs to the product and stays as it is.`)
}

/** A role of that name in any letters has every permission, so only who has them makes one. */
function refuseAdminName(name: string, caller: Caller): void {
  if (name.toLowerCase() === 'admin' && !caller.isAdmin) throw new Problem(403, 'Forbidden')
}

async function refuseTaken(db: MetadataDb, name: string, id: number | null): Promise<void> {
  const taken = await db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirst()
  if (taken && taken.id !== id) throw invalidFields({ name: ['Already exists.'] }, 422)
}

async function removeRole(db: MetadataDb, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['role_pairs', 'user_roles', 'group_roles', 'dashboard_roles', 'row_rule_roles'] as const)
      await trx.deleteFrom(table).where('role_id', '=', id).execute()
    await trx.deleteFrom('roles').where('id', '=', id).execute()
  })
}

async function setPairs(db: MetadataDb, roleId: number, pairIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(pairIds)]
  const known = wanted.length === 0 ? [] : await db.selectFrom('pairs').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) throw invalidFields({ permission_view_menu_ids: ['Unknown permission.'] })
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('role_pairs').where('role_id', '=', roleId).execute()
    const rows = wanted.map((pair_id) => ({ role_id: roleId, pair_id }))
    for (const portion of portionsOf(rows)) await trx.insertInto('role_pairs').values(portion).execute()
  })
}

async function setUsers(db: MetadataDb, role: Row<'roles'>, userIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(userIds)]
  const known = wanted.length === 0 ? [] : await db.selectFrom('users').select('id').where('id', 'in', wanted).execute()
  if (known.length < wanted.length) throw notFound()
  if (role.name === 'Admin' && wanted.length === 0) throw new Problem(422, 'The last administrator cannot be removed.')
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('user_roles').where('role_id', '=', role.id).execute()
    if (wanted.length > 0)
      await trx
        .insertInto('user_roles')
        .values(wanted.map((user_id) => ({ user_id, role_id: role.id })))
        .execute()
  })
}
