import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const BASE = '/api/v1/dataset'
const { dir, path } = await duckdbFile('create table orders as select 1 as a')
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let id = 0
beforeAll(async () => {
  admin = await server.login()
  const made = async (route: string, body: unknown) => (await admin.send('POST', route, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` })
  id = await made(`${BASE}/`, { database, schema: 'main', table_name: 'orders' })
})

it('names the place in a list of columns or metrics that is at fault', async () => {
  const faults = async (body: unknown) => {
    const { status, json } = await admin.send('PUT', `${BASE}/${id}`, body)
    return [status, json.errors[0].extra.messages]
  }
  const missing = ['Missing data for required field.']
  expect(await faults({ columns: [{ column_name: 'x' }, {}] })).toEqual([
    422,
    { columns: { 1: { column_name: missing } } },
  ])
  expect(await faults({ metrics: [{}], offset: 'x' })).toEqual([
    422,
    { metrics: { 0: { metric_name: missing, expression: missing } }, offset: ['Not a valid integer.'] },
  ])
})

it.each(['owners', 'columns', 'metrics', 'folders', 'database_id'])('refuses %s that are null', async (field) => {
  const { status, json } = await admin.send('PUT', `${BASE}/${id}`, { [field]: null })
  expect([status, json.errors[0].extra.messages]).toEqual([422, { [field]: ['Field may not be null.'] }])
})

it.each([
  [{ folders: ['x'] }, { folders: { 0: ['Not a valid mapping type.'] } }],
  [{ folders: [{ name: 'f' }] }, { folders: { 0: { uuid: ['Missing data for required field.'] } } }],
  [{ currency_code_column: 'x'.repeat(251) }, { currency_code_column: ['Length must be between 0 and 250.'] }],
])('refuses %j', async (body, messages) => {
  const { status, json } = await admin.send('PUT', `${BASE}/${id}`, body)
  expect([status, json.errors[0].extra.messages]).toEqual([422, messages])
})

it('refuses a database where there is a dataset of the same table', async () => {
  const other = { database_name: 'other', sqlalchemy_uri: `duckdb:///${path}` }
  const database_id = (await admin.send('POST', '/api/v1/database/', other)).json.id
  const twin = { database: database_id, schema: 'main', table_name: 'orders', currency_code_column: 'a' }
  const made = await admin.send('POST', `${BASE}/`, twin)
  expect([made.status, made.json.data.currency_code_column]).toEqual([201, 'a'])
  const { status, json } = await admin.send('PUT', `${BASE}/${id}`, { database_id })
  expect([status, json]).toEqual([422, { message: { table: ['Dataset orders already exists'] } }])
})

it('refuses to take the name away', async () => {
  const { status, json } = await admin.send('PUT', `${BASE}/${id}`, { table_name: null })
  expect([status, json]).toEqual([422, { message: 'Dataset could not be updated.' }])
})

it('reads whole numbers that are sent as text', async () => {
  const { status, json } = await admin.send('PUT', `${BASE}/${id}`, { cache_timeout: '60', owners: ['1'] })
  expect([status, json.result]).toEqual([200, expect.objectContaining({ cache_timeout: 60, owners: [1] })])
})

it('keeps what a change does not name', async () => {
  const kept = {
    always_filter_main_dttm: true,
    normalize_columns: true,
    filter_select_enabled: false,
    description: 'd',
  }
  expect((await admin.send('PUT', `${BASE}/${id}`, kept)).status).toBe(200)
  expect((await admin.send('PUT', `${BASE}/${id}`, { cache_timeout: 30 })).status).toBe(200)
  expect((await admin.send('GET', `${BASE}/${id}`)).json.result).toMatchObject(kept)
})

it('refuses a question about one dataset that cannot be read', async () => {
  const { status, json } = await admin.send('GET', `${BASE}/${id}?q=x(`)
  expect([status, json]).toEqual([400, { message: 'Not a valid rison/json argument' }])
})

it('says that a body is no JSON as clients of connections and datasets know it', async () => {
  const words = async (method: string, route: string, type: string) => {
    const headers = { 'content-type': type }
    const { status, json } = await admin.send(method, route, {}, headers)
    return [status, json.errors?.[0].error_type]
  }
  for (const [method, route] of [
    ['PUT', `${BASE}/${id}`],
    ['POST', '/api/v1/database/'],
  ] as const)
    expect(await words(method, route, 'text/plain')).toEqual([400, 'INVALID_PAYLOAD_FORMAT_ERROR'])
})
