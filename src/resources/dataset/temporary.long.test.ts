import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const PATH = '/api/v1/dataset/'
let server: TestServer
let admin: TestClient
let database = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile('create table t as select range as n from range(3)')
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const body = { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` }
  database = (await admin.send('POST', '/api/v1/database/', body)).json.id
})
afterAll(() => server.stop())

const make = async (more: object = {}) =>
  admin.send('POST', PATH, { database, schema: 'main', sql: 'select n from t', table_name: 'look', ...more })
const temporary = async () => (await make({ is_temporary: true })).json.id as number
const listed = async () =>
  ((await admin.send('GET', `${PATH}?q=(page_size:100)`)).json.result as { table_name: string }[])
    .map(({ table_name }) => table_name)
    .sort()
const named = async (id: number) => (await admin.send('GET', `${PATH}${id}`)).json.result.table_name
const pairsOf = async (name: string) =>
  (
    (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result as {
      view_menu: { name: string }
    }[]
  )
    .map(({ view_menu }) => view_menu.name)
    .filter((view) => view.includes(`[${name}`))
const chartOn = (datasource_id: number) =>
  admin.send('POST', '/api/v1/chart/', {
    slice_name: 'c',
    viz_type: 'table',
    datasource_id,
    datasource_type: 'table',
    params: '{}',
  })

it('is in no list and archive, and opens by its id', async () => {
  const ids = [await temporary(), await temporary()]
  expect(await listed()).toEqual([])
  expect(await pairsOf('look')).toEqual([])
  const related = await admin.send('GET', '/api/v1/rowlevelsecurity/related/tables?q=(page_size:100)')
  expect(related.json.count).toBe(0)
  const question = { datasource: { id: ids[0], type: 'table' }, queries: [{ columns: ['n'], row_limit: 10 }] }
  expect((await admin.send('POST', '/api/v1/chart/data', question)).json.result[0].rowcount).toBe(3)
  expect((await admin.send('GET', `/api/v1/explore/?datasource_type=table&datasource_id=${ids[1]}`)).status).toBe(200)
  expect((await make()).status).toBe(201)
  expect(await listed()).toEqual(['look'])
})

it('is one like any other, under a name of its own, once a chart is saved on it or it is changed', async () => {
  const [charted, changed] = [await temporary(), await temporary()]
  expect((await chartOn(charted)).status).toBe(201)
  expect(await named(charted)).toBe('look 2')
  expect(await pairsOf('look')).toEqual(expect.arrayContaining([`[d].[look 2](id:${charted})`]))
  expect((await admin.send('PUT', `${PATH}${changed}`, { description: 'kept' })).status).toBe(200)
  expect(await listed()).toEqual(['look', 'look 2', 'look 3'])
})

it('is of a query, as nothing else needs it', async () => {
  const refused = await admin.send('POST', PATH, { database, schema: 'main', table_name: 't', is_temporary: true })
  expect([refused.status, refused.json.message]).toEqual([
    422,
    { is_temporary: ['Only a dataset of a query is temporary.'] },
  ])
})

it('does not keep a connection from being removed', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as n')
  const other = await startServer({ args: ['--sources', dir] })
  const client = await other.login()
  const body = { database_name: 'e', sqlalchemy_uri: `duckdb:///${path}` }
  const { id } = (await client.send('POST', '/api/v1/database/', body)).json
  const look = { database: id, schema: 'main', sql: 'select n from t', table_name: 'look', is_temporary: true }
  expect((await client.send('POST', PATH, look)).status).toBe(201)
  expect((await client.send('DELETE', `/api/v1/database/${id}`)).status).toBe(200)
  await other.stop()
})

it('lends its being temporary to nothing else', async () => {
  const copy = { base_model_id: await temporary(), table_name: 'copy' }
  expect((await admin.send('POST', `${PATH}duplicate`, copy)).status).toBe(201)
  const asked = { database_id: database, schema: 'main', table_name: 't', is_temporary: true }
  expect((await admin.send('POST', `${PATH}get_or_create/`, asked)).status).toBe(200)
  expect(await listed()).toEqual(expect.arrayContaining(['copy', 't']))
})
