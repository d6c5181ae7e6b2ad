import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/tag'
let server: TestServer
let admin: TestClient
let ada: TestClient
let bob: TestClient
let adas = 0
let bobs = 0

const dashboard = async (client: TestClient, dashboard_title: string) =>
  (await client.send('POST', '/api/v1/dashboard/', { dashboard_title })).json.id as number
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  ada = await server.user('ada', ['Gamma'])
  bob = await server.user('bob', ['Gamma'])
  adas = await dashboard(ada, 'Of Ada')
  bobs = await dashboard(bob, 'Of Bob')
})
afterAll(() => server.stop())

const idOf = async (name: string) =>
  (await admin.send('GET', `${BASE}/?q=${encodeURIComponent(`(filters:!((col:name,opr:eq,value:'${name}')))`)}`)).json
    .ids[0] as number
const objectsOf = async (client: TestClient, name: string) => {
  const { result } = (await client.send('GET', `${BASE}/get_objects/?tags=${encodeURIComponent(name)}`)).json
  return result.map((object: { type: string; id: number }) => [object.type, object.id])
}

it('gives a tag to what one owns, and shows only what the caller may see', async () => {
  const made = await ada.send('POST', `${BASE}/`, { name: 'finance', objects_to_tag: [['dashboard', adas]] })
  expect(made.status).toBe(201)
  await bob.send('POST', `${BASE}/`, { name: 'finance', description: 'of Bob', objects_to_tag: [['dashboard', bobs]] })
  expect(await objectsOf(admin, 'finance')).toEqual([
    ['dashboard', adas],
    ['dashboard', bobs],
  ])
  expect(await objectsOf(ada, 'finance')).toEqual([['dashboard', adas]])
  expect((await ada.send('GET', `${BASE}/get_objects/?types=chart`)).json.result).toEqual([])
  const [object] = (await ada.send('GET', `${BASE}/get_objects/?tagIds=${made.json.id}`)).json.result
  expect(object).toMatchObject({
    name: 'Of Ada',
    url: `/superset/dashboard/${adas}/`,
    creator: 'ada Test',
    tags: [{ name: 'finance', type: 'TagType.custom' }],
  })
  expect((await ada.send('GET', `${BASE}/${made.json.id}`)).json.result).toMatchObject({ description: null })
})

it('leaves the tags of others and the objects of others alone', async () => {
  const own = (await ada.send('POST', `${BASE}/`, { name: "ada's" })).json.id as number
  expect((await bob.send('PUT', `${BASE}/${own}`, { name: 'mine' })).status).toBe(403)
  expect((await bob.send('DELETE', `${BASE}/${own}`)).status).toBe(403)
  await ada.send('PUT', `${BASE}/${own}`, { name: 'adas' })
  expect((await bob.send('DELETE', `${BASE}/?q=!(adas)`)).status).toBe(403)
  expect((await bob.send('POST', `${BASE}/3/${adas}/`, { properties: { tags: ['x'] } })).status).toBe(404)
  const foreign = { name: 'x', objects_to_tag: [['dashboard', adas]] }
  expect((await bob.send('POST', `${BASE}/`, foreign)).status).toBe(422)
  expect((await admin.send('GET', `${BASE}/?q=(filters:!((col:name,opr:eq,value:x)))`)).json.count).toBe(0)
  expect((await ada.send('DELETE', `${BASE}/?q=!(adas)`)).json).toEqual({ message: 'Deleted 1 tags' })
})

it('tells a visible object of another from one that is hidden', async () => {
  const role = (await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))')).json
  const shared = await dashboard(admin, 'Shared')
  await admin.send('PUT', `/api/v1/dashboard/${shared}`, { published: true, roles: role.ids })
  expect((await bob.send('POST', `${BASE}/3/${shared}/`, { properties: { tags: ['x'] } })).status).toBe(403)
  const bodies = [
    { name: 'kept', objects_to_tag: [['dashboard', bobs]] },
    { name: 'skipped', objects_to_tag: [['dashboard', shared]] },
  ]
  expect((await bob.send('POST', `${BASE}/bulk_create`, { tags: bodies })).json.result).toEqual({
    objects_tagged: [['dashboard', bobs]],
    objects_skipped: [['dashboard', shared]],
  })
  expect(await objectsOf(admin, 'skipped')).toEqual([])
})

