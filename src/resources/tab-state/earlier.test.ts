import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

/** Two browsers of one user change the same tab: the later text stays, the other one is kept. */
let server: TestServer
let admin: TestClient
let other: TestClient
let csrf: string

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  other = await server.user('other', ['sql_lab'])
  csrf = (await admin.send('GET', '/api/v1/security/csrf_token/')).json.result
})
afterAll(() => server.stop())

async function form(method: string, path: string, fields: Record<string, unknown> = {}): Promise<Response> {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]))
  return fetch(server.base + path, { method, headers: { cookie: admin.cookie, 'x-csrftoken': csrf }, body })
}
async function newTab(tab: Record<string, unknown> = {}): Promise<number> {
  const answer = await form('POST', '/tabstateview/', { queryEditor: { name: 'T', dbId: null, ...tab } })
  return ((await answer.json()) as { id: number }).id
}
interface Typed {
  readonly place?: string
  readonly seen?: number | null
  readonly at?: number
}
async function save(id: number, sql: string, { place, seen, at }: Typed = {}) {
  const answer = await form('PUT', `/tabstateview/${id}`, {
    sql,
    ...(at === undefined ? {} : { extra_json: JSON.stringify({ updatedAt: at, version: 1 }) }),
    ...(place === undefined ? {} : { sightline_place: place, sightline_seen: seen ?? null }),
  })
  return {
    status: answer.status,
    revision: Number(answer.headers.get('x-sightline-revision')),
    kept: answer.headers.get('x-sightline-kept'),
    text: await answer.text(),
  }
}
const read = async (id: number) => (await admin.send('GET', `/tabstateview/${id}`)).json
const earlier = async (id: number) =>
  (await admin.send('GET', `/tabstateview/${id}/earlier/`)).json.result as {
    number: number
    preview: string
    reason: string
    written_on: string
  }[]
const T0 = Date.UTC(2026, 0, 1)

it('keeps the text that a later save overwrites unseen, and tells so', async () => {
  const id = await newTab()
  expect(await save(id, 'select 1 as a', { place: 'A', seen: 0, at: T0 })).toMatchObject({ revision: 1, kept: null })
  expect(await save(id, 'select 2 as b', { place: 'B', seen: 0, at: T0 + 5 })).toEqual({
    status: 200,
    revision: 2,
    kept: 'overwritten',
    text: String(id),
  })
  expect(await read(id)).toMatchObject({ sql: 'select 2 as b', revision: 2 })
  const [kept, ...rest] = await earlier(id)
  expect(rest).toEqual([])
  expect(kept).toEqual({
    number: 1,
    preview: 'select 1 as a',
    reason: 'overwritten',
    written_on: '2026-01-01T00:00:00.000Z',
  })
  const whole = await admin.send('GET', `/tabstateview/${id}/earlier/${kept?.number}`)
  expect(whole.json.result).toEqual({ sql: 'select 1 as a', template_params: null })
})

it('lets a newer text stay where an older one comes later, and keeps that one once', async () => {
  const id = await newTab()
  await save(id, 'select 1 as newer', { place: 'A', seen: 0, at: T0 + 9 })
  for (const _again of [1, 2])
    expect(await save(id, 'select 2 as late', { place: 'B', seen: 0, at: T0 })).toMatchObject({
      status: 409,
      revision: 1,
    })
  expect((await read(id)).sql).toBe('select 1 as newer')
  expect(await earlier(id)).toMatchObject([{ preview: 'select 2 as late', reason: 'late' }])
})

it('takes what follows a text that was seen, whatever the clocks say, and keeps nothing of it', async () => {
  const id = await newTab()
  const { revision } = await save(id, 'select 1 as ahead', { place: 'A', seen: 0, at: T0 + 86_400_000 })
  expect(await save(id, 'select 2 as behind', { place: 'B', seen: revision, at: T0 })).toMatchObject({ revision: 2 })
  expect((await read(id)).sql).toBe('select 2 as behind')
  expect(await earlier(id)).toEqual([])
})

it('keeps nothing of one browser, also where an answer was lost on the way', async () => {
  const id = await newTab({ sightline_place: 'A' })
  for (const sql of ['select 1', 'select 2', 'select 3']) await save(id, sql, { place: 'A', seen: 0, at: T0 })
  expect(await earlier(id)).toEqual([])
})

