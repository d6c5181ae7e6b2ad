import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databricksDialect } from '../../packages/sightline-engine-databricks/src/dialect.ts'
import { describeEngine, requestOf, textOf } from '../../src/engines/conformance.ts'
import type { Driver } from '../../src/engines/driver.ts'
import { startDatabricks, type TestDatabricks } from '../databricks.ts'
import { GRAIN_TIMES, truncatedTo } from '../grain-times.ts'
import { type Installed, installPackages } from '../packages.ts'

let installed: Installed
let service: TestDatabricks
beforeAll(async () => {
  service = await startDatabricks()
  await service.run('create table shop.people (id bigint, name string) using parquet')
  await service.run("insert into shop.people values (1, 'Ada'), (2, 'Grace'), (3, 'Edsger')")
  await service.run('create function shop.secret_of() returns string return (select max(name) from shop.people)')
  await service.run('create view shop.few as select name from shop.people where id < 3')
  installed = await installPackages('databricks')
})
afterAll(async () => {
  await service?.stop()
  installed?.remove()
})

const address = () => service.url
const LONG = 'select count(*) as n from range(10000000000) as a cross join range(1000) as b where a.id * b.id = -1'

describeEngine({
  name: 'Databricks',
  open: () => installed.open('databricks', address()),
  numbers: (count) => `select id as n from range(${count}) order by n`,
  endless: LONG,
  deaf: LONG,
  quoteText: databricksDialect.quoteText,
  table: 'people',
  write: 'truncate table people',
})

const twice = (text: string) => [text, text] as const
const VALUES: readonly (readonly [expression: string, type: string, editor: string, chart: string])[] = [
  ['9007199254740993', 'BIGINT', '"9007199254740993"', '9007199254740993'],
  ['cast(-7 as tinyint)', 'TINYINT', ...twice('-7')],
  ['cast(1.10 as decimal(10, 2))', 'DECIMAL(10,2)', ...twice('1.10')],
  [
    "cast('-12345678901234567890123456.789' as decimal(38, 3))",
    'DECIMAL(38,3)',
    ...twice('-12345678901234567890123456.789'),
  ],
  ['cast(0.1 as double)', 'DOUBLE', ...twice('0.1')],
  ["double('nan')", 'DOUBLE', ...twice('null')],
  ['true', 'BOOLEAN', ...twice('true')],
  ["'é😀'", 'STRING', ...twice('"é😀"')],
  ["x'ff00'", 'BINARY', ...twice('"0xff00"')],
  ["date'2024-02-29'", 'DATE', '"2024-02-29"', String(Date.UTC(2024, 1, 29))],
  ["timestamp'2024-02-29 10:20:30.123456+02:00'", 'TIMESTAMP', '"2024-02-29T08:20:30.123456"', '1709194830123.456'],
  ["timestamp'1890-01-01 00:00:00.5'", 'TIMESTAMP', '"1890-01-01T00:00:00.500000"', '-2524521599500'],
  ["timestamp_ntz'2024-02-29 10:20:30.123456'", 'TIMESTAMP_NTZ', '"2024-02-29T10:20:30.123456"', '1709202030123.456'],
  ['array(1, null, 9007199254740993)', 'ARRAY<BIGINT>', ...twice('"[1, null, 9007199254740993]"')],
  [
    "named_struct('a', 1, 'b', 'x', 'c', array(1.5))",
    'STRUCT<A:INT,B:STRING,C:ARRAY<DECIMAL(2,1)>>',
    ...twice(JSON.stringify('{"a": 1, "b": "x", "c": [1.5]}')),
  ],
  ["map('k', 1, 'l', null)", 'MAP<STRING,INT>', ...twice(JSON.stringify('{"k": 1, "l": null}'))],
  ['null', 'VOID', ...twice('null')],
]

