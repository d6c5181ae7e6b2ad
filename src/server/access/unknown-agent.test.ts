import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const write = (path: string, headers: Record<string, string>) =>
  server.anonymous.send('POST', path, { name: 'x', action: 'x' }, headers)

it('asks an agent that nobody knows to sign in, where a browser is told of its token', async () => {
  const bad = { authorization: `Basic ${btoa('someone:something')}` }
  for (const path of ['/api/v1/chart/', '/api/v1/security/groups/', '/api/v1/log/', '/mcp']) {
    const answer = await write(path, bad)
    expect([path, answer.status, answer.json]).toEqual([path, 401, { msg: 'Missing Authorization Header' }])
  }
  const agent = await write('/mcp', {})
  expect([agent.status, agent.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const browser = await write('/api/v1/chart/', {})
  expect([browser.status, browser.json.errors[0].message]).toEqual([400, '400 Bad Request: The CSRF token is missing.'])
})

it('lets nothing through to a session that comes without its token', async () => {
  const admin = await server.login()
  const answer = await write('/mcp', { cookie: admin.cookie })
  expect([answer.status, answer.json.errors[0].message]).toEqual([400, '400 Bad Request: The CSRF token is missing.'])
})

it('tells a page whose session has ended so, also over a form or without a body, and sends other browsers to sign in', async () => {
  const page = { accept: 'application/json', 'x-csrftoken': 'of a session that has ended' }
  const ask = (method: string, headers: Record<string, string>, body?: URLSearchParams) =>
    fetch(`${server.base}/tabstateview/1`, { method, headers, body: body ?? null, redirect: 'manual' })
  for (const answer of [await ask('DELETE', page), await ask('PUT', page, new URLSearchParams({ sql: '"x"' }))]) {
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('The CSRF token is missing.')
  }
  expect((await ask('DELETE', { accept: 'text/html' })).status).toBe(302)
})
