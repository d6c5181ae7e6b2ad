import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickhouseDialect } from '../src/engines/clickhouse/dialect.ts'
import { trinoDialect } from '../src/engines/trino/dialect.ts'
import { describeClickhouse, READER, startClickhouse, type TestClickhouse } from './clickhouse.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'
import { startTlsFront, type TlsFront } from './tls-front.ts'
import { describeTrino, startTrino, type TestTrino } from './trino.ts'

/** A source behind TLS and a password, with a table `sales` of 100 rows, one each six hours. */
interface SafeSource {
  readonly label: string
  readonly schema: string
  /** Its address with a password and further options. */
  uri(password: string, options?: string): string
  readonly password: string
  /** SQL of rows with a column `n` that nobody counts to their end. */
  readonly endless: string
  /** Statements under way that hold a text. */
  active(mark: string): Promise<number>
  /** Tells in a row whether the server holds the session to reading, and the value that says so. */
  readonly readOnly: { readonly sql: string; readonly value: unknown }
}

const SUM = { expressionType: 'SIMPLE', column: { column_name: 'total' }, aggregate: 'SUM', label: 'Total' }
const COUNT = { expressionType: 'SQL', sqlExpression: 'count(*)', label: 'many' }
const AXIS = { timeGrain: 'P1W', columnType: 'BASE_AXIS', sqlExpression: 'at', label: 'at', expressionType: 'SQL' }
const CHARTS: readonly (readonly [vizType: string, query: object, rows: number])[] = [
  ['table', { columns: ['id', 'region', 'total'], metrics: [], orderby: [['id', true]], row_limit: 7 }, 7],
  ['big_number_total', { columns: [], metrics: [SUM] }, 1],
  ['echarts_timeseries_bar', { columns: [AXIS, 'region'], metrics: [SUM], orderby: [] }, 9],
  ['echarts_timeseries_line', { columns: [AXIS], metrics: ['count'], orderby: [] }, 3],
  ['pie', { columns: ['region'], metrics: [SUM], orderby: [[SUM, false]] }, 3],
]
/** What the filters of the dashboard add: its range and its regions. */
const FILTERED = [
  { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-08 : 2024-01-29' },
  { col: 'region', op: 'IN', val: ['r0', 'r1', 'r2'] },
]

function describeSafe(source: SafeSource): void {
  describe(`${source.label} behind TLS and a password`, () => {
    let server: TestServer
    let admin: TestClient
    let databaseId = 0
    let datasetId = 0
    beforeAll(async () => {
      server = await startServer()
      admin = await server.login()
    })
    afterAll(() => server.stop())
    const tried = (uri: string) => admin.send('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: uri })
    const batch = async (requests: object[], more: object = {}, signal: AbortSignal | null = null) => {
      const answer = await fetch(`${server.base}/api/v1/chart/data/batch`, {
        method: 'POST',
        headers: { cookie: admin.cookie, 'x-csrftoken': admin.csrf, 'content-type': 'application/json' },
        body: JSON.stringify({ ...more, requests }),
        signal,
      })
      expect(answer.status).toBe(200)
      const lines = (await answer.text()).split('\n').filter((line) => line !== '')
      return lines.map((line) => JSON.parse(line))
    }
    const dataset = async (table_name: string, sql: string | null) => {
      const body = { database: databaseId, schema: source.schema, table_name, ...(sql ? { sql } : {}) }
      const made = await admin.send('POST', '/api/v1/dataset/', body)
      expect([made.status, made.text]).toEqual([201, expect.any(String)])
      return made.json.id as number
    }
    const of = (id: number, query: object) => ({ datasource: { id, type: 'table' }, queries: [query] })
    const rows = (sql: string) =>
      dataset(`sql ${crypto.randomUUID()}`, sql).then((id) => of(id, { columns: ['n'], metrics: [], row_limit: 1 }))

    /** A chart that counts on and on, with a mark in its SQL. */
    const counting = async (mark: string) => {
      const { datasource } = await rows(source.endless)
      const where = `n = 3 and '${mark}' <> ''`
      return { datasource, queries: [{ columns: [], metrics: [COUNT], extras: { where } }] }
    }

    it('is reached by whoever trusts its certificate and knows the password', async () => {
      const unverified = await tried(source.uri(source.password))
      expect([unverified.status, unverified.text]).toEqual([
        400,
        expect.stringContaining('cannot be trusted: self-signed certificate.'),
      ])
      const wrong = await tried(source.uri('wrong', 'verify=false'))
      expect(wrong.status, wrong.text).toBe(400)
      expect(wrong.json.errors[0].error_type).toBe('CONNECTION_ACCESS_DENIED_ERROR')
      const sqlalchemy_uri = source.uri(source.password, 'verify=false')
      expect((await tried(sqlalchemy_uri)).json).toEqual({ message: 'OK' })
      const made = await admin.send('POST', '/api/v1/database/', { database_name: source.label, sqlalchemy_uri })
      expect(made.status, made.text).toBe(201)
      databaseId = made.json.id
      datasetId = await dataset('sales', null)
    })

    it('answers a dashboard in one batch, under its filters', async () => {
      const board = (await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Sales' })).json.id
      for (const [viz_type, query] of CHARTS) {
        const body = { slice_name: viz_type, viz_type, datasource_id: datasetId, datasource_type: 'table' }
        const query_context = JSON.stringify(of(datasetId, query))
        const params = JSON.stringify({ viz_type, datasource: `${datasetId}__table` })
        const made = await admin.send('POST', '/api/v1/chart/', { ...body, params, query_context, dashboards: [board] })
        expect(made.status, made.text).toBe(201)
      }
      const { result } = (await admin.send('GET', `/api/v1/dashboard/${board}/charts`)).json
      expect(result.map((chart: { slice_name: string }) => chart.slice_name).sort()).toEqual(
        CHARTS.map(([type]) => type).sort(),
      )
      const requests = CHARTS.map(([id, query], rank) => ({
        ...{ id, rank, body: of(datasetId, { row_limit: 1000, ...query, filters: FILTERED }) },
      }))
      for (const isSecond of [false, true]) {
        const lines = await batch(requests, { page: 'board' })
        expect(lines.map(({ status, body }) => [status, body.message])).toEqual(CHARTS.map(() => [200, undefined]))
        const counts = Object.fromEntries(lines.map(({ id, body }) => [id, body.result[0].data.length]))
        expect(counts).toEqual(Object.fromEntries(CHARTS.map(([type, , count]) => [type, count])))
        if (isSecond) expect(lines.every(({ body }) => body.result[0].is_cached)).toBe(true)
        const total = lines.find(({ id }) => id === 'big_number_total')
        expect(total.body.result[0].data[0].Total).toBe(5_840)
      }
    })

    it('ends the statement on the server when its chart is stopped, replaced, or its page closed', async () => {
      const query = await counting('stop me')
      const running = (count: number) => expect.poll(() => source.active('stop me'), { timeout: 30_000 }).toBe(count)
      const stopped = batch([{ id: 'a', body: query }], { page: 'p' })
      await running(1)
      await batch([], { page: 'p', stop: ['a'] })
      expect((await stopped)[0]).toMatchObject({ id: 'a', status: 409 })
      await running(0)
      const gone = new AbortController()
      const left = batch([{ id: 'b', body: query }], { page: 'p' }, gone.signal).catch((error: Error) => error.name)
      await running(1)
      gone.abort()
      expect(await left).toBe('AbortError')
      await running(0)
    })

    it('ends the statement on the server at the time limit, and other charts of the page are answered', async () => {
      const { conf } = server.server.services
      const limit = conf.SUPERSET_WEBSERVER_TIMEOUT
      const query = await counting('too long')
      Object.assign(conf, { SUPERSET_WEBSERVER_TIMEOUT: 5 })
      const lines = await batch([
        { id: 'endless', body: query },
        { id: 'well', body: of(datasetId, { columns: [], metrics: ['count'] }) },
      ]).finally(() => Object.assign(conf, { SUPERSET_WEBSERVER_TIMEOUT: limit }))
      expect(lines.map(({ id }) => id)).toEqual(['well', 'endless'])
      expect(lines[0].body.result[0].data).toEqual([{ count: 100 }])
      expect([lines[1].status, JSON.stringify(lines[1].body)]).toEqual([408, expect.stringContaining('5 second')])
      await expect.poll(() => source.active('too long'), { timeout: 30_000 }).toBe(0)
    })

    it('holds the session to reading on the server, and gives no more rows than asked for or allowed', async () => {
      const [line] = await batch([{ id: 'a', body: await rows(source.readOnly.sql) }])
      expect(line.body.result[0].data).toEqual([{ n: source.readOnly.value }])
      const { conf } = server.server.services
      const most = conf.SQL_MAX_ROW
      Object.assign(conf, { SQL_MAX_ROW: 20 })
      const raw = { columns: ['id'], metrics: [] }
      const lines = await batch([
        { id: 'asked', body: of(datasetId, { ...raw, row_limit: 3 }) },
        { id: 'allowed', body: of(datasetId, { ...raw, row_limit: 1000 }) },
      ]).finally(() => Object.assign(conf, { SQL_MAX_ROW: most }))
      const counts = lines.map(({ id, body }) => [id, body.result[0].rowcount]).sort()
      expect(counts).toEqual([
        ['allowed', 20],
        ['asked', 3],
      ])
    })
  })
}

describeClickhouse('with ClickHouse', () => {
  let clickhouse: TestClickhouse
  let front: TlsFront
  beforeAll(async () => {
    clickhouse = await startClickhouse()
    front = await startTlsFront(clickhouse.port)
    await clickhouse.asOwner('create database shop')
    await clickhouse.asOwner(`create table shop.sales (id Int32, region String, total Decimal(10, 2), at DateTime64(3, 'UTC'))
      engine = MergeTree order by id`)
    await clickhouse.asOwner(`insert into shop.sales select number, concat('r', toString(number % 3)), number * 1.25,
      toDateTime64('2024-01-01 00:00:00', 3, 'UTC') + number * 21600 from numbers(1, 100)`)
  })
  afterAll(async () => {
    await front?.stop()
    await clickhouse?.stop()
  })
  const [reader = '', password = ''] = READER.split(':').map(decodeURIComponent)
  describeSafe({
    label: clickhouseDialect.label,
    schema: 'shop',
    password,
    uri: (word, options = '') =>
      `clickhousedb://${reader}:${encodeURIComponent(word)}@localhost:${front.port}/shop?secure=true&${options}`,
    endless: 'select cityHash64(number) as n from numbers(1000000000000)',
    active: async (mark) =>
      Number(
        await clickhouse.asOwner(
          `select count() from system.processes where query like '%${mark}%' and query not like '%processes%'`,
        ),
      ),
    readOnly: { sql: "select toInt32(getSetting('readonly')) as n", value: 1 },
  })
})

describeTrino('with Trino', () => {
  let trino: TestTrino
  const account = { user: 'ann', password: 'p@ss:w0rd/1' }
  beforeAll(async () => {
    trino = await startTrino(account)
    await trino.asOwner(`create table sales as select cast(n as integer) as id, 'r' || cast(n % 3 as varchar) as region,
      cast(n * 1.25 as decimal(10, 2)) as total, timestamp '2024-01-01 00:00:00' + n * interval '6' hour as at
      from unnest(sequence(1, 100)) t(n)`)
  })
  afterAll(() => trino?.stop())
  describeSafe({
    label: trinoDialect.label,
    schema: 'default',
    password: account.password,
    uri: (word, options = '') =>
      `trino://${account.user}:${encodeURIComponent(word)}@localhost:${trino.safePort}/memory/default?protocol=https&${options}`,
    endless: 'select orderkey as n from tpch.sf10000.lineitem',
    active: async (mark) =>
      Number(
        (
          await trino.asOwner(
            `select count(*) from system.runtime.queries where state = 'RUNNING' and query like '%${mark}%' and query not like '%runtime%'`,
          )
        )[0]?.[0],
      ),
    readOnly: { sql: 'select min(read_only) as n from system.runtime.transactions', value: true },
  })
})
