import { randomBytes } from 'node:crypto'
import type { MetadataDb } from './open.server.ts'
import type { Row } from './tables.server.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** 22 characters of 64: 132 bits, not to be guessed. */
const KEY_LENGTH = 22

/** A key that cannot be guessed, as addresses carry it. */
export const newKey = (length = KEY_LENGTH) => [...randomBytes(length)].map((byte) => ALPHABET[byte & 63]).join('')

/** Writes a value under a kind and key, over what was there. */
export async function putValue(
  db: MetadataDb,
  entry: {
    readonly kind: string
    readonly key: string
    readonly value: unknown
    readonly userId: number | null
    readonly now: Date
    readonly ttlSec: number | null
  },
): Promise<void> {
  const expires_on = entry.ttlSec === null ? null : new Date(entry.now.getTime() + entry.ttlSec * 1000).toISOString()
  const row = {
    value: JSON.stringify(entry.value),
    user_id: entry.userId,
    created_on: entry.now.toISOString(),
    expires_on,
  }
  await db
    .insertInto('key_values')
    .values({ kind: entry.kind, key: entry.key, ...row })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(row))
    .execute()
}

/** A value that has not expired, with the one who wrote it. */
export async function getValue(
  db: MetadataDb,
  kind: string,
  key: string,
  now: Date,
): Promise<{ readonly value: unknown; readonly row: Row<'key_values'> } | null> {
  const row = await db
    .selectFrom('key_values')
    .selectAll()
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || (row.expires_on !== null && row.expires_on < now.toISOString())) return null
  return { value: JSON.parse(row.value), row }
}

/** Removes a value; false when there was none. */
export async function deleteValue(db: MetadataDb, kind: string, key: string): Promise<boolean> {
  const done = await db.deleteFrom('key_values').where('kind', '=', kind).where('key', '=', key).executeTakeFirst()
  return Number(done.numDeletedRows) > 0
}
