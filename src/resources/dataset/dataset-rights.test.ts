import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const PATH = '/api/v1/dataset/'
let server: TestServer
let admin: TestClient
let owner: TestClient
let other: TestClient
let database = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile('create table t as select range as n from range(3)')
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  owner = await server.user('owner', ['Alpha'])
  other = await server.user('other', ['Alpha'])
  const body = { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` }
  database = (await admin.send('POST', '/api/v1/database/', body)).json.id
})
afterAll(() => server.stop())

let made = 0
async function datasetOf(client: TestClient): Promise<number> {
  made += 1
  const body = { database, schema: 'main', sql: 'select n from t', table_name: `q${made}` }
  return (await client.send('POST', PATH, body)).json.id
}

it('is changed by its owners and administrators alone', async () => {
  const id = await datasetOf(owner)
  const { json } = await owner.send('GET', `${PATH}${id}`)
  const changes = [
    ['PUT', `${PATH}${id}`, { description: 'x' }],
    ['PUT', `${PATH}${id}/refresh`, undefined],
    ['DELETE', `${PATH}${id}/column/${json.result.columns[0].id}`, undefined],
    ['DELETE', `${PATH}?q=!(${id})`, undefined],
    ['DELETE', `${PATH}${id}`, undefined],
  ] as const
  for (const [method, path, body] of changes) {
    const refused = await other.send(method, path, body)
    expect([method, path, refused.status, refused.json]).toEqual([method, path, 403, { message: 'Forbidden' }])
  }
  expect((await other.send('GET', `${PATH}${id}`)).json.result.description).toBeNull()
  for (const client of [owner, admin])
    expect((await client.send('PUT', `${PATH}${id}`, { description: client === owner ? 'a' : 'b' })).status).toBe(200)
  expect((await owner.send('DELETE', `${PATH}${id}`)).status).toBe(200)
})

it('is removed with others only by who owns all of them', async () => {
  const [own, foreign] = [await datasetOf(other), await datasetOf(owner)]
  expect((await other.send('DELETE', `${PATH}?q=!(${own},${foreign})`)).status).toBe(403)
  expect((await other.send('GET', `${PATH}${own}`)).status).toBe(200)
  expect((await admin.send('DELETE', `${PATH}?q=!(${own},${foreign})`)).status).toBe(200)
})
