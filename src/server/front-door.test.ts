import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN, startServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('health answers OK to anyone', async () => {
  const answer = await server.anonymous.send('GET', '/health')
  expect([answer.status, answer.text]).toEqual([200, 'OK'])
})

test('every answer carries the security headers and a request id', async () => {
  for (const path of ['/health', '/login/', '/api/v1/me/', '/no/such/page']) {
    const { headers } = await server.anonymous.send('GET', path)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  }
})

test('a page policy allows only scripts with its own nonce', async () => {
  const first = await server.anonymous.send('GET', '/login/')
  const second = await server.anonymous.send('GET', '/login/')
  const nonce = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1]
  const policy = first.headers.get('content-security-policy')
  expect(nonce(policy)).toBeTruthy()
  expect(nonce(policy)).not.toBe(nonce(second.headers.get('content-security-policy')))
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('signing in with a plain form leads to next on this server only', async () => {
  for (const [next, place] of [
    ['/sqllab/', '/sqllab/'],
    ['//evil.com', '/'],
    ['/\\evil.com', '/'],
  ] as const) {
    const answer = await fetch(`${server.base}/login/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ ...ADMIN, next }),
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, place])
    expect(answer.headers.get('set-cookie')).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  }
})

test('a wrong password and an unknown name get the same words', async () => {
  const tries = [
    { username: 'nobody-1', password: 'wrong' },
    { username: ADMIN.username, password: 'wrong' },
  ]
  const answers = await Promise.all(
    tries.map((fields) =>
      fetch(`${server.base}/login/`, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(fields),
      }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual([401, 401])
  const bodies = await Promise.all(answers.map((answer) => answer.text()))
  expect(bodies[0]).toBe(bodies[1])
})

test('a sign-in form of another site is refused', async () => {
  const answer = await fetch(`${server.base}/login/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'http://evil.example' },
    body: new URLSearchParams({ ...ADMIN }),
  })
  expect(answer.status).toBe(400)
})

test('a copied cookie is worth nothing after sign-out', async () => {
  const client = await server.login()
  expect((await client.send('GET', '/api/v1/me/')).status).toBe(200)
  await client.send('GET', '/logout/')
  expect((await client.send('GET', '/api/v1/me/')).status).toBe(401)
})

