import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snowflakeDialect } from '../../packages/sightline-engine-snowflake/src/dialect.ts'
import { describeEngine, requestOf, textOf } from '../../src/engines/conformance.ts'
import type { Driver } from '../../src/engines/driver.ts'
import { GRAIN_TIMES, truncatedTo } from '../grain-times.ts'
import { type Installed, installPackages } from '../packages.ts'
import { startSnowflake, type TestSnowflake } from '../snowflake.ts'

let installed: Installed
let service: TestSnowflake
beforeAll(async () => {
  service = await startSnowflake()
  await service.run('create table shop.public.people (id int primary key, name varchar)')
  await service.run("insert into shop.public.people values (1, 'Ada'), (2, 'Grace'), (3, 'Edsger')")
  await service.run('create table shop.public.digits (i int)')
  await service.run('insert into shop.public.digits values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)')
  installed = await installPackages('snowflake')
})
afterAll(async () => {
  await service?.stop()
  installed?.remove()
})

const address = () => service.url

/** Numbers from a table of the digits, each place of the number from a copy of it. */
function numbers(count: number, select = 'n') {
  const places = [1, 10, 100, 1_000, 10_000, 100_000].filter((place) => place < count)
  const from = places.map((place) => `digits d${place}`).join(', ')
  const sum = places.map((place) => `d${place}.i * ${place}`).join(' + ')
  return `select ${select} from (select ${sum} as n from ${from}) where n < ${count} order by n`
}
describeEngine({
  name: 'Snowflake',
  open: () => installed.open('snowflake', address()),
  numbers,
  endless: "select 'endless' as n",
  deaf: "select 'endless' as n",
  quoteText: snowflakeDialect.quoteText,
  table: 'people',
  foldsUp: true,
  repeated: ['select 1 as a, 2 as a, 3 as a__1, 4 as a', '{"A":1,"A__2":2,"A__1":3,"A__3":4}'],
})

const twice = (text: string) => [text, text] as const
const VALUES: readonly (readonly [expression: string, type: string, editor: string, chart: string])[] = [
  ['9007199254740993', 'NUMBER(38,0)', '"9007199254740993"', '9007199254740993'],
  ['-7', 'NUMBER(38,0)', ...twice('-7')],
  ['cast(1.10 as number(10, 2))', 'NUMBER(10,2)', ...twice('1.10')],
  ['cast(-0.05 as number(10, 2))', 'NUMBER(10,2)', ...twice('-0.05')],
  [
    "cast('12345678901234567890123456.789' as number(38, 3))",
    'NUMBER(38,3)',
    ...twice('12345678901234567890123456.789'),
  ],
  ["cast('0.1' as double)", 'FLOAT', ...twice('0.1')],
  ["cast('nan' as double)", 'FLOAT', ...twice('null')],
  ['true', 'BOOLEAN', ...twice('true')],
  ["'é😀'", 'VARCHAR', ...twice('"é😀"')],
  ["cast('2024-02-29' as date)", 'DATE', '"2024-02-29"', String(Date.UTC(2024, 1, 29))],
  [
    "cast('2024-02-29 10:20:30.123456' as timestamp_ntz)",
    'TIMESTAMP_NTZ',
    '"2024-02-29T10:20:30.123456"',
    '1709202030123.456',
  ],
  ["cast('1890-01-01 00:00:00.5' as timestamp_ntz)", 'TIMESTAMP_NTZ', '"1890-01-01T00:00:00.500000"', '-2524521599500'],
  [
    "cast('2024-02-29 10:20:30.5+02:00' as timestamp_tz)",
    'TIMESTAMP_TZ',
    '"2024-02-29T08:20:30.500000"',
    '1709194830500',
  ],
  ["cast('10:20:30.5' as time)", 'TIME', '"10:20:30.500000"', 'null'],
  ["x'ff00'", 'BINARY', ...twice('"0xff00"')],
  ['parse_json(\'{"a": [1, null]}\')', 'VARIANT', ...twice(JSON.stringify('{"a":[1,null]}'))],
]

