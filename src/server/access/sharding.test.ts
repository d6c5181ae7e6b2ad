import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { startServer, type TestClient } from '../../../test/server.ts'
import { shardingHostsOf } from '../sharding-hosts.ts'

const PATH = '/api/v1/chart/data/batch'
const BATCH = JSON.stringify({ page: 'p', requests: [] })
const server = await startServer({ env: { SUPERSET_WEBSERVER_DOMAINS: 'a.example, B.example:8443' } })
const plain = await startServer()
afterAll(() => Promise.all([server.stop(), plain.stop()]))
const { port } = new URL(server.base)
const admin = await server.login()

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Asks under a host name, which fetch does not let one choose. */
function ask(host: string, method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (answer) => {
      let text = ''
      answer.on('data', (bytes) => {
        text += bytes
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const ticketOf = async (client: TestClient) =>
  (await client.send('GET', '/api/v1/security/sharding_ticket/')).json.result as { ticket: string; expires_in: number }
const post = (headers: Record<string, string>, host = 'a.example', path = PATH) =>
  ask(host, 'POST', path, { 'content-type': 'application/json', ...headers }, BATCH)

test('a page of the installation asks for charts under another host with a ticket and without a cookie', async () => {
  const { ticket, expires_in } = await ticketOf(admin)
  expect(expires_in).toBe(300)
  const before = { origin: server.base, 'access-control-request-method': 'POST' }
  for (const host of ['a.example', `A.example:${port}`, 'b.example:8443']) {
    const allowed = await ask(host, 'OPTIONS', PATH, before)
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, server.base])
    expect(allowed.headers).toMatchObject({
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-sharding-ticket',
      vary: 'Accept-Encoding, Cookie, Origin',
    })
    const answer = await post({ origin: server.base, 'x-sharding-ticket': ticket }, host)
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, server.base])
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
  }
})

test('a ticket opens nothing to another origin, under another host or on another route', async () => {
  const { ticket } = await ticketOf(admin)
  const elsewhere = await post({ origin: 'https://evil.example', 'x-sharding-ticket': ticket })
  expect([elsewhere.status, elsewhere.text]).toEqual([401, '{"msg":"The sharding ticket is not valid"}'])
  const other = await post({ origin: server.base, 'x-sharding-ticket': ticket }, 'c.example')
  expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  expect((await ask('b.example', 'OPTIONS', PATH, { origin: server.base })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
  for (const path of ['/api/v1/chart/data', '/api/v1/me/', '/api/v1/security/sharding_ticket/']) {
    const method = path.endsWith('data') ? 'POST' : 'GET'
    const headers = { origin: server.base, 'x-sharding-ticket': ticket, cookie: admin.cookie }
    const answer = await ask('a.example', method, path, { 'content-type': 'application/json', ...headers }, '')
    expect([path, answer.status]).toEqual([path, 401])
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  }
})

test('without a ticket no other origin reads an answer, whatever else proves the session', async () => {
  const answer = await post({ origin: server.base, cookie: admin.cookie })
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  for (const forged of ['', 'x', 'x.y', `${(await ticketOf(admin)).ticket}0`]) {
    const refused = await post({ origin: server.base, cookie: admin.cookie, 'x-sharding-ticket': forged })
    expect([forged, refused.status]).toEqual([forged, 401])
  }
})

test('a ticket ends with its session', async () => {
  const client = await server.user('shards', ['Alpha'])
  const headers = { origin: server.base, 'x-sharding-ticket': (await ticketOf(client)).ticket }
  expect((await post(headers)).status).toBe(200)
  await client.send('GET', '/logout/')
  expect((await post(headers)).status).toBe(401)
})

test('a ticket is for sessions alone, and for nobody where no hosts are set', async () => {
  expect((await server.anonymous.send('GET', '/api/v1/security/sharding_ticket/')).status).toBe(401)
  const login = { username: 'admin', password: 'Correct-horse-9-battery', provider: 'db' }
  const { access_token } = (await server.anonymous.send('POST', '/api/v1/security/login', login)).json
  const bearer = { authorization: `Bearer ${access_token}` }
  expect((await server.anonymous.send('GET', '/api/v1/security/sharding_ticket/', undefined, bearer)).status).toBe(404)
  expect((await (await plain.login()).send('GET', '/api/v1/security/sharding_ticket/')).status).toBe(404)
})

test('pages may connect to the hosts, and only where some are set', async () => {
  const policy = async ({ base }: TestClient) => (await fetch(`${base}/login/`)).headers.get('content-security-policy')
  expect(await policy(server.anonymous)).toContain("connect-src 'self' a.example:* b.example:8443;")
  expect(await policy(plain.anonymous)).toContain("connect-src 'self';")
})

test('with a public address, only its pages may ask', async () => {
  const known = await startServer({
    env: { SUPERSET_WEBSERVER_DOMAINS: 'a.example', SIGHTLINE_PUBLIC_URL: 'https://bi.example/' },
  })
  const allowed = async (origin: string) => {
    const { headers } = await new Promise<{ headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
      const place = { host: '127.0.0.1', port: new URL(known.base).port, path: PATH, method: 'OPTIONS' }
      const asked = request({ ...place, headers: { host: 'a.example', origin } }, (answer) => {
        answer.resume()
        resolve({ headers: answer.headers })
      })
      asked.on('error', reject)
      asked.end()
    })
    return headers['access-control-allow-origin']
  }
  expect(await allowed('https://bi.example')).toBe('https://bi.example')
  expect(await allowed('https://evil.example')).toBeUndefined()
  await known.stop()
})

test('hosts are names, and what is none is refused when the server starts', () => {
  expect(shardingHostsOf(undefined)).toBeNull()
  expect(shardingHostsOf(' a.example,a.example b.example:8088 ')).toEqual(['a.example', 'b.example:8088'])
  for (const text of ['https://a.example', 'a.example;', "a.example 'unsafe-inline'", '*.example', 'a_b', '["a"]'])
    expect(() => shardingHostsOf(text), text).toThrow('SUPERSET_WEBSERVER_DOMAINS must be')
})
