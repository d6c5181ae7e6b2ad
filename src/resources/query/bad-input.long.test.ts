import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { routes } from '../routes.ts'

const MINE = /^\/(api\/v1\/(sqllab|query|saved_query|database)|tabstateview|tableschemaview|kv)\b/
const HOSTILE: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1e308,
  '9'.repeat(30),
  "'; drop table users; --",
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  '{{ 7 * 7 }}{% for i in range(10**9) %}x{% endfor %}',
  [],
  [[]],
  {},
  { $gt: 0 },
  true,
  'x'.repeat(5000),
]
let server: TestServer
let admin: TestClient

beforeAll(async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  await admin.send('POST', '/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
})
afterAll(() => server.stop())

/** What removes things comes last, so that the others have something to work on. */
const mine = routes
  .filter(({ path, bodyFormat }) => MINE.test(path) && bodyFormat !== 'stream')
  .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))

it('lists runs, tells one, and what they may be filtered by', async () => {
  const run = await admin.send('POST', '/api/v1/sqllab/execute/', {
    database_id: 1,
    sql: 'select a from t',
    client_id: 'listed',
    tab: 'T',
  })
  const list = await admin.send('GET', "/api/v1/query/?q=(filters:!((col:sql,opr:ct,value:'FROM T')))")
  expect(list.json).toMatchObject({
    count: 1,
    result: [{ sql: 'select a from t', status: 'success', rows: 1, database: { database_name: 'data' } }],
  })
  const item = await admin.send('GET', `/api/v1/query/${run.json.query_id}`)
  expect(item.json.result).toMatchObject({ client_id: 'listed', tab_name: 'T', database: { id: 1 } })
  expect((await admin.send('GET', '/api/v1/query/distinct/status')).json.result).toContainEqual({
    text: 'success',
    value: 'success',
  })
  expect((await admin.send('GET', '/api/v1/query/related/database')).json.result).toMatchObject([
    { text: 'data', value: 1 },
  ])
})

it.each(mine.map((route) => [route.method, route.path] as const))(
  '%s %s fails no harder than 4xx',
  async (method, path) => {
    for (const value of HOSTILE) {
      const text = encodeURIComponent(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))
      const address = path.replace(/\{\w+\}/g, text === '' ? '1' : text)
      const answers = [
        await admin.send(
          method,
          `${address}?q=${text}&key=${text}&offset=${text}&name=${text}`,
          method === 'GET' ? undefined : (value ?? {}),
        ),
      ]
      if (method !== 'GET') answers.push(await admin.send(method, path.replace(/\{\w+\}/g, '1'), fieldsOf(value)))
      for (const answer of answers)
        expect([answer.status < 500, answer.text.slice(0, 200)]).toEqual([true, expect.anything()])
    }
  },
)

/** A body in which every field that the routes know has the value, on the real database where one is needed. */
function fieldsOf(value: unknown): Record<string, unknown> {
  const names =
    'sql client_id queryLimit catalog schema tab sql_editor_id tmp_table_name templateParams template_params ctas_method label description db_id extra_json database_name extra sqlalchemy_uri parameters engine dbId name autorun'
  return { ...Object.fromEntries(names.split(' ').map((name) => [name, value])), database_id: 1 }
}
