import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestAnswer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let other: TestClient
let databaseId = 0
let datasetId = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    "create table wide as select 'a' || i as a, 'b' || i as b, i as n, date '2020-01-01' + i::int as day from range(20000) r(i)",
  )
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  other = await server.user('other', ['Admin'])
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  databaseId = (await admin.send('POST', '/api/v1/database/', database)).json.id
  const dataset = { database: databaseId, schema: 'main', table_name: 'wide' }
  datasetId = (await admin.send('POST', '/api/v1/dataset/', dataset)).json.id
})
afterAll(() => server.stop())

const N = { expressionType: 'SQL', sqlExpression: 'sum(n)', label: 'n' }
const chart = (client: TestClient, query: object) =>
  client.send('POST', '/api/v1/chart/data', {
    datasource: { id: datasetId, type: 'table' },
    force: true,
    queries: [{ columns: ['a', 'b'], metrics: [N], row_limit: 20_000, ...query }],
  })
const execute = (client: TestClient, sql: string) =>
  client.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, sql })

const pivot = (options: object) => ({
  operation: 'pivot',
  options: { index: ['a'], columns: ['b'], aggregates: { n: { operator: 'sum' } }, ...options },
})
/** Everything that counts steps lets this pass, and it compares every item with every other. */
const HOSTILE = "select {% for i in range(100) %}{% set x = range(9000)|map('string')|unique|list %}{% endfor %}1"

/** What others ask while something heavy goes on: each is answered before the heavy one ends. */
async function meanwhile<T>(heavy: Promise<T>, ask: () => Promise<TestAnswer>, times = 5): Promise<T> {
  let isDone = false
  const done = heavy.finally(() => {
    isDone = true
  })
  for (let i = 0; i < times; i++) {
    expect((await ask()).status).toBe(200)
    expect(isDone).toBe(false)
  }
  return done
}

/** How long something took, and the longest that others waited for an answer in that time. */
async function longestWait(heavy: Promise<TestAnswer>, ask: () => Promise<TestAnswer>) {
  const start = performance.now()
  let ms = 0
  const done = heavy.finally(() => {
    ms = performance.now() - start
  })
  let waitMs = 0
  while (ms === 0) {
    const asked = performance.now()
    await ask()
    waitMs = Math.max(waitMs, performance.now() - asked)
  }
  return { answer: await done, ms, waitMs }
}

it('ends a template that takes too long, while others are answered', async () => {
  const answer = await meanwhile(execute(admin, HOSTILE), () => admin.send('GET', '/health'))
  expect([answer.status, answer.json.errors[0].message]).toEqual([422, 'The template takes too long.'])
  const several = Promise.all([1, 2, 3].map(() => execute(admin, HOSTILE)))
  const all = await meanwhile(several, () => execute(other, "select '{{ current_username() }}' as u"), 1)
  expect(all.map(({ status }) => status)).toEqual([422, 422, 422])
  const where = await chart(admin, { columns: ['a'], extras: { where: `1 = (${HOSTILE})` } })
  expect([where.status, where.text]).toEqual([400, expect.stringContaining('The template takes too long.')])
})

it('ends post-processing that needs too much memory, and goes on', async () => {
  const all = { post_processing: [pivot({ drop_missing_columns: false })] }
  const answer = await meanwhile(chart(admin, all), () => other.send('GET', '/health'))
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('more memory than allowed')])
  const small = await chart(admin, { row_limit: 3, orderby: [['a', true]], post_processing: [pivot({})] })
  expect(small.json.result[0].rowcount).toBe(3)
}, 120_000)

it('gives the same answer in a thread as without one', async () => {
  const steps = [
    { operation: 'sort', options: { by: ['n'], ascending: false } },
    { operation: 'cum', options: { operator: 'sum', columns: { n: 'total' } } },
  ]
  const many = await chart(admin, { post_processing: steps })
  const few = await chart(admin, { row_limit: 2, orderby: [['n', false]], post_processing: steps })
  expect(many.json.result[0].data.slice(0, 2)).toEqual(few.json.result[0].data)
  expect(few.json.result[0].data[1].total).toBe(19_999 + 19_998)
  const wrong = [{ operation: 'sort', options: { by: ['nope'] } }]
  const answers = [
    await chart(admin, { post_processing: wrong }),
    await chart(admin, { row_limit: 2, post_processing: wrong }),
  ]
  const messages = answers.map(({ status, json }) => [status, json.message])
  expect(messages).toEqual([messages[1], messages[1]])
  expect(messages[0]?.[0]).toBe(400)
})

it('writes the file of a large chart while others are answered', async () => {
  const file = (format: string, row_limit: number) =>
    admin.send('POST', '/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      result_format: format,
      queries: [{ columns: ['a', 'b', 'day'], metrics: [N], orderby: [['n', true]], row_limit }],
    })
  // The rows are kept, so all that is left to do is to write them.
  const rows = await file('csv', 20_000)
  expect(rows.text.split('\n').length).toBe(20_002)
  const book = await longestWait(file('xlsx', 20_000), () => other.send('GET', '/health'))
  expect([book.answer.status, book.answer.text.slice(0, 2)]).toEqual([200, 'PK'])
  expect(book.waitMs).toBeLessThan(book.ms / 2)
  const few = await file('csv', 2)
  expect(rows.text.startsWith(few.text)).toBe(true)
})

it('renders no template whose sender has gone', async () => {
  const gone = new AbortController()
  const heavy = fetch(`${server.base}/api/v1/sqllab/execute/`, {
    method: 'POST',
    signal: gone.signal,
    headers: { cookie: admin.cookie, 'x-csrftoken': admin.csrf, 'content-type': 'application/json' },
    body: JSON.stringify({ database_id: databaseId, sql: HOSTILE, client_id: 'gone' }),
  }).catch(() => 'gone')
  const stop = () => admin.send('POST', '/api/v1/query/stop', { client_id: 'gone' })
  await expect.poll(async () => (await stop()).status).toBe(200)
  expect((await execute(admin, "select '{{ current_username() }}' as u")).json.data).toEqual([{ u: 'admin' }])
  gone.abort()
  await heavy
})
