import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { requestOf, textOf } from '../conformance.ts'
import type { Driver } from '../driver.ts'
import { openPostgres } from './driver.server.ts'
import { Messages } from './messages.server.ts'

it('finds messages wherever the way cuts them', () => {
  const message = (kind: string, body: string) => {
    const bytes = Buffer.from(`${kind}0000${body}`)
    bytes.writeUInt32BE(4 + body.length, 1)
    return bytes
  }
  const bytes = Buffer.concat([message('T', 'abc'), message('D', 'x'.repeat(300)), message('Z', ''), message('C', 'd')])
  for (const size of [1, 2, 3, 4, 5, 7, 11, 100, 304, 310, 1_000]) {
    const messages = new Messages()
    const found: string[] = []
    for (let at = 0; at < bytes.length; at += size) {
      messages.push(bytes.subarray(at, at + size))
      while (messages.next()) found.push(`${String.fromCharCode(messages.kind)}${messages.whole.length - 5}`)
    }
    expect([size, ...found]).toEqual([size, 'T3', 'D300', 'Z0', 'C1'])
  }
})

describePostgres('rows of PostgreSQL', () => {
  let server: TestPostgres
  let driver: Driver
  const asOwner = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ connectionString: server.url(database) })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  beforeAll(async () => {
    server = await startPostgres()
    driver = openPostgres({ uri: server.url('postgres'), isReadOnly: true })
  }, 60_000)
  afterAll(async () => {
    await driver.close()
    await server.stop()
  })

  it('may be made by several processes of the server', async () => {
    await asOwner('create table wide as select n from generate_series(1, 200000) n')
    await asOwner('alter table wide set (parallel_workers = 2)')
    const stop = new AbortController()
    const sql = 'select sum(length(repeat(md5(n::text), 3000))) as total from wide'
    const running = driver.run({ ...requestOf({ sql, signal: stop.signal, maxRows: null }), shape: 'records' })
    running.catch(() => {})
    const helpers = () => asOwner("select pid from pg_stat_activity where backend_type = 'parallel worker'")
    await expect.poll(helpers, { timeout: 10_000 }).not.toEqual([])
    stop.abort()
    await expect(running).rejects.toThrow(/abort/i)
  })

  it('are cut after as many as wanted, in any shape, and the connection serves on', async () => {
    const sql = "select n, 'x' || n as t, null as e from generate_series(1, 60000) n"
    for (const maxRows of [2, 50_000]) {
      const result = await driver.run({ ...requestOf({ sql, maxRows }), shape: 'records' })
      const rows = JSON.parse(Buffer.from(result.body).toString())
      expect([rows.length, result.rowCount, result.isCut]).toEqual([maxRows, maxRows, true])
      expect(rows.at(-1)).toEqual({ n: maxRows, t: `x${maxRows}`, e: null })
    }
    const whole = await driver.run({ ...requestOf({ sql, maxRows: 60_000 }), shape: 'columns' })
    const [numbers, texts, nothing] = JSON.parse(Buffer.from(whole.body).toString())
    expect([whole.isCut, numbers[59_999], texts.length, nothing[7]]).toEqual([false, 60_000, 60_000, null])
    expect(whole.columns.map(({ isEmpty }) => isEmpty)).toEqual([false, false, true])
  })

  it('hold texts of any length and any character', async () => {
    const sql = `select repeat('ä"\\', 40000) as a, E'\\x01\\t\\u2028\\U0001F600' as b, '' as c`
    expect(JSON.parse(await textOf(driver, { sql }))).toEqual([
      { a: 'ä"\\'.repeat(40_000), b: '\u0001\t\u2028\u{1F600}', c: '' },
    ])
  })

  it('may have no columns', async () => {
    expect(await textOf(driver, { sql: 'select from generate_series(1, 2)' })).toBe('[{},{}]')
  })

  it('are asked for in a schema of any name', async () => {
    await asOwner(`create schema "it's \\ ""odd"`)
    await asOwner(`create table "it's \\ ""odd".own as select 7 as seven`)
    for (const setting of ['on', 'off']) {
      const uri = `${server.url('postgres')}?options=${encodeURIComponent(`-c standard_conforming_strings=${setting}`)}`
      const strange = openPostgres({ uri, isReadOnly: true })
      expect(await textOf(strange, { sql: 'select * from own', schema: `it's \\ "odd` })).toBe('[{"seven":7}]')
      await strange.close()
    }
  })

  it('never change anything, whatever the server allows by itself', async () => {
    await asOwner('create table kept as select 1 as a')
    await asOwner(
      "create function public.nothing() returns int language plpgsql as 'begin delete from kept; return 1; end'",
    )
    await asOwner('create view sly as select nothing() as a')
    await expect(driver.run({ ...requestOf({ sql: 'select * from sly' }), shape: 'records' })).rejects.toMatchObject({
      status: 400,
      detail: { type: 'DML_NOT_ALLOWED_ERROR' },
    })
    expect(await textOf(driver, { sql: 'select count(*) as n from kept' })).toBe('[{"n":1}]')
  })
})
