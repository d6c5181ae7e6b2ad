import { afterAll, expect, it } from 'vitest'
import { startServer } from '../../../test/server.ts'

const server = await startServer()
afterAll(() => server.stop())

it('samples of an unknown dataset fail in the envelope of the older views', async () => {
  const admin = await server.login()
  const { status, json } = await admin.send('POST', '/datasource/samples?datasource_id=99999&datasource_type=table', {})
  expect([status, json]).toEqual([404, expect.objectContaining({ error: 'Datasource does not exist' })])
})

it('a check of nothing, or of an unknown type of expression, is refused in a sentence', async () => {
  const admin = await server.login()
  const path = '/api/v1/datasource/table/1/validate_expression/'
  for (const body of [{}, { expression: null }, { expression: '' }, { expression: '1=1', expression_type: 'other' }]) {
    const { status, json } = await admin.send('POST', path, body)
    expect([body, status, json]).toEqual([body, 400, { message: expect.any(String) }])
  }
})
