import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, ItemQ, ListQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { flag, integer, lengthBetween, list, maybe, text } from '../kit/fields.ts'

const USERS = '/api/v1/security/users'
const ROLES = '/api/v1/security/roles'
const GROUPS = '/api/v1/security/groups'
const Made = z.object({ id: z.int() })
const Changed = z.object({ result: Opaque })

const userFields = {
  username: lengthBetween(1, 64),
  first_name: lengthBetween(1, 64),
  last_name: lengthBetween(1, 64),
  email: lengthBetween(1, 320),
  password: text(),
}
const userRead = listRoutes(USERS, 'User', 'users')
export const users = {
  ...userRead,
  read: route({
    method: 'GET',
    path: `${USERS}/{id}`,
    needs: ['can_read', 'User'],
    object: 'visible',
    params: IdParams,
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One user',
  }),
  create: route({
    method: 'POST',
    path: `${USERS}/`,
    needs: ['can_write', 'User'],
    object: 'none',
    body: z.object({
      ...userFields,
      active: maybe(flag()),
      roles: maybe(list(integer())),
      groups: maybe(list(integer())),
    }),
    reply: Made,
    status: 201,
    summary: 'Create a user',
  }),
  update: route({
    method: 'PUT',
    path: `${USERS}/{id}`,
    needs: ['can_write', 'User'],
    object: 'visible',
    params: IdParams,
    body: z.object({
      username: userFields.username.optional(),
      first_name: userFields.first_name.optional(),
      last_name: userFields.last_name.optional(),
      email: userFields.email.optional(),
      password: maybe(text()),
      active: flag().optional(),
      roles: list(integer()).optional(),
      groups: list(integer()).optional(),
    }),
    reply: Changed,
    summary: 'Change a user',
  }),
  remove: route({
    method: 'DELETE',
    path: `${USERS}/{id}`,
    needs: ['can_write', 'User'],
    object: 'visible',
    params: IdParams,
    reply: Message,
    summary: 'Delete a user',
  }),
}

const roleBody = z.object({ name: lengthBetween(1, 64) })
export const roles = {
  search: route({
    method: 'GET',
    path: `${ROLES}/search/`,
    needs: ['can_read', 'Role'],
    object: 'listed',
    q: ListQ,
    reply: Opaque,
    summary: 'Roles with the ids of their pairs and users',
  }),
  ...listRoutes(ROLES, 'Role', 'roles'),
  read: route({
    method: 'GET',
    path: `${ROLES}/{id}`,
    needs: ['can_read', 'Role'],
    object: 'visible',
    params: IdParams,
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One role',
  }),
  create: route({
    method: 'POST',
    path: `${ROLES}/`,
    needs: ['can_write', 'Role'],
    object: 'none',
    body: roleBody,
    invalid: 422,
    reply: z.object({ id: z.int(), result: Opaque }),
    status: 201,
    summary: 'Create a role',
  }),
  update: route({
    method: 'PUT',
    path: `${ROLES}/{id}`,
    needs: ['can_write', 'Role'],
    object: 'visible',
    params: IdParams,
    body: roleBody.partial(),
    invalid: 422,
    reply: Changed,
    summary: 'Rename a role',
  }),
  remove: route({
    method: 'DELETE',
    path: `${ROLES}/{id}`,
    needs: ['can_write', 'Role'],
    object: 'visible',
    params: IdParams,
    reply: Message,
    summary: 'Delete a role',
  }),
  permissions: route({
    method: 'GET',
    path: `${ROLES}/{id}/permissions/`,
    needs: ['can_read', 'Role'],
    object: 'visible',
    params: IdParams,
    reply: Opaque,
    summary: 'Pairs of a role',
  }),
  setPermissions: route({
    method: 'POST',
    path: `${ROLES}/{id}/permissions`,
    needs: ['can_write', 'Role'],
    object: 'visible',
    params: IdParams,
    body: z.object({ permission_view_menu_ids: list(integer()) }),
    reply: Changed,
    summary: 'Set the pairs of a role',
  }),
  setUsers: route({
    method: 'PUT',
    path: `${ROLES}/{id}/users`,
    needs: ['can_write', 'Role'],
    object: 'visible',
    params: IdParams,
    body: z.object({ user_ids: list(integer()) }),
    reply: Changed,
    summary: 'Set the users of a role',
  }),
  setGroups: route({
    method: 'PUT',
    path: `${ROLES}/{id}/groups`,
    needs: ['can_write', 'Role'],
    object: 'visible',
    params: IdParams,
    body: z.object({ group_ids: list(integer()) }),
    reply: Changed,
    summary: 'Set the groups that give a role',
  }),
}

const groupBody = z.object({
  name: lengthBetween(1, 100),
  label: maybe(lengthBetween(0, 150)),
  description: maybe(lengthBetween(0, 512)),
  roles: maybe(list(integer())),
  users: maybe(list(integer())),
})
const groupPatch = groupBody.partial()
export type GroupPatch = z.output<typeof groupPatch>
export const groups = {
  ...listRoutes(GROUPS, 'Group', 'groups'),
  read: route({
    method: 'GET',
    path: `${GROUPS}/{id}`,
    needs: ['can_read', 'Group'],
    object: 'visible',
    params: IdParams,
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One group with its roles and members',
  }),
  create: route({
    method: 'POST',
    path: `${GROUPS}/`,
    needs: ['can_write', 'Group'],
    object: 'none',
    body: groupBody,
    reply: Made,
    status: 201,
    summary: 'Create a group',
  }),
  update: route({
    method: 'PUT',
    path: `${GROUPS}/{id}`,
    needs: ['can_write', 'Group'],
    object: 'visible',
    params: IdParams,
    body: groupPatch,
    reply: Changed,
    summary: 'Change a group, its roles or its members',
  }),
  remove: route({
    method: 'DELETE',
    path: `${GROUPS}/{id}`,
    needs: ['can_write', 'Group'],
    object: 'visible',
    params: IdParams,
    reply: Message,
    summary: 'Delete a group; its members lose what it gave them',
  }),
}

const readOnly = <const V extends string>(base: string, view: V, noun: string) => ({
  ...listRoutes(base, view, noun),
  read: route({
    method: 'GET',
    path: `${base}/{id}`,
    needs: ['can_read', view],
    object: 'visible',
    params: IdParams,
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: `One of ${noun}`,
  }),
})
export const pairs = readOnly('/api/v1/security/permissions-resources', 'PermissionViewMenu', 'permission pairs')
export const permissions = readOnly('/api/v1/security/permissions', 'Permission', 'permissions')
export const resources = readOnly('/api/v1/security/resources', 'ViewMenu', 'things that permissions are about')

export const registrations = {
  ...readOnly('/api/v1/security/user_registrations', 'UserRegistrationsRestAPI', 'people who wait for an account'),
}

export const securityRoutes = [users, roles, groups, pairs, permissions, resources, registrations].flatMap((group) =>
  Object.values(group),
)
