import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb } from '../../../test/mariadb.ts'
import { describePostgres, startPostgres } from '../../../test/postgres.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

/** A server on which scripts run, and how its owner sees what they leave. */
interface Source {
  readonly uri: string
  readonly schema: string
  readonly temp: string
  readonly endless: string
  readonly setZone: string
  /** Goes to the schema `other`, which has a table `things` of its own. */
  readonly goOther: string
  /** A moment on the clock of the session, and how it is shown in Tokyo and by itself. */
  readonly moment: string
  readonly moments: readonly [there: string, here: string]
  readonly many: string
  /** What runs of the endless statement, and temporary tables where the server tells of them. */
  left(): Promise<readonly unknown[]>
  stop(): Promise<void>
}

const TABLES = [
  'create table things (id integer)',
  'insert into things values (1), (2), (3)',
  'create table allowed (n integer)',
  'insert into allowed values (1), (2)',
]

const OTHER = ['create table other.things (id integer)', 'insert into other.things values (10)']

async function postgres(): Promise<Source> {
  const server = await startPostgres()
  const ask = async (...statements: readonly string[]) => {
    const client = new pg.Client(server.url())
    await client.connect()
    try {
      let rows: unknown[] = []
      for (const sql of statements) rows = (await client.query(sql)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  await ask(...TABLES, 'create schema other', ...OTHER)
  return {
    uri: server.url(),
    schema: 'public',
    temp: 'temp',
    endless: 'select count(*) as endless from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    setZone: "set time zone 'Asia/Tokyo'",
    goOther: 'set search_path to OTHER',
    moment: "select timestamptz '2024-01-01 00:00:00Z' as t",
    moments: ['2024-01-01T09:00:00+09:00', '2024-01-01T00:00:00+00:00'],
    many: 'select n from generate_series(1, 60000) as n',
    left: () =>
      ask(`select relname::text from pg_class where relpersistence = 't' union all
        select query from pg_stat_activity where query like '%as endless%' and pid <> pg_backend_pid() and state = 'active'`),
    stop: () => server.stop(),
  }
}

async function mariadb(): Promise<Source> {
  const server = await startMariaDb()
  await server.asOwner(['create database data', 'use data', ...TABLES, 'create database other', ...OTHER])
  return {
    uri: server.url('data'),
    schema: 'data',
    temp: 'temporary',
    endless: 'select count(*) as endless from seq_1_to_1000000 a, seq_1_to_1000000 b',
    setZone: "set time_zone = '+09:00'",
    goOther: 'use other',
    moment: 'select from_unixtime(1704067200) as t',
    moments: ['2024-01-01T09:00:00', '2024-01-01T00:00:00'],
    many: 'select seq as n from seq_1_to_60000',
    left: () =>
      server.asOwner(
        "select info from information_schema.processlist where info like '%as endless%' and id <> connection_id()",
      ),
    stop: () => server.stop(),
  }
}

describePostgres('a script on PostgreSQL', () => sharesSession(postgres))
describeMariaDb('a script on MariaDB', () => sharesSession(mariadb))

function sharesSession(open: () => Promise<Source>): void {
  let source: Source
  let server: TestServer
  let admin: TestClient
  let writable = 0
  let readable = 0

  beforeAll(async () => {
    source = await open()
    server = await startServer({ env: { SIGHTLINE_PRIVATE_DATABASES: '1' } })
    admin = await server.login()
    const connect = async (database_name: string, allow_dml: boolean) => {
      const body = { database_name, sqlalchemy_uri: source.uri, expose_in_sqllab: true, allow_dml }
      return (await admin.send('POST', '/api/v1/database/', body)).json.id
    }
    writable = await connect('writable', true)
    readable = await connect('readable', false)
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await source.stop()
  })

  const run = (sql: string, more: object = {}) =>
    admin.send('POST', '/api/v1/sqllab/execute/', { database_id: writable, schema: source.schema, sql, ...more })
  const rowsOf = async (sql: string, more: object = {}) => {
    const answer = await run(sql, more)
    return answer.status === 200 ? answer.json.data : `${answer.status} ${answer.text}`
  }

  it('finds the temporary table that an earlier statement made, and nobody else does', async () => {
    const script = `create ${source.temp} table t (n integer); insert into t values (1), (5);
      create ${source.temp} table u as select n * 2 as n from t; insert into u values (100);
      select sum(n) as n from u`
    for (let i = 0; i < 2; i++) expect(Number((await rowsOf(script))[0].n)).toBe(112)
    expect(await rowsOf('select 1 as a; select * from t')).toMatch(/^400 .*TABLE_DOES_NOT_EXIST_ERROR/)
    expect(await rowsOf('select * from t')).toMatch(/^400 .*TABLE_DOES_NOT_EXIST_ERROR/)
    await expect.poll(source.left).toEqual([])
  })

  it('keeps a setting for the statements after it, and for no other script', async () => {
    const [there, here] = source.moments
    for (const database_id of [readable, writable]) {
      expect(await rowsOf(`${source.setZone}; ${source.moment}`, { database_id })).toEqual([{ t: there }])
      expect(await rowsOf(`select 1 as a; ${source.moment}`, { database_id })).toEqual([{ t: here }])
      expect(await rowsOf(source.moment, { database_id })).toEqual([{ t: here }])
    }
    const alone = await run(source.setZone, { database_id: readable })
    expect([alone.status, alone.json.data]).toEqual([200, []])
  })

  it('changes data nowhere that it may not, and sets nothing that others would feel', async () => {
    const made = `create ${source.temp} table t (n integer); select * from t`
    expect(await rowsOf(made, { database_id: readable })).toMatch(/^403 .*DML_NOT_ALLOWED_ERROR/)
    const after = `${source.setZone}; insert into things values (4)`
    expect(await rowsOf(after, { database_id: readable })).toMatch(/^403 .*DML_NOT_ALLOWED_ERROR/)
    for (const sql of [
      'set global x = 1',
      'set role x',
      "set search_path = 'x', 'y'",
      'set search_path = pg_temp',
      'set @@global.x = 1',
      'set session x = 1',
    ])
      expect(await rowsOf(`${sql}; select 1 as a`)).toMatch(/^403 /)
    expect(await rowsOf('select count(*) as n from things')).toEqual([{ n: 3 }])
  })

  it('looks names up where an earlier statement says, and checks rights there', async () => {
    const things = 'select sum(id) as n from things'
    const other = await run(`${things}; ${source.goOther}; ${things}`)
    expect([other.status, other.json.data]).toEqual([200, [{ n: 10 }]])
    const { statements } = other.json.query.extra
    expect(statements.map(({ state }: { state: string }) => state)).toEqual(['success', 'success', 'success'])
    const first = `/api/v1/sqllab/results/page/?key=${statements[0].resultsKey}`
    expect((await admin.send('GET', first)).json.rows).toEqual([[6]])
    expect(await rowsOf(things)).toEqual([{ n: 6 }])
    const reader = await server.user(`reader_${source.schema}`, ['Gamma', 'sql_lab'])
    await grant(server, `[readable].[${source.schema}]`)
    await reader.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'select 1' })
    const read = (sql: string) =>
      reader.send('POST', '/api/v1/sqllab/execute/', { database_id: readable, schema: source.schema, sql })
    expect((await read(things)).json.data).toEqual([{ n: 6 }])
    const refused = await read(`${things}; ${source.goOther}; ${things}`)
    expect([refused.status, refused.json.errors[0].extra.tables]).toEqual([403, ['other.things']])
  })

  it('keeps row-level rules where an earlier statement goes', async () => {
    const dataset = { database: writable, schema: 'other', table_name: 'things' }
    const { id } = (await admin.send('POST', '/api/v1/dataset/', dataset)).json
    const rule = { name: 'none', filter_type: 'Base', tables: [id], roles: [], group_key: null, clause: 'id > 10' }
    const made = await admin.send('POST', '/api/v1/rowlevelsecurity/', rule)
    const count = 'select count(*) as n from things'
    expect(await rowsOf(`${source.goOther}; ${count}`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`${source.goOther}; select 1 as a; ${count}`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`${source.setZone}; ${source.goOther}; ${count}`)).toMatch(/^403 /)
    expect(await rowsOf(count)).toEqual([{ n: 3 }])
    await admin.send('DELETE', `/api/v1/rowlevelsecurity/?q=!(${made.json.id})`)
  })

  it('stops in the middle and leaves nothing', async () => {
    const client_id = 'stop-script'
    const running = run(`create ${source.temp} table t (n integer); ${source.endless}; select 1 as a`, { client_id })
    await expect.poll(async () => (await source.left()).length).toBeGreaterThan(0)
    expect((await admin.send('POST', '/api/v1/query/stop', { client_id })).status).toBe(200)
    expect((await running).json.status).toBe('stopped')
    await expect.poll(source.left, { timeout: 3_000 }).toEqual([])
  })

  it('goes on after a statement with more rows than are read', async () => {
    const answer = await run(`${source.many}; select 2 as b`, { queryLimit: 20_000 })
    expect([answer.json.data, answer.json.query.extra.statements.map(({ rows }: { rows: number }) => rows)]).toEqual([
      [{ b: 2 }],
      [20_000, 1],
    ])
  })

  it('ends with the first statement that fails', async () => {
    const script = `create ${source.temp} table t (n integer); select nope from t; select 1 as a`
    expect(await rowsOf(script)).toMatch(/^400 .*COLUMN_DOES_NOT_EXIST_ERROR/)
    await expect.poll(source.left).toEqual([])
  })

  it('runs many scripts at once', async () => {
    const script = `create ${source.temp} table t (n integer); insert into t values (7); select n from t`
    const answers = await Promise.all(Array.from({ length: 24 }, () => rowsOf(script)))
    expect(answers).toEqual(answers.map(() => [{ n: 7 }]))
  })

  it('keeps row-level rules in a script', async () => {
    const dataset = { database: writable, schema: source.schema, table_name: 'things' }
    const { id } = (await admin.send('POST', '/api/v1/dataset/', dataset)).json
    const clause = 'id in (select n from allowed)'
    const rule = { name: 'few', filter_type: 'Base', tables: [id], roles: [], group_key: null, clause }
    const made = await admin.send('POST', '/api/v1/rowlevelsecurity/', rule)
    expect(await rowsOf('select 1 as a; select count(*) as n from things')).toEqual([{ n: 2 }])
    const into =
      source.temp === 'temp' ? ['select 3 as n into temp allowed', 'create table pg_temp.allowed (n int)'] : []
    for (const before of [
      `create ${source.temp} table t as select * from things`,
      // The rule would read these instead of the table that it means.
      `create ${source.temp} table allowed (n integer)`,
      ...into,
      // What a rule says of today would be another day.
      source.setZone,
    ])
      expect(await rowsOf(`${before}; select count(*) as n from things`)).toMatch(/^403 .*TABLE_SECURITY_ACCESS_ERROR/)
    expect(await rowsOf(`${source.setZone}; select count(*) as n from allowed`)).toEqual([{ n: 2 }])
    await admin.send('DELETE', `/api/v1/rowlevelsecurity/?q=!(${made.json.id})`)
  })

  it('knows variables of the session on MariaDB', async () => {
    if (source.schema !== 'data') return
    const script =
      'set @least := 2, @from = (select max(id) from things); select @least as a, count(*) as n, @from as b'
    expect(await rowsOf(`${script} from things where id >= @least`)).toEqual([{ a: 2, n: 2, b: 3 }])
    expect(await rowsOf('select @least as a')).toEqual([{ a: null }])
  })
}

/** Lets the role sql_lab read a schema, as an administrator would. */
async function grant({ server: { services } }: TestServer, view: string) {
  const { db } = services
  await db.insertInto('pairs').values({ permission: 'schema_access', view }).execute()
  const pair = await db.selectFrom('pairs').select('id').where('view', '=', view).executeTakeFirstOrThrow()
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'sql_lab').executeTakeFirstOrThrow()
  await db.insertInto('role_pairs').values({ role_id: role.id, pair_id: pair.id }).execute()
}
