import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../../../test/cutting-proxy.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { startServer, type TestAnswer, type TestClient, type TestServer } from '../../../test/server.ts'

const N = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'n' }

/** What a client must get for a source that failed: a status of its own, words, no stack and nothing of success. */
function expectClear(answer: TestAnswer): void {
  expect([400, 408, 502, 503, 504], answer.text).toContain(answer.status)
  expect(answer.text).not.toMatch(/ at .*\.(ts|js):\d+|"status":"success"|Internal/)
  expect(answer.json).not.toBeNull()
}

describePostgres('a PostgreSQL server that fails', () => {
  let postgres: TestPostgres
  let wire: CuttingProxy
  let owner: pg.Client
  let server: TestServer
  let admin: TestClient
  let databaseId = 0
  const ids = { slow: 0, wide: 0 }

  beforeAll(async () => {
    postgres = await startPostgres()
    wire = await startCuttingProxy(postgres.port, 'word')
    owner = new pg.Client(postgres.url())
    await owner.connect()
    await owner.query('create table big as select n, md5(n::text) as word from generate_series(1, 2) n')
    server = await startServer()
    Object.assign(server.server.services.conf, { SUPERSET_WEBSERVER_TIMEOUT: 4, SQLLAB_TIMEOUT_SEC: 4 })
    admin = await server.login()
    const uri = postgres.url().replace(String(postgres.port), String(wire.port))
    const database = { database_name: 'far', sqlalchemy_uri: uri, expose_in_sqllab: true }
    databaseId = (await admin.send('POST', '/api/v1/database/', database)).json.id
    const dataset = async (table_name: string, sql: string) =>
      (await admin.send('POST', '/api/v1/dataset/', { database: databaseId, schema: 'public', table_name, sql })).json
        .id
    ids.slow = await dataset('slow', 'select a.n from big a, big b where a.n * b.n < 0')
    ids.wide = await dataset('wide', 'select n, word from big')
    await owner.query('insert into big select n, md5(n::text) from generate_series(3, 60000) n')
  })
  beforeEach(() => {
    wire.cutAfter(null)
    wire.hold(false)
  })
  afterAll(async () => {
    Object.assign(server.server.services.conf, { SUPERSET_WEBSERVER_TIMEOUT: 60, SQLLAB_TIMEOUT_SEC: 30 })
    await server.stop()
    await wire.stop()
    await owner.end()
    await postgres.stop()
  })

  const chart = (id: number, query: object, more: object = {}) =>
    admin.send('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query], ...more })
  const rows = { columns: ['n', 'word'], row_limit: 50_000 }
  const execute = (sql: string, more: object = {}) =>
    admin.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'public', sql, ...more })
  const kill = () =>
    owner.query(
      "select pg_terminate_backend(pid) as done from pg_stat_activity where query like '%big%' and state = 'active' and pid <> pg_backend_pid()",
    )

  /** Ends the process of a statement; that of the judgement before it is only replaced, so one kill need not be enough. */
  async function killed<T>(running: Promise<T>): Promise<T> {
    let isOver = false
    const over = running.finally(() => {
      isOver = true
    })
    over.catch(() => {})
    await expect.poll(async () => kill().then(() => isOver), { timeout: 10_000 }).toBe(true)
    return over
  }

  it('is a clear error when its process dies in mid-statement, and nothing of it is kept', async () => {
    const dying = chart(ids.slow, { columns: [], metrics: [N] })
    expectClear(await killed(dying))
    const editor = execute('select a.n from big a, big b where a.n * b.n < 0', { client_id: 'dies' })
    const failed = await killed(editor)
    expectClear(failed)
    const found = (await admin.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).json.result
    expect(found.find(({ id }: { id: string }) => id === 'dies')).toMatchObject({ state: 'failed', resultsKey: null })
    const again = await execute('select count(*) as n from big')
    expect(again.json.data).toEqual([{ n: 60_000 }])
  })

  it('is never a success when the wire is cut, wherever that is', async () => {
    for (const bytes of [0, 1, 5, 100, 3_000, 70_000, 700_000]) {
      wire.cutAfter(bytes)
      expectClear(await chart(ids.wide, rows))
      wire.cutAfter(bytes)
      expectClear(await execute('select n, word from big'))
    }
    wire.cutAfter(null)
    const whole = await chart(ids.wide, rows)
    expect([whole.status, whole.json.result[0].rowcount, whole.json.result[0].is_cached]).toEqual([200, 50_000, null])
  })

  it('ends in time when it says nothing more, and serves on when it speaks again', async () => {
    const few = { ...rows, row_limit: 10 }
    expect((await chart(ids.wide, few)).status).toBe(200)
    wire.hold(true)
    const [known, asked, run] = await Promise.all([
      chart(ids.wide, few, { force: true }),
      chart(ids.wide, { ...rows, row_limit: 11 }),
      execute('select n from big limit 3'),
    ])
    for (const answer of [known, asked, run]) expectClear(answer)
    wire.hold(false)
    const healed = async () => (await execute('select n from big order by n limit 1')).json.data
    await expect.poll(healed, { timeout: 60_000 }).toEqual([{ n: 1 }])
  }, 120_000)

  it('names the column that is gone, and takes another type as it is', async () => {
    await owner.query('create table moving as select 1 as a, 2 as b')
    const dataset = { database: databaseId, schema: 'public', table_name: 'moving' }
    const id = (await admin.send('POST', '/api/v1/dataset/', dataset)).json.id
    const ask = (column: string) =>
      admin.send('POST', '/api/v1/chart/data', {
        datasource: { id, type: 'table' },
        force: true,
        queries: [{ columns: [column], metrics: [] }],
      })
    expect((await ask('b')).json.result[0].data).toEqual([{ b: 2 }])
    await owner.query("alter table moving alter b type text using 'two'")
    expect((await ask('b')).json.result[0].data).toEqual([{ b: 'two' }])
    await owner.query('alter table moving drop b')
    const gone = await ask('b')
    expect([gone.status, gone.text]).toEqual([400, expect.stringMatching(/column .*b.* does not exist/)])
    expect((await ask('a')).json.result[0].data).toEqual([{ a: 1 }])
    await owner.query('drop table moving')
    const missing = await ask('a')
    expect([missing.status, missing.text]).toEqual([400, expect.stringMatching(/moving.* does not exist/)])
  })
})

