import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let database = 0
beforeAll(async () => {
  const source = await duckdbFile('create table open as select 1 as a, 2 as b')
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const connection = { database_name: 'd', sqlalchemy_uri: `duckdb:///${source.path}` }
  database = (await admin.send('POST', '/api/v1/database/', connection)).json.id
})
afterAll(() => server.stop())

let made = 0
const make = (sql: string, more: object = {}) =>
  admin.send('POST', '/api/v1/dataset/', { database, schema: 'main', table_name: `made ${++made}`, sql, ...more })
const columnsOf = async (id: number) =>
  (await admin.send('GET', `/api/v1/dataset/${id}`)).json.result.columns.map(
    ({ column_name }: { column_name: string }) => column_name,
  )

it.each([
  ['select {{ 1 + 1 }} as n', ['n']],
  [
    "select a from open where 1 = 1 {% if filter_values('a') %} and a in {{ filter_values('a')|where_in }} {% endif %}",
    ['a'],
  ],
  ["select '{{ current_username() }}' as who", ['who']],
  ["select * from open where '{{ from_dttm }}' <> ''", ['a', 'b']],
])('finds the columns of %s', async (sql, columns) => {
  const { status, json } = await make(sql)
  expect(status).toBe(201)
  expect(await columnsOf(json.id)).toEqual(columns)
  expect((await admin.send('GET', `/api/v1/dataset/${json.id}`)).json.result.sql).toBe(sql)
})

it('takes the values of its template, also when they change', async () => {
  const sql = 'select {{ wanted }} from open'
  const { json } = await make(sql, { template_params: '{"wanted":"a"}' })
  expect(await columnsOf(json.id)).toEqual(['a'])
  const change = { template_params: '{"wanted":"b"}', sql }
  expect((await admin.send('PUT', `/api/v1/dataset/${json.id}?override_columns=true`, change)).status).toBe(200)
  expect(await columnsOf(json.id)).toEqual(['b'])
  expect((await admin.send('PUT', `/api/v1/dataset/${json.id}/refresh`)).status).toBe(200)
})

it('puts the columns of a change in place of its own before it asks the source, if a client says so', async () => {
  const { json } = await make('select a, b from open')
  const url = `/api/v1/dataset/${json.id}`
  const stored = (await admin.send('GET', url)).json.result.columns
  const a = stored.find(({ column_name }: { column_name: string }) => column_name === 'a')
  const columns = [
    { id: a.id, column_name: 'a', verbose_name: 'First', description: 'the first', filterable: false },
    { id: 987654, column_name: 'gone', verbose_name: 'Gone' },
    { column_name: 'twice', expression: 'a * 2', type: 'BIGINT', verbose_name: 'Twice' },
  ]
  expect((await admin.send('PUT', `${url}?override_columns=true`, { columns })).status).toBe(200)
  expect((await columnsOf(json.id)).toSorted()).toEqual(['a', 'b', 'twice'])
  const now = (await admin.send('GET', url)).json.result.columns
  expect(now).toContainEqual(
    expect.objectContaining({ column_name: 'a', verbose_name: 'First', description: 'the first', filterable: false }),
  )
  expect(now).toContainEqual(
    expect.objectContaining({ column_name: 'twice', expression: 'a * 2', verbose_name: 'Twice' }),
  )
})

it('refuses a template that cannot be read, or one without the values that it needs', async () => {
  expect((await make('select {{ 1 + }} as n')).status).toBe(422)
  expect((await make('select {{ nobody }} as n')).status).toBe(422)
})
