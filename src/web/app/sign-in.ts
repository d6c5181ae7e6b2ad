import { http, setCsrfToken } from '../data/http.ts'

/** Signs in by the form route and gives the page to go to. Throws HttpError: 401 wrong, 429 too many tries. */
export async function signIn(fields: {
  username: string
  password: string
  next?: string
  csrfToken?: string
}): Promise<string> {
  const { username, password, next = '', csrfToken = '' } = fields
  const { result } = await http.form<{ result: { next: string } }>(
    '/login/',
    { username, password, next, csrf_token: csrfToken },
    { quiet: true },
  )
  return result.next
}

/** A session of its own has a token of its own. */
export async function renewCsrfToken(): Promise<void> {
  const { result } = await http.get<{ result: string }>('/api/v1/security/csrf_token/', { quiet: true })
  setCsrfToken(result)
}
