import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngine, requestOf, textOf } from '../src/engines/conformance.ts'
import type { CellStyle, Driver } from '../src/engines/driver.ts'
import { REFUSED } from '../src/engines/mysql/cases/refused.ts'
import { COLUMNS, VALUES } from '../src/engines/mysql/cases/values.ts'
import { mysqlDialect } from '../src/engines/mysql/dialect.ts'
import { openMysql } from '../src/engines/mysql/driver.server.ts'
import { describeLoads } from './load-cases.ts'
import type { TestMysqlServer } from './mysql-server.ts'
import { layOut } from './mysql-stage.ts'

const never = new AbortController().signal
/** Texts of nearly the longest that the server makes by itself; a longer one would be NULL, at once. */
const DEAF = `select ${Array.from({ length: 120 }, (_, i) => `length(sha2(repeat('x', ${15_000_000 + i}), 512))`).join(' + ')}`

/** What servers that speak the protocol differ in. */
interface ServerKind {
  start(): Promise<TestMysqlServer>
  /** A statement that gives the column `n` with so many numbers from 0. */
  numbers(count: number): string
  /** A query that needs hours. */
  readonly endless: string
  /** Has types and sequences of MariaDB's own. */
  readonly isMariaDb: boolean
}

const OWN_COLUMNS = new Set(['id16'])
/** Which shape it is, MySQL does not tell. */
const COARSE_TYPES: Readonly<Record<string, string>> = { place: 'GEOMETRY' }
const OWN_STATEMENTS = /sequence|next value/

type Open = (database?: string, isReadOnly?: boolean) => Driver

/** What must hold of every server that this engine reaches. */
export function mysqlCases(kind: ServerKind): void {
  let server: TestMysqlServer
  const open: Open = (database = 'shop', isReadOnly = true) => openMysql({ uri: server.url(database), isReadOnly })
  beforeAll(async () => {
    server = await kind.start()
    await layOut(server, kind.isMariaDb)
    await server.asOwner('create database loads')
  }, 60_000)
  afterAll(() => server.stop())

  describeLoads({
    open: async () => open('loads'),
    schema: 'loads',
    quoteName: mysqlDialect.quoteIdentifier,
    asOwner: (sql) => server.asOwner(sql),
  })

  describeEngine({
    name: 'MySQL',
    open: async () => open(),
    numbers: kind.numbers,
    endless: kind.endless,
    deaf: DEAF,
    quoteText: mysqlDialect.quoteText,
    table: 'things',
  })

  valueCases(open, kind)
  readingCases(open)
  refusalCases(open, kind)
}

function valueCases(open: Open, { isMariaDb }: ServerKind): void {
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

    it.each(COLUMNS.filter(([name]) => isMariaDb || !OWN_COLUMNS.has(name)))(
      'a column %s of type %s keeps every digit',
      async (name, type, chart, editor) => {
        const sql = `select ${name} from kinds`
        expect(await cell(sql, 'chart')).toBe(chart)
        expect(await cell(sql, 'editor')).toBe(editor)
        const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'records' })
        expect(columns[0]?.type).toBe((!isMariaDb && COARSE_TYPES[name]) || type)
      },
    )
  })
}

function readingCases(open: Open): void {
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
      const nowhere = open('')
      await expect(textOf(nowhere, { sql: 'select * from things' })).rejects.toMatchObject({ status: 400 })
      await nowhere.close()
    })
  })
}

function refusalCases(open: Open, { isMariaDb }: ServerKind): void {
  it.each(REFUSED.filter((sql) => isMariaDb || !OWN_STATEMENTS.test(sql)))(
    'refuses %s, also where changes are allowed',
    async (sql) => {
      const driver = open('shop', false)
      const refused = { status: expect.toSatisfy((status) => status === 400 || status === 422) }
      await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject(refused)
      await expect(driver.execute(requestOf({ sql }))).rejects.toMatchObject(refused)
      const verdict = await driver.judge(sql, never)
      expect(verdict.refusals.length).toBeGreaterThan(0)
      await driver.close()
    },
  )
}
