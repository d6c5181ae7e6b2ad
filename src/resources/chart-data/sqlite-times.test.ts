import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient } from '../../../test/server.ts'

const dir = mkdtempSync(join(tmpdir(), 'source-'))
const path = join(dir, 'shop.db')
const file = new DatabaseSync(path)
file.exec(`create table sales (sold_at datetime, amount int);
  insert into sales values ('2024-01-05 10:30:00', 1), ('2024-01-20 00:00:00', 2), ('2024-02-01 23:59:59', 4), (null, 8), ('soon', 16)`)
file.close()
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let dataset = 0
beforeAll(async () => {
  admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'lite', sqlalchemy_uri: `sqlite:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
})

const axis = (timeGrain: string) => ({
  columnType: 'BASE_AXIS',
  expressionType: 'SQL',
  sqlExpression: 'sold_at',
  label: 'sold_at',
  timeGrain,
})
const sum = { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'sum' }

it('a time axis of SQLite, which keeps times as text, has times and no texts', async () => {
  const ask = async (post_processing: readonly object[]) => {
    const queries = [
      { columns: [axis('P1M')], metrics: [sum], orderby: [['sum', true]], row_limit: 10, post_processing },
    ]
    const body = { datasource: { id: dataset, type: 'table' }, queries, force: true }
    const { json } = await admin.send('POST', '/api/v1/chart/data', body)
    return json.result[0]
  }
  const plain = await ask([])
  expect(plain.coltypes).toEqual([2, 0])
  expect(plain.data).toEqual([
    { sold_at: Date.UTC(2024, 0, 1), sum: 3 },
    { sold_at: Date.UTC(2024, 1, 1), sum: 4 },
    { sold_at: null, sum: 24 },
  ])
  const aggregates = { sum: { operator: 'mean' } }
  const pivoted = await ask([
    { operation: 'pivot', options: { index: ['sold_at'], columns: [], aggregates } },
    { operation: 'flatten' },
  ])
  expect(pivoted.data.slice(0, 2)).toEqual([
    { sold_at: Date.UTC(2024, 0, 1), sum: 3 },
    { sold_at: Date.UTC(2024, 1, 1), sum: 4 },
  ])
})

it('so has the time of a series that is asked for as such', async () => {
  const series = { granularity: 'sold_at', is_timeseries: true, columns: [], metrics: [sum] }
  const queries = [{ ...series, extras: { time_grain_sqla: 'P1M' }, time_range: '2024-01-01 : 2024-02-01' }]
  const { json } = await admin.send('POST', '/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries,
  })
  expect(json.result[0]).toMatchObject({ coltypes: [2, 0], data: [{ __timestamp: Date.UTC(2024, 0, 1), sum: 3 }] })
})
