import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { bodyText, httpClient, httpConnectionProblem } from './http-client.server.ts'
import { DIRECT_WAY } from './network-way.server.ts'

it.each<[string, string, RequestListener]>([
  ['says nothing', 'CONNECTION_DATABASE_TIMEOUT', () => {}],
  [
    'falls silent in the middle of its answer',
    'CONNECTION_HOST_DOWN_ERROR',
    (_, response) => void response.write('{"a":'),
  ],
])('a server that %s is told of by %s', async (_, type, listener) => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const address = { host: '127.0.0.1', port, user: 'ann', password: '', database: '', connectTimeoutMs: 5_000 }
  const client = httpClient({ ...address, isEncrypted: false, isVerified: false }, DIRECT_WAY)
  const signal = AbortSignal.timeout(200)
  const request = { method: 'POST', path: '/', headers: {}, body: 'x', isRepeatable: false } as const
  const cause = await client
    .send({ ...request, signal })
    .then(bodyText)
    .catch((error: unknown) => error)
  const problem = httpConnectionProblem(cause, address, 'ClickHouse')
  expect(problem).toMatchObject({ status: 400, detail: { type } })
  client.close()
  server.closeAllConnections()
  server.close()
})