it('answers from a SQLite file whose columns hold something else than they say', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'lies-'))
  const path = join(dir, 'data.db')
  const file = new DatabaseSync(path)
  file.exec(`create table lies (id integer, qty integer, at datetime, yes boolean);
    insert into lies values (1, 2, '2026-01-01 00:00:00', 1), (2, 'many', 'yesterday', 'maybe'), (3, x'00ff', 12.5, null)`)
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const database = { database_name: 'lies', sqlalchemy_uri: `sqlite:///${path}` }
  const databaseId = (await admin.send('POST', '/api/v1/database/', database)).json.id
  const dataset = { database: databaseId, schema: 'main', table_name: 'lies' }
  const id = (await admin.send('POST', '/api/v1/dataset/', dataset)).json.id
  const ask = (query: object, more: object = {}) =>
    admin.send('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query], ...more })
  const qty = { expressionType: 'SIMPLE', column: { column_name: 'qty' }, aggregate: 'MAX', label: 'qty' }
  const pivot = {
    operation: 'pivot',
    options: { index: ['at'], columns: ['yes'], aggregates: { qty: { operator: 'sum' } } },
  }
  const axis = { expressionType: 'SQL', sqlExpression: 'at', label: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1D' }
  for (const [query, more] of [
    [{ columns: ['id', 'qty', 'at', 'yes'] }, {}],
    [{ columns: ['id', 'qty', 'at', 'yes'] }, { result_format: 'csv' }],
    [{ columns: ['at', 'yes'], metrics: [qty], post_processing: [pivot] }, {}],
    [{ columns: [axis], metrics: [qty] }, {}],
    [
      { columns: [axis], metrics: [qty], post_processing: [{ ...pivot, options: { ...pivot.options, columns: [] } }] },
      {},
    ],
    [{ columns: ['id'], filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2025-01-01 : 2027-01-01' }] }, {}],
    [{ columns: ['id'], filters: [{ col: 'qty', op: '>', val: 1 }] }, {}],
  ] as const) {
    const answer = await ask(query, more)
    // A sum of texts is none, which is said; everything else is shown as it is.
    const status = 'post_processing' in query ? 400 : 200
    expect([answer.status, JSON.stringify(query), answer.text.slice(0, 300)]).toEqual([
      status,
      expect.anything(),
      expect.stringContaining(status === 400 ? 'is not numeric' : ''),
    ])
  }
  const { data } = (await ask({ columns: ['id', 'qty', 'yes'], orderby: [['id', true]] })).json.result[0]
  expect(data.map((row: { qty: unknown }) => row.qty)).toEqual([2, 'many', '0x00ff'])
  file.exec('alter table lies rename column qty to amount')
  const gone = await ask({ columns: ['qty'] }, { force: true })
  expect([gone.status, gone.text]).toEqual([400, expect.stringMatching(/no such column.*qty/)])
  file.close()
  await server.stop()
})
