import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let datasetId: number
beforeAll(async () => {
  const source = await duckdbFile('create table asked as select 1 as one')
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const connection = { database_name: 'd', sqlalchemy_uri: `duckdb:///${source.path}` }
  const database = (await admin.send('POST', '/api/v1/database/', connection)).json.id
  const table = { database, schema: 'main', table_name: 'asked' }
  datasetId = (await admin.send('POST', '/api/v1/dataset/', table)).json.id
})
afterAll(() => server.stop())

async function madeChart(more: object = {}) {
  const body = { slice_name: 'One', viz_type: 'pie', datasource_id: datasetId, datasource_type: 'table', ...more }
  return `/api/v1/chart/${(await admin.send('POST', '/api/v1/chart/', body)).json.id}`
}

it('keeps each save of a chart, and brings one back as it was', async () => {
  const params = JSON.stringify({ viz_type: 'pie', row_limit: 10 })
  const path = await madeChart({ params, description: 'First', query_context: '{"queries":[]}' })
  await admin.send('PUT', path, { slice_name: 'Two', viz_type: 'table', params: '{"row_limit":20}', description: null })
  const { result } = (await admin.send('GET', `${path}/versions/`)).json
  expect(result.map((one: { number: number }) => one.number)).toEqual([2, 1])
  const { state } = (await admin.send('GET', `${path}/versions/1`)).json.result
  expect(state).toMatchObject({ slice_name: 'One', description: 'First', params: { row_limit: 10 } })

  expect((await admin.send('POST', `${path}/versions/1/restore`)).status).toBe(200)
  const chart = (await admin.send('GET', path)).json.result
  expect(chart).toMatchObject({ slice_name: 'One', viz_type: 'pie', params, description: 'First' })
  expect((await admin.send('GET', `${path}/versions/3`)).json.result.state).toEqual(state)
})

it('keeps what was there before the first save, and nothing of a chart that is gone', async () => {
  const path = await madeChart()
  const { db } = server.server.services
  await db.deleteFrom('versions').where('kind', '=', 'chart').execute()
  await admin.send('PUT', path, { slice_name: 'Changed' })
  expect((await admin.send('GET', `${path}/versions/1`)).json.result.state.slice_name).toBe('One')
  await admin.send('DELETE', path)
  expect((await admin.send('GET', `${path}/versions/`)).status).toBe(404)
  const left = db.selectFrom('versions').select('id').where('kind', '=', 'chart')
  expect(await left.where('object_id', '=', Number(path.split('/').at(-1))).execute()).toEqual([])
})

it('shows versions to those who may change the chart', async () => {
  const path = await madeChart()
  const gamma = await server.user('gamma', ['Gamma'])
  expect([403, 404]).toContain((await gamma.send('GET', `${path}/versions/`)).status)
  expect([403, 404]).toContain((await gamma.send('POST', `${path}/versions/1/restore`)).status)
  expect((await admin.send('GET', `${path}/versions/9`)).status).toBe(404)
})
