import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { unzippedBytes } from '../../../test/unzipped.ts'
import { fromYaml } from '../../gateway/yaml-file.ts'

let server: TestServer
let admin: TestClient
let database = 0
let sales = 0
let one = 0
let several = 0

const make = async (path: string, body: Record<string, unknown>): Promise<number> => {
  const answer = await admin.send('POST', path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.json.id
}
const dataset = (table_name: string, more: object = {}) =>
  make('/api/v1/dataset/', { database, schema: 'main', table_name, ...more })
const chart = (slice_name: string, id: number) =>
  make('/api/v1/chart/', { slice_name, viz_type: 'table', datasource_id: id, datasource_type: 'table', params: '{}' })
const dashboard = async (body: object, charts: readonly number[]) => {
  const id = await make('/api/v1/dashboard/', { ...body })
  for (const each of charts) await admin.send('PUT', `/api/v1/chart/${each}`, { dashboards: [id] })
  return id
}

beforeAll(async () => {
  const source = await duckdbFile(
    `create table sales as select i as id, '00' || (i % 3) as code, i % 2 = 0 as is_even, (i / 4)::decimal(10,2) as price,
       i / 8 as ratio, 9007199254740993 + i as big, date '2024-01-01' + i::int as day,
       timestamp '2024-01-01 10:00:00.5' + to_days(i::int) as at, timestamptz '2024-01-01 10:00:00+02' as zoned,
       [i, 2] as pair, case when i > 0 then 'City ' || i end as city, null::double as nothing from range(6) r(i)`,
    'create table goods as select i as id from range(5000) r(i)',
  )
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const connection = { database_name: 'shop', sqlalchemy_uri: `duckdb:///${source.path}` }
  database = await make('/api/v1/database/', connection)
  sales = await dataset('sales')
  const { columns } = (await admin.send('GET', `/api/v1/dataset/${sales}`)).json.result
  const kept = columns.map(({ id, column_name }: { id: number; column_name: string }) => ({ id, column_name }))
  const calculated = { column_name: 'twice', expression: 'price * 2', type: 'DOUBLE' }
  await admin.send('PUT', `/api/v1/dataset/${sales}`, { columns: [...kept, calculated] })
  one = await dashboard({ dashboard_title: 'Sales', slug: 'Sales-é' }, [await chart('By city', sales)])
  const goods = await dataset('goods')
  const text = await dataset('two of them', { sql: 'select * from sales limit 2' })
  const charts = [await chart('Same', sales), await chart('Same', goods), await chart('Text', text)]
  several = await dashboard({ dashboard_title: 'Several', published: true }, charts)
})
afterAll(() => server.stop())

const example = async (id: number, query = '', client: TestClient = admin) => {
  const path = `${client.base}/api/v1/dashboard/${id}/export_as_example/${query}`
  const answer = await fetch(path, { headers: { cookie: client.cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200)
    return {
      status: answer.status,
      text: bytes.toString(),
      files: new Map<string, Buffer>() as ReadonlyMap<string, Buffer>,
    }
  const name = answer.headers.get('content-disposition')
  return { status: 200, text: name ?? '', files: await unzippedBytes(bytes) }
}

/** Names and types of a Parquet file, and its rows as texts. */
async function parquet(bytes: Buffer | undefined) {
  const path = join(mkdtempSync(join(tmpdir(), 'parquet-')), 'data.parquet')
  writeFileSync(path, bytes ?? '')
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const all = async (sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJson()
  const types = await all(`DESCRIBE SELECT * FROM '${path}'`)
  const rows = await all(`SELECT * FROM '${path}'`)
  connection.closeSync()
  instance.closeSync()
  return { types: Object.fromEntries(types.map((each) => [each['column_name'], each['column_type']])), rows }
}

it('an example of one dataset holds its stored columns as Parquet, each in a type that keeps its values', async () => {
  const { status, text, files } = await example(one)
  expect([status, text]).toEqual([200, 'attachment; filename=Sales-e_example.zip'])
  expect([...files.keys()]).toEqual(['dataset.yaml', 'data.parquet', 'charts/By_city.yaml', 'dashboard.yaml'])
  expect(fromYaml(files.get('dataset.yaml')?.toString() ?? '')).toMatchObject({
    table_name: 'sales',
    data_file: 'data.parquet',
    schema: null,
    source_db_engine: null,
  })
  const { types, rows } = await parquet(files.get('data.parquet'))
  expect(types).toEqual({
    id: 'BIGINT',
    code: 'VARCHAR',
    is_even: 'BOOLEAN',
    price: 'DECIMAL(18,2)',
    ratio: 'DOUBLE',
    big: 'BIGINT',
    day: 'DATE',
    at: 'TIMESTAMP',
    zoned: 'TIMESTAMP WITH TIME ZONE',
    pair: 'VARCHAR',
    city: 'VARCHAR',
    nothing: 'DOUBLE',
  })
  expect(rows).toHaveLength(6)
  expect(rows[5]).toMatchObject({
    code: '002',
    is_even: false,
    price: '1.25',
    ratio: 0.625,
    big: '9007199254740998',
    day: '2024-01-06',
    at: '2024-01-06 10:00:00.5',
    pair: '[5, 2]',
    city: 'City 5',
  })
  expect(rows[0]?.['city']).toBeNull()
})

it('an example of several datasets has a file of each; a virtual one brings its text and no rows', async () => {
  const { text, files } = await example(several, '?sample_rows=2')
  expect(text).toBe(`attachment; filename=dashboard_${several}_example.zip`)
  expect([...files.keys()].map((name) => name.replace(/Same_\d+/, 'Same_ID')).sort()).toEqual([
    'charts/Same.yaml',
    'charts/Same_ID.yaml',
    'charts/Text.yaml',
    'dashboard.yaml',
    'data/goods.parquet',
    'data/sales.parquet',
    'datasets/goods.yaml',
    'datasets/sales.yaml',
    'datasets/two_of_them.yaml',
  ])
  expect((await parquet(files.get('data/sales.parquet'))).rows).toHaveLength(2)
  expect((await parquet((await example(several)).files.get('data/goods.parquet'))).rows).toHaveLength(5000)
  const virtual = fromYaml(files.get('datasets/two_of_them.yaml')?.toString() ?? '')
  expect(virtual).toMatchObject({ data_file: null, source_db_engine: 'duckdb', sql: 'select * from sales limit 2' })
  const { files: plain } = await example(several, '?export_data=false')
  expect([...plain.keys()].filter((name) => name.endsWith('.parquet'))).toEqual([])
})

it('an example has the rows that its reader may see, and no dataset that they may not', async () => {
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result
  const pair = pairs.find(
    ({ view_menu }: { view_menu: { name: string } }) => view_menu.name === `[shop].[sales](id:${sales})`,
  )
  const role = await make('/api/v1/security/roles/', { name: 'sellers' })
  await admin.send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids: [pair.id] })
  const rule = { name: 'one', filter_type: 'Regular', tables: [sales], roles: [role], clause: 'id = 4', group_key: '' }
  await make('/api/v1/rowlevelsecurity/', rule)
  const reader = await server.user('reader', ['Gamma', 'sellers'])
  const { files } = await example(several, '', reader)
  expect([...files.keys()].filter((name) => /data/.test(name))).toEqual(['dataset.yaml', 'data.parquet'])
  expect((await parquet(files.get('data.parquet'))).rows).toMatchObject([{ id: '4' }])
  expect(await example(one, '', reader)).toMatchObject({ status: 404 })
  const bare = await server.user('bare', ['sellers'])
  expect(await example(several, '', bare)).toMatchObject({ status: 403 })
  expect(await admin.send('GET', '/api/v1/dashboard/none/export_as_example/')).toMatchObject({ status: 404 })
})

it('an example of a table that is gone is given without its rows', async () => {
  const gone = await dataset('goods 2', { sql: 'select 1 as id' })
  await admin.send('PUT', `/api/v1/dataset/${gone}`, { sql: '' })
  const id = await dashboard({ dashboard_title: 'Gone' }, [await chart('Gone', gone)])
  const { files } = await example(id)
  expect([...files.keys()]).toEqual(['dataset.yaml', 'charts/Gone.yaml', 'dashboard.yaml'])
})
