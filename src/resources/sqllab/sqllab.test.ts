import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const ENDLESS = 'select count(*) from numbers a, numbers b, numbers c where a.n + b.n + c.n < 0'
let server: TestServer
let admin: TestClient
let analyst: TestClient
let databaseId = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    'create table numbers as select range::integer as n from range(200000)',
    "create table secret as select 'x' as word",
    "create table letters as select * from (values ('a', 1.50::decimal(10,2)), (null, null)) t(letter, price)",
  )
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  analyst = await server.user('analyst', ['Gamma', 'sql_lab'])
  const made = await admin.send('POST', '/api/v1/database/', {
    database_name: 'data',
    sqlalchemy_uri: `duckdb:///${path}`,
  })
  databaseId = made.json.id
})
afterAll(() => server.stop())

const run = (sql: string, more: Record<string, unknown> = {}, client = admin) =>
  client.send('POST', '/api/v1/sqllab/execute/', {
    database_id: databaseId,
    schema: 'main',
    sql,
    queryLimit: 1000,
    ...more,
  })
const recordOf = async (clientId: string) => {
  const answer = await admin.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')
  return answer.json.result.find((query: { id: string }) => query.id === clientId)
}
const until = async (clientId: string, isThere: (query: { state: string; resultsKey: string | null }) => boolean) => {
  for (;;) {
    const query = await recordOf(clientId)
    if (query && isThere(query)) return query
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('a run', () => {
  it('answers with rows, exact to the digit', async () => {
    const answer = await run('select 9007199254740993 as big, 1.10::decimal(20,10) as d, 1 as a, 2 as a')
    expect(answer.status).toBe(200)
    expect(answer.text).toContain('"data":[{"big":"9007199254740993","d":1.1000000000,"a":1,"a__1":2}]')
    expect(answer.json.query).toMatchObject({ state: 'success', rows: 1, limitingFactor: 'NOT_LIMITED' })
  })

  it('shows a span of time that goes back as the span with a sign', async () => {
    const { text } = await run("select interval '-90 minutes' as a, interval '-1 day' as b, interval 90 minute as c")
    expect(text).toContain('{"a":"-0 days 01:30:00","b":"-1 days 00:00:00","c":"0 days 01:30:00"}')
  })

  it.each([
    ['select n from numbers limit 3', 100, 3, 'QUERY', 'QUERY'],
    ['select n from numbers limit 50', 5, 5, 'UNKNOWN', 'DROPDOWN'],
    ['select n from numbers limit 5', 5, 5, 'UNKNOWN', 'QUERY_AND_DROPDOWN'],
    ['select n from numbers where n < 4', 5, 4, 'NOT_LIMITED', 'NOT_LIMITED'],
  ])('keeps the smaller limit of %s and %i', async (sql, queryLimit, rows, answered, recorded) => {
    const { query } = (await run(sql, { queryLimit })).json
    expect(query).toMatchObject({ rows, limit: queryLimit, limitingFactor: answered })
    expect((await recordOf(query.id)).limitingFactor).toBe(recorded)
  })

  it('types no column without a value, but tells the grid all it knows', async () => {
    const { query, columns } = (await run('select null::integer as nothing, 1.5::decimal(5,2) as price')).json
    expect(columns.map(({ type }: { type: unknown }) => type)).toEqual([null, null])
    const page = await admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${query.resultsKey}',as_page:!t)`)
    expect(page.json.columns).toMatchObject([
      { type: 'INT', native_type: 'INTEGER' },
      { type: 'DECIMAL', type_generic: 0, native_type: 'DECIMAL(5,2)' },
    ])
  })

  it('keeps the result of every statement', async () => {
    const answer = await run("select 1 as a; select 'b;' as b -- last")
    expect(answer.json.data).toEqual([{ b: 'b;' }])
    const statements = answer.json.query.extra.statements
    expect(statements).toMatchObject([
      { from: 0, to: 13, rows: 1, state: 'success' },
      { from: 15, rows: 1 },
    ])
    const first = await admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${statements[0].resultsKey}',as_page:!t)`)
    expect(first.json).toMatchObject({ rows: [[1]], row_count: 1, is_complete: true })
  })

  it('refuses a page that is none', async () => {
    const { query } = (await run('select 1 as a')).json
    const asked = (more: string) =>
      admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${query.resultsKey}',as_page:!t,${more})`)
    const said = async (more: string) => {
      const { status, text } = await asked(more)
      return `${status} ${text}`
    }
    expect(await said('offset:-1')).toMatch(/^400 .*-1 is less than the minimum of 0/)
    expect(await said('rows:0')).toMatch(/^400 .*0 is less than the minimum of 1/)
    expect(await said('rows:5001')).toMatch(/^400 .*5001 is greater than the maximum of 5000/)
    expect(await said('offset:x')).toMatch(/^400 .*'x' is not of type 'integer'/)
    expect((await asked('offset:7')).json).toMatchObject({ rows: [], row_count: 1, is_complete: true })
  })

  it('tells the place of an error in the whole text', async () => {
    const unknown = await run('select 1;\nselect nope\nfrom numbers')
    expect(unknown.status).toBe(400)
    expect(unknown.json.errors[0]).toMatchObject({
      error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      extra: { line: 2, column: 8, position: 17 },
    })
    const broken = await run('select 1;\n selec 2')
    expect(broken.status).toBe(422)
    expect(broken.json.errors[0]).toMatchObject({ error_type: 'INVALID_SQL_ERROR', extra: { line: 2, column: 2 } })
  })

  it('is answered by its first run when its client id comes again', async () => {
    const first = await run('select 1 as a', { client_id: 'again' })
    const second = await run('select 2 as a', { client_id: 'again' })
    expect(second.json.data).toEqual([{ a: 1 }])
    expect(second.json.query_id).toBe(first.json.query_id)
  })

  it.each(['', '   ', '-- only this', ';;'])('refuses the empty text "%s"', async (sql) => {
    expect((await run(sql)).status).toBe(422)
  })

  it('refuses what changes data where that is off', async () => {
    const answer = await run('drop table numbers')
    expect(answer.status).toBe(403)
    expect(answer.json.errors[0].error_type).toBe('DML_NOT_ALLOWED_ERROR')
  })

  it('tells what it refuses of a statement that reads', async () => {
    const answer = await run("select * from read_csv('/etc/passwd')")
    expect(answer.status).toBe(403)
    const [{ error_type, message, extra }] = answer.json.errors
    expect([error_type, extra.refusals]).toEqual(['DATABASE_SECURITY_ACCESS_ERROR', message.split('\n')])
  })
})

it('offers nothing that the engine cannot do, whatever the connection allows', async () => {
  const sources = await admin.send('GET', `/api/v1/database/${databaseId}/connection`)
  const made = await admin.send('POST', '/api/v1/database/', {
    database_name: 'allowed',
    sqlalchemy_uri: sources.json.result.sqlalchemy_uri,
    allow_dml: true,
    allow_ctas: true,
    allow_cvas: true,
    extra: JSON.stringify({ cost_estimate_enabled: true }),
  })
  const { databases } = (await admin.send('GET', '/api/v1/sqllab/')).json.result
  expect(databases[made.json.id]).toMatchObject({
    allow_dml: false,
    allow_ctas: false,
    allow_cvas: false,
    allows_cost_estimate: true,
  })
})

describe('a run in the background', () => {
  it('shows its first rows while it goes on, and all of them after', async () => {
    const started = await run('select * from numbers', { runAsync: true, client_id: 'bg1', queryLimit: 100_000 })
    expect(started.status).toBe(202)
    expect(started.json.query.state).toBe('pending')
    const early = await until('bg1', (query) => query.resultsKey !== null)
    const page = await admin.send(
      'GET',
      `/api/v1/sqllab/results/?q=(key:'${early.resultsKey}',offset:10,rows:2,as_page:!t)`,
    )
    expect(page.json.rows).toEqual([[10], [11]])
    const done = await until('bg1', (query) => query.state === 'success')
    expect(done).toMatchObject({ rows: 100_000, progress: 100, limitingFactor: 'DROPDOWN' })
    const whole = await admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${done.resultsKey}',rows:3)`)
    expect(whole.json).toMatchObject({ data: [{ n: 0 }, { n: 1 }, { n: 2 }], displayLimitReached: true })
  })

  it('stops at once, also for those who ask again', async () => {
    await run(ENDLESS, { runAsync: true, client_id: 'endless' })
    await until('endless', (query) => query.state === 'running')
    for (const _ of [1, 2])
      expect((await admin.send('POST', '/api/v1/query/stop', { client_id: 'endless' })).status).toBe(200)
    expect(await recordOf('endless')).toMatchObject({ state: 'stopped', errorMessage: null })
  })

  it('stops before the engine has begun', async () => {
    const waiting = run(ENDLESS, { client_id: 'early' })
    await until('early', () => true)
    await admin.send('POST', '/api/v1/query/stop', { client_id: 'early' })
    expect((await waiting).json).toMatchObject({ status: 'stopped' })
  })
})

describe('another user', () => {
  it('sees neither the run nor its rows, and cannot stop it', async () => {
    const answer = await run('select 1 as a', { client_id: 'mine' })
    const { id, resultsKey, queryId } = answer.json.query
    expect((await analyst.send('GET', `/api/v1/sqllab/results/?q=(key:'${resultsKey}')`)).status).toBe(403)
    expect((await analyst.send('GET', `/api/v1/sqllab/results/?q=(key:'${resultsKey}',as_page:!t)`)).status).toBe(403)
    expect((await analyst.send('GET', `/api/v1/sqllab/export/${id}/`)).status).toBe(403)
    expect((await analyst.send('POST', '/api/v1/query/stop', { client_id: id })).status).toBe(404)
    expect((await analyst.send('GET', `/api/v1/query/${queryId}`)).status).toBe(404)
  })

  it('does not learn that the database exists', async () => {
    expect((await run('select 1', {}, analyst)).status).toBe(404)
  })

  it('reads the tables that were granted and no other', async () => {
    await grant('schema_access', '[data].[other]')
    const refused = await run('select * from numbers, (select word from secret) s', {}, analyst)
    expect(refused.status).toBe(403)
    expect(refused.json.errors[0]).toMatchObject({
      error_type: 'TABLE_SECURITY_ACCESS_ERROR',
      extra: { tables: ['main.numbers', 'main.secret'] },
    })
    const elsewhere = await run('select word from secret', { schema: 'other' }, analyst)
    expect([elsewhere.status, elsewhere.json.errors?.[0].extra.tables]).toEqual([403, ['main.secret']])
    await grant('schema_access', '[data].[main]')
    expect((await run('select count(*) as n from numbers', {}, analyst)).json.data).toEqual([{ n: 200_000 }])
  })
})

/** Gives a pair to the analyst's role, as an administrator would. */
async function grant(permission: string, view: string) {
  const { db } = server.server.services
  await db
    .insertInto('pairs')
    .values({ permission, view })
    .onConflict((conflict) => conflict.columns(['permission', 'view']).doNothing())
    .execute()
  const pair = await db.selectFrom('pairs').select('id').where('view', '=', view).executeTakeFirstOrThrow()
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'sql_lab').executeTakeFirstOrThrow()
  await db
    .insertInto('role_pairs')
    .values({ role_id: role.id, pair_id: pair.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Rights are read again with the next write of the session.
  await analyst.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'select 1' })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Takes `can_csv` from every role for as long as something runs. */
async function withoutFiles(act: () => Promise<void>) {
  const { db } = server.server.services
  const pair = await db.selectFrom('pairs').select('id').where('permission', '=', 'can_csv').executeTakeFirstOrThrow()
  const held = await db.deleteFrom('role_pairs').where('pair_id', '=', pair.id).returningAll().execute()
  await analyst.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'select 1' })
  await act()
  await db.insertInto('role_pairs').values(held).execute()
  await analyst.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'select 1' })
}

