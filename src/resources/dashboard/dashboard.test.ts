import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
})
afterAll(() => server.stop())

const BASE = '/api/v1/dashboard'
const made = async (body: object): Promise<number> => (await admin.send('POST', `${BASE}/`, body)).json.id

it('tells when it was saved in whole seconds', async () => {
  const id = await made({ dashboard_title: 'Seconds' })
  const saved = (await admin.send('PUT', `${BASE}/${id}`, { css: 'a{}' })).json.last_modified_time
  const copy = await admin.send('POST', `${BASE}/${id}/copy/`, { dashboard_title: 'Copy', json_metadata: '{}' })
  expect([saved, copy.json.result.last_modified_time].map((time) => /^\d{10}$/.test(String(time)))).toEqual([
    true,
    true,
  ])
})
