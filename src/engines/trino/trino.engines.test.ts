import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCuttingProxy } from '../../../test/cutting-proxy.ts'
import { describeTrino, startTrino, type TestTrino } from '../../../test/trino.ts'
import { describeEngine, requestOf, textOf } from '../conformance.ts'
import type { CellStyle, Driver } from '../driver.ts'
import { READS } from './cases/reads.ts'
import { REFUSED } from './cases/refused.ts'
import { VALUES } from './cases/values.ts'
import { openTrino } from './driver.server.ts'

const never = new AbortController().signal
const ENDLESS = `select count(*) from tpch.sf100.lineitem a, tpch.sf100.lineitem b where a.comment < b.comment`

describeTrino('Trino', () => {
  let server: TestTrino
  let driver: Driver
  const open = (place?: string, isReadOnly = true) => openTrino({ uri: server.url(place), isReadOnly })
  const active = async (mark: string) =>
    Number(
      (
        await server.asOwner(
          `select count(*) from system.runtime.queries where state = 'RUNNING' and query like '%${mark}%' and query not like '%runtime%'`,
        )
      )[0]?.[0],
    )
  beforeAll(async () => {
    server = await startTrino()
    for (const sql of SETUP) await server.asOwner(sql)
    driver = open()
  })
  afterAll(async () => {
    await driver?.close()
    await server?.stop()
  })

  describeEngine({
    name: 'Trino',
    open: async () => open(),
    numbers: (count) =>
      count > 10_000
        ? `select a.n * 10000 + b.n as n from unnest(sequence(0, ${Math.ceil(count / 10_000) - 1})) a(n), unnest(sequence(0, 9999)) b(n) order by 1`
        : `select n from unnest(sequence(0, ${count - 1})) t(n)`,
    endless: ENDLESS,
    deaf: ENDLESS,
    table: 'things',
    write: "insert into things values (9, 'x')",
  })

  describe('values', () => {
    const cell = async (expression: string, cells: CellStyle) =>
      (await textOf(driver, { sql: `select ${expression} as v`, cells }, 'columns')).slice(2, -2)

    it.each(VALUES)('%s keeps every digit', async (expression, chart, editor) => {
      expect(await cell(expression, 'chart')).toBe(chart)
      expect(await cell(expression, 'editor')).toBe(editor)
    })
  })

  describe('what a statement reads', () => {
    it.each(READS)('%s', async (sql, tables) => {
      const verdict = await driver.judge(sql, never, null)
      expect(verdict.refusals).toEqual([])
      expect(verdict.isReadOnly).toBe(true)
      const named = verdict.tables.map((table) => `${table.catalog ?? ''}.${table.schema ?? ''}.${table.name}`)
      expect(named.map((name) => (name.split('.').length > 3 ? name.replace(/^\.(?=\w+\.\w+\.)/, '') : name))).toEqual(
        tables,
      )
    })
  })

  it.each(REFUSED)('refuses %s, also where changes are allowed', async (sql) => {
    const writing = open(undefined, false)
    const verdict = await writing.judge(sql, never)
    expect(verdict.refusals.length).toBeGreaterThan(0)
    await expect(writing.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({ status: 400 })
    await expect(writing.execute(requestOf({ sql }))).rejects.toMatchObject({ status: 400 })
    await writing.close()
  })

  describe('fact 3: a read-only transaction refuses what the words let pass', () => {
    it('refuses every write that reaches the server', async () => {
      const { TrinoClient } = await import('./client.server.ts')
      const { trinoAddress } = await import('./address.ts')
      const client = new TrinoClient(trinoAddress(server.url()))
      const context = { catalog: 'memory', schema: 'default', timeoutMs: 20_000, signal: never }
      for (const sql of [
        "insert into things values (9, 'x')",
        'create table copied as select * from things',
        'create schema other',
        'drop table things',
        'truncate table things',
        "comment on table things is 'x'",
      ]) {
        const transaction = await client.beginReading(context)
        const running = (async () => {
          for await (const _ of client.pages(sql, context, transaction));
        })()
        await expect(running).rejects.toMatchObject({ code: 'READ_ONLY_VIOLATION' })
        await client.end(transaction)
      }
      client.close()
      expect(await server.asOwner('select count(*) from things')).toEqual([[3]])
    })
  })

  describe('fact 4: answers are asked for unpacked', () => {
    it('sends the header that keeps the coordinator from packing', async () => {
      const heard: (string | undefined)[] = []
      const listener = createServer((request, response) => {
        heard.push(String(request.headers['accept-encoding']))
        response.writeHead(400).end()
      })
      listener.listen(0, '127.0.0.1')
      await once(listener, 'listening')
      const { port } = listener.address() as AddressInfo
      const through = openTrino({ uri: `trino://tester@127.0.0.1:${port}/memory/default`, isReadOnly: true })
      await expect(through.ping(never)).rejects.toMatchObject({ status: 400 })
      expect(heard).toEqual(['identity'])
      await through.close()
      listener.close()
    })
  })

  describe('fact 5: times and big numbers keep every digit', () => {
    it('gives picoseconds and whole numbers beyond 2^53', async () => {
      const sql =
        "select timestamp '2024-01-01 00:00:00.123456789012' as t, 9007199254740993 as n, array[9007199254740993] as a"
      expect(await textOf(driver, { sql })).toBe(
        '[{"t":"2024-01-01T00:00:00.123456789012","n":"9007199254740993","a":"[9007199254740993]"}]',
      )
    })
  })

  describe('fact 6: columns of failures count code points', () => {
    it.each(["select 'é😀', frm", "select 'é😀',\n frm", "/* 😀😀 */ select\n'😀', frm"])(
      'finds the fault of %j',
      async (sql) => {
        await expect(textOf(driver, { sql })).rejects.toMatchObject({
          detail: { type: 'COLUMN_DOES_NOT_EXIST_ERROR', extra: { position: sql.indexOf('frm') } },
        })
      },
    )
  })

  it('ends a stopped statement on the server too', async () => {
    const stop = new AbortController()
    const sql = `${ENDLESS} and 'stop me' <> ''`
    const running = driver.run({ ...requestOf({ sql, signal: stop.signal }), shape: 'records' })
    running.catch(() => {})
    await expect.poll(() => active('stop me'), { timeout: 20_000 }).toBe(1)
    stop.abort()
    await expect(running).rejects.toThrow(/abort/i)
    await expect.poll(() => active('stop me'), { timeout: 5_000 }).toBe(0)
  })

  it('ends on the server what nobody reads to its end', async () => {
    const sql = "select orderkey, 'unread' as u from tpch.sf100.lineitem"
    const result = await driver.run({ ...requestOf({ sql, maxRows: 20_000 }), shape: 'columns' })
    expect([result.rowCount, result.isCut]).toEqual([20_000, true])
    await expect.poll(() => active('unread'), { timeout: 5_000 }).toBe(0)
  })

  it('tells how far it is', async () => {
    const seen: (number | null)[] = []
    const sql = 'select max(extendedprice) from tpch.sf1.lineitem'
    const onProgress = ({ percent }: { readonly percent: number | null }) => seen.push(percent)
    await driver.run({ ...requestOf({ sql, onProgress, timeoutMs: 50_000 }), shape: 'records' })
    expect(seen.some((percent) => percent !== null)).toBe(true)
  })

  it('fails when the failure comes after rows', async () => {
    const sql = 'select orderkey, 1 / (orderkey - 1000000) as x from tpch.sf1.orders'
    const streaming = driver.stream({
      ...requestOf({ sql, maxRows: null, timeoutMs: 50_000 }),
      onColumns: () => {},
      onRows: () => {},
    })
    await expect(streaming).rejects.toMatchObject({ status: 400, message: expect.stringContaining('Division by zero') })
  })

  it.each([0, 200_000])('fails when the connection is cut %i bytes into the rows', async (bytes) => {
    const proxy = await startCuttingProxy(server.port, '"data":[[')
    const cut = openTrino({ uri: `trino://tester@127.0.0.1:${proxy.port}/memory/default`, isReadOnly: true })
    const request = requestOf({ sql: 'select * from tpch.sf1.customer', maxRows: null, timeoutMs: 50_000 })
    await cut.judge(request.sql, never)
    proxy.cutAfter(bytes)
    await expect(cut.stream({ ...request, onColumns: () => {}, onRows: () => {} })).rejects.toMatchObject({
      status: 400,
      detail: { type: expect.stringMatching(/^CONNECTION_/) },
    })
    proxy.cutAfter(null)
    expect(await textOf(cut, { sql: 'select 2 as a' })).toBe('[{"a":2}]')
    await cut.close()
    await proxy.stop()
  })

  it('changes data only where that is allowed, one statement at a time', async () => {
    const sql = "insert into orders values (7, null, timestamp '2024-01-01 00:00:00')"
    await expect(driver.execute(requestOf({ sql }))).rejects.toMatchObject({
      detail: { type: 'DML_NOT_ALLOWED_ERROR' },
    })
    const writing = open(undefined, false)
    expect((await writing.execute(requestOf({ sql: 'create table copied as select * from things' }))).changed).toBe(3)
    expect((await writing.execute(requestOf({ sql: "insert into copied values (7, 'x')" }))).changed).toBe(1)
    await expect(writing.execute(requestOf({ sql: 'drop table copied; select 1' }))).rejects.toMatchObject({
      status: 400,
    })
    await writing.execute(requestOf({ sql: 'drop table copied' }))
    await writing.close()
  })

  it('describes catalogs, tables, views and comments', async () => {
    expect(await driver.catalogs()).toEqual(expect.arrayContaining(['memory', 'tpch']))
    expect(await driver.schemas('tpch')).toContain('tiny')
    expect(await driver.tables('tpch', 'tiny')).toContainEqual({ name: 'nation', kind: 'table', rows: null })
    expect((await driver.table('tpch', 'tiny', 'nation'))?.columns.map(({ name }) => name)).toContain('regionkey')
    const orders = await driver.table(null, null, 'orders')
    expect(orders).toMatchObject({ comment: 'What was sold', view: null })
    expect(
      orders?.columns.map((column) => [column.name, column.type, column.longType, column.generic, column.comment]),
    ).toEqual([
      ['id', 'BIGINT', 'bigint', 0, null],
      ['total', 'DECIMAL', 'decimal(10,2)', 0, 'with tax'],
      ['at', 'TIMESTAMP', 'timestamp(6)', 2, null],
    ])
    expect((await driver.table(null, 'default', 'named'))?.view).toMatch(/^CREATE VIEW "memory"\."default"\."named"/)
    expect((await driver.table(null, 'default', 'odd "name'))?.columns.map(({ name }) => name)).toEqual([
      'select',
      'a.b',
    ])
    expect(await driver.estimate('select * from tpch.tiny.nation', null, never)).toMatchObject({ 'Output count': '25' })
  })

  it('looks names up in the catalog that is asked for', async () => {
    const sql = 'select count(*) as n from nation'
    expect(await textOf(driver, { sql, catalog: 'tpch', schema: 'tiny' })).toBe('[{"n":25}]')
    await expect(textOf(driver, { sql })).rejects.toMatchObject({ detail: { type: 'TABLE_DOES_NOT_EXIST_ERROR' } })
  })

  it('says why it cannot connect', async () => {
    const ping = async (uri: string) => {
      const other = openTrino({ uri, isReadOnly: true })
      const problem = await other.ping(never).then(
        () => null,
        (error: { detail: { type: string } }) => error.detail.type,
      )
      await other.close()
      return problem
    }
    expect(await ping(server.url())).toBeNull()
    expect(await ping(server.url('nothing/x'))).toBe('CONNECTION_UNKNOWN_DATABASE_ERROR')
    expect(await ping('trino://u@127.0.0.1:1/d')).toBe('CONNECTION_PORT_CLOSED_ERROR')
    expect(await ping('trino://u@no-such-host.invalid/d')).toBe('CONNECTION_INVALID_HOSTNAME_ERROR')
    expect(await ping('trino://u@169.254.169.254/d')).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    expect(await ping(`${server.url()}?protocol=https`)).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    expect(() => openTrino({ uri: 'trino://u@h/d?x=1', isReadOnly: true })).toThrow(/not supported: x/)
    expect(() => openTrino({ uri: 'trino://u:p@h/d?protocol=http', isReadOnly: true })).toThrow(/encrypted/)
  })
})

const SETUP = [
  'create table things (id integer, name varchar)',
  "insert into things values (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2')",
  "create table orders (id bigint, total decimal(10, 2) comment 'with tax', at timestamp(6)) comment 'What was sold'",
  "insert into orders values (1, 1.10, timestamp '2024-01-01 00:00:00')",
  'create view named as select id, total from orders',
  'create table "odd ""name" ("select" integer, "a.b" varchar)',
]
