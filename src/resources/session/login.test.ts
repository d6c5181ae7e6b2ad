import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, startServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const login = (refresh: unknown) =>
  server.anonymous.send('POST', '/api/v1/security/login', {
    ...ADMIN,
    provider: 'db',
    refresh,
  })

it.each([
  ['true', ['access_token', 'refresh_token']],
  [1, ['access_token', 'refresh_token']],
  ['false', ['access_token']],
  [0, ['access_token']],
  [undefined, ['access_token']],
])('takes %j for whether a refresh token is wanted, as Python clients write it', async (refresh, tokens) => {
  const { status, json } = await login(refresh)
  expect([status, Object.keys(json)]).toEqual([200, tokens])
})

it('refuses what is no truth value', async () => {
  expect((await login([])).json).toEqual({ message: { refresh: ['Not a valid boolean.'] } })
})
