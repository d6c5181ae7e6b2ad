import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clickhouseDialect } from '../src/engines/clickhouse/dialect.ts'
import { openClickhouse } from '../src/engines/clickhouse/driver.server.ts'
import { requestOf, textOf } from '../src/engines/conformance.ts'
import type { Driver } from '../src/engines/driver.ts'
import { trinoDialect } from '../src/engines/trino/dialect.ts'
import { openTrino } from '../src/engines/trino/driver.server.ts'
import type { Dialect } from '../src/query/dialect.ts'
import { describeClickhouse, READER, startClickhouse, type TestClickhouse } from './clickhouse.ts'
import { GRAIN_TIMES, truncatedTo } from './grain-times.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'
import { describeTrino, startTrino, type TestTrino } from './trino.ts'

/** What the walk through the product needs to know of a source with a table `sales` of 100 rows, one each six hours. */
interface Source {
  readonly dialect: Dialect
  readonly schema: string
  /** Connection with a secret in it, or without where the server knows none. */
  uri(): string
  readonly secret: string | null
  readonly endless: string
  /** A question about another catalog, where there are others, and its answer. */
  readonly elsewhere?: {
    readonly catalog: string
    readonly schema: string
    readonly sql: string
    readonly data: object[]
  }
  /** Statements under way that hold a text. */
  active(mark: string): Promise<number>
  open(): Driver
  /** A literal of a time, and the type of its expression. */
  time(text: string): readonly [sql: string, type: string]
}

const never = new AbortController().signal

