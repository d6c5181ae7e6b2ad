import { afterAll, expect, it } from 'vitest'
import { startServer } from '../../../test/server.ts'

const server = await startServer()
afterAll(() => server.stop())

it('samples of an unknown dataset fail in the envelope of the older views', async () => {
  const admin = await server.login()
  const { status, json } = await admin.send('POST', '/datasource/samples?datasource_id=99999&datasource_type=table', {})
  expect([status, json]).toEqual([404, expect.objectContaining({ error: 'Datasource does not exist' })])
})
