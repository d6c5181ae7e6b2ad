import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from './server.ts'

/** A server on which scripts run, and how its owner sees what they leave. */
export interface ScriptSource {
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
  /** Settings that no script may change, beside those that are refused everywhere. */
  readonly refused?: readonly string[]
  /** What runs of the endless statement, and temporary tables where the server tells of them. */
  left(): Promise<readonly unknown[]>
  stop(): Promise<void>
}

/** Tables of the schema that scripts begin in; the words after each make it what it is on the server. */
export const scriptTables = (made = ''): readonly string[] => [
  `create table things (id integer) ${made}`,
  'insert into things values (1), (2), (3)',
  `create table allowed (n integer) ${made}`,
  'insert into allowed values (1), (2)',
]

/** Tables of the schema `other`. */
export const otherTables = (made = ''): readonly string[] => [
  `create table other.things (id integer) ${made}`,
  'insert into other.things values (10)',
]

/** The promises of a script whose statements share a session. */
export function sharesSession(open: () => Promise<ScriptSource>): Walk {
  const walk = begun(open)
  keepsWhatIsSet(walk)
  keepsRights(walk)
  keepsRules(walk)
  endsCleanly(walk)
  return walk
}

/** The product with the source in it twice: where data may be changed, and where it may not. */
export type Walk = ReturnType<typeof begun>

function begun(open: () => Promise<ScriptSource>) {
  let source: ScriptSource
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
  return {
    get source() {
      return source
    },
    get server() {
      return server
    },
    get admin() {
      return admin
    },
    get writable() {
      return writable
    },
    get readable() {
      return readable
    },
    run,
    rowsOf: async (sql: string, more: object = {}) => {
      const answer = await run(sql, more)
      return answer.status === 200 ? answer.json.data : `${answer.status} ${answer.text}`
    },
  }
}

function keepsWhatIsSet(walk: Walk): void {
  const { rowsOf, run } = walk

  it('finds the temporary table that an earlier statement made, and nobody else does', async () => {
    const script = `create ${walk.source.temp} table t (n integer); insert into t values (1), (5);
      create ${walk.source.temp} table u as select n * 2 as n from t; insert into u values (100);
      select sum(n) as n from u`
    for (let i = 0; i < 2; i++) expect(Number((await rowsOf(script))[0].n)).toBe(112)
    expect(await rowsOf('select 1 as a; select * from t')).toMatch(/^400 .*TABLE_DOES_NOT_EXIST_ERROR/)
    expect(await rowsOf('select * from t')).toMatch(/^400 .*TABLE_DOES_NOT_EXIST_ERROR/)
    await expect.poll(walk.source.left).toEqual([])
  })

  it('keeps a setting for the statements after it, and for no other script', async () => {
    const [there, here] = walk.source.moments
    for (const database_id of [walk.readable, walk.writable]) {
      expect(await rowsOf(`${walk.source.setZone}; ${walk.source.moment}`, { database_id })).toEqual([{ t: there }])
      expect(await rowsOf(`select 1 as a; ${walk.source.moment}`, { database_id })).toEqual([{ t: here }])
      expect(await rowsOf(walk.source.moment, { database_id })).toEqual([{ t: here }])
    }
    const alone = await run(walk.source.setZone, { database_id: walk.readable })
    expect([alone.status, alone.json.data]).toEqual([200, []])
  })

  it('knows variables of the session on MariaDB', async () => {
    if (walk.source.schema !== 'data') return
    const script =
      'set @least := 2, @from = (select max(id) from things); select @least as a, count(*) as n, @from as b'
    expect(await rowsOf(`${script} from things where id >= @least`)).toEqual([{ a: 2, n: 2, b: 3 }])
    expect(await rowsOf('select @least as a')).toEqual([{ a: null }])
  })
}

function keepsRights(walk: Walk): void {
  const { rowsOf, run } = walk

  it('changes data nowhere that it may not, and sets nothing that others would feel', async () => {
    const made = `create ${walk.source.temp} table t (n integer); select * from t`
    expect(await rowsOf(made, { database_id: walk.readable })).toMatch(/^403 .*DML_NOT_ALLOWED_ERROR/)
    const after = `${walk.source.setZone}; insert into things values (4)`
    expect(await rowsOf(after, { database_id: walk.readable })).toMatch(/^403 .*DML_NOT_ALLOWED_ERROR/)
    for (const sql of [
      'set global x = 1',
      'set role x',
      "set search_path = 'x', 'y'",
      'set search_path = pg_temp',
      'set @@global.x = 1',
      'set session x = 1',
      ...(walk.source.refused ?? []),
    ])
      expect(await rowsOf(`${sql}; select 1 as a`)).toMatch(/^4(03|22) /)
    expect(await rowsOf('select count(*) as n from things')).toEqual([{ n: 3 }])
  })

  it('looks names up where an earlier statement says, and checks rights there', async () => {
    const things = 'select sum(id) as n from things'
    const other = await run(`${things}; ${walk.source.goOther}; ${things}`)
    expect([other.status, other.json.data]).toEqual([200, [{ n: 10 }]])
    const { statements } = other.json.query.extra
    expect(statements.map(({ state }: { state: string }) => state)).toEqual(['success', 'success', 'success'])
    const first = `/api/v1/sqllab/results/?q=(key:'${statements[0].resultsKey}',as_page:!t)`
    expect((await walk.admin.send('GET', first)).json.rows).toEqual([[6]])
    expect(await rowsOf(things)).toEqual([{ n: 6 }])
    const reader = await walk.server.user(`reader_${walk.source.schema}`, ['Gamma', 'sql_lab'])
    await grant(walk.server, `[readable].[${walk.source.schema}]`)
    await reader.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'select 1' })
    const read = (sql: string) =>
      reader.send('POST', '/api/v1/sqllab/execute/', { database_id: walk.readable, schema: walk.source.schema, sql })
    expect((await read(things)).json.data).toEqual([{ n: 6 }])
    const refused = await read(`${things}; ${walk.source.goOther}; ${things}`)
    expect([refused.status, refused.json.errors[0].extra.tables]).toEqual([403, ['other.things']])
  })
}

