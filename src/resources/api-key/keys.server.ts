import { randomUUID } from 'node:crypto'
import { ACCOUNT_COLUMNS, accountCaller, HOLDS_ROLE } from '../../metadata/access.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import { randomToken, tokenHash } from '../../metadata/password.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { scopesOf } from './contract.ts'

const TOUCH_MS = 60_000
/** What every key begins with, so that it is told from a signed token and found in a text where it should not be. */
const MARK = 'bi_'

/** True for a bearer token that is an API key. */
export const isApiKey = (token: string): boolean => token.startsWith(MARK)

/** What a new key is for. Times are instants. */
export interface NewKey {
  readonly userId: number
  readonly name: string
  readonly scopes: string | null
  readonly expiresOn: string | null
}

/** Makes a key and gives it with its row; of the key itself only a hash is kept. */
export async function makeKey(db: MetadataDb, { userId, name, scopes, expiresOn }: NewKey, now: Date) {
  const uuid = randomUUID()
  const prefix = `${MARK}${uuid.slice(0, 8)}_`
  const key = `${prefix}${randomToken()}`
  const row = await db
    .insertInto('api_keys')
    .values({
      uuid,
      user_id: userId,
      name,
      scopes,
      prefix,
      key_hash: tokenHash(key),
      created_on: now.toISOString(),
      expires_on: expiresOn,
      last_used_on: null,
      revoked_on: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { key, row }
}

/** True while a key opens what it is for. */
export const isActive = (key: Pick<Row<'api_keys'>, 'revoked_on' | 'expires_on'>, now: Date): boolean =>
  key.revoked_on === null && (key.expires_on === null || key.expires_on > now.toISOString())

/** The user whom a live key stands for, in one statement, or null; marks it as used at most once a minute. */
export async function keyCaller(db: MetadataDb, keyHash: string, now: Date): Promise<Caller | null> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .leftJoin('roles', (join) => join.on(HOLDS_ROLE))
    .leftJoin('role_pairs', 'role_pairs.role_id', 'roles.id')
    .leftJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
    .where('api_keys.key_hash', '=', keyHash)
    .select(['api_keys.scopes', 'api_keys.expires_on', 'api_keys.last_used_on', 'api_keys.revoked_on'])
    .select(ACCOUNT_COLUMNS)
    .execute()
  const [key] = rows
  if (!key || !isActive(key, now)) return null
  const caller = accountCaller(rows, { via: 'key', sessionId: null, scopes: scopesOf(key.scopes) })
  const before = key.last_used_on === null ? 0 : Date.parse(key.last_used_on)
  if (caller && now.getTime() - before > TOUCH_MS)
    await db.updateTable('api_keys').set({ last_used_on: now.toISOString() }).where('key_hash', '=', keyHash).execute()
  return caller
}
