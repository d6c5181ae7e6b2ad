import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const calls: readonly (readonly [method: string, path: string, body: object])[] = [
  ['PUT', '/api/v1/chart/word', { slice_name: 'x' }],
  ['DELETE', '/api/v1/chart/word', {}],
  ['POST', '/api/v1/chart/word/favorites/', {}],
  ['POST', '/api/v1/dashboard/word/favorites/', {}],
  ['PUT', '/api/v1/dataset/word', { description: 'x' }],
  ['DELETE', '/api/v1/dataset/word', {}],
  ['PUT', '/api/v1/dataset/word/refresh', {}],
  ['PUT', '/api/v1/saved_query/word', { label: 'x' }],
  ['DELETE', '/api/v1/saved_query/word', {}],
  ['DELETE', '/api/v1/css_template/word', {}],
]

it.each(calls)('%s %s names nothing, as an unknown id does', async (method, path, body) => {
  const admin = await server.login()
  const { status, json } = await admin.send(method, path, body)
  expect([status, json]).toEqual([404, { message: 'Not found' }])
})
