import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const { dir, path } = await duckdbFile(`
  create table t as
    select range as n, 'w' || (range % 4) as word, timestamp '2024-01-01' + interval 1 day * range as at from range(100)`)
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

interface Result {
  readonly data: Record<string, unknown>[]
  readonly colnames: string[]
  readonly coltypes: number[]
  readonly rowcount: number
  readonly from_dttm: number | null
  readonly to_dttm: number | null
}
const send = (queries: readonly object[], more: object = {}) =>
  admin.send('POST', '/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries, ...more })
const ask = async (queries: readonly object[], more: object = {}): Promise<Result[]> => {
  const { status, text, json } = await send(queries, more)
  expect([status, text]).toEqual([200, expect.any(String)])
  return json.result
}
const JANUARY = { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-01 : 2024-02-01' }
const FEBRUARY = { ...JANUARY, val: '2024-02-01 : 2024-03-01' }
const SUM = { expressionType: 'SIMPLE', column: { column_name: 'n' }, aggregate: 'SUM', label: 'sum' }

describe('the range of a question', () => {
  const range = { from_dttm: Date.UTC(2024, 0, 1), to_dttm: Date.UTC(2024, 1, 1) }

  it('is that of its time filter where the time column is named without one', async () => {
    const [result] = await ask([{ columns: [], metrics: ['count'], granularity: 'at', filters: [JANUARY] }])
    expect(result).toMatchObject({ data: [{ count: 31 }], ...range })
  })

  it('is that of the first of two time filters', async () => {
    const [result] = await ask([{ columns: [], metrics: ['count'], filters: [JANUARY, FEBRUARY] }])
    expect(result).toMatchObject({ data: [{ count: 0 }], ...range })
  })
})

describe('a question without rows', () => {
  const NONE = [{ col: 'n', op: '<', val: 0 }]
  const pivot = {
    operation: 'pivot',
    options: { index: ['at'], columns: ['word'], aggregates: { sum: { operator: 'mean' } } },
  }
  it.each([
    ['rolling', { rolling_type: 'mean', window: 3, columns: { sum: 'sum' } }],
    ['contribution', { orientation: 'column', columns: ['sum'] }],
    ['cum', { operator: 'sum', columns: { sum: 'sum' } }],
  ])('is answered with its own columns whatever %s makes of rows', async (operation, options) => {
    const steps = [pivot, { operation, options }, { operation: 'flatten' }]
    const query = { columns: ['at', 'word'], metrics: [SUM, 'count'], filters: NONE, post_processing: steps }
    const [result] = await ask([query])
    expect(result).toMatchObject({ data: [], rowcount: 0, colnames: ['at', 'word', 'sum', 'count'] })
  })

  it('knows the kinds of what the dataset names, and calls the rest texts', async () => {
    const [result] = await ask([{ columns: ['at', 'n'], metrics: [SUM, 'count'], filters: NONE }])
    expect(result?.coltypes).toEqual([2, 0, 1, 0])
  })
})

describe('shares', () => {
  const shares = {
    columns: ['word'],
    metrics: ['count'],
    orderby: [['word', true]],
    row_limit: 2,
    post_processing: [{ operation: 'contribution', options: { columns: ['count'], rename_columns: ['%count'] } }],
  }

  it('are of the total that is asked beside them, not of the rows within the limit', async () => {
    const [rows, total] = await ask([shares, { columns: [], metrics: ['count'], row_limit: 0 }])
    expect(rows?.data.map((row) => row['%count'])).toEqual([0.25, 0.25])
    expect(total?.data).toEqual([{ count: 100 }])
  })

  it('are of the same total in a file', async () => {
    const total = { columns: [], metrics: ['count'], row_limit: 0 }
    const [json] = await ask([shares, total], { force: true })
    const alone = await send([shares], { result_format: 'csv' })
    expect(json?.data[0]).toEqual({ word: 'w0', count: 25, '%count': 0.25 })
    expect(alone.text).toContain('w0,25,0.5')
  })

  it('are of the rows where nothing else is asked', async () => {
    const [rows] = await ask([shares])
    expect(rows?.data.map((row) => row['%count'])).toEqual([0.5, 0.5])
  })
})

it('samples are taken under the filters of the question', async () => {
  const query = { columns: ['word'], metrics: ['count'], filters: [{ col: 'n', op: '<', val: 3 }] }
  const [result] = await ask([query], { result_type: 'samples' })
  expect(result?.data.map(({ n }) => n)).toEqual([0, 1, 2])
})

it('samples and drills are counted where their number is asked', async () => {
  for (const result_type of ['samples', 'drill_detail']) {
    const query = { columns: ['word'], metrics: ['count'], filters: [{ col: 'n', op: '<', val: 3 }], is_rowcount: true }
    const [result] = await ask([query], { result_type })
    expect(result).toMatchObject({ data: [{ rowcount: 3 }], colnames: ['rowcount'], coltypes: [0] })
  }
})

it('a row of one empty cell is no empty line of a file', async () => {
  const column = { expressionType: 'SQL', sqlExpression: "nullif(word, 'w0')", label: 'v' }
  const { text } = await send([{ columns: [column], metrics: null, orderby: [['v', true]] }], { result_format: 'csv' })
  const lines = text.split('\n').slice(1, -1)
  expect([lines.includes('""'), lines.includes('')]).toEqual([true, false])
})

it('durations and times of day are texts', async () => {
  const metric = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: sqlExpression })
  const [result] = await ask([{ columns: [], metrics: [metric('max(t.at) - min(t.at)'), metric("max(time '10:00')")] }])
  expect(result?.coltypes).toEqual([1, 1])
  expect(result?.data.map((row) => Object.values(row))).toEqual([['99 days 00:00:00', '10:00:00']])
})

