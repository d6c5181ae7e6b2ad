import { timingSafeEqual } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'
import { csrfTokenOf } from '../../resources/kit/page.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Asked } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { type Raw, redirect } from '../../wire/raw.ts'
import { signInUrl } from './sign-in-url.ts'

const MISSING = '400 Bad Request: The CSRF token is missing.'
const WRONG = '400 Bad Request: The CSRF token is invalid.'

/** Whether a change was meant by the user: same origin, and the session's token in header or form. */
export function csrfCheck(services: Services) {
  return (request: Asked, caller: Caller): Problem | Raw | null => {
    if (caller.via === 'bearer' || caller.via === 'key') return null
    if (isForeign(request)) return refused(WRONG)
    const token = tokenOf(request)
    const isUnknown = caller.kind === 'anonymous' || (caller.kind === 'guest' && token === null)
    if (isUnknown) return takesJson(request) ? refused(MISSING) : redirect(signInUrl(request, false))
    return tokenProblem(token, csrfTokenOf(services, caller))
  }
}

function tokenProblem(token: string | null, wanted: string): Problem | null {
  if (token === null) return refused(MISSING)
  return isEqual(token, wanted) ? null : refused(WRONG)
}

const refused = (text: string) => new Problem(400, text, { type: 'GENERIC_BACKEND_ERROR' })

function isForeign(request: Asked): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true
  const { origin } = request.headers
  return origin !== undefined && origin !== `${request.protocol}://${request.host}`
}

const takesJson = ({ headers }: Asked): boolean => (headers['content-type'] ?? '').includes('json') || isOfPage(headers)

/** A page of the product asks with a token and takes JSON alone; whose session has ended is to be told so there. */
const isOfPage = (headers: Asked['headers']): boolean =>
  headers.accept === 'application/json' && headers['x-csrftoken'] !== undefined

function tokenOf(request: Asked): string | null {
  const header = request.headers['x-csrftoken'] ?? request.headers['x-csrf-token']
  if (typeof header === 'string' && header !== '') return header
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded') || !(request.body instanceof Uint8Array)) return null
  return new URLSearchParams(Buffer.from(request.body).toString('utf8')).get('csrf_token')
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