describe('the CSV of a run', () => {
  it('holds the stored rows behind a byte order mark', async () => {
    await run('select letter, price from letters order by letter nulls last', { client_id: 'csv' })
    const answer = await fetch(`${server.base}/api/v1/sqllab/export/csv/`, { headers: { cookie: admin.cookie } })
    expect(answer.headers.get('content-disposition')).toMatch(/filename=sqllab_query_\d{8}T\d{6}\.csv/)
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('\ufeffletter,price\na,1.50\n,\n')
  })

  it('writes times and truth as the files of charts do', async () => {
    await run("select timestamp '2024-02-29 10:20:30' as at, true as vip, null as nothing", { client_id: 'csv2' })
    const answer = await fetch(`${server.base}/api/v1/sqllab/export/csv2/`, { headers: { cookie: admin.cookie } })
    expect(await answer.text()).toBe('at,vip,nothing\n2024-02-29 10:20:30,True,\n')
  })

  it('is refused to who may not take data as files, in both ways', async () => {
    await grant('schema_access', '[data].[main]')
    const { id } = (await run('select 1 as a', { client_id: 'files' }, analyst)).json.query
    const path = `/api/v1/sqllab/export/${id}/`
    expect((await analyst.send('GET', path)).status).toBe(200)
    await withoutFiles(async () => {
      const streamed = await analyst.send('POST', '/api/v1/sqllab/export_streaming/', `client_id=${id}`, FORM)
      expect([(await analyst.send('GET', path)).status, streamed.status]).toEqual([403, 403])
    })
  })
})