function describeSource(source: Source): void {
  describe(`${source.dialect.label} behind the product`, () => {
    let server: TestServer
    let admin: TestClient
    let databaseId = 0
    let datasetId = 0
    beforeAll(async () => {
      server = await startServer()
      admin = await server.login()
    })
    afterAll(() => server.stop())
    const run = (sql: string, more: object = {}, client = admin) =>
      client.send('POST', '/api/v1/sqllab/execute/', {
        ...{ database_id: databaseId, schema: source.schema, sql, queryLimit: 1000 },
        client_id: crypto.randomUUID().slice(0, 11),
        ...more,
      })
    const chart = async (query: object) => {
      const answer = await admin.send('POST', '/api/v1/chart/data', {
        datasource: { id: datasetId, type: 'table' },
        queries: [{ metrics: ['count'], row_limit: 100, ...query }],
        result_format: 'json',
        result_type: 'full',
      })
      expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
      return answer.json.result[0]
    }
    const axis = (timeGrain: string) => ({
      ...{ timeGrain, columnType: 'BASE_AXIS', sqlExpression: 'at', label: 'at', expressionType: 'SQL' },
    })
    const total = { expressionType: 'SIMPLE', column: { column_name: 'total' }, aggregate: 'SUM', label: 'Total' }

    it('is connected, and its secret never shown', async () => {
      const tried = await admin.send('POST', '/api/v1/database/test_connection/', { sqlalchemy_uri: source.uri() })
      expect([tried.status, tried.json]).toEqual([200, { message: 'OK' }])
      const body = { database_name: source.dialect.label, sqlalchemy_uri: source.uri() }
      const made = await admin.send('POST', '/api/v1/database/', body)
      expect(made.status).toBe(201)
      databaseId = made.json.id
      const shown = await admin.send('GET', `/api/v1/database/${databaseId}/connection`)
      expect(shown.json.result.backend).toBe(source.dialect.uriSchemes[0])
      if (source.secret) expect(shown.text).not.toContain(source.secret)
    })

    it('lists schemas, tables and columns', async () => {
      const base = `/api/v1/database/${databaseId}`
      expect((await admin.send('GET', `${base}/schemas/`)).json.result).toContain(source.schema)
      const tables = await admin.send('GET', `${base}/tables/?q=(schema_name:${source.schema})`)
      expect(tables.json.result).toContainEqual(expect.objectContaining({ value: 'sales', type: 'table' }))
      const table = await admin.send('GET', `${base}/table_metadata/?name=sales&schema=${source.schema}`)
      expect(table.json.columns.map(({ name }: { name: string }) => name)).toEqual(['id', 'region', 'total', 'at'])
    })

    it('runs SQL with exact values, limits and places of errors', async () => {
      const answer = await run('select 9007199254740993 as big, total, at from sales where id = 2')
      expect(answer.text).toContain('"data":[{"big":"9007199254740993","total":2.50,"at":"2024-01-01T12:00:00"}]')
      const cut = await run('select id from sales order by id', { queryLimit: 7 })
      expect(cut.json.data).toHaveLength(7)
      const wrong = await run('select 1;\nselect nope\nfrom sales')
      expect(wrong.json.errors[0]).toMatchObject({
        error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
        extra: { line: 2, column: 8 },
      })
      const refused = await run("insert into sales (id, region) values (1, 'x')")
      expect(refused.json.errors[0].error_type).toBe('DML_NOT_ALLOWED_ERROR')
      const check = { sql: 'select id,\n nope from sales', schema: source.schema }
      const checked = await admin.send('POST', `/api/v1/database/${databaseId}/validate_sql/`, check)
      expect(checked.json.result).toMatchObject([{ line_number: 2, start_column: 2 }])
    })

    it.runIf(source.elsewhere)('looks names up in the catalog that is chosen', async () => {
      const { catalog, schema, sql = '', data } = source.elsewhere ?? {}
      const answer = await run(sql, { catalog, schema })
      expect([answer.status, answer.json.data]).toEqual([200, data])
    })

    it('looks names up where an earlier statement of the script says', async () => {
      const elsewhere = { schema: 'information_schema' }
      const script = `use ${source.schema}; select count(*) as n from sales`
      const answer = await run(script, elsewhere)
      expect([answer.status, answer.json.data]).toEqual([200, [{ n: 100 }]])
      expect((await run('select count(*) as n from sales', elsewhere)).status).toBe(400)
    })

    it('stops a run, on the server too', async () => {
      const client_id = 'stop-me'
      const running = run(`${source.endless} and 'never ends' <> ''`, { client_id })
      await expect.poll(() => source.active('never ends'), { timeout: 30_000 }).toBe(1)
      expect((await admin.send('POST', '/api/v1/query/stop', { client_id })).status).toBe(200)
      await running
      await expect.poll(() => source.active('never ends'), { timeout: 10_000 }).toBe(0)
    })

    it('answers the charts of a dataset', async () => {
      const body = { database: databaseId, schema: source.schema, table_name: 'sales' }
      const made = await admin.send('POST', '/api/v1/dataset/', body)
      expect(made.status).toBe(201)
      datasetId = made.json.id
      const table = await chart({
        columns: ['id', 'region', 'total'],
        metrics: [],
        orderby: [['id', true]],
        row_limit: 5,
      })
      expect(table.data).toHaveLength(5)
      expect(table.data[1]).toEqual({ id: 2, region: 'r2', total: 2.5 })
      expect((await chart({ metrics: [total] })).data).toEqual([{ Total: 6_312.5 }])
      const pie = await chart({ columns: ['region'], metrics: [total], orderby: [[total, false]] })
      expect(pie.data.map(({ region }: { region: string }) => region)).toEqual(['r1', 'r0', 'r2'])
      const line = await chart({
        columns: [axis('P1W'), 'region'],
        filters: [
          { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-08 : 2024-01-22' },
          { col: 'region', op: 'ILIKE', val: 'R%' },
        ],
        orderby: [['count', false]],
      })
      expect(line.data).toHaveLength(6)
      const bar = await chart({ columns: [axis('P1M')], metrics: [total, 'count'] })
      expect(bar.data.map((row: { at: number; count: number }) => [row.at, row.count])).toEqual([
        [Date.UTC(2024, 0, 1), 100],
      ])
      const leading = await chart({
        columns: ['region'],
        metrics: [total],
        series_columns: ['region'],
        series_limit: 1,
        series_limit_metric: total,
        group_others_when_limit_reached: true,
        orderby: [[total, false]],
      })
      const [first] = pie.data
      expect(leading.data).toEqual([{ region: 'Others', Total: 6_312.5 - first.Total }, first])
      const days = await chart({ columns: [axis('P1D')], orderby: [], row_limit: 1000 })
      expect(days.data).toHaveLength(26)
    })

    it('lets nobody read a table without a right to it', async () => {
      const analyst = await server.user('analyst', ['Gamma', 'sql_lab'])
      for (const sql of ['select * from sales', `select (select max(id) from ${source.schema}.sales)`]) {
        const answer = await run(sql, {}, analyst)
        expect(answer.status).toBeOneOf([403, 404])
        expect(answer.text).not.toContain('"data"')
      }
    })

    it('truncates times to every grain', async () => {
      const driver = source.open()
      const { dialect } = source
      const names = dialect.grains.filter((grain) => grain !== 'PT0.5H')
      for (const time of GRAIN_TIMES) {
        const [literal, type] = source.time(time)
        const cells = names.map((grain, i) => `${dialect.timeGrain('x', grain, type)} as g${i}`)
        const sql = `select ${cells.join(', ')} from (select ${literal} as x) t`
        const [row] = JSON.parse(await textOf(driver, { sql, cells: 'chart' })) as Record<string, number>[]
        expect([time, ...names.map((grain, i) => [grain, row?.[`g${i}`]])]).toEqual([
          time,
          ...names.map((grain) => [grain, truncatedTo(grain, time)]),
        ])
      }
      await driver.close()
    })

    it('answers many at once without mixing them up', async () => {
      const driver = source.open()
      const all = Array.from({ length: 20 }, (_, i) => i)
      const answers = await Promise.all(all.map((i) => textOf(driver, { ...requestOf({ sql: `select ${i} as n` }) })))
      expect(answers).toEqual(all.map((i) => `[{"n":${i}}]`))
      await driver.judge('select 1', never)
      await driver.close()
    })
  })
}

describeClickhouse('with ClickHouse', () => {
  let clickhouse: TestClickhouse
  beforeAll(async () => {
    clickhouse = await startClickhouse()
    await clickhouse.asOwner('create database shop')
    await clickhouse.asOwner(`create table shop.sales (id Int32, region String, total Decimal(10, 2), at DateTime64(3, 'UTC'))
      engine = MergeTree order by id`)
    await clickhouse.asOwner(`insert into shop.sales select number, concat('r', toString(number % 3)), number * 1.25,
      toDateTime64('2024-01-01 00:00:00', 3, 'UTC') + number * 21600 from numbers(1, 100)`)
  })
  afterAll(() => clickhouse?.stop())
  describeSource({
    dialect: clickhouseDialect,
    schema: 'shop',
    uri: () => clickhouse.url('shop', READER),
    secret: 'w0rd',
    endless: 'select count(*) from numbers(1000000000000) where cityHash64(number) = 3',
    active: async (mark) =>
      Number(
        await clickhouse.asOwner(
          `select count() from system.processes where query like '%${mark}%' and query not like '%processes%'`,
        ),
      ),
    open: () => openClickhouse({ uri: clickhouse.url('shop'), isReadOnly: true }),
    time: (text) => [`toDateTime64('${text}', 3, 'UTC')`, "DateTime64(3, 'UTC')"],
  })

  it('truncates the times of a plain DateTime as the incumbent does', async () => {
    const driver = openClickhouse({ uri: clickhouse.url('shop'), isReadOnly: true })
    for (const time of GRAIN_TIMES.filter((each) => each > '1970'))
      for (const grain of clickhouseDialect.grains) {
        const sql = `select ${clickhouseDialect.timeGrain('x', grain)} as g from (select toDateTime('${time}', 'UTC') as x)`
        expect([time, grain, await textOf(driver, { sql, cells: 'chart' }, 'columns')]).toEqual([
          time,
          grain,
          `[[${truncatedTo(grain, time)}]]`,
        ])
      }
    await driver.close()
  })
})

describeTrino('with Trino', () => {
  let trino: TestTrino
  beforeAll(async () => {
    trino = await startTrino()
    await trino.asOwner(`create table sales as select cast(n as integer) as id, 'r' || cast(n % 3 as varchar) as region,
      cast(n * 1.25 as decimal(10, 2)) as total, timestamp '2024-01-01 00:00:00' + n * interval '6' hour as at
      from unnest(sequence(1, 100)) t(n)`)
  })
  afterAll(() => trino?.stop())
  describeSource({
    dialect: trinoDialect,
    schema: 'default',
    uri: () => trino.url(),
    secret: null,
    elsewhere: { catalog: 'tpch', schema: 'tiny', sql: 'select count(*) as n from nation', data: [{ n: 25 }] },
    endless: 'select count(*) from tpch.sf100.lineitem a, tpch.sf100.lineitem b where a.comment < b.comment',
    active: async (mark) =>
      Number(
        (
          await trino.asOwner(
            `select count(*) from system.runtime.queries where state = 'RUNNING' and query like '%${mark}%' and query not like '%runtime%'`,
          )
        )[0]?.[0],
      ),
    open: () => openTrino({ uri: trino.url(), isReadOnly: true }),
    time: (text) => [`timestamp '${text}'`, 'timestamp(3)'],
  })
})
