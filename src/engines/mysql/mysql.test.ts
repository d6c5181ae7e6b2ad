import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../../test/mariadb.ts'
import { describeEngine, requestOf, textOf } from '../conformance.ts'
import type { CellStyle, Driver } from '../driver.ts'
import { REFUSED } from './cases/refused.ts'
import { COLUMNS, VALUES } from './cases/values.ts'
import { mysqlDialect } from './dialect.ts'
import { openMysql } from './driver.server.ts'

const never = new AbortController().signal
/** Sums of texts this long keep the server from listening, each a tenth of a second and more. */
/** Texts of nearly the longest that the server makes by itself; a longer one would be NULL, at once. */
const DEAF = `select ${Array.from({ length: 120 }, (_, i) => `length(sha2(repeat('x', ${15_000_000 + i}), 512))`).join(' + ')}`
const ENDLESS = 'select count(*) as endless from seq_1_to_1000000 a, seq_1_to_1000000 b'

describeMariaDb('MySQL', () => {
  let server: TestMariaDb
  const open = (uri = server.url('shop'), isReadOnly = true) => openMysql({ uri, isReadOnly })
  beforeAll(async () => {
    server = await startMariaDb()
    await server.asOwner(['create database shop', 'create database sales', 'create database `odd ``name`'])
    await server.asOwner(
      [
        'create table things (id int, name text)',
        "insert into things values (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2')",
        "create table sales.regions (id int primary key, name varchar(20) not null default 'none')",
        `create table sales.orders (id bigint primary key, region int, total decimal(10, 2) comment 'with tax',
          at datetime(3), note json, unique by_time (region, at),
          constraint to_region foreign key (region) references sales.regions (id)) comment 'What was sold'`,
        'create view sales.named as select r.name, o.total from sales.orders o join sales.regions r on r.id = o.region',
        'create table `odd ``name`.`a.b "c"` (`select` int, `x.y` text)',
        `create table kinds (flag tinyint(1), odd_flag tinyint(1), filled int(8) zerofill, big bigint unsigned,
          money decimal(40,10), bit1 bit(1), bit64 bit(64), real4 float, year4 year, no_year year, doc json,
          pick enum('x','y'), picks set('p','q'), raw blob, fixed binary(3), note text character set utf8mb4,
          latin varchar(9) character set latin1, id16 uuid, place point, zero_date date, zero_time datetime, half_date date)`,
        "set sql_mode = ''",
        `insert into kinds values (1, 7, 42, 18446744073709551615, 123456789012345678901234567890.123456789,
          b'1', 18446744073709551615, 0.1, 2024, 0, '{"a": 9007199254740993}', 'y', 'p,q', x'00ff', 'ab', 'é😀', 'é',
          '00000000-0000-0000-0000-00000000002a', point(1, 2), '0000-00-00', '0000-00-00 00:00:00', '2024-00-00')`,
        'create function spy() returns bigint reads sql data return (select count(*) from sales.orders)',
        'create sequence numbers',
      ],
      'shop',
    )
  }, 60_000)
  afterAll(() => server.stop())

  describeEngine({
    name: 'MySQL',
    open: async () => open(),
    numbers: (count) => `select seq as n from seq_0_to_${count - 1}`,
    endless: ENDLESS,
    deaf: DEAF,
    quoteText: mysqlDialect.quoteText,
    table: 'things',
  })

  describe('values', () => {
    let driver: Driver
    beforeAll(() => {
      driver = open()
    })
    afterAll(() => driver.close())
    const cell = async (sql: string, cells: CellStyle) => (await textOf(driver, { sql, cells }, 'columns')).slice(2, -2)

    it.each(VALUES)('%s keeps every digit', async (expression, chart, editor) => {
      expect(await cell(`select ${expression} as v`, 'chart')).toBe(chart)
      expect(await cell(`select ${expression} as v`, 'editor')).toBe(editor)
    })

    it.each(COLUMNS)('a column %s of type %s keeps every digit', async (name, type, chart, editor) => {
      const sql = `select ${name} from kinds`
      expect(await cell(sql, 'chart')).toBe(chart)
      expect(await cell(sql, 'editor')).toBe(editor)
      const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'records' })
      expect(columns[0]?.type).toBe(type)
    })
  })

  describe('what a statement reads', () => {
    let driver: Driver
    beforeAll(() => {
      driver = open()
    })
    afterAll(() => driver.close())
    const tablesOf = async (sql: string, schema: string | null = null) =>
      (await driver.judge(sql, never, schema)).tables.map((table) => `${table.schema ?? ''}.${table.name}`)

    it.each([
      ['select * from things where false', null, ['shop.things']],
      ['select * from orders', 'sales', ['sales.orders']],
      ['select * from sales.named', null, ['sales.named']],
      ['select * from (things a, sales.orders b)', null, ['shop.things', 'sales.orders']],
      [
        'select * from ((things a join sales.orders b on a.id = b.id), kinds)',
        null,
        ['shop.things', 'sales.orders', 'shop.kinds'],
      ],
      ['select * from {oj things a left join sales.orders b on a.id = b.id}', null, ['shop.things', 'sales.orders']],
      ['select (select max(id) from sales.orders) from things', null, ['sales.orders', 'shop.things']],
      ['select extract(year from at), trim(both from note) from sales.orders', null, ['sales.orders']],
      ['select trim((select name from sales.regions limit 1)) from things', null, ['sales.regions', 'shop.things']],
      ['with a as (select * from sales.orders) select * from a', null, ['sales.orders']],
      ['with things as (select * from things) select * from things', null, ['shop.things']],
      ['select * from (with kinds as (select 1) select * from kinds) x, kinds', null, ['shop.kinds']],
      ['with a (x) as (select 1), b as (select * from a) select * from b, things', null, ['shop.things']],
      ['with recursive r as (select 1 as n union all select n + 1 from r where n < 3) select * from r', null, []],
      // Words that end a list of tables elsewhere are names here.
      ['select * from things format, sales.orders', null, ['shop.things', 'sales.orders']],
      ['select * from things settings, sales.orders', null, ['shop.things', 'sales.orders']],
      ['select * from things use index for order by (), sales.orders', null, ['shop.things', 'sales.orders']],
      ['select a.from from things a, sales.orders', null, ['shop.things', 'sales.orders']],
      // Names of variables may be words that end or begin a list of tables.
      ['select 1 from things a join things b on a.id = @where, sales.orders', null, ['shop.things', 'sales.orders']],
      ['select @from, (select @join from sales.orders limit 1) from things', null, ['sales.orders', 'shop.things']],
      ['set @a = (select max(id) from sales.orders), @b = 1', null, ['sales.orders']],
      ['explain select * from sales.orders', null, ['sales.orders']],
      ['explain sales.orders', null, ['sales.orders']],
      ['describe sales.orders', null, ['sales.orders']],
      ['show create table sales.orders', null, ['sales.orders']],
      ['delete from things', null, ['shop.things']],
      ['insert into things select * from sales.regions', null, ['shop.things', 'sales.regions']],
      ['create table x like sales.orders', null, ['shop.x', 'sales.orders']],
      ['select nope from sales.orders', null, ['sales.orders']],
      ['select 1 from dual', null, []],
    ] as const)('%s', async (sql, schema, tables) => {
      expect(await tablesOf(sql, schema)).toEqual(tables)
    })

    it('stays as read in the database of its own', async () => {
      expect(await textOf(driver, { sql: 'select count(*) as n from orders', schema: 'sales' })).toBe('[{"n":0}]')
      await expect(textOf(driver, { sql: 'select count(*) as n from orders' })).rejects.toMatchObject({
        detail: { type: 'TABLE_DOES_NOT_EXIST_ERROR' },
      })
      const nowhere = open(server.url())
      await expect(textOf(nowhere, { sql: 'select * from things' })).rejects.toMatchObject({ status: 400 })
      await nowhere.close()
    })
  })

  it.each(REFUSED)('refuses %s, also where changes are allowed', async (sql) => {
    const driver = open(server.url('shop'), false)
    const refused = { status: expect.toSatisfy((status) => status === 400 || status === 422) }
    await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject(refused)
    await expect(driver.execute(requestOf({ sql }))).rejects.toMatchObject(refused)
    const verdict = await driver.judge(sql, never)
    expect(verdict.refusals.length).toBeGreaterThan(0)
    await driver.close()
  })
})
