import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { type Condition, holds, numberOf } from './condition.ts'

const BASE = '/api/v1/report'
let server: TestServer
let admin: TestClient
let analyst: TestClient
let alpha: TestClient
let database: number
let count = 0

beforeAll(async () => {
  const data = await duckdbFile('create table orders as select range as id, range * 2 as amount from range(10)')
  server = await startServer({ args: ['--sources', data.dir] })
  admin = await server.login()
  const uri = `duckdb:///${data.path}`
  const made = await admin.send('POST', '/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: uri })
  database = made.json.id
  analyst = await server.user('analyst', ['Alpha', 'sql_lab'])
  alpha = await server.user('alpha', ['Alpha'])
})
afterAll(() => server.stop())

const body = (more: object = {}) => {
  count += 1
  return {
    type: 'Alert',
    name: `alert ${count}`,
    crontab: '0 9 * * *',
    recipients: [{ type: 'Email', recipient_config_json: { target: 'ann@example.com' } }],
    database,
    sql: 'select count(*) from orders',
    validator_type: 'operator',
    validator_config_json: { op: '>', threshold: 5 },
    ...more,
  }
}
const create = (client: TestClient, more: object = {}) => client.send('POST', `${BASE}/`, body(more))

it('has a name that neither an alert nor a report has', async () => {
  const name = `twice ${Math.random()}`
  expect((await create(analyst, { name })).status).toBe(201)
  const { status, json } = await create(analyst, { name })
  expect([status, json.message]).toEqual([422, { name: [`An alert named "${name}" already exists`] }])
})

it('is kept with its statement and its condition', async () => {
  const made = await create(analyst)
  expect(made.status, made.text).toBe(201)
  const path = `${BASE}/${made.json.id}`
  const { result } = (await analyst.send('GET', path)).json
  expect(result).toMatchObject({
    type: 'Alert',
    database: { id: database, database_name: 'shop' },
    sql: 'select count(*) from orders',
    validator_type: 'operator',
    chart: null,
    dashboard: null,
    last_state: 'Not triggered',
    last_value: null,
  })
  expect(JSON.parse(result.validator_config_json)).toEqual({ op: '>', threshold: 5 })
  const changed = { sql: 'select max(amount) from orders', validator_config_json: { op: '<=', threshold: 1.5 } }
  expect((await analyst.send('PUT', path, changed)).status).toBe(200)
  const after = (await analyst.send('GET', path)).json.result
  expect([after.sql, JSON.parse(after.validator_config_json)]).toEqual(Object.values(changed))
})

it('is listed apart from reports', async () => {
  const listed = async (type: string) =>
    (await admin.send('GET', `${BASE}/?q=(filters:!((col:type,opr:eq,value:${type})))`)).json
  await create(admin)
  expect((await listed('Alert')).count).toBeGreaterThan(0)
  expect((await listed('Report')).count).toBe(0)
})

it.each([
  [{ database: null }, { database: 'Database is required for alerts' }],
  [{ database: 987_654 }, { database: 'Database does not exist' }],
  [{ sql: '  ' }, { sql: 'An alert needs a statement.' }],
  [{ validator_config_json: { op: '>' } }, { validator_config_json: 'A comparison needs an operator and a number.' }],
  [{ validator_type: 'nope' }, { validator_type: ['Must be one of: not null, operator.'] }],
])('refuses %o', async (more, message) => {
  const { status, json } = await create(admin, more)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(json.message).toEqual(message)
})

it('takes a statement from those alone who may run SQL', async () => {
  expect((await create(alpha)).status).toBe(403)
  const report = (await create(analyst, { owners: [await idOf(alpha), await idOf(analyst)] })).json.id
  const path = `${BASE}/${report}`
  expect((await alpha.send('PUT', path, { active: false })).status).toBe(200)
  expect((await alpha.send('PUT', path, { sql: 'select 1' })).status).toBe(403)
})

const idOf = async (client: TestClient) => (await client.send('GET', '/api/v1/me/')).json.result.id as number

it('keeps its connection from being deleted', async () => {
  await create(admin)
  const { status, json } = await admin.send('DELETE', `/api/v1/database/${database}`)
  expect([status, json.message]).toEqual([422, 'Cannot delete a database that alerts ask'])
})

const check = async (sql: string, more: object = {}, client = admin) => {
  const { status, json } = await client.send('POST', `${BASE}/check/`, { database, sql, ...more })
  return status === 200 ? json.result : [status, json.errors?.[0]?.message ?? json.message]
}
const above = (threshold: number) => ({
  validator_type: 'operator',
  validator_config_json: { op: '>', threshold },
})

it('tells what a statement gives and whether that would be sent', async () => {
  expect(await check('select count(*) from orders', above(5))).toEqual({ value: 10, is_triggered: true })
  expect(await check('select count(*) from orders', above(50))).toEqual({ value: 10, is_triggered: false })
  expect(await check('select id from orders where id < 0')).toEqual({ value: null, is_triggered: false })
  expect(await check("select 'late'")).toEqual({ value: 'late', is_triggered: true })
  expect(await check('select {{ 40 + 2 }}')).toMatchObject({ value: 42 })
})

it('says what is wrong with a statement', async () => {
  expect(await check('select * from orders')).toEqual([
    422,
    'The statement of the alert gave several rows. It has to give one value.',
  ])
  expect(await check('select 1, 2')).toEqual([
    422,
    'The statement of the alert gave 2 columns. It has to give one value.',
  ])
  expect(await check('select 1; select 2')).toEqual([422, 'An alert asks one statement that reads rows.'])
  expect(await check("select 'many'", above(1))).toEqual([
    422,
    'The statement of the alert gave "many", which is no number.',
  ])
  for (const sql of [
    'drop table orders',
    'select * from nowhere',
    'selec 1',
    "select * from read_csv('/etc/passwd')",
  ]) {
    const [status, words] = await check(sql)
    expect(status, sql).toBeGreaterThanOrEqual(400)
    expect(status, sql).toBeLessThan(500)
    expect(words).not.toBe('')
  }
  expect((await check('select 1', {}, alpha))[0]).toBe(403)
})

it.each<[Condition, unknown, boolean]>([
  [{ kind: 'given' }, null, false],
  [{ kind: 'given' }, 0, false],
  [{ kind: 'given' }, '', true],
  [{ kind: 'given' }, 'x', true],
  [{ kind: 'compared', op: '==', threshold: 1 }, true, true],
  [{ kind: 'compared', op: '!=', threshold: 1 }, null, false],
  [{ kind: 'compared', op: '<', threshold: 0 }, '-0.5', true],
  [{ kind: 'compared', op: '>=', threshold: 2 }, 2, true],
])('%o of %o is %s', (condition, cell, expected) => {
  expect(holds(condition, cell as never)).toBe(expected)
})

it('reads numbers as engines write them', () => {
  expect(['12', '9007199254740993', '1e3', '', 'x', null, false].map((cell) => numberOf(cell))).toEqual([
    12,
    9_007_199_254_740_992,
    1000,
    null,
    null,
    null,
    0,
  ])
})
