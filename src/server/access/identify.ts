import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Services } from '../../gateway/services.server.ts'
import { namelessCaller, userCaller } from '../../metadata/access.server.ts'
import { tokenHash } from '../../metadata/password.server.ts'
import { isApiKey, keyCaller } from '../../resources/api-key/keys.server.ts'
import { readGuestToken } from '../../resources/kit/guest-tokens.server.ts'
import { sessionCaller } from '../../resources/session/sessions.server.ts'
import { readShardingTicket } from '../../resources/session/sharding-tickets.server.ts'
import { tokenUser } from '../../resources/session/tokens.server.ts'
import { type Caller, callerKey } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import type { RouteShape } from '../../wire/route.ts'
import { opensByTicket, ticketOf } from './sharding.ts'

const CACHE_MS = 1000
const CACHED_CALLERS = 5000

/** The part of a request that says who asks. */
type Asking = Pick<FastifyRequest, 'headers' | 'cookies' | 'body'> & {
  readonly routeOptions: { readonly config: object }
}

export interface Identifier {
  identify(request: Asking): Promise<Caller>
  /** Forgets what is known if users, roles or sessions may have changed. */
  forget(): void
}

const GUEST_HEADER = 'x-guesttoken'
const GUEST_ROLE = 'Guest'
const LOG_PATH = '/superset/log/'

/** Decides who asks: guest token, API key or bearer token, session cookie, or nobody. What it found is believed for one second. */
export function identifier(services: Services): Identifier {
  const cache = new LRUCache<string, Promise<Caller | null>>({ max: CACHED_CALLERS, ttl: CACHE_MS, ttlResolution: 0 })
  const opensByRole = services.featureFlags.DASHBOARD_RBAC === true
  let mark: string | null = null
  const forgetChanged = () => {
    const present = services.metadataMark()
    if (present === null || present !== mark) cache.clear()
    mark = present
  }
  const remembered = (key: string, find: () => Promise<Caller | null>): Promise<Caller | null> => {
    const known = cache.get(key)
    if (known) return known
    const found = find().then((caller) => caller && { ...caller, opensByRole })
    cache.set(key, found)
    found.catch(() => cache.delete(key))
    return found
  }
  const bySession = (hash: string) => remembered(`s${hash}`, () => sessionCaller(services.db, hash, services.now()))
  /** A ticket counts alone, as a guest token does, and only where it opens something. */
  const byTicket = async (ticket: string, request: Asking) => {
    const { route } = request.routeOptions.config as { route?: RouteShape }
    const isOpened = route !== undefined && opensByTicket(route)
    const sessionId = isOpened ? readShardingTicket(services, ticket, request.headers.origin ?? '') : null
    return sessionId === null ? null : bySession(sessionId)
  }
  /** Pages are for people, who sign in. */
  const byKey = async (key: string, request: Asking) => {
    if (isPage(request)) return null
    const hash = tokenHash(key)
    const caller = await remembered(`k${hash}`, () => keyCaller(services.db, hash, services.now()))
    if (caller === null) throw new Problem(401, 'Not authorized', { envelope: 'message' })
    return caller
  }
  const byBearer = async (token: string, request: Asking) => {
    if (isApiKey(token)) return byKey(token, request)
    const userId = await tokenUser(services, 'access', token)
    return remembered(`b${userId}`, () => userCaller(services.db, userId))
  }
  /** A guest token counts alone: without a good one the request comes from nobody, whatever else it brings. */
  const byGuestToken = async (token: string) => {
    const claims = await readGuestToken(services, token)
    return (
      claims &&
      remembered(`g${callerKey({ kind: 'guest', userId: null, guest: claims })}`, () =>
        namelessCaller(services.db, GUEST_ROLE, claims),
      )
    )
  }
  const anonymous = async () => {
    const caller = await remembered('anonymous', () => namelessCaller(services.db, 'Public', null))
    return caller ?? namelessCaller(services.db, 'Public', null)
  }
  const known = async (request: Asking): Promise<Caller | null> => {
    const ticket = ticketOf(request)
    if (ticket !== null) return byTicket(ticket, request)
    const guestToken = guestTokenOf(request)
    if (guestToken !== null) return byGuestToken(guestToken)
    const bearer = isOpen(request) ? null : bearerOf(request.headers.authorization)
    if (bearer !== null) return byBearer(bearer, request)
    const cookie = request.cookies['__Host-sid'] ?? request.cookies['sid']
    return cookie ? bySession(tokenHash(cookie)) : null
  }
  return {
    forget: forgetChanged,
    identify: async (request) => {
      await services.freshenMark()
      return (await known(request)) ?? anonymous()
    },
  }
}

/** The token of a header; throws 422 for one that promises a token and has none. */
function bearerOf(header: string | undefined): string | null {
  const [, token] = /^Bearer\b\s*(.*)$/i.exec(header ?? '') ?? []
  if (token === undefined) return null
  if (token !== '') return token
  throw new Problem(422, "Bad Authorization header. Expected 'Authorization: Bearer <JWT>'", { envelope: 'msg' })
}

function guestTokenOf(request: Asking): string | null {
  const token = request.headers[GUEST_HEADER] ?? tokenOfBeacon(request)
  return typeof token === 'string' && token !== '' ? token : null
}

/** A page that is left sends its events without headers of its own, so the token travels with them. */
function tokenOfBeacon({ routeOptions, headers, body }: Asking): string | null {
  const { route } = routeOptions.config as { route?: RouteShape }
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  if (route?.path !== LOG_PATH || !isForm || !(body instanceof Uint8Array)) return null
  return new URLSearchParams(Buffer.from(body).toString('utf8')).get('guest_token')
}

function isPage(request: Asking): boolean {
  const { route } = request.routeOptions.config as { route?: RouteShape }
  return route?.face === 'page'
}

/** A route that is open to anyone reads its own token, such as the refresh token. */
function isOpen(request: Asking): boolean {
  const { route } = request.routeOptions.config as { route?: RouteShape }
  return route?.needs === 'anyone'
}
