import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { invalidFields, Problem } from '../../wire/problem.ts'
import { wireInstant } from '../kit/project.ts'
import { type ApiKey, apiKeyRoutes as routes } from './contract.ts'
import { isActive, makeKey } from './keys.server.ts'

const DAY_MS = 86_400_000
/** Until when a key counts that says nothing of it (reference: reliability-security B4). */
const DEFAULT_DAYS = 90
const MAX_ACTIVE = 100

/** Keys by which scripts and agents come as their user, without a password and without a browser. */
export function apiKeyEndpoints(services: Services): Endpoint[] {
  const { db, now } = services
  const find = async ({ params }: { params: { uuid: string } }, caller: Caller) => {
    const row = await db.selectFrom('api_keys').selectAll().where('uuid', '=', params.uuid).executeTakeFirst()
    return row && (row.user_id === caller.userId || caller.isAdmin) ? row : null
  }
  return [
    endpoint(routes.list, async (_, caller) => {
      const rows = await keysOf(services, caller)
      return { result: rows.map((row) => shown(row, now())) }
    }),
    endpoint(routes.create, async ({ body }, caller, context) => {
      const userId = caller.userId
      if (userId === null || caller.via === 'key') throw new Problem(403, 'An API key is made by its user, signed in.')
      const expiresOn = expiry(body.expires_on, now())
      const active = (await keysOf(services, caller)).filter((row) => isActive(row, now()))
      if (active.length >= MAX_ACTIVE)
        throw invalidFields({ name: [`There are ${MAX_ACTIVE} active keys already. Revoke one first.`] })
      const { name, scopes = null } = body
      const { key, row } = await makeKey(db, { userId, name: name.trim(), scopes: scopes || null, expiresOn }, now())
      services.audit(auditEvent('api_key.create', `api_key:${row.uuid}`, caller, context, { name: row.name, scopes }))
      const { active: _, last_used_on: __, revoked_on: ___, ...made } = shown(row, now())
      return { result: { ...made, key } }
    }),
    objectEndpoint(routes.read, { find, handle: (_, _caller, row) => ({ result: shown(row, now()) }) }),
    objectEndpoint(routes.revoke, {
      find,
      handle: async (_, caller, row, context) => {
        await db
          .updateTable('api_keys')
          .set({ revoked_on: now().toISOString() })
          .where('id', '=', row.id)
          .where('revoked_on', 'is', null)
          .execute()
        services.audit(auditEvent('api_key.revoke', `api_key:${row.uuid}`, caller, context, { name: row.name }))
        return { message: 'API key revoked' }
      },
    }),
  ]
}

const keysOf = ({ db }: Services, { userId }: Caller) =>
  db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId ?? 0)
    .orderBy('id', 'desc')
    .execute()

/** The instant of a time as clients write it; null where a key never expires. Throws what is no time to come. */
function expiry(written: string | null | undefined, now: Date): string | null {
  if (written === null) return null
  if (written === undefined) return new Date(now.getTime() + DEFAULT_DAYS * DAY_MS).toISOString()
  const at = ISO_TIME.test(written) ? Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(written) ? written : `${written}Z`) : NaN
  if (Number.isNaN(at)) throw invalidFields({ expires_on: ['Not a valid datetime.'] })
  if (at <= now.getTime()) throw invalidFields({ expires_on: ['Must be a time to come.'] })
  return new Date(at).toISOString()
}
const ISO_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i

const shown = (row: Row<'api_keys'>, now: Date): ApiKey => ({
  uuid: row.uuid,
  name: row.name,
  key_prefix: row.prefix,
  scopes: row.scopes,
  active: isActive(row, now),
  created_on: wireInstant(row.created_on) ?? '',
  expires_on: wireInstant(row.expires_on),
  last_used_on: wireInstant(row.last_used_on),
  revoked_on: wireInstant(row.revoked_on),
})
