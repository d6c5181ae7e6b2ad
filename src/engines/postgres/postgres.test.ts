import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { describeEngine, requestOf, textOf } from '../conformance.ts'
import type { CellStyle, Driver } from '../driver.ts'
import { REFUSED } from './cases/refused.ts'
import { VALUES } from './cases/values.ts'
import { openPostgres } from './driver.server.ts'
import { connectionProblem } from './errors.ts'

const never = new AbortController().signal
/** Divisions of numbers this long keep the server from listening, each a tenth of a second and more. */
const DEAF = `select ${Array.from({ length: 40 }, (_, i) => `length(((repeat('7', 65000) || '.${i + 1}' || repeat('3', 15000))::numeric / repeat('3', 30000)::numeric)::text)`).join(' + ')}`

describePostgres('PostgreSQL', () => {
  let server: TestPostgres
  const open = (uri = server.url('shop'), isReadOnly = true) => openPostgres({ uri, isReadOnly })
  const asOwner = async (sql: string, database = 'shop') => {
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
    await asOwner('create database shop', 'postgres')
    await asOwner(`
      create table things (id integer, name text);
      insert into things values (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2');
      create schema sales;
      create table sales.regions (id int primary key, name varchar(20) not null default 'none');
      create table sales.orders (id bigint primary key, region int references sales.regions (id), total numeric(10, 2),
        at timestamptz, unique (region, at));
      comment on column sales.orders.total is 'with tax';
      comment on table sales.orders is 'What was sold';
      create view sales.named as select r.name, o.total from sales.orders o join sales.regions r on r.id = o.region;
      create materialized view sales.sums as select region, sum(total) as total from sales.orders group by 1;
      create table sales.parted (day date, n int) partition by range (day);
      create table sales.parted_2024 partition of sales.parted for values from ('2024-01-01') to ('2025-01-01');
      create function public.spy() returns bigint language sql as 'select count(*) from sales.orders';
      create function public.spy_row(sales.regions) returns text language sql as 'select $1.name::text';
      create type mood as enum ('good', 'bad');
      create domain amount as numeric(8, 1);
      create table "odd ""name" ("select" int, "a.b" text);
      create role reader login`)
  }, 60_000)
  afterAll(() => server.stop())

  describeEngine({
    name: 'PostgreSQL',
    open: async () => open(),
    numbers: (count) => `select n from generate_series(0, ${count - 1}) as n`,
    endless: 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    deaf: DEAF,
    table: 'things',
  })

  describe('values', () => {
    let driver: Driver
    beforeAll(() => {
      driver = open()
    })
    afterAll(() => driver.close())
    const cell = async (expression: string, cells: CellStyle) =>
      (await textOf(driver, { sql: `select ${expression} as v`, cells }, 'columns')).slice(2, -2)

    it.each(VALUES)('%s keeps every digit', async (expression, chart, editor) => {
      expect(await cell(expression, 'chart')).toBe(chart)
      expect(await cell(expression, 'editor')).toBe(editor)
    })

    it('names types and kinds', async () => {
      const sql = `select 1 as a, 1.5::decimal(4,2) as b, 'x'::varchar(9) as c, now() as d, true as e,
        localtimestamp as f, null::integer as g, 'good'::mood as h, '{}'::int[] as i`
      const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'records' })
      expect(columns.map(({ type, generic, isEmpty }) => [type, generic, isEmpty])).toEqual([
        ['INTEGER', 0, false],
        ['NUMERIC(4,2)', 0, false],
        ['VARCHAR(9)', 1, false],
        ['TIMESTAMP WITH TIME ZONE', 2, false],
        ['BOOLEAN', 3, false],
        ['TIMESTAMP', 2, false],
        ['INTEGER', 0, true],
        ['MOOD', 1, false],
        ['INTEGER[]', 1, false],
      ])
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
      ['select * from things where false', null, ['public.things']],
      ['select * from orders', 'sales', ['sales.orders']],
      ['select * from things', 'sales', ['public.things']],
      ['table sales.orders', null, ['sales.orders']],
      ['select * from sales.named', null, ['sales.named']],
      ['select * from sales.named, sales.orders', null, ['sales.named', 'sales.orders']],
      ['select * from sales.parted', null, ['sales.parted']],
      ['select (select max(id) from sales.orders) from things', null, ['public.things', 'sales.orders']],
      ['with a as (select * from sales.orders) select * from a', null, ['sales.orders']],
      ['explain select * from sales.orders', null, ['sales.orders']],
      ['delete from things', null, ['public.things']],
      ['select relname from pg_class', null, ['pg_catalog.pg_class']],
      ['select 1', null, []],
      // Names that the server does not know are told by the words.
      ['select nope from sales.orders', null, ['sales.orders']],
      ['select nope, (with s as (select 1) select 1 from s), (select 1 from orders)', null, ['.s', '.orders']],
      ['select nope where exists (table things)', null, ['.things', 'public.things']],
      ['select nope, (select 1 from generate_series(1, 1) format, sales.orders)', null, ['sales.orders']],
      ['select sum(things) from nothing', null, ['.nothing', 'public.things']],
      ['select (sum(nope)\n)', null, []],
    ] as const)('%s', async (sql, schema, tables) => {
      expect(await tablesOf(sql, schema)).toEqual(tables)
    })

    it('stays as read in a search path of its own', async () => {
      expect(await textOf(driver, { sql: 'select count(*) as n from orders', schema: 'sales' })).toBe('[{"n":0}]')
      await expect(textOf(driver, { sql: 'select count(*) as n from orders' })).rejects.toMatchObject({
        detail: { type: 'TABLE_DOES_NOT_EXIST_ERROR' },
      })
    })
  })

  it.each(REFUSED)('refuses %s, also where changes are allowed', async (sql) => {
    const driver = open(server.url('shop'), false)
    const verdict = await driver.judge(sql, never)
    expect(verdict.refusals.length).toBeGreaterThan(0)
    await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({ status: 400 })
    await expect(driver.execute(requestOf({ sql }))).rejects.toMatchObject({ status: 400 })
    await driver.close()
  })

  it('changes data only where that is allowed, one statement at a time', async () => {
    const reading = open()
    const sql = "insert into things values (9, 'nine'), (10, 'ten')"
    await expect(reading.execute(requestOf({ sql }))).rejects.toMatchObject({
      detail: { type: 'DML_NOT_ALLOWED_ERROR' },
    })
    await expect(textOf(reading, { sql: 'select * from things for update' })).rejects.toMatchObject({
      detail: { type: 'DML_NOT_ALLOWED_ERROR' },
    })
    await reading.close()
    const driver = open(server.url('shop'), false)
    expect((await driver.execute(requestOf({ sql }))).changed).toBe(2)
    await driver.execute(requestOf({ sql: 'create table copied as select * from things' }))
    expect(await textOf(driver, { sql: 'select count(*) as n from copied' })).toBe('[{"n":5}]')
    await expect(driver.execute(requestOf({ sql: 'delete from copied; drop table copied' }))).rejects.toMatchObject({
      status: 400,
    })
    expect((await driver.execute(requestOf({ sql: 'delete from things where id > 2' }))).changed).toBe(2)
    await driver.execute(requestOf({ sql: 'drop table copied' }))
    await driver.close()
  })

  it('ends a stopped statement on the server too', async () => {
    const driver = open()
    const stop = new AbortController()
    const sql = 'select count(*) as endless from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
    const running = driver.run({ ...requestOf({ sql, signal: stop.signal }), shape: 'records' })
    const active = async () =>
      (
        await asOwner(
          "select 1 from pg_stat_activity where state = 'active' and query like '%as endless%' and pid <> pg_backend_pid()",
        )
      ).length
    await expect.poll(active).toBe(1)
    stop.abort()
    await expect(running).rejects.toThrow(/abort/i)
    await expect.poll(active, { timeout: 1_000 }).toBe(0)
    await driver.close()
  })

  it('serves on after the server has ended its connections', async () => {
    const driver = open()
    expect(await textOf(driver, { sql: 'select 1 as a' })).toBe('[{"a":1}]')
    const stop = driver.run({
      ...requestOf({ sql: 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b' }),
      shape: 'records',
    })
    let isOver = false
    stop.catch(() => {
      isOver = true
    })
    // The connection that only judges the text is replaced when it is lost, so one kill need not be enough.
    const kill = async () => {
      await asOwner(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shop' and pid <> pg_backend_pid()",
      )
      return isOver
    }
    await expect.poll(kill, { timeout: 10_000 }).toBe(true)
    await expect(stop).rejects.toMatchObject({ status: 400 })
    expect(await textOf(driver, { sql: 'select 2 as a' })).toBe('[{"a":2}]')
    await driver.close()
  })

  it('names a statement that came to a connection after its end', async () => {
    const client = new pg.Client({ connectionString: server.url('shop') })
    const ended = new Promise((resolve) => client.on('error', resolve))
    await client.connect()
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await asOwner(`select pg_terminate_backend(${rows[0].pid})`)
    await ended
    const failure = await client.query('select 1').catch((error: unknown) => error)
    const target = { host: 'localhost', port: 1, user: 'u', database: 'd' }
    expect(connectionProblem(failure, target)).toMatchObject({
      status: 400,
      detail: { type: 'CONNECTION_HOST_DOWN_ERROR' },
    })
  })

  it('describes tables, keys, views and comments', async () => {
    const driver = open()
    const orders = await driver.table(null, 'sales', 'orders')
    expect(orders).toMatchObject({
      comment: 'What was sold',
      primaryKey: { name: 'orders_pkey', columns: ['id'] },
      foreignKeys: [
        { columns: ['region'], referredSchema: 'sales', referredTable: 'regions', referredColumns: ['id'] },
      ],
      indexes: [{ columns: ['region', 'at'], isUnique: true }],
      view: null,
    })
    expect(orders?.columns.map(({ name, type, longType, generic }) => [name, type, longType, generic])).toEqual([
      ['id', 'BIGINT', 'BIGINT', 0],
      ['region', 'INTEGER', 'INTEGER', 0],
      ['total', 'NUMERIC', 'NUMERIC(10,2)', 0],
      ['at', 'TIMESTAMP WITH TIME ZONE', 'TIMESTAMP WITH TIME ZONE', 2],
    ])
    expect(orders?.columns[2]?.comment).toBe('with tax')
    expect((await driver.table(null, 'sales', 'regions'))?.columns[1]).toMatchObject({
      longType: 'VARCHAR(20)',
      isNullable: false,
      default: "'none'::character varying",
    })
    expect((await driver.table(null, 'sales', 'named'))?.view).toMatch(/^CREATE VIEW "sales"."named" AS\n SELECT/)
    expect(await driver.tables(null, 'sales')).toContainEqual({ name: 'sums', kind: 'materialized_view', rows: null })
    expect((await driver.table(null, 'public', 'odd "name'))?.columns.map(({ name }) => name)).toEqual([
      'select',
      'a.b',
    ])
    expect(await driver.catalogs()).toEqual(['shop'])
    expect(await driver.tables('elsewhere', 'sales')).toEqual([])
    expect(await driver.estimate('select * from things', null, never)).toMatchObject({
      'Total cost': expect.any(String),
    })
    await driver.close()
  })

  it('says why it cannot connect', async () => {
    const ping = async (uri: string) => {
      const driver = openPostgres({ uri, isReadOnly: true })
      const problem = await driver.ping(never).then(
        () => null,
        (error: { detail: { type: string } }) => error.detail.type,
      )
      await driver.close()
      return problem
    }
    expect(await ping(server.url('shop'))).toBeNull()
    expect(await ping(server.url('nothing'))).toBe('CONNECTION_UNKNOWN_DATABASE_ERROR')
    expect(await ping(`postgresql://nobody@127.0.0.1:${server.port}/shop`)).toBe('CONNECTION_INVALID_USERNAME_ERROR')
    expect(await ping('postgresql://u:p@127.0.0.1:1/d')).toBe('CONNECTION_PORT_CLOSED_ERROR')
    expect(await ping('postgresql://u:p@no-such-host.invalid/d')).toBe('CONNECTION_INVALID_HOSTNAME_ERROR')
    expect(await ping('postgresql://u:p@169.254.169.254/d')).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    expect(await ping('postgresql://u:p@[::ffff:169.254.169.254]/d')).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    expect(await ping(`${server.url('shop')}?sslmode=require`)).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    const other = createServer((socket) => void socket.end('J\0\0\0\n11.4-other')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await ping(`postgresql://u:p@127.0.0.1:${port}/d`)).toBe('CONNECTION_PORT_CLOSED_ERROR')
    other.close()
    expect(() => openPostgres({ uri: 'postgresql://u@h/d?host=/tmp', isReadOnly: true })).toThrow(/not supported: host/)
    expect(() => openPostgres({ uri: 'postgresql:///d', isReadOnly: true })).toThrow(/no host and no username/)
  })
})