it('keeps nothing that the later text still holds', async () => {
  const id = await newTab()
  await save(id, 'select 1', { place: 'A', seen: 0, at: T0 })
  await save(id, 'select 1, 2', { place: 'B', seen: 0, at: T0 + 1 })
  expect(await earlier(id)).toEqual([])
})

it('keeps a long text of which most is removed at once', async () => {
  const id = await newTab()
  const long = `select ${Array.from({ length: 90 }, (_, i) => i).join(', ')}`
  await save(id, long, { place: 'A', seen: 0, at: T0 })
  await save(id, 'select 1', { place: 'A', seen: 1, at: T0 + 1 })
  expect(await earlier(id)).toMatchObject([{ reason: 'removed', preview: long.slice(0, 300) }])
})

it('goes on with clients that say nothing of what they saw, and keeps what they overwrite of a browser that does', async () => {
  const id = await newTab()
  for (const sql of ['select 1', 'select 2']) expect((await save(id, sql)).status).toBe(200)
  expect(await earlier(id)).toEqual([])
  await save(id, 'select 3 as browser', { place: 'A', seen: 2, at: T0 + 9 })
  expect(await save(id, 'select 4 as script', { at: T0 })).toMatchObject({ status: 200, revision: 4 })
  expect((await read(id)).sql).toBe('select 4 as script')
  expect(await earlier(id)).toMatchObject([{ preview: 'select 3 as browser' }])
})

it('keeps twenty texts of a tab, and gives them to the tab that it is opened again as', async () => {
  const id = await newTab()
  for (let i = 0; i <= 25; i += 1) await save(id, `select ${i} as x${i}`, { place: `P${i}`, seen: null, at: T0 + i })
  const kept = await earlier(id)
  expect([kept.length, kept[0]?.preview, kept.at(-1)?.preview]).toEqual([20, 'select 24 as x24', 'select 5 as x5'])
  const thief = await newTab({ sightline_former: id })
  expect(await earlier(thief)).toEqual([])
  await form('DELETE', `/tabstateview/${id}`)
  const again = await newTab({ sightline_former: id })
  expect(await earlier(again)).toHaveLength(20)
})

it('shows earlier texts to their user alone', async () => {
  const id = await newTab()
  expect((await other.send('GET', `/tabstateview/${id}/earlier/`)).status).toBe(403)
  expect((await other.send('GET', `/tabstateview/${id}/earlier/1`)).status).toBe(403)
  expect((await admin.send('GET', `/tabstateview/${id}/earlier/1`)).status).toBe(404)
})

it.each([
  ['sightline_seen', 'x'],
  ['sightline_place', 5],
])('refuses %s of %s', async (name, value) => {
  const id = await newTab()
  expect((await form('PUT', `/tabstateview/${id}`, { sql: 'x', [name]: value })).status).toBe(400)
})

const AT_FIRST = { label: 'T', database_id: null, catalog: null, schema: null }
/** What one browser sends whose settings are `now` and were `AT_FIRST`. */
const settings = (id: number, now: Record<string, unknown>, more: Record<string, unknown>) =>
  form('PUT', `/tabstateview/${id}`, { ...AT_FIRST, ...now, sightline_base: AT_FIRST, ...more })

it('keeps the name that one browser gives and the schema that another one chooses', async () => {
  const id = await newTab()
  await settings(id, { label: 'Named here' }, { sql: 'select 1', sightline_place: 'A', sightline_seen: 0 })
  await settings(id, { schema: 'chosen' }, { sql: 'select 1', sightline_place: 'B', sightline_seen: 0 })
  expect(await read(id)).toMatchObject({ label: 'Named here', schema: 'chosen', sql: 'select 1' })
})

it('takes the name of a browser whose text comes too late, unless the name was changed meanwhile', async () => {
  const late = (at: number) => ({
    sql: `select ${at}`,
    sightline_place: 'B',
    sightline_seen: 0,
    extra_json: JSON.stringify({ updatedAt: T0 + at, version: 1 }),
  })
  const id = await newTab()
  await save(id, 'select 9', { place: 'A', seen: 0, at: T0 + 9 })
  expect((await settings(id, { label: 'Late' }, late(1))).status).toBe(409)
  expect(await read(id)).toMatchObject({ label: 'Late', sql: 'select 9' })
  expect((await settings(id, { label: 'Later' }, late(2))).status).toBe(409)
  expect(await read(id)).toMatchObject({ label: 'Late', sql: 'select 9' })
})