it('calls a body that is no JSON what it is', async () => {
  const answer = await admin.send('POST', '/api/v1/sqllab/execute/', '{')
  expect([answer.status, answer.json.errors[0].error_type]).toEqual([400, 'INVALID_PAYLOAD_FORMAT_ERROR'])
  expect(answer.json.errors[0].extra.issue_codes[0].code).toBe(1019)
})

it('formats SQL and leaves templates and comments alone', async () => {
  const answer = await admin.send('POST', '/api/v1/sqllab/format_sql/', {
    sql: 'select a from t where x = {{ y }} -- why',
  })
  expect(answer.json.result).toBe('SELECT\n  a\nFROM\n  t\nWHERE\n  x = {{ y }} -- why')
  expect((await admin.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'SELECT FROM WHERE )' })).status).toBe(422)
})

it('takes an empty schema for none, and the name of a table only where one is made', async () => {
  expect((await run('select 1 as a', { schema: '', tmp_table_name: 'no name' })).status).toBe(200)
  const refused = await run('select 1 as a', { select_as_cta: true, tmp_table_name: 'no name' })
  expect([refused.status, refused.json.message]).toEqual([400, { tmp_table_name: ['Not a valid table name.'] }])
})

it('gives the whole result where a client names no number of rows with a null', async () => {
  const { resultsKey } = (await run('select range as n from range(30)')).json.query
  for (const rows of ['!n', '30', '0']) {
    const { status, json } = await admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${resultsKey}',rows:${rows})`)
    expect([status, json.data?.length, json.displayLimitReached]).toEqual([200, 30, undefined])
  }
})

it('says what is wrong with the question for a result', async () => {
  const words = async (q: string) => (await admin.send('GET', `/api/v1/sqllab/results/?q=${q}`)).json
  expect(await words('(rows:2)')).toEqual({ message: "Not a valid rison schema 'key' is a required property" })
  expect(await words('!(')).toEqual({ message: 'Not a valid rison/json argument' })
})
