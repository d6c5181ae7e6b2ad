import type { Services } from '../../gateway/services.server.ts'
import { checkPassword } from '../../metadata/password.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { findUser } from '../../metadata/users.server.ts'
import { Problem } from '../../wire/problem.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import type { LoginThrottle } from './throttle.server.ts'

/** The user behind a name and a password, or null; counts, slows down and records every try. */
export async function signIn(
  services: Services,
  throttle: LoginThrottle,
  username: string,
  password: string,
  context: Pick<RequestContext, 'ip' | 'requestId'>,
): Promise<Row<'users'> | null> {
  const { db } = services
  const wait = await throttle.waitMs(username, Date.now())
  if (wait > 0)
    throw new Problem(429, 'Too many requests', { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } })
  const user = username.length > 256 || username.includes('\u0000') ? undefined : await findUser(db, username)
  const isRight = (await checkPassword(password, user?.password_hash ?? null)) && user?.is_active === 1
  const event = { actor: username.slice(0, 256), object: 'session', ip: context.ip, requestId: context.requestId }
  services.audit({ ...event, action: 'login', outcome: isRight ? 'ok' : 'failed' })
  if (!user || !isRight) {
    await throttle.failed(username, Date.now())
    if (user)
      await db
        .updateTable('users')
        .set({ fail_login_count: user.fail_login_count + 1 })
        .where('id', '=', user.id)
        .execute()
    return null
  }
  await throttle.succeeded(username)
  await db
    .updateTable('users')
    .set({ login_count: user.login_count + 1, fail_login_count: 0, last_login: services.now().toISOString() })
    .where('id', '=', user.id)
    .execute()
  return user
}
