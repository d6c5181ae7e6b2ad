import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
})
afterAll(() => server.stop())

const layout = (text: string) => ({
  DASHBOARD_VERSION_KEY: 'v2',
  ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
  GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['HEADER-1'], parents: ['ROOT_ID'] },
  'HEADER-1': { type: 'HEADER', id: 'HEADER-1', children: [], meta: { text } },
})
const settings = (text: string, refresh_frequency: number) =>
  JSON.stringify({ refresh_frequency, timezone: 'Europe/Berlin', positions: layout(text) })

it('keeps each save of a dashboard, and brings one back as it was', async () => {
  const body = { dashboard_title: 'One', css: '.a {}', json_metadata: settings('First', 10) }
  const { id } = (await admin.send('POST', '/api/v1/dashboard/', body)).json
  const path = `/api/v1/dashboard/${id}`
  await admin.send('PUT', path, { dashboard_title: 'Two', json_metadata: settings('Second', 20), published: true })
  await admin.send('PUT', path, { dashboard_title: 'Three', slug: 'three', css: '' })
  const list = (await admin.send('GET', `${path}/versions/`)).json
  expect(list.result.map((one: { number: number }) => one.number)).toEqual([3, 2, 1])
  expect(list.result[0].created_by).toMatchObject({ first_name: expect.any(String) })
  const first = (await admin.send('GET', `${path}/versions/1`)).json.result.state
  expect(first).toMatchObject({ dashboard_title: 'One', css: '.a {}', published: false, position: layout('First') })
  expect(first.metadata).toMatchObject({ refresh_frequency: 10, timezone: 'Europe/Berlin' })
  expect(first.metadata).not.toHaveProperty('positions')

  expect((await admin.send('POST', `${path}/versions/1/restore`)).status).toBe(200)
  const { result } = (await admin.send('GET', path)).json
  expect(result).toMatchObject({ dashboard_title: 'One', slug: null, css: '.a {}', published: false })
  expect(JSON.parse(result.position_json)).toEqual(layout('First'))
  expect(JSON.parse(result.json_metadata)).toMatchObject({ refresh_frequency: 10, timezone: 'Europe/Berlin' })
  const latest = (await admin.send('GET', `${path}/versions/4`)).json.result.state
  expect(latest).toEqual({ ...first, metadata: expect.objectContaining(first.metadata) })
})

it('brings back the theme of a version, as long as there is one', async () => {
  const json_data = JSON.stringify({ token: { colorPrimary: '#7a1fa2' } })
  const theme = (await admin.send('POST', '/api/v1/theme/', { theme_name: 'Ours', json_data })).json.id
  const { id } = (await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Themed', theme_id: theme })).json
  const path = `/api/v1/dashboard/${id}`
  const themeOf = async () => (await admin.send('GET', path)).json.result.theme?.id ?? null
  await admin.send('PUT', path, { theme_id: null })
  const stateOf = async (number: number) => (await admin.send('GET', `${path}/versions/${number}`)).json.result.state
  expect([(await stateOf(1)).theme_id, (await stateOf(2)).theme_id]).toEqual([theme, null])
  expect((await admin.send('POST', `${path}/versions/1/restore`)).status).toBe(200)
  expect(await themeOf()).toBe(theme)
  await admin.send('PUT', path, { theme_id: null })
  expect((await admin.send('DELETE', `/api/v1/theme/${theme}`)).status).toBe(200)
  expect((await admin.send('POST', `${path}/versions/1/restore`)).status).toBe(200)
  expect(await themeOf()).toBe(null)
})

it('keeps what was there before the first save', async () => {
  const { id } = (await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Made' })).json
  await server.server.services.db.deleteFrom('versions').where('object_id', '=', id).execute()
  await admin.send('PUT', `/api/v1/dashboard/${id}`, { dashboard_title: 'Changed' })
  const first = (await admin.send('GET', `/api/v1/dashboard/${id}/versions/1`)).json.result
  expect(first.state.dashboard_title).toBe('Made')
})

it('shows versions to those who may change the dashboard, and to nobody after it is gone', async () => {
  const { id } = (await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Mine', published: true })).json
  const path = `/api/v1/dashboard/${id}/versions/`
  const gamma = await server.user('gamma', ['Gamma'])
  expect([403, 404]).toContain((await gamma.send('GET', path)).status)
  expect([403, 404]).toContain((await gamma.send('POST', `${path}1/restore`)).status)
  expect((await admin.send('GET', `${path}9`)).status).toBe(404)
  await admin.send('DELETE', `/api/v1/dashboard/${id}`)
  expect((await admin.send('GET', path)).status).toBe(404)
  const kept = server.server.services.db.selectFrom('versions').select('id').where('object_id', '=', id)
  expect(await kept.where('kind', '=', 'dashboard').execute()).toEqual([])
})

it('restores a saved query of its owner', async () => {
  const saved = { label: 'q', sql: 'select 1', description: 'first', template_parameters: '{}' }
  const { id } = (await admin.send('POST', '/api/v1/saved_query/', saved)).json
  const path = `/api/v1/saved_query/${id}`
  await admin.send('PUT', path, { label: 'q2', sql: 'select 2' })
  await admin.send('PUT', path, { sql: 'select 3', description: null })
  expect((await admin.send('GET', `${path}/versions/`)).json.count).toBe(3)
  expect((await admin.send('GET', `${path}/versions/1`)).json.result.state).toMatchObject(saved)
  expect((await admin.send('POST', `${path}/versions/1/restore`)).status).toBe(200)
  expect((await admin.send('GET', path)).json.result).toMatchObject({
    label: 'q',
    sql: 'select 1',
    description: 'first',
  })
  expect((await admin.send('GET', `${path}/versions/`)).json.count).toBe(4)
  const other = await server.user('other', ['Gamma', 'sql_lab'])
  expect([403, 404]).toContain((await other.send('GET', `${path}/versions/`)).status)
})
