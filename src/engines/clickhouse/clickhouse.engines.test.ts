import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeClickhouse, READER, startClickhouse, type TestClickhouse } from '../../../test/clickhouse.ts'
import { describeEngine, requestOf, textOf } from '../conformance.ts'
import type { CellStyle, Driver } from '../driver.ts'
import { READS } from './cases/reads.ts'
import { REFUSED } from './cases/refused.ts'
import { SETUP } from './cases/setup.ts'
import { VALUES } from './cases/values.ts'
import { clickhouseDialect } from './dialect.ts'
import { openClickhouse } from './driver.server.ts'

const never = new AbortController().signal
const ENDLESS = 'select count() from numbers(1000000) a, numbers(1000000) b where a.number + b.number = 3'

/** A server hears of a closed connection when it has progress to report; a join may have none for long. */
const SCAN = 'select count() from numbers(1000000000000) where cityHash64(number) = 3'

describeClickhouse('ClickHouse', () => {
  let server: TestClickhouse
  let driver: Driver
  const open = (database = 'shop', login?: string, isReadOnly = true) =>
    openClickhouse({ uri: server.url(database, login), isReadOnly })
  beforeAll(async () => {
    server = await startClickhouse()
    for (const sql of SETUP) await server.asOwner(sql)
    driver = open()
  })
  afterAll(async () => {
    await driver.close()
    await server.stop()
  })

  describeEngine({
    name: 'ClickHouse',
    open: async () => open(),
    numbers: (count) => `select number as n from numbers(${count})`,
    endless: ENDLESS,
    deaf: 'select length(arraySort(x -> cityHash64(x), range(200000000)))',
    table: 'things',
    write: 'delete from things where id = 1',
    quoteText: clickhouseDialect.quoteText,
    repeated: ['select a, a, 3 as a__1, a from (select 1 as a)', '{"a":1,"a__2":1,"a__1":3,"a__3":1}'],
  })

  describe('values', () => {
    const cell = async (expression: string, cells: CellStyle, from = driver) =>
      (await textOf(from, { sql: `select ${expression} as v`, cells }, 'columns')).slice(2, -2)

    it.each(VALUES)('%s keeps every digit', async (expression, chart, editor) => {
      expect(await cell(expression, 'chart')).toBe(chart)
      expect(await cell(expression, 'editor')).toBe(editor)
    })

    it('names types and kinds', async () => {
      const sql = `select 1 as a, toNullable('x') as b, toDate('2024-01-01') as c, true as d,
        toDateTime64('2024-01-01 00:00:00', 3, 'UTC') as e, [1] as f, NULL as g`
      const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'records' })
      expect(columns.map(({ type, generic, isEmpty }) => [type, generic, isEmpty])).toEqual([
        ['UInt8', 0, false],
        ['Nullable(String)', 1, false],
        ['Date', 2, false],
        ['Bool', 3, false],
        ["DateTime64(3, 'UTC')", 2, false],
        ['Array(UInt8)', 1, false],
        ['Nullable(Nothing)', null, true],
      ])
    })
  })

  describe('what a statement reads', () => {
    it.each(READS)('%s', async (sql, tables) => {
      const verdict = await driver.judge(sql, never, null)
      expect(verdict.refusals).toEqual([])
      expect(verdict.isReadOnly).toBe(true)
      expect(verdict.tables.map((table) => `${table.schema ?? ''}.${table.name}`)).toEqual(tables)
    })
  })

  it.each(REFUSED)('refuses %s, also where changes are allowed', async (sql) => {
    const writing = open('shop', undefined, false)
    const verdict = await writing.judge(sql, never).catch(() => null)
    if (verdict) expect(verdict.refusals.length).toBeGreaterThan(0)
    await expect(writing.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({
      status: expect.toBeOneOf([400, 422]),
    })
    await expect(writing.execute(requestOf({ sql }))).rejects.toMatchObject({ status: expect.toBeOneOf([400, 422]) })
    await writing.close()
  })

  describe('fact 1: a real server is had from npm alone', () => {
    it('answers as the version that the lock file names', async () => {
      expect(await server.asOwner('select version()')).toMatch(/^\d+\.\d+\.\d+/)
    })
  })

  describe('fact 2: readonly=2 would write files, readonly=1 does not', () => {
    it('writes nothing by any way', async () => {
      const file = join(tmpdir(), `sightline-${process.pid}.csv`)
      const sql = `insert into function file('${file}', CSV, 'a UInt8') select 1`
      const answer = await fetch(`http://127.0.0.1:${server.port}/?readonly=1`, { method: 'POST', body: sql })
      expect([answer.status, answer.headers.get('x-clickhouse-exception-code')]).toEqual([500, '164'])
      for (const login of ['default', 'one', 'two']) {
        const other = open('shop', login)
        await expect(textOf(other, { sql })).rejects.toThrow()
        await expect(textOf(other, { sql: 'insert into things values (9, 1)' })).rejects.toMatchObject({
          detail: { type: 'DML_NOT_ALLOWED_ERROR' },
        })
        await other.close()
      }
      expect(existsSync(file)).toBe(false)
    })
    it.each(['one', 'two'])('reads exact values with the read-only profile %s', async (login) => {
      const other = open('shop', login)
      const sql = "select 9007199254740993 as a, toDecimal128('12345678901234567890.5', 1) as b, 0.1 as c, 1e300 as d"
      expect(await textOf(other, { sql })).toBe(
        '[{"a":"9007199254740993","b":12345678901234567890.5,"c":0.1,"d":1e+300}]',
      )
      await other.close()
    })
  })

  describe('fact 6: places of failures count bytes', () => {
    it.each([
      ["select 'é😀', frm x fault", 'fault'],
      ["select 'é😀',\n 1 frm fault", 'fault'],
      ['/* 😀 */ select 1 +\n) fault', ')'],
    ])('finds the fault of %j', async (sql, fault) => {
      const position = sql.indexOf(fault)
      await expect(driver.judge(sql, never)).rejects.toMatchObject({
        detail: { type: 'INVALID_SQL_ERROR', extra: { position } },
      })
    })
  })

  it('ends a stopped statement on the server too', async () => {
    const stop = new AbortController()
    const sql = `${ENDLESS} and 'stop me' != ''`
    const running = driver.run({ ...requestOf({ sql, signal: stop.signal }), shape: 'records' })
    running.catch(() => {})
    const active = () =>
      server.asOwner(
        "select count() from system.processes where query like '%stop me%' and query not like '%processes%'",
      )
    await expect.poll(active, { timeout: 10_000 }).toBe('1')
    stop.abort()
    await expect(running).rejects.toThrow(/abort/i)
    await expect.poll(active, { timeout: 10_000 }).toBe('0')
  })

  it('ends on the server what nobody reads to its end', async () => {
    const sql = "select number, 'unread' as u from numbers(1000000000000)"
    const result = await driver.run({ ...requestOf({ sql, maxRows: 20_000 }), shape: 'columns' })
    expect([result.rowCount, result.isCut]).toEqual([20_000, true])
    const active = () =>
      server.asOwner(
        "select count() from system.processes where query like '%unread%' and query not like '%processes%'",
      )
    await expect.poll(active, { timeout: 10_000 }).toBe('0')
  })

  it('is limited by the server when it does not hear from us', async () => {
    const url = `http://127.0.0.1:${server.port}/?max_execution_time=1`
    const answer = await fetch(url, { method: 'POST', body: ENDLESS })
    expect(answer.headers.get('x-clickhouse-exception-code')).toBe('159')
  })

  it('tells how far it is', async () => {
    const seen: (number | null)[] = []
    await driver.run({
      ...requestOf({
        sql: 'select max(cityHash64(number, number + 1, number + 2)) from numbers(600000000)',
        timeoutMs: 50_000,
        onProgress: ({ percent }) => seen.push(percent),
      }),
      shape: 'records',
    })
    expect(seen.some((percent) => percent !== null && percent > 0 && percent <= 100)).toBe(true)
  })

  it('changes data only where that is allowed, one statement at a time', async () => {
    await expect(driver.execute(requestOf({ sql: 'insert into orders (id) values (5)' }))).rejects.toMatchObject({
      detail: { type: 'DML_NOT_ALLOWED_ERROR' },
    })
    const writing = open('shop', undefined, false)
    await writing.execute(
      requestOf({ sql: 'create table copied engine = MergeTree order by id as select * from things' }),
    )
    expect((await writing.execute(requestOf({ sql: "insert into copied values (7, 'x'), (8, 'y')" }))).changed).toBe(2)
    expect(await textOf(writing, { sql: 'select count() as n from copied' })).toBe('[{"n":5}]')
    await expect(writing.execute(requestOf({ sql: 'drop table copied; select 1' }))).rejects.toMatchObject({
      status: 400,
    })
    await writing.execute(requestOf({ sql: 'drop table copied' }))
    await writing.close()
  })

  it('describes tables, keys, views and comments', async () => {
    const orders = await driver.table(null, 'shop', 'orders')
    expect(orders).toMatchObject({
      comment: 'What was sold',
      primaryKey: { columns: ['region', 'id'] },
      indexes: [
        { name: 'sorting key', columns: ['region', 'id'] },
        { name: 'partition key', columns: ['toYYYYMM(at)'] },
        { name: 'by_total', columns: ['total'] },
      ],
      view: null,
    })
    expect(
      orders?.columns.map((column) => [column.name, column.type, column.longType, column.generic, column.isNullable]),
    ).toEqual([
      ['id', 'UInt64', 'UInt64', 0, false],
      ['region', 'String', 'LowCardinality(String)', 1, false],
      ['total', 'Decimal', 'Nullable(Decimal(10, 2))', 0, true],
      ['at', 'DateTime64', "DateTime64(3, 'UTC')", 2, false],
    ])
    expect(orders?.columns[2]?.comment).toBe('with tax')
    expect(orders?.columns[1]?.default).toBe("'none'")
    expect((await driver.table(null, 'shop', 'named'))?.view).toMatch(/^CREATE VIEW shop\.named/)
    expect(await driver.tables(null, 'shop')).toContainEqual({ name: 'named', kind: 'view', rows: null })
    expect(await driver.tables(null, 'shop')).toContainEqual({ name: 'things', kind: 'table', rows: 3 })
    expect((await driver.table(null, 'shop', 'odd "na.me'))?.columns.map(({ name }) => name)).toEqual([
      'se`lect',
      'a.b',
    ])
    expect(await driver.tables('elsewhere', 'shop')).toEqual([])
    expect(await driver.estimate('select * from things', 'shop', never)).toMatchObject({ Rows: '3', Parts: '1' })
  })

  it('lists thousands of tables in one statement', async () => {
    await server.asOwner('create database many engine = Memory')
    const all = Array.from({ length: 1_000 }, (_, i) => i)
    for (const i of all) await server.asOwner(`create table many.t_${i} (a Int8) engine = Memory`)
    const startedAt = performance.now()
    expect(await driver.tables(null, 'many')).toHaveLength(1_000)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it('serves an account with few grants', async () => {
    const reader = open('shop', READER)
    await reader.ping(never)
    expect(await textOf(reader, { sql: 'select count() as n from things' })).toBe('[{"n":3}]')
    expect((await reader.tables(null, 'shop')).map(({ name }) => name)).toContain('orders')
    expect((await reader.table(null, 'shop', 'orders'))?.columns).toHaveLength(4)
    await expect(textOf(reader, { sql: 'select * from system.users' })).rejects.toMatchObject({ status: 400 })
    const stop = new AbortController()
    const running = reader.run({
      ...requestOf({ sql: `${SCAN} and 'granted' != ''`, signal: stop.signal }),
      shape: 'records',
    })
    const active = () =>
      server.asOwner(
        "select count() from system.processes where query like '%granted%' and query not like '%processes%'",
      )
    await expect.poll(active, { timeout: 10_000 }).toBe('1')
    stop.abort()
    await expect(running).rejects.toThrow(/abort/i)
    await expect.poll(active, { timeout: 10_000 }).toBe('0')
    await reader.close()
  })
})
