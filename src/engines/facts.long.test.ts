import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../test/mariadb.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { requestOf, textOf } from './conformance.ts'
import type { Driver } from './driver.ts'
import { openMysql } from './mysql/driver.server.ts'
import { openPostgres } from './postgres/driver.server.ts'
import { begin } from './postgres/session.server.ts'
import { openSqliteFile } from './sqlite/driver.server.ts'

const REFUSED = { status: expect.toSatisfy((status) => status === 400 || status === 422) }
/** A fault in line 2 behind letters that count 1, 2 and 4 in UTF-16 units, code points and bytes in different ways. */
const FAULTY = "select 'é😀' as a, -- 😀 é\n '😀', nope from things"
const PLACE = { line: 2, column: 8, position: FAULTY.indexOf('nope') }

const placeOf = async (driver: Driver) => {
  const answer = await textOf(driver, { sql: FAULTY }).catch((error) => error)
  await driver.close()
  return [answer.detail?.type, answer.detail?.extra]
}
const AT_ITS_PLACE = ['COLUMN_DOES_NOT_EXIST_ERROR', expect.objectContaining(PLACE)]

describePostgres('fact 6: PostgreSQL counts code points', () => {
  let server: TestPostgres
  beforeAll(async () => {
    server = await startPostgres()
    const client = new pg.Client({ connectionString: server.url() })
    await client.connect()
    await client.query('create table things (id int)')
    await client.end()
  }, 60_000)
  afterAll(() => server.stop())
  it('and the editor UTF-16 units', async () => {
    expect(await placeOf(openPostgres({ uri: server.url(), isReadOnly: true }))).toEqual(AT_ITS_PLACE)
  })
})

describeMariaDb('fact 6: MariaDB tells a line, or a name', () => {
  let server: TestMariaDb
  beforeAll(async () => {
    server = await startMariaDb()
    await server.asOwner(['create database shop', 'create table shop.things (id int)'])
  }, 60_000)
  afterAll(() => server.stop())
  it('which are looked up in the text', async () => {
    const open = () => openMysql({ uri: server.url('shop'), isReadOnly: true })
    expect(await placeOf(open())).toEqual(AT_ITS_PLACE)
    const driver = open()
    const judged = async (sql: string) => {
      const error = await driver.judge(sql, new AbortController().signal).catch((cause) => cause)
      return [error.status, error.detail.extra.line, error.detail.extra.position]
    }
    const wrong = "select 'é😀',\n 1 from from things\nwhere 1 = 1"
    expect(await judged(wrong)).toEqual([422, 2, wrong.lastIndexOf('from')])
    expect(await judged('select 1 +')).toEqual([422, 1, 10])
    expect(await judged('select 1;\n\nselect )')).toEqual([422, 3, 18])
    await driver.close()
  })
})

it('fact 6: SQLite tells nothing, and the name is looked up in the text', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fact-'))
  const path = join(folder, 'things.db')
  const file = new DatabaseSync(path)
  file.exec('create table things (id int)')
  file.close()
  expect(await placeOf(await openSqliteFile({ path, isReadOnly: true }))).toEqual(AT_ITS_PLACE)
  rmSync(folder, { recursive: true })
})

describePostgres('fact 7: a transaction that reads can be made one that writes before its first query', () => {
  let server: TestPostgres
  let client: pg.Client
  beforeAll(async () => {
    server = await startPostgres()
    client = new pg.Client({ connectionString: server.url() })
    await client.connect()
  }, 60_000)
  afterAll(async () => {
    await client.end()
    await server.stop()
  })

  it('as the server itself lets it', async () => {
    await client.query('begin read only')
    await client.query('set transaction read write')
    await client.query('create table made (a int)')
    await client.query('rollback')
  })

  it('which ours refuses, having asked something first', async () => {
    await begin(client as unknown as pg.PoolClient, { isReadOnly: true, timeoutMs: 1_000, schema: null })
    await expect(client.query('set transaction read write')).rejects.toMatchObject({ code: '25001' })
    await client.query('rollback')
  })

  it('and several statements in one text never get out of it', async () => {
    const driver = openPostgres({ uri: server.url(), isReadOnly: true })
    for (const sql of [
      'commit; create table escaped (a int)',
      'set transaction read write',
      'select 1; create table escaped (a int)',
    ])
      await expect(textOf(driver, { sql })).rejects.toMatchObject(REFUSED)
    await driver.close()
    const { rows } = await client.query("select 1 from pg_class where relname = 'escaped'")
    expect(rows).toEqual([])
  })
})

describeMariaDb('fact 8: a transaction that reads still lets much happen', () => {
  let server: TestMariaDb
  const stolen = join(tmpdir(), `stolen-${crypto.randomUUID()}`)
  const GAPS = [
    `select 'x' into outfile '${stolen}'`,
    `select 'x' into dumpfile '${stolen}2'`,
    "select load_file('/etc/hostname')",
    'set global max_error_count = 65',
    'flush tables',
    'handler things open as h',
    "select get_lock('a', 0)",
    "select benchmark(10, md5('a'))",
    'commit',
    'start transaction',
  ]
  const REFUSED_BY_SERVER = [
    'insert into things values (1)',
    'create table made (a int)',
    'create temporary table made (a int)',
    'select * from things for update',
    'lock tables things write',
  ]
  beforeAll(async () => {
    server = await startMariaDb()
    await server.asOwner(['create database shop', 'create table shop.things (id int)'])
  }, 60_000)
  afterAll(() => {
    for (const file of [stolen, `${stolen}2`]) rmSync(file, { force: true })
    return server.stop()
  })

  it('as the server itself lets it', async () => {
    const connection = await mysql.createConnection({ uri: server.url('shop') })
    await connection.query('set session transaction read only')
    for (const sql of GAPS) {
      await connection.query('start transaction read only')
      await connection.query(sql)
      await connection.query('rollback')
    }
    for (const sql of REFUSED_BY_SERVER) {
      await connection.query('start transaction read only')
      await expect(connection.query(sql)).rejects.toMatchObject({ errno: 1792 })
      await connection.query('rollback')
    }
    await connection.end()
    expect(existsSync(stolen)).toBe(true)
    for (const file of [stolen, `${stolen}2`]) rmSync(file)
  })

  it.each([...GAPS, ...REFUSED_BY_SERVER])('which is refused before the server sees it: %s', async (sql) => {
    const driver = openMysql({ uri: server.url('shop'), isReadOnly: true })
    await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject(REFUSED)
    await driver.close()
    expect(existsSync(stolen)).toBe(false)
  })
})
