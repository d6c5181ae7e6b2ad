import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const BASE = '/api/v1/chart'
const { dir, path } = await duckdbFile('create table orders as select 1 as a', 'create table people as select 2 as b')
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let id = 0
let dataset = 0
const made = async (route: string, body: unknown) => {
  const { status, text, json } = await admin.send('POST', route, body)
  expect([status, text]).toEqual([201, expect.any(String)])
  return json.id as number
}
const chart = (more: object = {}) => ({
  ...{ slice_name: 'c', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' },
  ...more,
})
beforeAll(async () => {
  admin = await server.login()
  const database = await made('/api/v1/database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` })
  const people = await made('/api/v1/dataset/', { database, schema: '', table_name: 'v', sql: 'select 1 as a' })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'orders' })
  await made(`${BASE}/`, chart({ datasource_id: people }))
  id = await made(`${BASE}/`, chart())
})

it('finds charts by the name of their dataset', async () => {
  for (const [opr, value] of [
    ['ct', 'RDE'],
    ['eq', 'orders'],
    ['sw', 'ord'],
  ]) {
    const q = `(filters:!((col:datasource_name,opr:${opr},value:${value})))`
    const { status, json } = await admin.send('GET', `${BASE}/?q=${q}`)
    expect([status, json.ids]).toEqual([200, [id]])
  }
})

it('answers a chart and a database with all that they are, whichever columns are named', async () => {
  const { json } = await admin.send('GET', `${BASE}/${id}?q=(columns:!(id,slice_name),keys:!(none))`)
  expect(json.result).toMatchObject({ slice_name: 'c', viz_type: 'table', owners: [expect.any(Object)] })
  const database = await admin.send('GET', '/api/v1/database/1?q=(columns:!(id))')
  expect(database.json.result).toMatchObject({ id: 1, backend: expect.any(String), allow_ctas: false })
})

it('refuses a part of _info that is none', async () => {
  const { status, json } = await admin.send('GET', `${BASE}/_info?q=(keys:!(nope))`)
  expect([status, json.message]).toEqual([400, expect.stringMatching(/'nope' is not one of \['add_columns'/)])
})

it('reads numbers and truth values that are sent as text', async () => {
  const text = await admin.send('POST', `${BASE}/`, chart({ datasource_id: String(dataset), cache_timeout: ' 30' }))
  expect([text.status, text.json.result]).toEqual([201, expect.objectContaining({ cache_timeout: 30 })])
  const flags = async (value: unknown) => {
    const { status, json } = await admin.send('PUT', `${BASE}/${id}`, { is_managed_externally: value })
    return [status, json.result?.is_managed_externally ?? json.message.is_managed_externally]
  }
  expect(await flags('true')).toEqual([200, true])
  expect(await flags('0')).toEqual([200, false])
  expect(await flags(1)).toEqual([200, true])
  expect(await flags('maybe')).toEqual([400, ['Not a valid boolean.']])
  const wrong = await admin.send('PUT', `${BASE}/${id}`, { cache_timeout: '3.5' })
  expect([wrong.status, wrong.json]).toEqual([400, { message: { cache_timeout: ['Not a valid integer.'] } }])
})

it.each(['owners', 'dashboards', 'tags'])('refuses %s that are null', async (field) => {
  for (const [method, route] of [
    ['POST', `${BASE}/`],
    ['PUT', `${BASE}/${id}`],
  ] as const) {
    const { status, json } = await admin.send(method, route, { ...chart(), [field]: null })
    expect([status, json]).toEqual([400, { message: { [field]: ['Field may not be null.'] } }])
  }
})

it('refuses an id of its own that is no UUID', async () => {
  const { status, json } = await admin.send('POST', `${BASE}/`, chart({ uuid: 'x' }))
  expect([status, json]).toEqual([400, { message: { uuid: ['Not a valid UUID.'] } }])
})
