import { afterAll, beforeAll, expect, it } from 'vitest'
import { batchStream as stream } from '../../../test/batch-stream.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const { dir, path } = await duckdbFile('create table t as select range as n from range(100)')
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let dataset = 0
let slow = 0
beforeAll(async () => {
  admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
  slow = await made('/api/v1/dataset/', {
    database,
    table_name: 'slow',
    sql: 'select a.range * b.range as n from range(1000000) a, range(1000000) b',
  })
})

const chart = (query: object, force = false, id = dataset) => ({
  datasource: { id, type: 'table' },
  force,
  queries: [query],
})
const rows = (limit: number) => chart({ columns: ['n'], orderby: [['n', true]], row_limit: limit })
/** Runs for minutes unless it is cancelled. */
const endless = (label: string) =>
  chart({ metrics: [{ expressionType: 'SQL', sqlExpression: 'max(n)', label }] }, false, slow)

it('answers every chart on a line of its own: results, refusals, broken bodies', async () => {
  const batch = stream(admin, {
    requests: [
      { id: 'a', body: rows(2) },
      { id: 'b', body: chart({ columns: ['nope'] }) },
      { id: 'c', body: { queries: 'none' } },
      { id: 'd', body: chart({ columns: ['n'] }, false, 999_999) },
      { id: 'e' },
    ],
  })
  await batch.ended
  const by = new Map(batch.lines.map((line) => [line.id, line]))
  expect(batch.lines).toHaveLength(5)
  expect(by.get('a')).toMatchObject({ status: 200, body: { result: [{ data: [{ n: 0 }, { n: 1 }] }] } })
  expect(by.get('b')).toMatchObject({ status: 400, body: { message: expect.stringContaining('nope') } })
  expect(by.get('c')).toMatchObject({ status: 400, body: { message: expect.stringContaining('incorrect') } })
  expect(by.get('d')?.status).toBe(404)
  expect(by.get('e')?.status).toBe(400)
})

it('gives the first answers before the last one is ready, in the order asked', async () => {
  const batch = stream(admin, {
    requests: [
      { id: 'late', rank: 5, body: rows(4) },
      { id: 'endless', rank: -1, body: endless('x') },
      { id: 'first', rank: 1, body: rows(3) },
      { id: 'then', rank: 2, body: rows(5) },
    ],
  })
  const lines = await batch.upTo(3)
  expect(lines.map(({ id }) => id)).toEqual(['first', 'then', 'late'])
  batch.close()
  await batch.ended
})

it('computes equal questions once, even when the cache is passed by', async () => {
  const body = chart({ columns: ['n'], row_limit: 7 }, true)
  const batch = stream(admin, { requests: [1, 2, 3].map((n) => ({ id: `${n}`, body })) })
  await batch.ended
  const times = new Set(batch.lines.map((line) => line.body.result[0].queried_dttm))
  expect(batch.lines.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(times.size).toBe(1)
})

it('ends what a page asks again or stops, and goes on with the rest', async () => {
  const page = crypto.randomUUID()
  const first = stream(admin, {
    page,
    requests: [
      { id: 'a', body: endless('a') },
      { id: 'b', body: endless('b') },
      { id: 'c', body: rows(8) },
    ],
  })
  const second = stream(admin, { page, stop: ['b'], requests: [{ id: 'a', body: rows(9) }] })
  await Promise.all([first.ended, second.ended])
  expect(Object.fromEntries(first.lines.map((line) => [line.id, line.status]))).toEqual({ a: 409, b: 409, c: 200 })
  expect(second.lines[0]).toMatchObject({ id: 'a', status: 200, body: { result: [{ rowcount: 9 }] } })
})

it('cancels its queries when the reader leaves, so that others are served', async () => {
  const gone = stream(admin, {
    requests: [
      { id: 'a', body: endless('gone a') },
      { id: 'b', body: endless('gone b') },
      { id: 'c', body: rows(10) },
    ],
  })
  gone.close()
  await gone.ended
  const next = stream(admin, { requests: [{ id: 'a', body: rows(11) }] })
  await next.ended
  expect(next.lines[0]?.status).toBe(200)
})

it("does not let one user end another's charts by the name of the page", async () => {
  const other = await server.user('other', ['Admin'])
  const page = 'the same page'
  const mine = stream(admin, {
    page,
    requests: [
      { id: 'a', body: endless('mine') },
      { id: 'b', body: rows(12) },
    ],
  })
  await mine.upTo(1)
  const theirs = stream(other, { page, stop: ['a'], requests: [{ id: 'a', body: rows(13) }] })
  await theirs.ended
  expect(mine.lines.map(({ id }) => id)).toEqual(['b'])
  mine.close()
  await mine.ended
})

it('refuses a batch that is none', async () => {
  expect((await admin.send('POST', '/api/v1/chart/data/batch', { requests: 3 })).status).toBe(400)
  expect((await admin.send('POST', '/api/v1/chart/data/batch', {})).status).toBe(400)
  expect((await server.anonymous.send('POST', '/api/v1/chart/data/batch', { requests: [] })).status).toBe(401)
})