describe('Snowflake on the emulator', () => {
  let driver: Driver
  let writer: Driver
  beforeAll(async () => {
    driver = await installed.open('snowflake', address())
    writer = await installed.open('snowflake', address(), false)
  })
  afterAll(() => Promise.all([driver.close(), writer.close()]))
  const never = new AbortController().signal

  it.each(VALUES)('gives %s as %s, exact', async (expression, type, editor, chart) => {
    const sql = `select ${expression} as "v"`
    const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'columns' })
    expect(columns[0]?.type).toBe(type)
    expect(await textOf(driver, { sql }, 'columns')).toBe(`[[${editor}]]`)
    expect(await textOf(driver, { sql, cells: 'chart' }, 'columns')).toBe(`[[${chart}]]`)
  })

  it.each([
    ['select * from people', ['people']],
    ['select * from public.people p join shop.public."PEOPLE" q using (id)', ['public.people', 'public.PEOPLE']],
    ['with p as (select * from people) select * from p', ['people']],
    ['select (select max(id) from people) as m, (select max(i) from digits) as i', ['people', 'digits']],
    ['select extract(year from current_date()) as y', []],
    ['select value from table(flatten(array_construct(1, 2)))', []],
  ])('finds what %s reads', async (sql, wanted) => {
    const { tables, isReadOnly, refusals } = await driver.judge(sql, never)
    expect([isReadOnly, refusals]).toEqual([true, []])
    expect(tables.map(({ schema, name }) => (schema ? `${schema}.${name}` : name))).toEqual(wanted)
  })

  it.each([
    'select * from @stage',
    'select $x',
    "select * from identifier('people')",
    "select * from table('people')",
    "select * from table(result_scan('x'))",
    'select * from table(shop.public.rows_of(1))',
    'select shop.public.secret(1)',
    'select m!predict(1)',
    "select ai_complete('m', 'x')",
    "select get_ddl('table', 'people')",
    '(table people)',
    'create temporary table people as select 1 as id',
    'select system$abort_session(1)',
    'select s.nextval',
    'select * from other.public.people',
    'select * from shop..people',
    'select 1 // a comment',
    'show tables ->> insert into people select 1, $1 from $1',
    'call work()',
    "execute immediate 'select 1'",
    'use role accountadmin',
    'alter session set query_tag = 1',
    'grant select on people to role r',
    'copy into people from @stage',
    'put file:///etc/passwd @stage',
    'create user u',
    'drop database shop',
    'begin return 1; end',
    'show users',
    'select 1 into :x',
  ])('runs no %s', async (sql) => {
    const judged = await driver.judge(sql, never).catch(({ status }) => ({ refusals: [String(status)] }))
    expect(judged.refusals).not.toEqual([])
    const status = expect.any(Number)
    await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({ status })
  })

  it('calls no function that somebody made', async () => {
    const { refusals } = await driver.judge('select gamma(5) as s', never)
    expect(refusals).toEqual(['The function gamma is not allowed; write its text instead.'])
  })

  it.each(snowflakeDialect.grains.map((grain) => [grain]))('truncates times to %s', async (grain) => {
    const found: unknown[] = []
    const wanted: unknown[] = []
    for (const time of GRAIN_TIMES)
      for (const type of ['TIMESTAMP_NTZ']) {
        const sql = `select ${snowflakeDialect.timeGrain('t', grain, type)} as g from (select ${`cast('${time}' as ${type})`} as t) as x`
        const [row] = JSON.parse(await textOf(driver, { sql, cells: 'chart' }, 'columns')) as number[][]
        found.push([time, type, row?.[0]])
        wanted.push([time, type, truncatedTo(grain, time)])
      }
    expect(found).toEqual(wanted)
  })

  it('changes data where it may, and tells how many rows', async () => {
    const execute = (sql: string) => writer.execute(requestOf({ sql }))
    await execute('create table made as select 1 as id')
    expect((await execute('insert into made (id) values (2), (3)')).changed).toBe(2)
    expect((await execute('delete from made where id > 1')).changed).toBe(2)
    await execute('drop table made')
    expect((await writer.tables(null, 'PUBLIC')).map(({ name }) => name)).toEqual(['DIGITS', 'PEOPLE'])
    const dropping = driver.execute(requestOf({ sql: 'drop table people' }))
    await expect(dropping).rejects.toMatchObject({ detail: { type: 'DML_NOT_ALLOWED_ERROR' } })
  })

  it('tells keys and kinds, and looks names up in the schema that is asked for', async () => {
    expect(await driver.table(null, 'PUBLIC', 'PEOPLE')).toMatchObject({
      columns: [
        { name: 'ID', type: 'NUMBER', generic: 0 },
        { name: 'NAME', generic: 1 },
      ],
      primaryKey: { columns: ['ID'] },
      view: null,
    })
    await writer.execute(requestOf({ sql: 'create schema other' }))
    await writer.execute(requestOf({ sql: 'create view other.few as select 1 as one' }))
    expect(await textOf(driver, { sql: 'select * from few', schema: 'OTHER' })).toBe('[{"ONE":1}]')
    expect(await driver.tables(null, 'OTHER')).toMatchObject([{ name: 'FEW', kind: 'view' }])
  })

  it('signs in again when its session has ended', async () => {
    await textOf(driver, { sql: 'select 1 as a' })
    await service.endSessions()
    expect(await textOf(driver, { sql: 'select 2 as a' })).toBe('[{"A":2}]')
  })

  it.each([
    [() => address().replace('/shop/public', ''), 'CONNECTION_MISSING_PARAMETERS_ERROR'],
    [() => 'snowflake://u:p@127.0.0.1:1/shop?protocol=http', 'CONNECTION_PORT_CLOSED_ERROR'],
    [() => 'snowflake://u:p@no.such.host.invalid:1/shop?protocol=http', 'CONNECTION_INVALID_HOSTNAME_ERROR'],
  ])('says why it cannot be reached', async (uri, type) => {
    const open = async () => {
      const lost = await installed.open('snowflake', uri())
      await lost.ping(never).finally(() => lost.close())
    }
    await expect(open()).rejects.toMatchObject({ detail: { type } })
  })
})