it('a template reads the filters under the names of the request', async () => {
  const label = "'{{ filter[0].col }} {{ filter[0].op }} {{ filter[0].val }}'"
  const column = { expressionType: 'SQL', sqlExpression: label, label: 'v' }
  const [result] = await ask([{ columns: [column], metrics: ['count'], filters: [{ col: 'n', op: '<', val: 3 }] }])
  expect(result?.data).toEqual([{ v: 'n < 3', count: 3 }])
})

describe('what is refused', () => {
  const query = { columns: ['word'], metrics: ['count'] }
  const order = (entry: unknown) => ({ ...query, orderby: [entry] })
  const subquery = { expressionType: 'SQL', sqlExpression: '(select 1)', label: 'x', hasCustomLabel: true }
  it.each([
    [
      'a condition that does not end',
      { ...query, extras: { where: 'n > 5 and' } },
      400,
      'Invalid SQL clause: n > 5 and',
    ],
    [
      'a condition with a limit',
      { ...query, extras: { where: 'n > 5 limit 3' } },
      400,
      'Invalid SQL clause: n > 5 limit 3',
    ],
    [
      'an unknown setting',
      { ...query, extras: { nope: 1 } },
      400,
      "Request is incorrect: {'queries': {0: {'extras': {'nope': ['Unknown field.']}}}}",
    ],
    [
      'an order without a direction',
      order(['word']),
      400,
      "Request is incorrect: {'queries': {0: {'orderby': {0: ['Length must be 2.']}}}}",
    ],
    [
      'an order by nothing',
      order(['', true]),
      400,
      "Request is incorrect: {'queries': {0: {'orderby': {0: {0: ['orderby column must be populated']}}}}}",
    ],
    ['an order by a sub-query', order([subquery, true]), 403, 'Custom SQL fields cannot contain sub-queries.'],
  ])('%s', async (_name, wrong, status, text) => {
    const answer = await send([wrong])
    const { message, errors } = answer.json as { message?: string; errors?: readonly { message: string }[] }
    expect([answer.status, message ?? errors?.[0]?.message]).toEqual([status, text])
  })
})
