import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let databaseId = 0
const ids = { sales: 0, templated: 0 }

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    "create table sales as select timestamp '2024-03-01' + interval (i) day as sold, i as n from range(40) r(i)",
  )
  server = await startServer({ args: ['--sources', dir], env: { SIGHTLINE_NOW: '2024-03-15T10:20:30Z' } })
  admin = await server.login()
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  databaseId = (await admin.send('POST', '/api/v1/database/', database)).json.id
  const made = async (more: object) =>
    (await admin.send('POST', '/api/v1/dataset/', { database: databaseId, schema: 'main', ...more })).json.id
  ids.sales = await made({ table_name: 'sales' })
  const sql = "select '{{ from_dttm }}' as low, '{{ to_dttm }}' as high, sold from sales"
  ids.templated = await made({ table_name: 'templated', sql })
})
afterAll(() => server.stop())

const ask = async (id: number, query: object) => {
  const answer = await admin.send('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query] })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.json.result[0]
}
const range = (val: string) => ({ filters: [{ col: 'sold', op: 'TEMPORAL_RANGE', val }] })
const N = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }

it('reads relative ranges at the frozen time, in charts, on their own and in the SQL of both', async () => {
  const week = await ask(ids.sales, { columns: [], metrics: [N], ...range('Last week') })
  expect([week.from_dttm, week.to_dttm, week.data]).toEqual([Date.UTC(2024, 2, 8), Date.UTC(2024, 2, 15), [{ n: 7 }]])
  expect(week.query).toContain("'2024-03-08 00:00:00")
  const { result } = (await admin.send('GET', "/api/v1/time_range/?q='Last week'")).json
  expect(result[0]).toMatchObject({ since: '2024-03-08T00:00:00', until: '2024-03-15T00:00:00' })
  const now = (await admin.send('GET', '/api/v1/time_range/?q=\'DATETIME("now") : DATEADD(DATETIME("now"), 1, day)\''))
    .json
  expect(now.result[0]).toMatchObject({ since: '2024-03-15T10:20:30', until: '2024-03-16T10:20:30' })
})

it('gives templates the frozen time', async () => {
  const columns = ['low', 'high']
  const { data } = await ask(ids.templated, { columns, metrics: [], ...range('Last month'), row_limit: 1 })
  expect(data).toEqual([{ low: '2024-02-15T00:00:00', high: '2024-03-15T00:00:00' }])
})

it('dates what it stores by the frozen time', async () => {
  const { result } = (await admin.send('GET', `/api/v1/dataset/${ids.sales}`)).json
  expect(result.changed_on).toContain('2024-03-15T10:20:30')
  const run = await admin.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql: 'select 1 as a' })
  expect(run.json.query.startDttm).toBe(Date.UTC(2024, 2, 15, 10, 20, 30))
})
