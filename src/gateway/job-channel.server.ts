import { type Caller, callerKey } from '../wire/caller.ts'
import type { RequestContext } from '../wire/request-context.server.ts'
import type { Services } from './services.server.ts'

const COOKIE = 'async-token'
const ALGORITHM = 'HS256'

export interface Channel {
  readonly id: string
  /** The header that gives the browser its token, null when it has one. */
  readonly cookie: string | null
}

type Signer = Pick<Services, 'sign' | 'now'>

/** Who listens on a channel: a user, or a guest by all that its token says, of which nothing is to be read here. */
const ownerOf = (services: Signer, caller: Caller) => services.sign(`channel of ${callerKey(caller)}`)
const keyOf = (services: Signer) => new TextEncoder().encode(services.sign('async events'))

/**
 * The channel of the caller's `async-token` cookie, or that of the session where it has none: the same for all requests
 * that a page sends at once.
 */
export async function channelOf(
  services: Signer,
  caller: Caller,
  context: Pick<RequestContext, 'cookie' | 'origin'>,
): Promise<Channel> {
  const have = await readChannel(services, caller, context.cookie(COOKIE))
  if (have) return { id: have, cookie: null }
  const { SignJWT } = await import('jose')
  const id = services.sign(`async channel ${ownerOf(services, caller)} ${caller.sessionId ?? ''}`).slice(0, 32)
  const token = await new SignJWT({ channel: id })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setSubject(ownerOf(services, caller))
    .sign(keyOf(services))
  const secure = context.origin.startsWith('https:') ? '; Secure' : ''
  return { id, cookie: `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax${secure}` }
}

/** The channel that a token names, null when it is not this caller's. */
export async function readChannel(services: Signer, caller: Caller, token: string | null): Promise<string | null> {
  if (!token) return null
  const { jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, keyOf(services), {
      algorithms: [ALGORITHM],
      subject: ownerOf(services, caller),
      currentDate: services.now(),
    })
    return typeof payload['channel'] === 'string' ? payload['channel'] : null
  } catch {
    return null
  }
}