describe('Databricks on Spark', () => {
  let driver: Driver
  let writer: Driver
  beforeAll(async () => {
    driver = await installed.open('databricks', address())
    writer = await installed.open('databricks', address(), false)
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
    ['select * from shop.people p join `few` using (name)', ['shop.people', 'few']],
    ['select * from spark_catalog.shop.people', ['shop.people']],
    ['with p as (select * from people) select * from p', ['people']],
    ['with people as (select 1 as id) select * from people', []],
    ['select (select max(id) from people) as m, exists(select 1 from few) as e', ['people', 'few']],
    ['select * from range(3), lateral explode(array(1, 2))', []],
    ['select extract(year from current_date()) as y', []],
  ])('finds what %s reads, as the engine does', async (sql, wanted) => {
    const { tables, isReadOnly, refusals } = await driver.judge(sql, never)
    expect([isReadOnly, refusals]).toEqual([true, []])
    expect(tables.map(({ schema, name }) => (schema ? `${schema}.${name}` : name))).toEqual(wanted)
  })

  it.each([
    'select * from csv.`/etc/passwd`',
    'select * from parquet.`people`',
    'select * from `/etc/passwd`',
    "select reflect('java.lang.System', 'getenv')",
    "select java_method('java.lang.Runtime', 'getRuntime')",
    "select transform(name) using 'cat' from people",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine fills it in
    "select '${env:PATH}'",
    "select r'\\' from people --'",
    'select * from read_files("/etc/passwd")',
    'select shop.secret(1)',
    "select ai_gen('x')",
    "create table made using csv options (path '/etc/passwd')",
    "create table made (a string) using text location '/etc'",
    'select * from other.shop.people',
    'from people insert overwrite table people select *',
    'from people |> select id',
    "select * from identifier('people')",
    'insert overwrite directory "/tmp/x" select 1',
    'set spark.sql.ansi.enabled = false',
    'add jar "/tmp/x.jar"',
    'use default',
    'cache table people',
    'refresh table people',
    'show tables',
    'describe people',
    "execute immediate 'select 1'",
    'begin select 1; end',
    'create function f as "x"',
    'drop catalog c',
    'grant select on people to `a`',
  ])('runs no %s', async (sql) => {
    const judged = await driver.judge(sql, never).catch(({ status }) => ({ refusals: [String(status)] }))
    expect(judged.refusals).not.toEqual([])
    const status = expect.any(Number)
    await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({ status })
  })

  it('calls no function that somebody made', async () => {
    const { refusals } = await driver.judge('select secret_of() as s', never)
    expect(refusals).toEqual(['The function secret_of is not allowed; write its text instead.'])
  })

  it.each(databricksDialect.grains.map((grain) => [grain]))('truncates times to %s', async (grain) => {
    const found: unknown[] = []
    const wanted: unknown[] = []
    for (const time of GRAIN_TIMES)
      for (const type of ['TIMESTAMP', 'TIMESTAMP_NTZ']) {
        const sql = `select ${databricksDialect.timeGrain('t', grain, type)} as g from (select ${`${type}'${time}'`} as t) as x`
        const [row] = JSON.parse(await textOf(driver, { sql, cells: 'chart' }, 'columns')) as number[][]
        found.push([time, type, row?.[0]])
        wanted.push([time, type, truncatedTo(grain, time)])
      }
    expect(found).toEqual(wanted)
  })

  it('changes data where it may', async () => {
    const execute = (sql: string) => writer.execute(requestOf({ sql }))
    await execute('create table made using parquet as select 1 as id')
    await execute('insert into made values (2), (3)')
    expect(await textOf(writer, { sql: 'select count(*) as n from made' }, 'columns')).toBe('[[3]]')
    await execute('drop table made')
    const dropping = driver.execute(requestOf({ sql: 'drop table people' }))
    await expect(dropping).rejects.toMatchObject({ detail: { type: 'DML_NOT_ALLOWED_ERROR' } })
  })

  it('tells kinds, the text of a view, and what a query would read', async () => {
    expect(await driver.tables(null, 'shop')).toMatchObject([
      { name: 'few', kind: 'view' },
      { name: 'people', kind: 'table' },
    ])
    expect((await driver.table(null, 'shop', 'few'))?.view).toContain('where id < 3')
    expect(await driver.estimate('select * from people', 'shop', never)).toEqual({
      'Size of the result': expect.stringMatching(/^[\d.]+ \w+$/),
    })
    expect(await textOf(driver, { sql: 'select 1 as a', schema: 'default' })).toBe('[{"a":1}]')
  })

  it.each([
    [() => address().replace('dapi-test', 'wrong'), 'CONNECTION_ACCESS_DENIED_ERROR'],
    [() => address().replace('w1:', 'w2:'), 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    [() => address().replace('spark_catalog', 'nowhere'), 'CONNECTION_UNKNOWN_DATABASE_ERROR'],
    [() => 'databricks://token:t@127.0.0.1:1/c?protocol=http', 'CONNECTION_MISSING_PARAMETERS_ERROR'],
    [() => 'databricks://w1:t@127.0.0.1:1/c?protocol=http', 'CONNECTION_PORT_CLOSED_ERROR'],
  ])('says why it cannot be reached', async (uri, type) => {
    const open = async () => {
      const lost = await installed.open('databricks', uri())
      await lost.ping(never).finally(() => lost.close())
    }
    await expect(open()).rejects.toMatchObject({ detail: { type } })
  })
})
