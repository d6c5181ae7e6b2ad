import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const dir = mkdtempSync(join(tmpdir(), 'source-'))
let server: TestServer
let admin: TestClient
const ids = { writable: 0, readable: 0 }

beforeAll(async () => {
  for (const name of ['w', 'r']) {
    const file = new DatabaseSync(join(dir, `${name}.db`))
    file.exec("create table people (id integer, name text); insert into people values (1, 'a')")
    file.close()
  }
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const connect = async (name: string, more: object) =>
    (
      await admin.send('POST', '/api/v1/database/', {
        database_name: name,
        sqlalchemy_uri: `sqlite:////${dir.slice(1)}/${name}.db`,
        ...more,
      })
    ).json.id
  ids.writable = await connect('w', { allow_dml: true, allow_ctas: true, allow_cvas: true })
  ids.readable = await connect('r', {})
})
afterAll(() => server.stop())

const run = (sql: string, more: Record<string, unknown> = {}, database_id = ids.writable) =>
  admin.send('POST', '/api/v1/sqllab/execute/', { database_id, schema: 'main', sql, ...more })

it('changes data where that is on, and tells the result of each statement', async () => {
  const answer = await run(
    "insert into people values (2, 'b'); update people set name = 'c' where id = 2; select name from people where id = 2",
  )
  expect(answer.json.data).toEqual([{ name: 'c' }])
  expect(answer.json.query.extra.statements.map(({ rows }: { rows: number }) => rows)).toEqual([1, 1, 1])
})

it('reads what an earlier statement of the same text has made', async () => {
  const script = 'create table later as select id * 10 as n from people; select max(n) as n from later -- made above'
  const answer = await run(script)
  expect(answer.json.data).toEqual([{ n: 20 }])
  expect(answer.json.query.extra.statements.map(({ state }: { state: string }) => state)).toEqual([
    'success',
    'success',
  ])
  const renamed = await run(
    'alter table later rename column n to m; insert into later (m) values (7); select min(m) as m from later',
  )
  expect([renamed.status, renamed.json.data]).toEqual([200, [{ m: 7 }]])
  const wrong = await run('create table other as select 1 as a; select * from nowhere')
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('no such table: nowhere')])
  expect(wrong.json.errors[0].extra.line).toBe(1)
  const hidden = await run("create table third as select 1 as a; select load_extension('x') from third")
  expect([hidden.status, hidden.text]).toEqual([
    expect.any(Number),
    expect.stringContaining('load_extension is not allowed'),
  ])
  const first = await run('select * from nowhere; create table nowhere (a int)')
  expect([first.status, first.text]).toEqual([400, expect.stringContaining('nowhere')])
  await run('drop table later; drop table other; drop table third')
})

it('makes a table and a view of a SELECT', async () => {
  const table = await run('select id from people', { select_as_cta: true, tmp_table_name: 'made' })
  expect(table.json.query).toMatchObject({ ctas: true, tempTable: 'made', resultsKey: null, state: 'success' })
  const view = await run('select id from made', { select_as_cta: true, ctas_method: 'VIEW', tmp_table_name: 'seen' })
  expect(view.status).toBe(200)
  expect((await run('select count(*) as n from seen')).json.data[0].n).toBeGreaterThan(0)
})

it.each([
  ['drop table people', 'TABLE', 'INVALID_CTAS_QUERY_ERROR'],
  ['select 1; select 2', 'VIEW', 'INVALID_CVAS_QUERY_ERROR'],
])('makes nothing of %s', async (sql, ctas_method, error) => {
  const answer = await run(sql, { select_as_cta: true, ctas_method, tmp_table_name: 'no' })
  expect(answer.status).toBe(400)
  expect(answer.json.errors[0].error_type).toBe(error)
})

it.each(["x'; drop table people; --", 'a b', '1a'])('refuses the table name %s', async (tmp_table_name) => {
  expect((await run('select 1', { select_as_cta: true, tmp_table_name })).status).toBe(400)
})

it('offers what a connection allows, where its engine can do it', async () => {
  const { databases } = (await admin.send('GET', '/api/v1/sqllab/')).json.result
  const allowed = { allow_dml: true, allow_ctas: true, allow_cvas: true }
  expect(databases[ids.writable]).toMatchObject({ ...allowed, allows_cost_estimate: false })
})

it('writes nothing where it is off', async () => {
  for (const sql of [
    'delete from people',
    "insert into people values (9, 'z')",
    'create table t (a int)',
    'pragma user_version = 5',
  ]) {
    const answer = await run(sql, {}, ids.readable)
    expect([sql, answer.status]).toEqual([sql, 403])
  }
  const created = await run('select 1', { select_as_cta: true, tmp_table_name: 'no' }, ids.readable)
  expect(created.status).toBe(403)
  expect((await run('select count(*) as n from people', {}, ids.readable)).json.data).toEqual([{ n: 1 }])
})
