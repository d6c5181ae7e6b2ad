import type { Kysely } from 'kysely'
import { countChangesOf } from './change-counts.server.ts'
import { createIndexes, createTable } from './columns.server.ts'

/** Keys by which scripts come as a user. */
export async function apiKeys(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  await createTable(
    db,
    isPostgres,
    'api_keys',
    {
      uuid: 'text!',
      user_id: 'integer!',
      name: 'text!',
      scopes: 'text',
      prefix: 'text!',
      key_hash: 'text!',
      created_on: 'text!',
      expires_on: 'text',
      last_used_on: 'text',
      revoked_on: 'text',
    },
    { id: true, unique: [['uuid'], ['key_hash']] },
  )
  await createIndexes(db, { api_keys: [['user_id']] })
  if (isPostgres) await countChangesOf(db, 'api_keys')
}
