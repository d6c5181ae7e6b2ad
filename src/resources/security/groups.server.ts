import { type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { itemEnvelope, type ListSpec, listEndpoints } from '../kit/list.server.ts'
import { relatedRoles, relatedUsers } from '../kit/people.server.ts'
import { note } from './audit-note.server.ts'
import { groups as contract, type GroupPatch } from './contract.ts'
import { refuseUnknown } from './group-links.server.ts'

const COLUMNS = ['id', 'name', 'label', 'description', 'roles.id', 'roles.name', 'users.id', 'users.username']

/** Groups: each gives its roles to its members, from the next request on. */
export function groupEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const spec = groupSpec(services)
  const find = async ({ params }: { params: { id: number } }) =>
    (await db.selectFrom('groups').selectAll().where('id', '=', params.id).executeTakeFirst()) ?? null
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
      await refuseFaults(db, body, null)
      const id = await insertGroup(db, body)
      note(services, caller, context, 'group created', `group ${id}`, { ...body })
      return { id }
    }),
    objectEndpoint(contract.update, {
      find,
      handle: async ({ body }, caller, group, context) => {
        await refuseFaults(db, body, group)
        await updateGroup(db, group.id, body)
        note(services, caller, context, 'group changed', `group ${group.id}`, { ...body })
        return { result: body }
      },
    }),
    objectEndpoint(contract.remove, {
      find,
      handle: async (_, caller, group, context) => {
        await removeGroup(db, group.id)
        note(services, caller, context, 'group deleted', `group ${group.id}`, { name: group.name })
        return { message: 'OK' }
      },
    }),
  ]
}

function groupSpec({ db }: Services): ListSpec<'groups'> {
  return {
    table: 'groups',
    title: 'Group',
    view: 'Group',
    permissions: ['can_read', 'can_write'],
    visible: (query) => query,
    load: (ids) => loadGroups(db, ids),
    listColumns: COLUMNS,
    showColumns: COLUMNS,
    addColumns: ['name', 'label', 'description', 'roles', 'users'].map((name) => ({
      name,
      label: name.charAt(0).toUpperCase() + name.slice(1),
      description: '',
      required: name === 'name',
      unique: name === 'name',
      type: name === 'roles' || name === 'users' ? 'RelatedList' : 'String',
    })),
    orders: { id: 'groups.id', name: 'groups.name', label: 'groups.label', description: 'groups.description' },
    defaultOrder: ['id', 'asc'],
    filters: { id: { type: 'number' }, name: { type: 'text' }, label: { type: 'text' }, description: { type: 'text' } },
    custom: {
      'roles/rel_m_m': (_, value) =>
        sql<SqlBool>`groups.id in (select group_id from group_roles where role_id = ${idOf(value)})`,
      'users/rel_m_m': (_, value) =>
        sql<SqlBool>`groups.id in (select group_id from group_users where user_id = ${idOf(value)})`,
    },
    related: { roles: (q) => relatedRoles(db, q), users: (q) => relatedUsers(db, q, false) },
  }
}

/** What is no id is the id of nothing. */
const idOf = (value: unknown) => (Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? Number(value) : -1)

async function loadGroups(db: MetadataDb, ids: readonly number[]) {
  const groups = await db
    .selectFrom('groups')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  const roles = await db
    .selectFrom('group_roles')
    .innerJoin('roles', 'roles.id', 'group_roles.role_id')
    .where('group_id', 'in', [...ids])
    .select(['group_id', 'roles.id', 'roles.name'])
    .orderBy('roles.id')
    .execute()
  const users = await db
    .selectFrom('group_users')
    .innerJoin('users', 'users.id', 'group_users.user_id')
    .where('group_id', 'in', [...ids])
    .select(['group_id', 'users.id', 'users.username'])
    .orderBy('users.id')
    .execute()
  return groups.map((group) => ({
    ...group,
    roles: roles.filter((role) => role.group_id === group.id).map(({ id, name }) => ({ id, name })),
    users: users.filter((user) => user.group_id === group.id).map(({ id, username }) => ({ id, username })),
  }))
}

async function refuseFaults(db: MetadataDb, body: GroupPatch, group: Row<'groups'> | null): Promise<void> {
  await refuseUnknown(db, 'roles', 'Role', 'roles', body.roles ?? [])
  await refuseUnknown(db, 'users', 'User', 'users', body.users ?? [])
  if (body.name === undefined) return
  const taken = await db
    .selectFrom('groups')
    .select('id')
    .where((e) => e(e.fn<string>('lower', ['name']), '=', body.name?.toLowerCase() ?? ''))
    .executeTakeFirst()
  if (taken && taken.id !== group?.id) throw new Problem(422, `The name ${body.name} already exists.`)
}

async function insertGroup(db: MetadataDb, { name = '', label, description, ...links }: GroupPatch): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const row = { name, label: label ?? null, description: description ?? null }
    const { id } = await trx.insertInto('groups').values(row).returning('id').executeTakeFirstOrThrow()
    await setLinks(trx, id, links)
    return id
  })
}

async function updateGroup(db: MetadataDb, id: number, { name, label, description, ...links }: GroupPatch) {
  const patch = {
    ...(name !== undefined && { name }),
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
  }
  await db.transaction().execute(async (trx) => {
    if (Object.keys(patch).length > 0) await trx.updateTable('groups').set(patch).where('id', '=', id).execute()
    await setLinks(trx, id, links)
  })
}

/** Replaces roles and members, those of them that are given. */
async function setLinks(db: MetadataDb, groupId: number, { roles, users }: Pick<GroupPatch, 'roles' | 'users'>) {
  if (roles) {
    await db.deleteFrom('group_roles').where('group_id', '=', groupId).execute()
    const rows = [...new Set(roles)].map((role_id) => ({ group_id: groupId, role_id }))
    if (rows.length > 0) await db.insertInto('group_roles').values(rows).execute()
  }
  if (users) {
    await db.deleteFrom('group_users').where('group_id', '=', groupId).execute()
    const rows = [...new Set(users)].map((user_id) => ({ group_id: groupId, user_id }))
    if (rows.length > 0) await db.insertInto('group_users').values(rows).execute()
  }
}

async function removeGroup(db: MetadataDb, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['group_roles', 'group_users'] as const)
      await trx.deleteFrom(table).where('group_id', '=', id).execute()
    await trx.deleteFrom('groups').where('id', '=', id).execute()
  })
}
