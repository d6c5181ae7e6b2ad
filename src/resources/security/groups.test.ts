import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const GROUPS = '/api/v1/security/groups'
let server: TestServer
let admin: TestClient
let member: TestClient
let memberId = 0
let alpha = 0

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  const roles = await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))')
  alpha = roles.json.ids[0]
  member = await server.user('member', ['Gamma'])
  memberId = (await member.send('GET', '/api/v1/me/')).json.result.id
})
afterAll(() => server.stop())

const mayWriteAnnotations = async (client: TestClient) =>
  (await client.send('POST', '/api/v1/annotation_layer/', { name: `layer ${Math.random()}` })).status

it('gives the roles of a group to its members, from the next request on and only while they are in it', async () => {
  expect(await mayWriteAnnotations(member)).toBe(403)
  const made = await admin.send('POST', `${GROUPS}/`, {
    name: 'analysts',
    label: 'A',
    roles: [alpha],
    users: [memberId],
  })
  expect([made.status, made.json]).toEqual([201, { id: made.json.id }])
  expect(await mayWriteAnnotations(member)).toBe(201)
  const mine = await member.send('GET', '/api/v1/me/roles/')
  expect(Object.keys(mine.json.result.roles).toSorted()).toEqual(['Alpha', 'Gamma'])
  const path = `${GROUPS}/${made.json.id}`
  expect((await admin.send('PUT', path, { roles: [] })).json).toEqual({ result: { roles: [] } })
  expect(await mayWriteAnnotations(member)).toBe(403)
  const role = `/api/v1/security/roles/${alpha}/groups`
  expect((await admin.send('PUT', role, { group_ids: [made.json.id] })).status).toBe(200)
  expect(await mayWriteAnnotations(member)).toBe(201)
  const { result } = (await admin.send('GET', path)).json
  expect([result.roles, result.users]).toEqual([[{ id: alpha, name: 'Alpha' }], [{ id: memberId, username: 'member' }]])
  expect((await admin.send('DELETE', path)).json).toEqual({ message: 'OK' })
  expect(await mayWriteAnnotations(member)).toBe(403)
  expect((await admin.send('GET', path)).status).toBe(404)
})

it('sets the groups of a user with the user, and forgets those of a user that is deleted', async () => {
  const { id } = (await admin.send('POST', `${GROUPS}/`, { name: 'readers', roles: [alpha] })).json
  const user = {
    ...{ username: 'grouped', first_name: 'G', last_name: 'R', email: 'grouped@example.com', active: true },
    ...{ password: 'Wire-pass-1-longer', roles: [], groups: [id] },
  }
  const userId = (await admin.send('POST', '/api/v1/security/users/', user)).json.id
  const grouped = await server.login('grouped', user.password)
  expect(await mayWriteAnnotations(grouped)).toBe(201)
  const users = `/api/v1/security/users/?q=(filters:!((col:groups,opr:rel_m_m,value:${id})))`
  expect((await admin.send('GET', users)).json.result[0].groups).toEqual([
    { id, name: 'readers', label: null, description: null },
  ])
  expect((await admin.send('PUT', `/api/v1/security/users/${userId}`, { groups: [] })).status).toBe(200)
  expect((await admin.send('GET', users)).json.count).toBe(0)
  await admin.send('PUT', `/api/v1/security/users/${userId}`, { groups: [id] })
  await admin.send('DELETE', `/api/v1/security/users/${userId}`)
  expect((await admin.send('GET', `${GROUPS}/${id}`)).json.result.users).toEqual([])
})

it('refuses what cannot be kept with its field, and those who are no administrator', async () => {
  const fault = async (body: unknown) => {
    const { status, json } = await admin.send('POST', `${GROUPS}/`, body)
    return [status, json.message]
  }
  expect(await fault({})).toEqual([400, { name: ['Missing data for required field.'] }])
  expect(await fault({ name: '' })).toEqual([400, { name: ['Length must be between 1 and 100.'] }])
  expect(await fault({ name: 'x', roles: [99999] })).toEqual([
    400,
    { roles: ['Role(s) with ID(s) [99999] not found.'] },
  ])
  expect(await fault({ name: 'x', users: [99999] })).toEqual([
    400,
    { users: ['User(s) with ID(s) [99999] not found.'] },
  ])
  await admin.send('POST', `${GROUPS}/`, { name: 'once' })
  expect(await fault({ name: 'Once' })).toEqual([422, 'The name Once already exists.'])
  const missing = { groups: ['Group(s) with ID(s) [99999] not found.'] }
  const user = await admin.send('PUT', `/api/v1/security/users/${memberId}`, { groups: [99999] })
  expect([user.status, user.json.message]).toEqual([400, missing])
  for (const [method, path] of [
    ['GET', `${GROUPS}/`],
    ['POST', `${GROUPS}/`],
    ['GET', '/api/v1/security/user_registrations/'],
  ] as const)
    expect([path, (await member.send(method, path, method === 'POST' ? { name: 'y' } : undefined)).status]).toEqual([
      path,
      403,
    ])
  const related = await admin.send('GET', `${GROUPS}/related/roles?q=(filter:alph)`)
  expect(related.json.result).toEqual([{ value: alpha, text: 'Alpha', extra: {} }])
  const named = await admin.send('GET', `${GROUPS}/related/roles?q=(filter:admi,include_ids:!(${alpha}))`)
  expect(named.json.result.map((one: { text: string }) => one.text)).toEqual(['Admin', 'Alpha'])
  expect((await admin.send('GET', '/api/v1/security/user_registrations/')).json.count).toBe(0)
})

it('tells a role whose users or groups are unknown, and keeps the name of one that is not renamed', async () => {
  const { id } = (await admin.send('POST', '/api/v1/security/roles/', { name: 'linked' })).json
  const role = `/api/v1/security/roles/${id}`
  expect((await admin.send('PUT', `${role}/users`, { user_ids: [99999] })).status).toBe(404)
  expect((await admin.send('PUT', `${role}/groups`, { group_ids: [99999] })).status).toBe(404)
  expect((await admin.send('PUT', role, {})).json).toEqual({ result: { name: 'linked' } })
  const pairs = `/api/v1/security/permissions-resources/?q=(filters:!((col:role,opr:rel_m_m,value:${id})))`
  expect((await admin.send('GET', pairs)).json.count).toBe(0)
})
