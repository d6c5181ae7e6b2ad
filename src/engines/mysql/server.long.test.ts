import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '../../../test/certificate.ts'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../../test/mariadb.ts'
import { requestOf, textOf } from '../conformance.ts'
import { DAYS, GRAIN_CASES } from './cases/grains.ts'
import { mysqlDialect } from './dialect.ts'
import { openMysql } from './driver.server.ts'

const never = new AbortController().signal

describeMariaDb('a MySQL server', () => {
  let server: TestMariaDb
  let folder = ''
  const open = (uri = server.url('shop'), isReadOnly = true) => openMysql({ uri, isReadOnly })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cert-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const made = selfSignedCertificate()
    writeFileSync(key, made.key)
    writeFileSync(cert, made.cert)
    chmodSync(folder, 0o755)
    server = await startMariaDb([`--ssl-cert=${cert}`, `--ssl-key=${key}`, '--wait-timeout=600'])
    await server.asOwner(['create database shop', 'create database sales', 'create database `odd ``name`'])
    await server.asOwner(
      [
        'create table things (id int, name text)',
        "insert into things values (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2')",
        "create table sales.regions (id int primary key, name varchar(20) not null default 'none')",
        `create table sales.orders (id bigint(20) unsigned primary key, region int, total decimal(10, 2) comment 'with tax',
          at datetime(3), note json, pick enum('a','B'), unique by_time (region, at),
          constraint to_region foreign key (region) references sales.regions (id)) comment 'What was sold'`,
        'create view sales.named as select r.name, o.total from sales.orders o join sales.regions r on r.id = o.region',
        'create table `odd ``name`.`a.b "c"` (`select` int, `x.y` text)',
        "create user poor@'127.0.0.1' identified by 'p'",
        "grant select on shop.things to poor@'127.0.0.1'",
      ],
      'shop',
    )
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('changes data only where that is allowed, one statement at a time', async () => {
    const refused = { detail: { type: 'DML_NOT_ALLOWED_ERROR' } }
    const reading = open()
    const sql = "insert into things values (9, 'nine'), (10, 'ten')"
    await expect(reading.execute(requestOf({ sql }))).rejects.toMatchObject(refused)
    for (const locking of ['select * from things for update', 'select * from things lock in share mode'])
      await expect(textOf(reading, { sql: locking })).rejects.toMatchObject(refused)
    await reading.close()
    const driver = open(server.url('shop'), false)
    expect((await driver.execute(requestOf({ sql }))).changed).toBe(2)
    await driver.execute(requestOf({ sql: 'create table copied as select * from things' }))
    expect(await textOf(driver, { sql: 'select count(*) as n from copied' })).toBe('[{"n":5}]')
    const two = driver.execute(requestOf({ sql: 'delete from copied; drop table copied' }))
    await expect(two).rejects.toMatchObject({ status: 400 })
    expect((await driver.execute(requestOf({ sql: 'delete from things where id > 2' }))).changed).toBe(2)
    await driver.execute(requestOf({ sql: 'drop table copied' }))
    await driver.close()
  })

  it('ends a stopped statement on the server too', async () => {
    const driver = open()
    const stop = new AbortController()
    const sql = 'select count(*) as endless from seq_1_to_1000000 a, seq_1_to_1000000 b'
    const running = driver.run({ ...requestOf({ sql, signal: stop.signal }), shape: 'records' })
    await expect.poll(() => active('endless')).toBe(1)
    stop.abort()
    await expect(running).rejects.toThrow(/abort/i)
    await expect.poll(() => active('endless'), { timeout: 1_000 }).toBe(0)
    await driver.close()
  })

  it('ends a statement on the server whose reader is gone or has enough', async () => {
    const driver = open()
    const sql = "select seq, repeat('many', 100) as `rows` from seq_1_to_100000000"
    const reading = driver.stream({
      ...requestOf({ sql, maxRows: null }),
      onColumns: () => {},
      onRows: () => Promise.reject(new Error('reader is gone')),
    })
    await expect(reading).rejects.toThrow('reader is gone')
    await expect.poll(() => active('many'), { timeout: 1_000 }).toBe(0)
    const cut = await driver.run({ ...requestOf({ sql, maxRows: 20_000 }), shape: 'columns' })
    expect([cut.rowCount, cut.isCut]).toEqual([20_000, true])
    await expect.poll(() => active('many'), { timeout: 1_000 }).toBe(0)
    await driver.close()
  })

  it('serves on after the server has ended its connections', async () => {
    const driver = open()
    expect(await textOf(driver, { sql: 'select 1 as a' })).toBe('[{"a":1}]')
    const stop = driver.run({
      ...requestOf({ sql: 'select count(*) as killed from seq_1_to_1000000 a, seq_1_to_1000000 b' }),
      shape: 'records',
    })
    stop.catch(() => {})
    await expect.poll(() => active('killed')).toBe(1)
    const ids = await server.asOwner("select id from information_schema.processlist where db = 'shop'")
    for (const { id } of ids) await server.asOwner(`kill connection ${id}`).catch(() => {})
    await expect(stop).rejects.toMatchObject({ status: 400, detail: { type: 'CONNECTION_HOST_DOWN_ERROR' } })
    expect(await textOf(driver, { sql: 'select 2 as a' })).toBe('[{"a":2}]')
    await driver.close()
  })

  it('describes tables, keys, views and comments', async () => {
    const driver = open()
    const orders = await driver.table(null, 'sales', 'orders')
    expect(orders).toMatchObject({
      comment: 'What was sold',
      primaryKey: { name: 'PRIMARY', columns: ['id'] },
      foreignKeys: [
        {
          name: 'to_region',
          columns: ['region'],
          referredSchema: 'sales',
          referredTable: 'regions',
          referredColumns: ['id'],
        },
      ],
      indexes: [{ name: 'by_time', columns: ['region', 'at'], isUnique: true }],
      view: null,
    })
    expect(orders?.columns.map(({ name, type, longType, generic }) => [name, type, longType, generic])).toEqual([
      ['id', 'BIGINT', 'BIGINT UNSIGNED', 0],
      ['region', 'INT', 'INT', 0],
      ['total', 'DECIMAL', 'DECIMAL(10,2)', 0],
      ['at', 'DATETIME', 'DATETIME(3)', 2],
      ['note', 'JSON', 'JSON', 1],
      ['pick', 'ENUM', "ENUM('a','B')", 1],
    ])
    expect(orders?.columns[2]?.comment).toBe('with tax')
    expect((await driver.table(null, 'sales', 'regions'))?.columns[1]).toMatchObject({
      ...{ longType: 'VARCHAR(20)', isNullable: false, default: "'none'" },
    })
    expect((await driver.table(null, 'sales', 'named'))?.view).toMatch(/^CREATE VIEW `sales`.`named` AS\nselect /)
    expect(await driver.tables(null, 'sales')).toContainEqual({ name: 'named', kind: 'view', rows: null })
    expect(await driver.tables(null, 'no such place')).toEqual([])
    const odd = await driver.table(null, 'odd `name', 'a.b "c"')
    expect(odd?.columns.map(({ name }) => name)).toEqual(['select', 'x.y'])
    const sql = 'select `select`, `x.y` as `a``b "c".d` from `odd ``name`.`a.b "c"`'
    expect((await driver.judge(sql, never)).tables).toEqual([{ catalog: null, schema: 'odd `name', name: 'a.b "c"' }])
    expect(await textOf(driver, { sql })).toBe('[]')
    expect(await driver.estimate('select * from things', null, never)).toEqual({ 'Rows to look at': '3' })
    await driver.close()
  })

  it('lists many tables in as many statements as few', async () => {
    const make = (i: number) => `execute immediate 'create view many.v${i} as select 1 as a'`
    await server.asOwner(['create database many', ...Array.from({ length: 200 }, (_, i) => make(i))])
    const asked = async () => Number((await server.asOwner("show global status like 'Questions'"))[0]?.Value)
    const driver = open()
    const cost = async (schema: string, count: number) => {
      const before = await asked()
      expect(await driver.tables(null, schema)).toHaveLength(count)
      return (await asked()) - before
    }
    await driver.ping(never)
    expect(await cost('many', 200)).toBe(await cost('odd `name', 1))
    await driver.close()
  })

  describe('connecting', () => {
    const ping = async (uri: string) => {
      const driver = open(uri)
      const problem = await driver.ping(never).then(
        () => null,
        (error: { detail: { type: string } }) => error.detail.type,
      )
      await driver.close()
      return problem
    }
    it('says why it cannot be done', async () => {
      const poor = `mysql://poor:p@127.0.0.1:${server.port}`
      expect(await ping(server.url('shop'))).toBeNull()
      expect(await ping(server.url('nothing'))).toBe('CONNECTION_UNKNOWN_DATABASE_ERROR')
      expect(await ping(`${poor}/sales`)).toBe('CONNECTION_DATABASE_PERMISSIONS_ERROR')
      expect(await ping(poor.replace(':p@', ':wrong@'))).toBe('CONNECTION_ACCESS_DENIED_ERROR')
      expect(await ping('mysql://u:p@127.0.0.1:1/d')).toBe('CONNECTION_PORT_CLOSED_ERROR')
      expect(await ping('mysql://u:p@no-such-host.invalid/d')).toBe('CONNECTION_INVALID_HOSTNAME_ERROR')
      expect(await ping('mysql://u:p@169.254.169.254/d')).toBe('CONNECTION_ACCESS_DENIED_ERROR')
      expect(await ping('mysql://u:p@[::ffff:169.254.169.254]/d')).toBe('CONNECTION_ACCESS_DENIED_ERROR')
      expect(() => open('mysql://u@h/d?socketPath=/tmp/s')).toThrow(/not supported: socketPath/)
      expect(() => open('mysql:///d')).toThrow(/no host and no username/)
    })

    it('points at the fields that are meant', async () => {
      const fields = async (uri: string) => {
        const driver = open(uri)
        const problem: unknown = await driver.ping(never).catch((error: unknown) => error)
        await driver.close()
        return problem
      }
      expect(await fields(`mysql://poor:wrong@127.0.0.1:${server.port}`)).toMatchObject({
        detail: { extra: { invalid: ['username', 'password'] } },
      })
      expect(await fields('mysql://u:p@169.254.169.254/d')).toMatchObject({ detail: { extra: { invalid: ['host'] } } })
    })

    it('encrypts where the server can, and trusts only certificates that can be checked', async () => {
      const cipher = async (query: string) => {
        const driver = open(`${server.url('shop')}${query}`)
        const sql =
          "select variable_value as v from information_schema.session_status where variable_name = 'Ssl_cipher'"
        const text = await textOf(driver, { sql })
        await driver.close()
        return JSON.parse(text)[0].v !== ''
      }
      expect(await cipher('')).toBe(true)
      expect(await cipher('?ssl_mode=REQUIRED')).toBe(true)
      expect(await cipher('?ssl_mode=DISABLED')).toBe(false)
      expect(await ping(`${server.url('shop')}?ssl_mode=VERIFY_CA`)).toBe('CONNECTION_ACCESS_DENIED_ERROR')
      expect(await ping(`${server.url('shop')}?ssl_mode=VERIFY_IDENTITY`)).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    })
  })

  describe('time grains', () => {
    it.each(GRAIN_CASES)('of %s', async (at, clocks, days) => {
      const driver = open()
      const grain = (name: string) => `cast(${mysqlDialect.timeGrain(`timestamp '${at}'`, name)} as datetime)`
      const names = [...Object.keys(clocks), ...DAYS]
      const body = await textOf(driver, { sql: `select ${names.map(grain).join(', ')}` }, 'columns')
      const expected = [
        ...Object.values(clocks).map((clock) => `${at.slice(0, 10)}T${clock}`),
        ...days.map((day) => `${day}T00:00:00`),
      ]
      expect((JSON.parse(body) as string[][]).flat()).toEqual(expected)
      expect(mysqlDialect.grains).toEqual(expect.arrayContaining(names))
      await driver.close()
    })
  })

  async function active(word: string): Promise<number> {
    return (
      await server.asOwner(
        `select 1 from information_schema.processlist where info like '%${word}%' and id <> connection_id() and command <> 'Prepare'`,
      )
    ).length
  }
})
