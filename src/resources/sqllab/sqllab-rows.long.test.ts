import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const LETTERS = `create table letters as
  select {'a': 9007199254740993, 'b c': 'it''s', 'deep': {'x': 1.50::decimal(4,2), 'day': date '2026-01-02'}} as s, 7 as n
  union all select {'a': null, 'b c': '{,}', 'deep': null}, 8
  union all select null, 9
  order by n`
let server: TestServer
let admin: TestClient
let databaseId = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile('create table numbers as select range as n from range(200001)', LETTERS)
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  databaseId = (await admin.send('POST', '/api/v1/database/', database)).json.id
})
afterAll(() => server.stop())

const run = (sql: string, more: Record<string, unknown> = {}) =>
  admin.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'main', sql, ...more })
const recordOf = async (clientId: string) => {
  const { result } = (await admin.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).json
  return result.find((query: { id: string }) => query.id === clientId)
}

it.each([false, true])(
  'gives at most 100,000 rows unless configured, and says what cut them (background: %s)',
  async (runAsync) => {
    const client_id = `most${runAsync}`
    await run('select n from numbers', { queryLimit: 200_000, runAsync, client_id })
    await expect.poll(async () => (await recordOf(client_id))?.state, { timeout: 20_000 }).toBe('success')
    expect(await recordOf(client_id)).toMatchObject({ rows: 100_000, limit: 100_000, limitingFactor: 'DROPDOWN' })
  },
)

it('gives more rows in the background where the configuration allows them', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as n')
  const other = await startServer({ args: ['--sources', dir], env: { SQLLAB_ROW_CEILING: '150000' } })
  const client = await other.login()
  const database = { database_name: 'more', sqlalchemy_uri: `duckdb:///${path}` }
  const { id } = (await client.send('POST', '/api/v1/database/', database)).json
  const body = { database_id: id, sql: 'select * from range(200000)', queryLimit: 200_000 }
  const later = await client.send('POST', '/api/v1/sqllab/execute/', { ...body, runAsync: true })
  const atOnce = await client.send('POST', '/api/v1/sqllab/execute/', body)
  expect([later.json.query.limit, atOnce.json.query.limit]).toEqual([150_000, 100_000])
  await other.stop()
})

it('makes columns of the fields of structs when asked to', async () => {
  const { columns, selected_columns, expanded_columns, data } = (await run('from letters', { expand_data: true })).json
  const names = (list: { name: string }[]) => list.map(({ name }) => name)
  expect(names(columns)).toEqual(['s', 's.a', 's.b c', 's.deep', 's.deep.x', 's.deep.day', 'n'])
  expect(names(selected_columns)).toEqual(['s', 'n'])
  expect(names(expanded_columns)).toEqual(['s.a', 's.b c', 's.deep', 's.deep.x', 's.deep.day'])
  expect(columns[1]).toMatchObject({ type: 'INT', type_generic: 0 })
  expect(columns[5]).toMatchObject({ type: 'DATETIME', is_dttm: true })
  const [first, second, third] = data.map(({ s: _, ...rest }: Record<string, unknown>) => rest)
  expect(first).toEqual({
    's.a': '9007199254740993',
    's.b c': "it's",
    's.deep': "{'x': 1.50, 'day': '2026-01-02'}",
    's.deep.x': 1.5,
    's.deep.day': '2026-01-02',
    n: 7,
  })
  const nothing = { 's.a': null, 's.deep': null, 's.deep.x': null, 's.deep.day': null }
  expect(second).toEqual({ ...nothing, 's.b c': '{,}', n: 8 })
  expect(third).toEqual({ ...nothing, 's.b c': null, n: 9 })
})

it('leaves structs alone when nobody asks', async () => {
  const { columns, expanded_columns, data } = (await run('select s, 1 as "s.a" from letters limit 1')).json
  expect([columns.length, expanded_columns, Object.keys(data[0])]).toEqual([2, [], ['s', 's.a']])
  const taken = (await run('select s, 1 as "s.a" from letters limit 1', { expand_data: true })).json
  expect(taken.data[0]['s.a']).toBe(1)
})
