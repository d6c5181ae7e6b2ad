import type { Kysely } from 'kysely'
import { countChangesOf } from './change-counts.server.ts'
import { createIndexes, createTable, type TableSpec } from './columns.server.ts'

const TABLES: readonly TableSpec[] = [
  ['groups', { name: 'text!', label: 'text', description: 'text' }, { id: true, unique: [['name']] }],
  ['group_users', { group_id: 'integer!', user_id: 'integer!' }, { primary: ['group_id', 'user_id'] }],
  ['group_roles', { group_id: 'integer!', role_id: 'integer!' }, { primary: ['group_id', 'role_id'] }],
]

/** Groups of people, each of which gives its roles to its members. */
export async function groups(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  for (const [name, columns, keys] of TABLES) {
    await createTable(db, isPostgres, name, columns, keys)
    if (isPostgres) await countChangesOf(db, name)
  }
  await createIndexes(db, { group_users: [['user_id']], group_roles: [['role_id']] })
}
