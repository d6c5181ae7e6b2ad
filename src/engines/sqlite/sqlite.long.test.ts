import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngine, requestOf, textOf } from '../conformance.ts'
import type { Driver } from '../driver.ts'
import { openSqliteFile } from './driver.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'sqlite-'))
const file = join(dir, 'data.db')
const numbers = (count: string) => `with recursive r(n) as (select 0 union all select n + 1 from r where n < ${count})`

beforeAll(() => {
  const database = new DatabaseSync(file)
  database.exec(`
    CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO things VALUES (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2');
    CREATE TABLE parts (id INTEGER, thing INTEGER REFERENCES things (id), at DATETIME, isNew BOOLEAN, UNIQUE (thing, at));
    CREATE VIEW named AS SELECT name FROM things`)
  database.close()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describeEngine({
  name: 'SQLite',
  open: () => openSqliteFile({ path: file, isReadOnly: true }),
  numbers: (count) => `${numbers(String(count - 1))} select n from r`,
  endless: `${numbers('1e15')} select count(*) from r`,
  deaf: `${numbers('1e15')} select sum(n) from r`,
  table: 'things',
})

it('has one schema, and nothing in any other', async () => {
  const driver = await openSqliteFile({ path: file, isReadOnly: true })
  const names = async (schema: string) => (await driver.tables(null, schema)).map(({ name }) => name)
  expect([await names('main'), await names('other')]).toEqual([['named', 'parts', 'things'], []])
  const found = await Promise.all(['main', null, 'other'].map((schema) => driver.table(null, schema, 'things')))
  expect(found.map((table) => table?.name)).toEqual(['things', 'things', undefined])
  await driver.close()
})

it('says that a statement is too long, and how long it may be', async () => {
  const driver = await openSqliteFile({ path: file, isReadOnly: true })
  const sql = `select 1 where 1 in (${Array.from({ length: 200_000 }, (_, i) => i).join(', ')})`
  const said = expect.stringMatching(/statement of \d+ characters is too long, at most 1000000/)
  const refused = await driver.judge(sql, new AbortController().signal).then(
    ({ refusals }) => refusals.join(),
    (error: Error) => error.message,
  )
  expect(refused).toEqual(said)
  await driver.close()
})

describe('values of SQLite', () => {
  let driver: Driver
  beforeAll(async () => {
    driver = await openSqliteFile({ path: file, isReadOnly: true })
  })
  afterAll(() => driver.close())

  it.each([
    ['9007199254740993', '9007199254740993', '"9007199254740993"'],
    ['-1', '-1', '-1'],
    ['9e999', 'null', 'null'],
    ['0.1', '0.1', '0.1'],
    ["x'00ff'", '"0x00ff"', '"0x00ff"'],
    ["'é'", '"é"', '"é"'],
    ['null', 'null', 'null'],
  ])('%s keeps every digit', async (expression, chart, editor) => {
    const sql = `select ${expression} as v`
    expect(await textOf(driver, { sql, cells: 'chart' })).toBe(`[{"v":${chart}}]`)
    expect(await textOf(driver, { sql, cells: 'editor' })).toBe(`[{"v":${editor}}]`)
  })

  it.each([
    ['1.5', 'REAL'],
    ['avg(id)', 'REAL'],
    ['count(*)', 'INTEGER'],
    ["'a'", null],
    ['null', null],
  ])('names the type of %s, which no column declares', async (expression, type) => {
    const sql = `select ${expression} as v from things`
    const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'records' })
    expect(columns[0]?.type).toBe(type)
  })

  it('describes keys, indexes and views', async () => {
    const parts = await driver.table(null, 'main', 'parts')
    expect(parts?.foreignKeys).toEqual([
      { name: null, columns: ['thing'], referredSchema: null, referredTable: 'things', referredColumns: ['id'] },
    ])
    expect(parts?.indexes[0]).toMatchObject({ columns: ['thing', 'at'], isUnique: true })
    expect((await driver.table(null, null, 'named'))?.view).toContain('CREATE VIEW named')
    expect((await driver.judge('select * from named', requestOf({ sql: '' }).signal)).tables).toEqual([
      { catalog: null, schema: null, name: 'named' },
    ])
  })

  it.each([
    "attach '/tmp/other.db' as other",
    'detach main',
    "vacuum into '/tmp/copy-of-everything.db'",
    'vacuum',
    'pragma journal_mode = wal',
    'pragma query_only = 0',
    'create temp table x (a)',
    'begin',
    'savepoint s',
    "select load_extension('/tmp/evil')",
    'select 1; delete from things',
    'insert into things values (9, $$x$$)',
    'with x as (select 1) delete from things',
    'select 1\0; delete from things',
  ])('refuses %j', async (sql) => {
    await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toThrow()
    expect(existsSync('/tmp/copy-of-everything.db')).toBe(false)
    expect(await textOf(driver, { sql: 'select count(*) as n from things' })).toBe('[{"n":3}]')
  })
})

describe('a SQLite file that may be changed', () => {
  it('takes changes, one statement at a time, and shows them at once', async () => {
    const path = join(dir, 'writable.db')
    new DatabaseSync(path).exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)')
    const driver = await openSqliteFile({ path, isReadOnly: false })
    const execute = (sql: string) => driver.execute(requestOf({ sql }))
    expect((await execute("insert into notes (text) values ('a'), ('b')")).changed).toBe(2)
    await execute('create table copied as select * from notes')
    expect(await textOf(driver, { sql: 'select count(*) as n from copied' })).toBe('[{"n":2}]')
    await expect(execute('delete from notes; delete from copied')).rejects.toMatchObject({ status: 400 })
    await expect(execute("attach '/tmp/x.db' as x")).rejects.toMatchObject({ status: 400 })
    await driver.close()
  })
})
