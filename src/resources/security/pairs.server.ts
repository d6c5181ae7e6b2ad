import { type Expression, type SqlBool, sql } from 'kysely'
import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { itemEnvelope, type ListSpec, listEndpoints } from '../kit/list.server.ts'
import { pairs, permissions, resources } from './contract.ts'

const PAIR_COLUMNS = ['id', 'permission.name', 'view_menu.name']

/** Pairs, and the two halves of them as lists of their own. */
export function pairEndpoints(services: Services): Endpoint[] {
  return [
    ...served(services, pairs, pairSpec(services)),
    ...served(services, permissions, halfSpec(services, 'permission', 'Permission', 'Permission')),
    ...served(services, resources, halfSpec(services, 'view', 'View Menu', 'ViewMenu')),
  ]
}

function served(
  services: Services,
  contract: typeof pairs | typeof permissions | typeof resources,
  spec: ListSpec<'pairs'>,
): Endpoint[] {
  return [
    ...listEndpoints(contract as never, spec, services),
    objectEndpoint(contract.read, {
      find: async ({ params }, caller) => (await spec.load([params.id], caller))[0] ?? null,
      handle: ({ params, q }, _, record) => itemEnvelope(spec, params.id, record, q),
    }),
  ]
}

function pairSpec({ db }: Services): ListSpec<'pairs'> {
  return {
    table: 'pairs',
    title: 'Permission View',
    view: 'PermissionViewMenu',
    permissions: ['can_read'],
    visible: (query) => query,
    load: async (ids) =>
      (await db.selectFrom('pairs').selectAll().where('id', 'in', ids).execute()).map((pair) => ({
        id: pair.id,
        permission: { name: pair.permission },
        view_menu: { name: pair.view },
      })),
    listColumns: PAIR_COLUMNS,
    showColumns: PAIR_COLUMNS,
    orders: { id: 'pairs.id', 'permission.name': 'pairs.permission', 'view_menu.name': 'pairs.view' },
    defaultOrder: ['id', 'asc'],
    filters: {
      id: { type: 'number' },
      permission: { type: 'text' },
      view_menu: { type: 'text', column: 'view' },
      'permission.name': { type: 'text', column: 'permission' },
      'view_menu.name': { type: 'text', column: 'view' },
    },
    custom: {
      'permission/rel_o_m': sameHalf('permission'),
      'view_menu/rel_o_m': sameHalf('view'),
      'role/rel_m_m': (_, value) =>
        sql<SqlBool>`pairs.id in (select pair_id from role_pairs where role_id = ${Number(value)})`,
    },
  }
}

/** Pairs with the same half as the one whose id is given, as the lists of halves number them. */
const sameHalf =
  (column: 'permission' | 'view') =>
  (_eb: unknown, value: unknown): Expression<SqlBool> =>
    sql<SqlBool>`${sql.ref(`pairs.${column}`)} = (select ${sql.ref(`p.${column}`)} from pairs p where p.id = ${Number(value)})`

/** One row per distinct name; its id is that of the first pair which has it. */
function halfSpec({ db }: Services, column: 'permission' | 'view', title: string, view: string): ListSpec<'pairs'> {
  const first = sql<number>`(select min(p.id) from pairs p where ${sql.ref(`p.${column}`)} = ${sql.ref(`pairs.${column}`)})`
  return {
    table: 'pairs',
    title,
    view,
    permissions: ['can_read'],
    visible: (query) => query.where('pairs.id', '=', first),
    load: async (ids) =>
      (await db.selectFrom('pairs').selectAll().where('id', 'in', ids).execute()).map((pair) => ({
        id: pair.id,
        name: pair[column],
      })),
    listColumns: ['id', 'name'],
    showColumns: ['id', 'name'],
    orders: { id: 'pairs.id', name: `pairs.${column}` },
    defaultOrder: ['id', 'asc'],
    filters: { id: { type: 'number' }, name: { type: 'text', column } },
  }
}
