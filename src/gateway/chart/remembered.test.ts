import { rename } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const SALES = (country: string) =>
  `create table sales as select * from (values ('${country}', 1), ('FR', 4), ('IT', 8)) v(country, amount)`
const RULES = '/api/v1/rowlevelsecurity'
let server: TestServer
let admin: TestClient
let file = ''
let datasetId = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile(SALES('DE'))
  file = path
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  const { id } = (await admin.send('POST', '/api/v1/database/', database)).json
  const dataset = { database: id, schema: 'main', table_name: 'sales' }
  datasetId = (await admin.send('POST', '/api/v1/dataset/', dataset)).json.id
})
afterAll(() => server.stop())

const ask = async (client: TestClient, more: Record<string, unknown> = {}) => {
  const answer = await client.send('POST', '/api/v1/chart/data', {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: ['country'], orderby: [['country', true]], ...more }],
  })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.json.result[0]
}
const countries = async (client: TestClient, more?: Record<string, unknown>) =>
  (await ask(client, more)).data.map((row: { country: string }) => row.country)

/** In turns and often enough that every step of an answer is remembered. */
async function inTurns(clients: readonly TestClient[], more?: Record<string, unknown>): Promise<string[][]> {
  const seen: string[][] = []
  for (let round = 0; round < 4; round += 1) for (const client of clients) seen.push(await countries(client, more))
  return seen
}
const everyRound = (...rows: string[][]) => [...rows, ...rows, ...rows, ...rows]

it('never gives the answer of one user to another who has other rules', async () => {
  const reader = await server.user('reader', ['Alpha'])
  const roles = (await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))')).json
  const made = await admin.send('POST', `${RULES}/`, {
    name: 'only France',
    filter_type: 'Regular',
    tables: [datasetId],
    roles: roles.ids,
    clause: "country = 'FR'",
  })
  expect(made.status).toBe(201)
  expect(await inTurns([admin, reader])).toEqual(everyRound(['DE', 'FR', 'IT'], ['FR']))
  await admin.send('DELETE', `${RULES}/${made.json.id}`)
  expect(await inTurns([admin, reader])).toEqual(everyRound(['DE', 'FR', 'IT'], ['DE', 'FR', 'IT']))
})

it('renders a template for who asks, however often it was rendered for others', async () => {
  const second = await server.user('second', ['Admin'])
  const where = "country = '{{ 'IT' if current_username() == 'second' else 'DE' }}'"
  expect(await inTurns([admin, second], { extras: { where } })).toEqual(everyRound(['DE'], ['IT']))
})

it('gives the same rows from the cache, says so, and names columns as the dataset does by then', async () => {
  const columns = (await admin.send('GET', `/api/v1/dataset/${datasetId}`)).json.result.columns as {
    id: number
    column_name: string
  }[]
  const more = { columns: ['country', 'amount'], row_limit: 2 }
  const first = await ask(admin, more)
  expect([first.is_cached, first.rowcount]).toEqual([null, 2])
  const again = [await ask(admin, more), await ask(admin, more), await ask(admin, more)]
  expect(again.map(({ is_cached, cached_dttm, data }) => [is_cached, cached_dttm, data])).toEqual(
    Array.from({ length: 3 }, () => [true, first.queried_dttm, first.data]),
  )
  const expression = { id: columns.find(({ column_name }) => column_name === 'country')?.id, expression: "'x'" }
  const changed = await admin.send('PUT', `/api/v1/dataset/${datasetId}`, {
    columns: columns.map(({ id, column_name }) =>
      id === expression.id ? { ...expression, column_name } : { id, column_name },
    ),
  })
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)])
  expect((await ask(admin, more)).data.map((row: { country: string }) => row.country)).toEqual(['x', 'x'])
  await admin.send('PUT', `/api/v1/dataset/${datasetId}`, {
    columns: columns.map(({ id, column_name }) => ({ id, column_name, expression: null })),
  })
  expect(await countries(admin, more)).toEqual(['DE', 'FR'])
})

it('asks a file again that was replaced, and looks at custom SQL again', async () => {
  const where = "upper(country) <> 'IT'"
  expect(await inTurns([admin], { extras: { where } })).toEqual(everyRound(['DE', 'FR']))
  const other = await duckdbFile(SALES('AT'))
  await rename(other.path, file)
  await expect.poll(() => countries(admin, { extras: { where } }), { timeout: 20_000 }).toEqual(['AT', 'FR'])
})
