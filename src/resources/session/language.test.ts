import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const PATH = '/api/v1/me/preferences/'
let server: TestServer
let ann: TestClient
beforeAll(async () => {
  server = await startServer()
  ann = await server.user('ann', ['Gamma'])
})
afterAll(() => server.stop())

const localeOf = async (client: TestClient) =>
  /&quot;locale&quot;:&quot;(\w+)&quot;/.exec((await client.send('GET', '/user_info/')).text)?.[1]

it('keeps the language that a user chose for every browser of that user, beside the time zone', async () => {
  await ann.send('PUT', PATH, { time_zone: 'Europe/Berlin' })
  const chosen = await ann.send('PUT', PATH, { language: 'de' })
  expect([chosen.status, chosen.json]).toEqual([200, { result: { time_zone: 'Europe/Berlin', language: 'de' } }])
  expect(await localeOf(ann)).toBe('de')
  expect(await localeOf(await server.user('ben', ['Gamma']))).toBe('en')
  expect((await ann.send('PUT', PATH, { language: null })).json.result.language).toBe(null)
  expect(await localeOf(ann)).toBe('en')
})

it('takes a language of an address that leads back, and none that is not spoken', async () => {
  expect((await ann.send('GET', '/lang/de')).status).toBe(302)
  expect(await localeOf(ann)).toBe('de')
  expect((await ann.send('GET', '/lang/fr')).status).toBe(302)
  expect(await localeOf(ann)).toBe('de')
  const refused = await ann.send('PUT', PATH, { language: 'fr' })
  expect([refused.status, refused.json.message]).toEqual([400, { language: ['Must be one of: en, de.'] }])
})
