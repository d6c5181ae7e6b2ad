import { ACCOUNT_COLUMNS, accountCaller, HOLDS_ROLE } from '../../metadata/access.server.ts'
import type { MetadataDb } from '../../metadata/open.server.ts'
import { randomToken, tokenHash } from '../../metadata/password.server.ts'
import type { Caller } from '../../wire/caller.ts'

const HOUR_MS = 3_600_000
const IDLE_MS = 8 * HOUR_MS
const ABSOLUTE_MS = 24 * HOUR_MS
const TOUCH_MS = 60_000
const AGENT_LENGTH = 300

/** Starts a session and gives the value of its cookie, which is kept nowhere. */
export async function startSession(
  db: MetadataDb,
  userId: number,
  client: { readonly ip: string; readonly agent: string },
  now: Date,
): Promise<string> {
  const token = randomToken()
  const at = now.toISOString()
  await db
    .insertInto('sessions')
    .values({
      id_hash: tokenHash(token),
      user_id: userId,
      created_on: at,
      seen_on: at,
      expires_on: new Date(now.getTime() + ABSOLUTE_MS).toISOString(),
      ip: client.ip,
      agent: client.agent.slice(0, AGENT_LENGTH),
    })
    .execute()
  return token
}

/** Who a live session belongs to, by its hash, in one statement, or null; marks it as seen at most once a minute. */
export async function sessionCaller(db: MetadataDb, idHash: string, now: Date): Promise<Caller | null> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('roles', (join) => join.on(HOLDS_ROLE))
    .leftJoin('role_pairs', 'role_pairs.role_id', 'roles.id')
    .leftJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
    .where('sessions.id_hash', '=', idHash)
    .select(['sessions.seen_on', 'sessions.expires_on', ...ACCOUNT_COLUMNS])
    .execute()
  const [session] = rows
  if (!session) return null
  const idle = now.getTime() - Date.parse(session.seen_on)
  if (idle > IDLE_MS || session.expires_on <= now.toISOString()) {
    await endSession(db, idHash)
    return null
  }
  if (idle > TOUCH_MS)
    await db.updateTable('sessions').set({ seen_on: now.toISOString() }).where('id_hash', '=', idHash).execute()
  return accountCaller(rows, { via: 'session', sessionId: idHash, scopes: null })
}

export const endSession = (db: MetadataDb, idHash: string) =>
  db.deleteFrom('sessions').where('id_hash', '=', idHash).execute()

/** Removes what nobody can use any more. */
export const sweepSessions = (db: MetadataDb, now: Date) =>
  db.deleteFrom('sessions').where('expires_on', '<=', now.toISOString()).execute()
