import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const KEYS = '/api/v1/security/api_keys/'
let server: TestServer
let admin: TestClient
let databaseId: number
beforeAll(async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  databaseId = (await admin.send('POST', '/api/v1/database/', database)).json.id
})
afterAll(() => server.stop())

const make = async (who: TestClient, body: Record<string, unknown>) =>
  (await who.send('POST', KEYS, { name: 'a script', ...body })).json.result
/** Sends with nothing but the key, as a script does. */
const by = (key: string) => (method: string, path: string, body?: unknown) =>
  server.anonymous.send(method, path, body, { authorization: `Bearer ${key}` })
const statuses = async (send: ReturnType<typeof by>, asked: readonly (readonly [string, string, unknown?])[]) => {
  const out: Record<string, number> = {}
  for (const [method, path, body] of asked) out[`${method} ${path}`] = (await send(method, path, body)).status
  return out
}
const select = () => ({ database_id: databaseId, sql: 'select a from t' })

it('comes as its user, changes without a CSRF token, and opens no page', async () => {
  const made = await make(admin, {})
  expect(made).toMatchObject({ name: 'a script', scopes: null, key_prefix: expect.stringMatching(/^bi_[0-9a-f]{8}_$/) })
  expect(made.key.startsWith(made.key_prefix)).toBe(true)
  const days = (Date.parse(`${made.expires_on}Z`) - Date.parse(`${made.created_on}Z`)) / 86_400_000
  expect(days).toBeCloseTo(90, 3)
  const send = by(made.key)
  expect((await send('GET', '/api/v1/me/')).json.result.username).toBe('admin')
  expect((await send('POST', '/api/v1/sqllab/execute/', select())).json.data).toEqual([{ a: 1 }])
  const chart = await send('POST', '/api/v1/css_template/', { template_name: 'by key', css: '' })
  expect(chart.status).toBe(201)
  expect((await send('GET', '/superset/welcome/')).status).toBe(302)
  const { result } = (await admin.send('GET', KEYS)).json
  expect(result[0]).toMatchObject({ uuid: made.uuid, active: true, revoked_on: null, last_used_on: expect.any(String) })
  expect(JSON.stringify(result)).not.toContain(made.key)
  const kept = await server.server.services.db.selectFrom('api_keys').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(made.key)
})

it('is refused once it is revoked, expired, unknown, or its user is disabled or gone', async () => {
  const ada = await server.user('ada', ['Gamma'])
  const [revoked, expired, disabled] = [await make(ada, {}), await make(ada, {}), await make(ada, {})]
  const asked = async ({ key }: { key: string }) => {
    const { status, json } = await by(key)('GET', '/api/v1/chart/')
    return [status, json.message]
  }
  for (const one of [revoked, expired, disabled]) expect((await asked(one))[0]).toBe(200)
  const refused = [401, 'Not authorized']
  expect(await asked({ key: `${disabled.key}x` })).toEqual(refused)
  const answer = await ada.send('DELETE', `${KEYS}${revoked.uuid}`)
  expect([answer.status, answer.json]).toEqual([200, { message: 'API key revoked' }])
  expect(await asked(revoked)).toEqual(refused)
  const { db } = server.server.services
  const past = '2001-01-01T00:00:00.000Z'
  await db.updateTable('api_keys').set({ expires_on: past }).where('uuid', '=', expired.uuid).execute()
  expect(await asked(expired)).toEqual(refused)
  expect((await ada.send('GET', `${KEYS}${expired.uuid}`)).json.result).toMatchObject({ active: false })
  const users = (await admin.send('GET', '/api/v1/security/users/')).json.result
  const { id } = users.find(({ username }: { username: string }) => username === 'ada')
  await admin.send('PUT', `/api/v1/security/users/${id}`, { active: false })
  expect(await asked(disabled)).toEqual(refused)
  await admin.send('PUT', `/api/v1/security/users/${id}`, { active: true })
  expect((await asked(disabled))[0]).toBe(200)
  await admin.send('DELETE', `/api/v1/security/users/${id}`)
  expect(await asked(disabled)).toEqual(refused)
  expect(await db.selectFrom('api_keys').select('id').where('user_id', '=', id).execute()).toEqual([])
})

