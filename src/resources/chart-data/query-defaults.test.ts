import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { GRAIN_TIMES, truncatedTo } from '../../../test/grain-times.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const { dir, path } = await duckdbFile(`
  create table t as
    select 'w' || (range % 7) as word, range % 7 as n, unnest([${GRAIN_TIMES.map((at) => `timestamp '${at}'`).join(', ')}]) as at
    from range(70)`)
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let dataset = 0
beforeAll(async () => {
  admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
})

const ask = async (query: object) => {
  const body = { datasource: { id: dataset, type: 'table' }, queries: [query] }
  const { status, text, json } = await admin.send('POST', '/api/v1/chart/data', body)
  expect([status, text]).toEqual([200, expect.any(String)])
  return json.result[0] as { data: Record<string, unknown>[]; query: string; colnames: string[] }
}
const explore = async (form: object) => {
  const { status, text, json } = await admin.send('POST', '/superset/explore_json/', form)
  expect([status, text]).toEqual([200, expect.any(String)])
  return { query: json.query as string, colnames: json.colnames as string[] }
}
const SUM = { expressionType: 'SIMPLE', column: { column_name: 'n' }, aggregate: 'SUM', label: 'sum' }

describe('a limit without an order', () => {
  it('keeps the largest values of the first metric', async () => {
    const { data } = await ask({ columns: ['word'], metrics: [SUM], row_limit: 3 })
    expect(data.map(({ word }) => word)).toEqual(['w6', 'w5', 'w4'])
  })

  it('keeps the smallest where the order is not descending', async () => {
    const { data } = await ask({ columns: ['word'], metrics: [SUM], row_limit: 3, order_desc: false })
    expect(data.map(({ word }) => word)).toEqual(['w0', 'w1', 'w2'])
  })

  it('leaves an order that is given as it is', async () => {
    const { data } = await ask({ columns: ['word'], metrics: [SUM], row_limit: 3, orderby: [['word', true]] })
    expect(data.map(({ word }) => word)).toEqual(['w0', 'w1', 'w2'])
  })
})

describe('what is chosen twice', () => {
  it('stands once in the SQL and in the answer', async () => {
    const form = {
      viz_type: 'table',
      datasource: `${dataset}__table`,
      groupby: ['word', 'word'],
      metrics: ['count', SUM, 'count', SUM],
    }
    const { query, colnames } = await explore(form)
    expect(colnames).toEqual(['word', 'count', 'sum'])
    expect(query.match(/SUM\(/g)).toHaveLength(1)
  })

  it('is refused in a question of its own', async () => {
    const body = {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['word', 'word'], metrics: ['count'] }],
    }
    const { status, text } = await admin.send('POST', '/api/v1/chart/data', body)
    expect([status, text]).toEqual([400, expect.stringContaining('Duplicate column/metric labels')])
  })

  it('is refused where two things would share a name', async () => {
    const other = { ...SUM, aggregate: 'AVG' }
    const body = { datasource: { id: dataset, type: 'table' }, queries: [{ metrics: [SUM, other] }] }
    const { status, text } = await admin.send('POST', '/api/v1/chart/data', body)
    expect([status, text]).toEqual([400, expect.stringContaining('Duplicate column/metric labels')])
  })
})

it.each(['IS NULL', 'IS NOT NULL'])('%s takes no value', async (op) => {
  for (const filter of [{ op }, { op, val: ['w1'] }]) {
    const { query } = await ask({ columns: ['word'], metrics: [], filters: [{ col: 'word', ...filter }] })
    expect(query).toMatch(new RegExp(`WHERE "?word"? ${op}\\s`))
    expect(query).not.toContain('w1')
  }
})

const WEEK_FROM_SUNDAY = '1969-12-28T00:00:00Z/P1W'
const WEEK_TO_SATURDAY = 'P1W/1970-01-03T00:00:00Z'
const GRAINS = 'PT5S PT30S PT1M PT5M PT30M PT1H PT6H P1D P7D P1W P1M P3M P1Y'.split(' ')

describe('time grains', () => {
  it('are offered by the dataset, times as they are among them', async () => {
    const { json } = await admin.send('GET', `/api/v1/dataset/${dataset}`)
    const offered = json.result.time_grain_sqla.map(([grain]: [string]) => grain)
    expect(offered).toEqual(expect.arrayContaining(['all', ...GRAINS, WEEK_FROM_SUNDAY, WEEK_TO_SATURDAY]))
  })

  it.each([...GRAINS, WEEK_FROM_SUNDAY, WEEK_TO_SATURDAY])('group by %s', async (grain) => {
    const { data } = await byGrain(grain)
    const expected = GRAIN_TIMES.map((time) => truncatedTo(grain === 'P7D' ? 'P1W' : grain, time))
    expect(data.map(({ at }) => at)).toEqual([...new Set(expected)].toSorted((a, b) => a - b))
  })

  it.each([
    ['week_starting_sunday', WEEK_FROM_SUNDAY],
    ['week_ending_saturday', WEEK_TO_SATURDAY],
  ])('know %s', async (name, grain) => {
    expect((await byGrain(name)).data).toEqual((await byGrain(grain)).data)
  })

  it('leave times as they are', async () => {
    const { data } = await byGrain('all')
    const expected = GRAIN_TIMES.map((time) => Date.parse(`${time.replace(' ', 'T')}Z`))
    expect(data.map(({ at }) => at)).toEqual(expected.toSorted((a, b) => a - b))
  })
})

const byGrain = (timeGrain: string) =>
  ask({
    columns: [{ expressionType: 'SQL', sqlExpression: 'at', label: 'at', columnType: 'BASE_AXIS', timeGrain }],
    metrics: ['count'],
    extras: { time_grain_sqla: timeGrain },
    orderby: [['at', true]],
  })

describe('an axis of custom SQL', () => {
  const axis = (sqlExpression: string) => ({
    ...{ expressionType: 'SQL', columnType: 'BASE_AXIS', timeGrain: 'P1Y' },
    ...{ sqlExpression, label: 'axis' },
  })

  it('has a grain where it gives times, and none where it gives anything else', async () => {
    const words = await ask({ columns: [axis('upper(word)')], metrics: [SUM], row_limit: 100 })
    expect(words.data.map((row) => row['axis']).toSorted()).toEqual(['W0', 'W1', 'W2', 'W3', 'W4', 'W5', 'W6'])
    expect(words.query).not.toMatch(/date_trunc/i)
    expect((await ask({ columns: [axis('n + 1')], metrics: [SUM] })).query).not.toMatch(/date_trunc/i)
    expect((await ask({ columns: [axis('"at" + interval 1 day')], metrics: [SUM] })).query).toMatch(/date_trunc/i)
  })
})
