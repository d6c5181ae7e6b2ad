import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bigqueryDialect } from '../../packages/sightline-engine-bigquery/src/dialect.ts'
import { describeEngine, requestOf, textOf } from '../../src/engines/conformance.ts'
import type { Driver } from '../../src/engines/driver.ts'
import { startBigquery, type TestBigquery } from '../bigquery.ts'
import { GRAIN_TIMES, truncatedTo } from '../grain-times.ts'
import { type Installed, installPackages } from '../packages.ts'

let installed: Installed
let service: TestBigquery
beforeAll(async () => {
  service = await startBigquery()
  await service.run('CREATE TABLE shop.people (id INT64, name STRING)')
  await service.run("INSERT INTO shop.people (id, name) VALUES (1, 'Ada'), (2, 'Grace'), (3, 'Edsger')")
  installed = await installPackages('bigquery')
})
afterAll(async () => {
  await service?.stop()
  installed?.remove()
})

const address = () => service.url

describeEngine({
  name: 'BigQuery',
  open: () => installed.open('bigquery', address()),
  numbers: (count) => `select n from unnest(generate_array(0, ${count - 1})) as n order by n`,
  endless: "select 'endless' as n",
  deaf: "select 'endless' as n",
  quoteText: bigqueryDialect.quoteText,
  table: 'people',
  write: 'delete from people where true',
})

const twice = (text: string) => [text, text] as const
const VALUES: readonly (readonly [expression: string, type: string, editor: string, chart: string])[] = [
  ['9007199254740993', 'INT64', '"9007199254740993"', '9007199254740993'],
  ["NUMERIC '1.25'", 'NUMERIC', ...twice('1.25')],
  ['0.1', 'FLOAT64', ...twice('0.1')],
  ["CAST('nan' AS FLOAT64)", 'FLOAT64', ...twice('null')],
  ["CAST('-inf' AS FLOAT64)", 'FLOAT64', ...twice('null')],
  ['TRUE', 'BOOL', ...twice('true')],
  ["'é😀'", 'STRING', ...twice('"é😀"')],
  ["b'\\xff\\x00'", 'BYTES', ...twice('"0xff00"')],
  ["DATE '2024-02-29'", 'DATE', '"2024-02-29"', String(Date.UTC(2024, 1, 29))],
  ["DATETIME '2024-02-29 10:20:30.123456'", 'DATETIME', '"2024-02-29T10:20:30.123456"', '1709202030123.456'],
  ["TIMESTAMP '2024-02-29 10:20:30.123456+02:00'", 'TIMESTAMP', '"2024-02-29T08:20:30.123456"', '1709194830123.456'],
  ["TIMESTAMP '1890-01-01 00:00:00.5 UTC'", 'TIMESTAMP', '"1890-01-01T00:00:00.500000"', '-2524521599500'],
  ["TIME '10:20:30.5'", 'TIME', '"10:20:30.500000"', 'null'],
  ['[1, 9007199254740993]', 'ARRAY<INT64>', ...twice('"[1, 9007199254740993]"')],
  [
    "STRUCT(1 AS a, 'x' AS b, [TRUE] AS c)",
    'STRUCT<a INT64, b STRING, c ARRAY<BOOL>>',
    ...twice(JSON.stringify('{"a": 1, "b": "x", "c": [true]}')),
  ],
]

