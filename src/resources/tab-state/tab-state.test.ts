import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let analyst: TestClient
let csrf: Map<TestClient, string>

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  analyst = await server.user('analyst', ['sql_lab'])
  const token = async (client: TestClient) => (await client.send('GET', '/api/v1/security/csrf_token/')).json.result
  csrf = new Map([
    [admin, await token(admin)],
    [analyst, await token(analyst)],
  ])
})
afterAll(() => server.stop())

const form = async (client: TestClient, method: string, path: string, fields: Record<string, unknown> = {}) => {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
  const headers = { cookie: client.cookie, 'x-csrftoken': csrf.get(client) ?? '' }
  return fetch(server.base + path, { method, headers, body })
}
const newTab = async (client = admin, tab: Record<string, unknown> = {}) => {
  const answer = await form(client, 'POST', '/tabstateview/', { queryEditor: { name: 'T', dbId: null, ...tab } })
  return ((await answer.json()) as { id: number }).id
}
const read = async (id: number) => (await admin.send('GET', `/tabstateview/${id}`)).json

it('keeps a tab and what was changed of it, and nothing else', async () => {
  const id = await newTab(admin, { sql: 'select 1', queryLimit: 10 })
  await form(admin, 'PUT', `/tabstateview/${id}`, {
    sql: 'select 2',
    hide_left_bar: true,
    extra_json: '{"updatedAt":5,"version":1}',
    user_id: 999,
  })
  expect(await read(id)).toMatchObject({
    label: 'T',
    sql: 'select 2',
    query_limit: 10,
    hide_left_bar: true,
    user_id: 1,
    extra_json: { updatedAt: 5, version: 1 },
  })
})

it('takes numbers as their digits too, as an address or a form may have them', async () => {
  const id = await newTab(admin, { dbId: '1', queryLimit: '77', remoteId: null })
  expect(await read(id)).toMatchObject({ label: 'T', query_limit: 77 })
  await form(admin, 'PUT', `/tabstateview/${id}`, { query_limit: '50' })
  const answer = await form(admin, 'POST', '/tableschemaview/', {
    table: { queryEditorId: String(id), dbId: '1', name: 't', schema: 'main' },
  })
  expect(await read(id)).toMatchObject({ query_limit: 50, table_schemas: [{ database_id: 1, table: 't' }] })
  const { id: entry } = (await answer.json()) as { id: number }
  const closed = await form(admin, 'POST', `/tableschemaview/${entry}/expanded`, { expanded: 0 })
  expect(await closed.json()).toEqual({ id: entry, expanded: false })
  expect((await form(admin, 'PUT', `/tabstateview/${id}`, { query_limit: '1.5' })).status).toBe(400)
})

it('has one active tab at a time', async () => {
  const [first, second] = [await newTab(), await newTab()]
  await form(admin, 'POST', `/tabstateview/${first}/activate`)
  expect([(await read(first)).active, (await read(second)).active]).toEqual([true, false])
})

it('marks a missing tab, so that a 404 of a proxy costs no tab', async () => {
  const answer = await fetch(`${server.base}/tabstateview/99999`, { headers: { cookie: admin.cookie } })
  expect([answer.status, answer.headers.get('x-sightline'), await answer.text()]).toEqual([404, 'tab-missing', ''])
})

it('is closed to other users, with its tables', async () => {
  const id = await newTab()
  const entry = await form(admin, 'POST', '/tableschemaview/', {
    table: { queryEditorId: id, dbId: 1, name: 't', schema: 'main' },
  })
  const { id: entryId } = (await entry.json()) as { id: number }
  expect((await form(analyst, 'PUT', `/tabstateview/${id}`, { sql: 'x' })).status).toBe(403)
  expect((await form(analyst, 'DELETE', `/tabstateview/${id}`)).status).toBe(403)
  expect((await form(analyst, 'POST', `/tableschemaview/${entryId}/expanded`, { expanded: false })).status).toBe(404)
  expect((await form(analyst, 'DELETE', `/tableschemaview/${entryId}`)).status).toBe(404)
  const stolen = await form(analyst, 'POST', '/tableschemaview/', { table: { queryEditorId: id, dbId: 1, name: 'u' } })
  expect(stolen.status).toBe(400)
  expect((await read(id)).table_schemas).toMatchObject([{ table: 't', expanded: true }])
})

it('keeps a table once', async () => {
  const id = await newTab()
  const table = { queryEditorId: id, dbId: 1, name: 't', schema: null }
  for (const columns of [[1], [2]]) await form(admin, 'POST', '/tableschemaview/', { table: { ...table, columns } })
  expect((await read(id)).table_schemas).toMatchObject([{ table: 't', description: { columns: [2] } }])
})

it.each([
  ['label', 5],
  ['sql', ['x']],
  ['query_limit', 'many'],
  ['latest_query_id', 'nope'],
  ['extra_json', 'no json'],
])('refuses %s of %s', async (name, value) => {
  const id = await newTab()
  const answer = await form(admin, 'PUT', `/tabstateview/${id}`, { [name]: value })
  expect(answer.status).toBe(400)
})

it('makes a tab once under the key of its browser, and as often as it is asked by others', async () => {
  const tab = { sightline_key: 'once-only', sightline_place: 'p', sql: 'select 1' }
  const [first, second] = await Promise.all([newTab(admin, tab), newTab(admin, tab)])
  expect(second).toBe(first)
  expect(await newTab(analyst, tab)).not.toBe(first)
  expect(await newTab(admin, { id: 'x' })).not.toBe(await newTab(admin, { id: 'x' }))
})

it('keeps values for links under numbers that cannot be counted up', async () => {
  const body = new URLSearchParams({ data: '{"sql":"select 1"}' })
  const headers = { cookie: admin.cookie, 'x-csrftoken': csrf.get(admin) ?? '' }
  const { id } = (await (await fetch(`${server.base}/kv/store/`, { method: 'POST', headers, body })).json()) as {
    id: number
  }
  expect(id).toBeGreaterThan(1_000_000)
  for (const path of [`/kv/${id}`, `/kv/${id}/`]) {
    const answer = await fetch(server.base + path, { headers: { cookie: analyst.cookie }, redirect: 'manual' })
    expect([path, answer.status, await answer.text()]).toEqual([path, 200, '{"sql":"select 1"}'])
  }
  expect((await analyst.send('GET', '/kv/1/')).status).toBe(404)
})

it('opens a link of the editor for a colleague', async () => {
  const made = await admin.send('POST', '/api/v1/sqllab/permalink', { dbId: 1, name: 'N', sql: 'select 1' })
  expect(made.status).toBe(201)
  expect(made.json.url).toBe(`${server.base}/sqllab/p/${made.json.key}/`)
  expect((await analyst.send('GET', `/api/v1/sqllab/permalink/${made.json.key}`)).json).toMatchObject({
    sql: 'select 1',
  })
})