it('opens what it is for and no more than its user may', async () => {
  const reading = by((await make(admin, { scopes: 'read' })).key)
  const querying = by((await make(admin, { scopes: 'read, sql' })).key)
  const ask = { datasource: { id: 1, type: 'table' }, queries: [{}] }
  const routes = [
    ['GET', '/api/v1/dashboard/'],
    ['POST', '/api/v1/chart/data', ask],
    ['POST', '/api/v1/sqllab/execute/', select()],
    ['POST', '/api/v1/css_template/', { template_name: 'no', css: '' }],
    ['PUT', '/api/v1/me/', { first_name: 'no' }],
    ['DELETE', '/api/v1/database/1'],
    ['POST', '/api/v1/chart/1/favorites/'],
  ] as const
  const refused = { 'POST /api/v1/css_template/': 403, 'PUT /api/v1/me/': 403, 'DELETE /api/v1/database/1': 403 }
  const both = { 'GET /api/v1/dashboard/': 200, ...refused, 'POST /api/v1/chart/1/favorites/': 403 }
  const asked = { 'POST /api/v1/chart/data': 404 }
  expect(await statuses(reading, routes)).toEqual({ ...both, ...asked, 'POST /api/v1/sqllab/execute/': 403 })
  expect(await statuses(querying, routes)).toEqual({ ...both, ...asked, 'POST /api/v1/sqllab/execute/': 200 })
  const gamma = await server.user('gia', ['Gamma'])
  const own = by((await make(gamma, {})).key)
  expect((await own('POST', '/api/v1/sqllab/execute/', select())).status).toBe(403)
  expect((await own('GET', '/api/v1/security/users/')).status).toBe(403)
})

it('lets an agent use the tools that read, and no other', async () => {
  const send = by((await make(admin, { scopes: 'read' })).key)
  const call = async (name: string, args: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    return (await send('POST', '/mcp', body)).json
  }
  const listed = await call('list_databases', {})
  expect(JSON.stringify(listed)).toContain('data')
  const ran = await call('run_sql', { database_id: databaseId, sql: 'select a from t' })
  expect(JSON.stringify(ran)).toContain('Forbidden')
})

it('is made by its user in person, and seen by its user and by administrators alone', async () => {
  const [one, other] = [await server.user('one', ['Gamma']), await server.user('other', ['Gamma'])]
  const made = await make(one, { expires_on: null })
  expect(made.expires_on).toBeNull()
  expect((await by(made.key)('POST', KEYS, { name: 'another' })).status).toBe(403)
  expect((await other.send('GET', `${KEYS}${made.uuid}`)).status).toBe(404)
  expect((await other.send('DELETE', `${KEYS}${made.uuid}`)).status).toBe(404)
  expect((await other.send('GET', KEYS)).json.result).toEqual([])
  expect((await admin.send('DELETE', `${KEYS}${made.uuid}`)).status).toBe(200)
  const audit = server.server.services.db.selectFrom('audit').select(['actor', 'action']).orderBy('id', 'desc').limit(9)
  await expect
    .poll(() => audit.execute())
    .toEqual(
      expect.arrayContaining([
        { actor: 'one', action: 'api_key.create' },
        { actor: 'admin', action: 'api_key.revoke' },
      ]),
    )
})

it('says what is wrong with a key that cannot be made', async () => {
  const faults = async (body: unknown) => {
    const { status, json } = await admin.send('POST', KEYS, body)
    return [status, json.message]
  }
  expect(await faults({})).toEqual([400, { name: ['Missing data for required field.'] }])
  expect(await faults({ name: '  ' })).toEqual([400, { name: ['Length must be between 1 and 200.'] }])
  expect(await faults({ name: 'k', bogus: 1 })).toEqual([400, { bogus: ['Unknown field.'] }])
  expect(await faults({ name: 'k', expires_on: 'soon' })).toEqual([400, { expires_on: ['Not a valid datetime.'] }])
  expect(await faults({ name: 'k', expires_on: '2001-01-01T00:00:00' })).toEqual([
    400,
    { expires_on: ['Must be a time to come.'] },
  ])
  expect(await faults({ name: 'k', scopes: 'write' })).toEqual([
    400,
    { scopes: ['Not a valid scope. Known: read, sql; none for all that its user may.'] },
  ])
})
