import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let database = 0
let hidden = 0
beforeAll(async () => {
  const source = await duckdbFile('create table hidden as select 3 as c; create table shown as select 4 as d')
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const connection = { database_name: 'd', sqlalchemy_uri: `duckdb:///${source.path}` }
  database = (await admin.send('POST', '/api/v1/database/', connection)).json.id
  const table = { database, schema: 'main', table_name: 'hidden' }
  hidden = (await admin.send('POST', '/api/v1/dataset/', table)).json.id
})
afterAll(() => server.stop())

it('a dataset that may not be read is refused with the type of the failure', async () => {
  const gamma = await server.user('gamma', ['Gamma'])
  const refused = { error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR', level: 'warning' }
  for (const path of ['get', 'external_metadata']) {
    const { status, json } = await gamma.send('GET', `/datasource/${path}/table/${hidden}/`)
    expect([path, status, json]).toEqual([path, 403, { errors: [expect.objectContaining(refused)] }])
  }
})

it('values and expressions of a dataset that may not be read are refused in one word', async () => {
  const gamma = await server.user('gamma_two', ['Gamma'])
  const path = `/api/v1/datasource/table/${hidden}`
  const values = await gamma.send('GET', `${path}/column/c/values/`)
  const checked = await gamma.send('POST', `${path}/validate_expression/`, { expression: 'c > 1' })
  for (const { status, json } of [values, checked]) expect([status, json]).toEqual([403, { message: 'Forbidden' }])
})

it('the extra metadata of a table that may not be read does not exist', async () => {
  const table = { database, schema: 'main', table_name: 'shown' }
  const { id } = (await admin.send('POST', '/api/v1/dataset/', table)).json
  const pairs = await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')
  const pair = pairs.json.result.find(
    (each: { permission: { name: string }; view_menu: { name: string } }) =>
      each.permission.name === 'datasource_access' && each.view_menu.name.endsWith(`(id:${id})`),
  )
  const role = (await admin.send('POST', '/api/v1/security/roles/', { name: 'shown' })).json.id
  const granted = { permission_view_menu_ids: [pair.id] }
  expect((await admin.send('POST', `/api/v1/security/roles/${role}/permissions`, granted)).status).toBe(200)
  const reader = await server.user('reader', ['Gamma', 'shown'])
  const path = (name: string) => `/api/v1/database/${database}/table_metadata/extra/?name=${name}&schema=main`
  expect((await reader.send('GET', path('shown'))).json).toEqual({})
  const { status, json } = await reader.send('GET', path('hidden'))
  expect([status, json.errors[0].error_type]).toEqual([404, 'TABLE_NOT_FOUND_ERROR'])
  expect((await admin.send('GET', path('nope'))).json).toEqual({})
})

it('times among the values of a column are texts', async () => {
  const sql = "select timestamp '2025-07-10 15:13:20' as at, 1 as n union all select null, 2"
  const { id } = (await admin.send('POST', '/api/v1/dataset/', { database, schema: 'main', table_name: 'times', sql }))
    .json
  const values = async (column: string) =>
    (await admin.send('GET', `/api/v1/datasource/table/${id}/column/${column}/values/`)).json.result
  expect(new Set(await values('at'))).toEqual(new Set(['Thu, 10 Jul 2025 15:13:20 GMT', null]))
  expect(new Set(await values('n'))).toEqual(new Set([1, 2]))
})