test('a change needs the token of the session, a bearer token needs none', async () => {
  const client = await server.login()
  const other = await server.login()
  const body = { first_name: 'Ada' }
  const bare = await fetch(`${server.base}/api/v1/me/`, {
    method: 'PUT',
    headers: { cookie: client.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect([bare.status, await bare.text()]).toEqual([400, expect.stringContaining('The CSRF token is missing.')])
  const foreign = (await other.send('GET', '/api/v1/security/csrf_token/')).json.result
  expect((await client.send('PUT', '/api/v1/me/', body, { 'x-csrftoken': foreign })).status).toBe(400)
  expect((await client.send('PUT', '/api/v1/me/', body, { origin: 'http://evil.example' })).status).toBe(400)
  expect((await client.send('PUT', '/api/v1/me/', body)).status).toBe(200)

  const login = await server.anonymous.send('POST', '/api/v1/security/login', { ...ADMIN, provider: 'db' })
  const authorization = `Bearer ${login.json.access_token}`
  expect((await server.anonymous.send('PUT', '/api/v1/me/', body, { authorization })).status).toBe(200)
})

test('a header without its token, a way to sign in that is not offered and a change of nothing are refused', async () => {
  const bare = await server.anonymous.send('GET', '/api/v1/me/', undefined, { authorization: 'Bearer' })
  expect([bare.status, bare.json.msg]).toEqual([422, expect.stringContaining('Bad Authorization header')])
  const login = await server.anonymous.send('POST', '/api/v1/security/login', { ...ADMIN, provider: 'ldap' })
  expect([login.status, Object.keys(login.json.message)]).toEqual([400, ['provider']])
  const nothing = await (await server.login()).send('PUT', '/api/v1/me/', {})
  expect([nothing.status, nothing.json.message]).toEqual([400, 'At least one field must be provided.'])
  const more = await (await server.login()).send('PUT', '/api/v1/me/', { first_name: 'A', email: 'a@example.org' })
  expect([more.status, more.json.message]).toEqual([400, { email: ['Unknown field.'] }])
})

test('taking a role away works on the next request', async () => {
  const admin = await server.login()
  const user = await server.user('fickle', ['Admin'])
  expect((await user.send('GET', '/api/v1/security/users/')).status).toBe(200)
  const { id } = (await user.send('GET', '/api/v1/me/')).json.result
  await admin.send('PUT', `/api/v1/security/users/${id}`, { roles: [] })
  expect((await user.send('GET', '/api/v1/security/users/')).status).toBe(401)
})

test('five wrong passwords slow a name down', async () => {
  const tryOnce = () =>
    server.anonymous.send('POST', '/api/v1/security/login', { username: 'victim', password: 'x', provider: 'db' })
  const statuses: number[] = []
  for (let i = 0; i < 7; i += 1) statuses.push((await tryOnce()).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await tryOnce()).headers.get('retry-after')).toMatch(/^\d+$/)
})

test('what is not there is 404 in the form that was asked for', async () => {
  const json = await server.anonymous.send('GET', '/api/v1/nothing')
  expect([json.status, json.json.errors[0].error_type]).toEqual([404, 'GENERIC_BACKEND_ERROR'])
  const html = await server.anonymous.send('GET', '/no/such/page', undefined, { accept: 'text/html' })
  expect([html.status, html.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  const method = await server.anonymous.send('DELETE', '/api/v1/me/')
  expect([method.status, method.headers.get('allow')]).toEqual([405, expect.stringContaining('PUT')])
})

test('a page that fails says how to a browser, and is no page that is not there', async () => {
  const client = await server.login()
  const html = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', 'x-csrftoken': '' }
  const answer = await client.send('POST', '/sqllab/', `form_data=${'a'.repeat(2_000_000)}`, html)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
  expect(answer.text).toContain('<title>Something went wrong')
})

test('bad bodies and addresses are 4xx with JSON', async () => {
  const client = await server.login()
  const post = (body: string, headers: Record<string, string> = {}) =>
    client.send('POST', '/api/v1/security/users/', body, headers)
  const answers = [
    await post('{"a":'),
    await post('['.repeat(100_000)),
    await post('null'),
    await post('{"a":"\u0000"}'),
    await post(`{"x":"${'a'.repeat(2_000_000)}"}`),
    await post('a=1', { 'content-type': 'text/plain' }),
    await client.send('GET', '/api/v1/security/users/%E0%A4%A'),
    await client.send('GET', '/api/v1/security/users/?q=(a:'),
    await client.send('GET', '/api/v1/security/users/99999999999999999999'),
    await client.send('GET', '/api/v1/security/users/?q=(order_column:password_hash)'),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 400, 413, 400, 400, 400, 404, 400])
  for (const answer of answers) expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answers[6]?.json).toEqual({ message: 'The address is not valid.' })
})

test('long answers are compressed as the client asks, short ones are not', async () => {
  const client = await server.login()
  const encodingOf = async (path: string, accepted: string) =>
    (await client.send('GET', path, undefined, { 'accept-encoding': accepted })).headers.get('content-encoding')
  expect(await encodingOf('/api/v1/_openapi', 'gzip, br')).toBe('br')
  expect(await encodingOf('/api/v1/_openapi', 'gzip')).toBe('gzip')
  expect(await encodingOf('/api/v1/_openapi', 'identity')).toBeNull()
  expect(await encodingOf('/health', 'gzip, br')).toBeNull()
  const whole = await client.send('GET', '/api/v1/_openapi', undefined, { 'accept-encoding': 'br' })
  expect(whole.json.openapi).toBe('3.1.0')
})

test('a session ends after eight idle hours', async () => {
  const client = await server.login()
  const { db } = server.server.services
  const idle = new Date(Date.now() - 8.1 * 3_600_000).toISOString()
  await db.updateTable('sessions').set({ seen_on: idle }).execute()
  // A change makes the server forget what it believes for a second.
  await server.anonymous.send('POST', '/api/v1/security/login', {})
  expect((await client.send('GET', '/api/v1/me/')).status).toBe(401)
})
