import { HttpError, http, setCsrfToken } from '../data/http.ts'
import { bootstrap } from './bootstrap.ts'

const REFUSED_STATUS = 401

/** Signs in by the form route. Throws HttpError 401 when the server sends the browser back to its sign-in page. */
export async function signIn(username: string, password: string): Promise<void> {
  const body = new URLSearchParams({ username, password, csrf_token: bootstrap().csrf_token })
  const response = await http.raw('POST', '/login/', body, { quiet: true })
  const landed = new URL(response.url || window.location.href, window.location.href)
  if (landed.pathname.startsWith('/login')) throw new HttpError(REFUSED_STATUS, 'Unauthorized')
  await renewCsrfToken()
}

/** A session of its own has a token of its own. */
export async function renewCsrfToken(): Promise<void> {
  const { result } = await http.get<{ result: string }>('/api/v1/security/csrf_token/', { quiet: true })
  setCsrfToken(result)
}

/** Where to go after signing in: the page asked for, if it is one of ours. */
export function nextPath(search: string, origin: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const target = URL.canParse(next, origin) ? new URL(next, origin) : null
  if (!target || target.origin !== origin || /[\\\t\n]/.test(next)) return '/'
  return target.pathname + target.search + target.hash
}
