import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const { dir, path } = await duckdbFile(
  "create table t as select range as n, 'x' as word, timestamp '2025-01-01' as at from range(100)",
)
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let dataset = 0
let templated = 0
const CYCLE = 'select * from ({{ dataset(ID) }}) x'
beforeAll(async () => {
  admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
  templated = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'cycle', sql: 'select 1 as n' })
})

const ask = (query: unknown, more: object = {}) =>
  admin.send('POST', '/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries: [query], ...more })

const sum = (sqlExpression: unknown) => ({ expressionType: 'SQL', sqlExpression, label: 'm' })

it.each([
  ['an unknown column', { columns: ['no such column'] }, /no such column/],
  ['an unknown metric', { metrics: ['no such metric'] }, /no such metric/],
  [
    'a metric of an unknown column',
    { metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'nope' }, aggregate: 'SUM' }] },
    /nope/,
  ],
  [
    'an unknown aggregate',
    { metrics: [{ expressionType: 'SIMPLE', column: { column_name: 'n' }, aggregate: 'SUM) --' }] },
    /SUM\) --/,
  ],
  ['an unknown grain', { columns: ['n'], extras: { time_grain_sqla: 'P3X' } }, /time_grain_sqla/],
  [
    'an unknown grain of the axis',
    {
      columns: [{ columnType: 'BASE_AXIS', sqlExpression: 'at', label: 'at', expressionType: 'SQL', timeGrain: 'P3X' }],
    },
    /P3X|timeGrain/,
  ],
  ['an unknown operator', { columns: ['n'], filters: [{ col: 'n', op: 'DROP', val: 1 }] }, /op/],
  ['an unknown operation', { columns: ['n'], post_processing: [{ operation: 'rm', options: {} }] }, /operation/],
  ['an unknown order', { columns: ['n'], orderby: [['nope', true]] }, /nope/],
  ['a broken time range', { columns: ['n'], granularity: 'at', time_range: 'soon : later' }, /soon/],
  ['a range with its ends swapped', { columns: ['n'], granularity: 'at', time_range: '2025-02-01 : 2025-01-01' }, /.+/],
  ['a negative limit', { columns: ['n'], row_limit: -1 }, /row_limit/],
  ['a limit that is no number', { columns: ['n'], row_limit: 'many' }, /row_limit/],
  ['a sub-query', { metrics: [sum('(select max(n) from t)')] }, /sub-quer/],
  ['two statements', { metrics: [sum('1; drop table t')] }, /.+/],
  ['a broken expression', { metrics: [sum('sum(')] }, /.+/],
  ['a NUL', { columns: ['n\u0000'] }, /.+/],
  ['a template without an end', { columns: ['n'], extras: { where: '{% for i in range(3) %} n' } }, /.+/],
  [
    'a template without end',
    { columns: ['n'], extras: { where: 'n = {% for i in range(100000000) %}1{% endfor %}' } },
    /.+/,
  ],
  [
    'a template that grows',
    {
      columns: ['n'],
      extras: {
        where:
          '{% set ns = namespace(a="x") %}{% for i in range(60) %}{% set ns.a = ns.a ~ ns.a %}{% endfor %}{{ ns.a }}',
      },
    },
    /.+/,
  ],
  ['a template that looks into objects', { columns: ['n'], extras: { where: 'n = {{ "".__class__.__mro__ }}' } }, /.+/],
  ['no object', null, /.+/],
  ['a list', [[]], /.+/],
  ['columns that are none', { columns: { a: 1 } }, /columns/],
  ['an annotation that is none', { columns: ['n'], annotation_layers: [3] }, /annotation_layers/],
])('refuses %s with its reason', async (_, query, reason) => {
  const started = performance.now()
  const { status, text } = await ask(query)
  expect([status >= 400 && status < 500, text]).toEqual([true, expect.stringMatching(reason)])
  expect(text).not.toMatch(/ at \w+ \(|\.ts:\d/)
  expect(performance.now() - started).toBeLessThan(5_000)
})

it('answers or refuses a list of a million values in time, and one that is too long for a request', async () => {
  const filter = (val: unknown) => ({ columns: ['n'], filters: [{ col: 'n', op: 'IN', val }], row_limit: 5 })
  const million = await ask(filter(Array.from({ length: 1_000_000 }, (_, i) => i % 9)))
  expect([200, 400, 413, 422]).toContain(million.status)
  const long = await ask(filter(Array.from({ length: 1_000_000 }, (_, i) => `value ${i}`)))
  expect([long.status, long.json.message]).toEqual([413, 'The request is larger than allowed'])
})

it('answers or refuses five thousand columns in time', async () => {
  const started = performance.now()
  const column = (i: number) => ({ expressionType: 'SQL', sqlExpression: `n + ${i}`, label: `c${i}` })
  const own = await ask({ columns: Array.from({ length: 5000 }, (_, i) => column(i)), row_limit: 2 })
  expect([own.status, own.json.message]).toEqual([400, expect.stringMatching(/columns.* at most 1000 .* not 5000/)])
  const same = await ask({ columns: Array.from({ length: 5000 }, () => 'n') })
  expect(same.status).toBeLessThan(500)
  expect(performance.now() - started).toBeLessThan(5_000)
})

it('takes a hundred thousand values of a filter, and counts more of them before anything else', async () => {
  const whole = Array.from({ length: 100_000 }, (_, i) => i * 2)
  const count = async (col: string, op: string, val: readonly unknown[]) => {
    const { status, json } = await ask({ metrics: ['count'], filters: [{ col, op, val }] })
    return [status, status === 200 ? json.result[0].data[0].count : JSON.stringify(json)]
  }
  expect(await count('n', 'IN', whole)).toEqual([200, 50])
  expect(await count('n', 'NOT IN', whole)).toEqual([200, 50])
  const words = whole.map((i) => `it's, ${i}|`)
  expect(await count('word', 'IN', words)).toEqual([200, 0])
  expect(await count('word', 'NOT IN', [...words.slice(1), null])).toEqual([200, 100])
  expect(await count('word', 'IN', [...words.slice(1), 'x'])).toEqual([200, 100])
  expect(await count('n', 'IN', [...whole, 1])).toEqual([400, expect.stringContaining('at most 100000 values')])
})

it('says what makes a statement too long for the database', async () => {
  const val = Array.from({ length: 100_000 }, (_, i) => i + 0.5)
  const { status, json } = await ask({ columns: ['n'], filters: [{ col: 'n', op: 'IN', val }] })
  expect([status, json.message]).toEqual([
    400,
    expect.stringMatching(/filter values make a statement of \d+ characters/),
  ])
})

it('refuses a dataset that names itself', async () => {
  await admin.send('PUT', `/api/v1/dataset/${templated}`, { sql: CYCLE.replace('ID', String(templated)) })
  const started = performance.now()
  const { status, text } = await ask({ columns: ['n'] }, { datasource: { id: templated, type: 'table' } })
  expect([status >= 400 && status < 500, text]).toEqual([true, expect.stringMatching(/.+/)])
  expect(performance.now() - started).toBeLessThan(5_000)
})

it.each([
  ['/api/v1/chart/data/batch', { requests: [{ id: 1 }] }],
  ['/api/v1/chart/data/batch', { requests: Array.from({ length: 501 }, (_, i) => ({ id: `${i}`, body: {} })) }],
  ['/api/v1/chart/data/annotation', { datasource: 3, layer: {} }],
  ['/api/v1/chart/data/annotation', {}],
  ['/superset/explore_json/', { form_data: { viz_type: 'table', datasource: `1__table'; --` } }],
  ['/superset/explore_json/', { form_data: { viz_type: { a: 1 }, datasource: '1__table' } }],
  ['/superset/explore_json/?form_data=[1', {}],
  ['/api/v1/cachekey/invalidate', { datasources: [{ database_name: 3 }] }],
])('refuses a wrong body of %s', async (path, body) => {
  const { status } = await admin.send('POST', path, body)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
})

it('who asks for the text of a query alone is told in its place why there is none', async () => {
  const { status, json } = await ask({ metrics: ['no such metric'] }, { result_type: 'query' })
  expect([status, json]).toEqual([
    200,
    { result: [{ error: "Metric 'no such metric' does not exist", language: 'sql' }] },
  ])
})

it.each(['csv', 'xlsx'])('makes no %s of no question', async (result_format) => {
  const datasource = { id: dataset, type: 'table' }
  const answer = await admin.send('POST', '/api/v1/chart/data', { datasource, queries: [], result_format })
  expect([answer.status, answer.json]).toEqual([400, { message: 'Empty query result' }])
})