function keepsRules(walk: Walk): void {
  const { rowsOf } = walk

  it('keeps row-level rules where an earlier statement goes', async () => {
    const dataset = { database: walk.writable, schema: 'other', table_name: 'things' }
    const { id } = (await walk.admin.send('POST', '/api/v1/dataset/', dataset)).json
    const rule = { name: 'none', filter_type: 'Base', tables: [id], roles: [], group_key: null, clause: 'id > 10' }
    const made = await walk.admin.send('POST', '/api/v1/rowlevelsecurity/', rule)
    const count = 'select count(*) as n from things'
    expect(await rowsOf(`${walk.source.goOther}; ${count}`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`${walk.source.goOther}; select 1 as a; ${count}`)).toEqual([{ n: 0 }])
    const elsewhere = await rowsOf(count, { schema: 'other', catalog: 'nowhere' })
    expect(elsewhere).toSatisfy((rows) => typeof rows === 'string' || rows[0].n === 0)
    const named = await rowsOf('select count(*) as n from other.things', { catalog: 'nowhere' })
    expect(named).toSatisfy((rows) => typeof rows === 'string' || rows[0].n === 0)
    expect(await rowsOf(`${walk.source.setZone}; ${walk.source.goOther}; ${count}`)).toMatch(/^403 /)
    expect(await rowsOf(count)).toEqual([{ n: 3 }])
    await walk.admin.send('DELETE', `/api/v1/rowlevelsecurity/?q=!(${made.json.id})`)
  })

  it('keeps row-level rules in a script', async () => {
    const dataset = { database: walk.writable, schema: walk.source.schema, table_name: 'things' }
    const { id } = (await walk.admin.send('POST', '/api/v1/dataset/', dataset)).json
    const clause = 'id in (select n from allowed)'
    const rule = { name: 'few', filter_type: 'Base', tables: [id], roles: [], group_key: null, clause }
    const made = await walk.admin.send('POST', '/api/v1/rowlevelsecurity/', rule)
    expect(await rowsOf('select 1 as a; select count(*) as n from things')).toEqual([{ n: 2 }])
    const into =
      walk.source.temp === 'temp' ? ['select 3 as n into temp allowed', 'create table pg_temp.allowed (n int)'] : []
    for (const before of [
      `create ${walk.source.temp} table t as select * from things`,
      // The rule would read these instead of the table that it means.
      `create ${walk.source.temp} table allowed (n integer)`,
      ...into,
      // What a rule says of today would be another day.
      walk.source.setZone,
    ])
      expect(await rowsOf(`${before}; select count(*) as n from things`)).toMatch(/^403 .*TABLE_SECURITY_ACCESS_ERROR/)
    expect(await rowsOf(`${walk.source.setZone}; select count(*) as n from allowed`)).toEqual([{ n: 2 }])
    await walk.admin.send('DELETE', `/api/v1/rowlevelsecurity/?q=!(${made.json.id})`)
  })
}

function endsCleanly(walk: Walk): void {
  const { rowsOf, run } = walk

  it('stops in the middle and leaves nothing', async () => {
    const client_id = 'stop-script'
    const running = run(`create ${walk.source.temp} table t (n integer); ${walk.source.endless}; select 1 as a`, {
      client_id,
    })
    await expect.poll(async () => (await walk.source.left()).length).toBeGreaterThan(0)
    expect((await walk.admin.send('POST', '/api/v1/query/stop', { client_id })).status).toBe(200)
    expect((await running).json.status).toBe('stopped')
    await expect.poll(walk.source.left, { timeout: 3_000 }).toEqual([])
  })

  it('goes on after a statement with more rows than are read', async () => {
    const answer = await run(`${walk.source.many}; select 2 as b`, { queryLimit: 20_000 })
    expect([answer.json.data, answer.json.query.extra.statements.map(({ rows }: { rows: number }) => rows)]).toEqual([
      [{ b: 2 }],
      [20_000, 1],
    ])
  })

  it('ends with the first statement that fails', async () => {
    const script = `create ${walk.source.temp} table t (n integer); select nope from t; select 1 as a`
    expect(await rowsOf(script)).toMatch(/^400 .*COLUMN_DOES_NOT_EXIST_ERROR/)
    await expect.poll(walk.source.left).toEqual([])
  })

  it('runs many scripts at once', async () => {
    const script = `create ${walk.source.temp} table t (n integer); insert into t values (7); select n from t`
    const answers = await Promise.all(Array.from({ length: 24 }, () => rowsOf(script)))
    expect(answers).toEqual(answers.map(() => [{ n: 7 }]))
  })
}

/** Lets the role sql_lab read a schema, as an administrator would. */
export async function grant({ server: { services } }: TestServer, view: string) {
  const { db } = services
  await db.insertInto('pairs').values({ permission: 'schema_access', view }).execute()
  const pair = await db.selectFrom('pairs').select('id').where('view', '=', view).executeTakeFirstOrThrow()
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'sql_lab').executeTakeFirstOrThrow()
  await db.insertInto('role_pairs').values({ role_id: role.id, pair_id: pair.id }).execute()
}