describe('BigQuery on the emulator', () => {
  let driver: Driver
  let writer: Driver
  beforeAll(async () => {
    driver = await installed.open('bigquery', address())
    writer = await installed.open('bigquery', address(), false)
  })
  afterAll(() => Promise.all([driver.close(), writer.close()]))
  const never = new AbortController().signal

  it.each(VALUES)('gives %s as %s, exact', async (expression, type, editor, chart) => {
    const sql = `select ${expression} as v`
    const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'columns' })
    expect(columns[0]?.type).toBe(type)
    expect(await textOf(driver, { sql }, 'columns')).toBe(`[[${editor}]]`)
    expect(await textOf(driver, { sql, cells: 'chart' }, 'columns')).toBe(`[[${chart}]]`)
  })

  it.each([
    ['select * from people', ['people']],
    ['select * from shop.people as p join `shop.people` as q using (id)', ['shop.people']],
    ['select * from `shop-project.shop.people`', ['shop.people']],
    ['select * from `shop-project`.shop.people, unnest([1, 2]) as n', ['shop.people']],
    ['with p as (select * from people) select * from p', ['people']],
    ['select (select max(id) from people) as m, array(select name from shop.people)', ['people', 'shop.people']],
    ['select extract(year from current_date()) as y, trim("x") as t', []],
  ])('finds what %s reads, as the analyser does', async (sql, wanted) => {
    const { tables, isReadOnly, refusals } = await driver.judge(sql, never)
    expect([isReadOnly, refusals]).toEqual([true, []])
    expect(tables.map(({ schema, name }) => (schema ? `${schema}.${name}` : name))).toEqual(wanted)
  })

  it.each([
    "select '''it''s'''",
    'select * from `people_*`',
    "select * from external_query('c', 'select 1')",
    'select shop.secret(1)',
    'select `shop.secret`(1)',
    'select * from shop.rows(1)',
    'from people |> select id',
    'select * from my-project.shop.people',
    'grant `roles/bigquery.dataViewer` on schema shop to "user:a@b.c"',
    'call shop.work()',
    "execute immediate 'select 1'",
    'begin transaction',
    'export data options(uri="gs://b/*", format="CSV") as select 1',
    'load data into shop.people from files(format="CSV", uris=["gs://b/x"])',
    'declare x int64',
    'create function shop.f() as (1)',
    'drop all row access policies on shop.people',
    'assert true',
  ])('runs no %s', async (sql) => {
    const judged = await driver.judge(sql, never).catch(({ status }) => ({ refusals: [String(status)] }))
    expect(judged.refusals).not.toEqual([])
    const status = expect.any(Number)
    await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({ status })
  })

  it.each(bigqueryDialect.grains.map((grain) => [grain]))('truncates times to %s', async (grain) => {
    const found: unknown[] = []
    const wanted: unknown[] = []
    // The week of the engine begins on a Sunday, and its whole divisions round towards zero.
    const meant = grain === 'P1W' ? '1969-12-28T00:00:00Z/P1W' : grain
    const isDivided = grain.startsWith('PT') && grain !== 'PT1H'
    for (const time of GRAIN_TIMES.filter((one) => !isDivided || one > '1970'))
      for (const type of ['TIMESTAMP', 'DATETIME']) {
        const sql = `select ${bigqueryDialect.timeGrain('t', grain, type)} as g, count(*) as n from (select ${type} '${time}' as t) as x group by g`
        const [row] = JSON.parse(await textOf(driver, { sql, cells: 'chart' }, 'columns')) as number[][]
        found.push([time, type, row?.[0]])
        wanted.push([time, type, truncatedTo(meant, time)])
      }
    expect(found).toEqual(wanted)
  })

  it('changes data where it may, and tells how many rows', async () => {
    const execute = (sql: string) => writer.execute(requestOf({ sql }))
    await execute('create table shop.made as select 1 as id')
    expect((await execute('insert into shop.made (id) values (2), (3)')).changed).toBe(2)
    expect(await textOf(writer, { sql: 'select count(*) as n from made' }, 'columns')).toBe('[[3]]')
    await execute('drop table shop.made')
    expect((await writer.tables(null, 'shop')).map(({ name }) => name)).toEqual(['people'])
    const dropping = driver.execute(requestOf({ sql: 'drop table shop.people' }))
    await expect(dropping).rejects.toMatchObject({ detail: { type: 'DML_NOT_ALLOWED_ERROR' } })
  })

  it('says what a query would read', async () => {
    expect(await driver.estimate('select * from people', 'shop', never)).toEqual({ 'Bytes processed': '1.0 kB' })
  })

  it.each([
    ['select * from nowhere.people', 'TABLE_DOES_NOT_EXIST_ERROR'],
    ['select 1 / 0 as x', 'GENERIC_DB_ENGINE_ERROR'],
    ['select\n\t nope from people', 'COLUMN_DOES_NOT_EXIST_ERROR'],
  ])('names the kind of %j', async (sql, type) => {
    const running = driver.run({ ...requestOf({ sql }), shape: 'records' })
    await expect(running).rejects.toMatchObject({ status: 400, detail: { type } })
  })

  it.each([
    [() => address().replace(service.project, 'no.such'), 'CONNECTION_MISSING_PARAMETERS_ERROR'],
    [() => 'bigquery://127.0.0.1:1/shop-project?protocol=http', 'CONNECTION_PORT_CLOSED_ERROR'],
    [() => 'bigquery://127.0.0.1:1/shop-project', 'CONNECTION_MISSING_PARAMETERS_ERROR'],
  ])('says why it cannot be reached', async (uri, type) => {
    const open = async () => {
      const lost = await installed.open('bigquery', uri())
      await lost.ping(never).finally(() => lost.close())
    }
    await expect(open()).rejects.toMatchObject({ detail: { type } })
  })
})