it('adds and takes tags of one object, and forgets a deleted tag everywhere', async () => {
  const path = `${BASE}/3/${adas}`
  expect((await ada.send('POST', `${path}/`, { properties: { tags: ['a b', 'c'] } })).status).toBe(201)
  const none = await ada.send('POST', `${path}/`, { properties: {} })
  expect([none.status, none.json]).toEqual([400, { message: "Missing required field 'tags' in 'properties'" }])
  expect((await ada.send('DELETE', `${path}/a%20b/`)).json).toEqual({ message: 'OK' })
  expect((await ada.send('DELETE', `${path}/a%20b/`)).status).toBe(422)
  const id = await idOf('c')
  await ada.send('POST', `${BASE}/${id}/favorites/`)
  expect((await ada.send('GET', `${BASE}/favorite_status/?q=!(${id})`)).json.result).toEqual([{ id, value: true }])
  await ada.send('DELETE', `${BASE}/${id}/favorites/`)
  expect((await ada.send('GET', `${BASE}/favorite_status/?q=!(${id})`)).json.result).toEqual([{ id, value: false }])
  expect((await ada.send('GET', `${BASE}/favorite_status/?q=!(99999)`)).json.result).toEqual([
    { id: 99999, value: false },
  ])
  await ada.send('DELETE', `${BASE}/${id}`)
  const { tags } = (await ada.send('GET', `/api/v1/dashboard/${adas}`)).json.result
  expect(tags.map((tag: { name: string }) => tag.name)).not.toContain('c')
})

it('replaces the objects of a tag when a change names them', async () => {
  const other = await dashboard(ada, 'Other')
  const { id } = (await ada.send('POST', `${BASE}/`, { name: 'moved', objects_to_tag: [['dashboard', adas]] })).json
  await ada.send('PUT', `${BASE}/${id}`, { objects_to_tag: [['dashboard', other]] })
  expect(await objectsOf(ada, 'moved')).toEqual([['dashboard', other]])
  await ada.send('PUT', `${BASE}/${id}`, { description: 'd' })
  expect(await objectsOf(ada, 'moved')).toEqual([['dashboard', other]])
  expect((await ada.send('PUT', `${BASE}/${id}`, { name: 'finance' })).status).toBe(422)
})

it('gives a dashboard and a chart exactly the tags that a save names', async () => {
  const id = await dashboard(ada, 'Saved with tags')
  const tagIds: number[] = []
  for (const name of ['saved a', 'saved b'])
    tagIds.push((await ada.send('POST', `${BASE}/`, { name, objects_to_tag: [['dashboard', id]] })).json.id)
  const names = async () =>
    (await ada.send('GET', `/api/v1/dashboard/${id}`)).json.result.tags.map(({ name }: { name: string }) => name)
  expect((await names()).toSorted()).toEqual(['saved a', 'saved b'])
  await ada.send('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Still tagged' })
  expect(await names()).toHaveLength(2)
  await ada.send('PUT', `/api/v1/dashboard/${id}`, { tags: [tagIds[1]] })
  expect(await names()).toEqual(['saved b'])
  const refused = await ada.send('PUT', `/api/v1/dashboard/${id}`, { tags: [99_999] })
  expect([refused.status, refused.json.message]).toEqual([422, { tags: ['Tag ID 99999 not found'] }])
  await ada.send('PUT', `/api/v1/dashboard/${id}`, { tags: [] })
  expect(await names()).toEqual([])
})

it('refuses what is wrong', async () => {
  const status = async (body: unknown) => (await ada.send('POST', `${BASE}/`, body)).status
  expect(await status({})).toBe(400)
  expect(await status({ name: ' ' })).toBe(400)
  expect(await status({ name: 'n'.repeat(251) })).toBe(400)
  expect(await status({ name: 'x', objects_to_tag: [['dashboard']] })).toBe(400)
  expect(await status({ name: 'x', objects_to_tag: [['dashboard', 'one']] })).toBe(400)
  expect(await status({ name: 'x', objects_to_tag: [['nope', 1]] })).toBe(422)
  expect(await status({ name: 'x', objects_to_tag: [['chart', 9_007_199_254_740_991]] })).toBe(422)
  expect((await ada.send('POST', `${BASE}/99/1/`, { properties: { tags: ['x'] } })).status).toBe(422)
  expect((await ada.send('POST', `${BASE}/bulk_create`, {})).status).toBe(400)
  expect((await ada.send('DELETE', `${BASE}/?q=!(nobody)`)).status).toBe(422)
  expect((await ada.send('PUT', `${BASE}/999999`, { name: 'x' })).status).toBe(404)
})

it('deletes no tags where none are named', async () => {
  const answer = await admin.send('DELETE', '/api/v1/tag/?q=!()')
  expect([answer.status, answer.json]).toEqual([200, { message: 'Deleted 0 tags' }])
})
