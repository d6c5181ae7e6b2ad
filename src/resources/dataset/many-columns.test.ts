import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const COUNT = 5_000
const nameOf = (i: number) => `measure_of_the_year_${i}`
const TEST_MS = 60_000
let server: TestServer
let admin: TestClient
let id = 0
beforeAll(async () => {
  const columns = Array.from({ length: COUNT }, (_, i) => `${i} as ${nameOf(i)}`)
  const source = await duckdbFile(`create table wide as select ${columns.join(', ')}`)
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const connection = { database_name: 'd', sqlalchemy_uri: `duckdb:///${source.path}` }
  const database = (await admin.send('POST', '/api/v1/database/', connection)).json.id
  const made = await admin.send('POST', '/api/v1/dataset/', { database, schema: 'main', table_name: 'wide' })
  expect(made.status).toBe(201)
  id = made.json.id
}, TEST_MS)
afterAll(() => server.stop())

it(
  'a table of 5,000 columns becomes a dataset with all of them',
  async () => {
    const { json } = await admin.send('GET', `/api/v1/dataset/${id}`)
    expect(json.result.columns).toHaveLength(COUNT)
    expect((await admin.send('PUT', `/api/v1/dataset/${id}/refresh`)).status).toBe(200)
  },
  TEST_MS,
)

it(
  'all of them are asked for by one chart',
  async () => {
    const columns = Array.from({ length: COUNT }, (_, i) => nameOf(i))
    const queries = [{ columns, row_limit: 10 }]
    const { status, json } = await admin.send('POST', '/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries,
    })
    expect(status).toBe(200)
    expect(json.result[0].data[0][nameOf(COUNT - 1)]).toBe(COUNT - 1)
  },
  TEST_MS,
)
