import { createConnection } from 'mysql2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../../test/mariadb.ts'
import { sqlName } from '../../query/compile/label.ts'
import { requestOf, textOf } from '../conformance.ts'
import type { Driver } from '../driver.ts'
import { mysqlDialect as dialect } from './dialect.ts'
import { openMysql } from './driver.server.ts'
import { ask, begin, serverFacts } from './session.server.ts'

/** Every letter that an escape could go wrong with. */
const HOSTILE = [
  "'",
  '"',
  '\\',
  '\\\\',
  "\\'",
  "''",
  '`',
  '%',
  '_',
  '\0',
  '\n',
  '\r',
  '\u001a',
  'é',
  '😀',
  '-- ',
  '/*',
  ';',
  'x',
]

describeMariaDb('the SQL of the MySQL dialect', () => {
  let server: TestMariaDb
  let driver: Driver
  beforeAll(async () => {
    // A server that is set up as differently as can be reads the same texts in the same way.
    server = await startMariaDb([
      '--sql-mode=ANSI,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH',
      '--default-time-zone=+05:00',
    ])
    await server.asOwner([
      'create database shop',
      'create table shop.t (d date, dt datetime(6), ts timestamp(6) null, n int, s varchar(90))',
    ])
    await server.asOwner([
      "set time_zone = '+00:00'",
      "insert into shop.t values ('2024-02-29', '2024-02-29 10:20:30.123456', '2024-02-29 10:20:30.123456', 1, 'a''b')",
    ])
    driver = openMysql({ uri: server.url('shop'), isReadOnly: true })
  }, 60_000)
  afterAll(async () => {
    await driver.close()
    await server.stop()
  })
  const value = async (expression: string, from = '') =>
    (JSON.parse(await textOf(driver, { sql: `select ${expression} as v${from}` }, 'columns')) as unknown[][])[0]?.[0]

  it('quotes texts and names, whatever they hold', async () => {
    const texts = HOSTILE.flatMap((a) => HOSTILE.map((b) => `${a}${b}`).filter((text) => !text.includes('\0')))
    for (let at = 0; at < texts.length; at += 60) {
      const some = texts.slice(at, at + 60)
      const sql = `select ${some.map((text, i) => `${dialect.quoteText(text)} as ${dialect.quoteIdentifier(sqlName(`${i} ${text}`, dialect))}`).join(', ')}`
      expect((JSON.parse(await textOf(driver, { sql }, 'columns')) as string[][]).flat()).toEqual(some)
    }
    expect(await value(`hex(${dialect.quoteText('a\0b')})`)).toBe('610062')
  })

  it.each([
    ['d', 'DATE', '2024-02-29T00:00:00'],
    ['dt', 'DATETIME', '2024-02-29T10:20:30.123456'],
    ['dt', 'DATETIME(6)', '2024-02-29T10:20:30.123456'],
    ['ts', 'TIMESTAMP', '2024-02-29T10:20:30.123456'],
  ])('writes a time that compares with a column %s of type %s', async (column, type, iso) => {
    expect(await value(`${column} = ${dialect.timeLiteral(iso, type)}`, ' from t')).toBe(1)
    expect(await value(`${column} < ${dialect.timeLiteral('2024-03-01T00:00:00', type)}`, ' from t')).toBe(1)
  })

  it('reads seconds and milliseconds since 1970 as UTC', async () => {
    expect(await value(dialect.fromEpoch('1709202030', 's'))).toBe('2024-02-29T10:20:30')
    expect(await value(dialect.fromEpoch('1709202030123', 'ms'))).toBe('2024-02-29T10:20:30.123000')
  })

  it('matches texts in any case, and by patterns', async () => {
    expect(await value(dialect.likeAnyCase("'ÄBC'", dialect.quoteText('äb%'), false))).toBe(1)
    expect(await value(dialect.likeAnyCase("'ÄBC'", dialect.quoteText('äb%'), true))).toBe(0)
    expect(await value(dialect.regexMatch("'a\\\\d1'", '^a\\\\d\\d$') ?? '')).toBe(1)
    expect(await value(dialect.isBoolean('n', true), ' from t')).toBe(1)
    expect(await value(dialect.castToText('12.50'))).toBe('12.50')
    expect(await value(`concat('a' || 'b', 1)`)).toBe('01')
  })

  it('limits and skips rows', async () => {
    const rows = async (limit: number | null, offset: number) =>
      textOf(driver, { sql: dialect.limit('select seq from seq_1_to_9', limit, offset) }, 'columns')
    expect(await rows(2, 0)).toBe('[[1,2]]')
    expect(await rows(2, 3)).toBe('[[4,5]]')
    expect(await rows(null, 7)).toBe('[[8,9]]')
  })

  it('keeps a label of the longest length', async () => {
    const label = 'é'.repeat(32)
    expect(sqlName(label, dialect)).toBe(label)
    expect(await textOf(driver, { sql: `select 1 as ${dialect.quoteIdentifier(label)}` })).toBe(`[{"${label}":1}]`)
  })

  it('reads a table as of a time with a limit', async () => {
    await server.asOwner('create table shop.kept (a int) with system versioning')
    const sql = "select a from kept for system_time as of timestamp '2024-01-01 00:00:00'"
    const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'records' })
    expect(columns.map(({ name }) => name)).toEqual(['a'])
  })

  it('has the server end what runs too long, and forgets what a statement left', async () => {
    const connection = createConnection({ uri: server.url('shop') })
    const facts = await serverFacts(connection)
    await begin(connection, facts, { isReadOnly: true, timeoutMs: 200, database: 'shop' })
    const slow = ask(connection, 'select count(*) from seq_1_to_1000000 a, seq_1_to_1000000 b')
    await expect(slow).rejects.toMatchObject({ errno: 1969 })
    await expect(ask(connection, 'create table made (a int)')).rejects.toMatchObject({ errno: 1792 })
    connection.destroy()
  })
})
