import { afterAll, beforeAll, expect, it } from 'vitest'
import { archive, exported, imported } from '../../../test/archive.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/theme'
let server: TestServer
let admin: TestClient
let ada: TestClient
let bob: TestClient
let gamma: TestClient

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  ada = await server.user('ada', ['Alpha'])
  bob = await server.user('bob', ['Alpha'])
  gamma = await server.user('gamma', ['Gamma'])
})
afterAll(() => server.stop())

const theme = (token: unknown = { colorPrimary: '#123456' }) => ({
  theme_name: 'T',
  json_data: JSON.stringify({ token }),
})
const make = async (client: TestClient, body: unknown = theme()) =>
  (await client.send('POST', `${BASE}/`, body)).json.id as number
const read = async (id: number) => (await gamma.send('GET', `${BASE}/${id}`)).json.result

it('lets its maker and administrators change a theme, and nobody else', async () => {
  const id = await make(ada)
  const changed = { theme_name: 'Mine', json_data: '{}' }
  expect((await bob.send('PUT', `${BASE}/${id}`, changed)).status).toBe(403)
  expect((await bob.send('DELETE', `${BASE}/${id}`)).status).toBe(403)
  expect((await bob.send('DELETE', `${BASE}/?q=!(${id})`)).status).toBe(403)
  expect((await gamma.send('POST', `${BASE}/`, theme())).status).toBe(403)
  expect((await ada.send('PUT', `${BASE}/${id}`, changed)).json).toEqual({ id, result: changed })
  expect((await admin.send('PUT', `${BASE}/${id}`, { ...changed, theme_name: 'Ours' })).status).toBe(200)
  expect(await read(id)).toMatchObject({ theme_name: 'Ours', is_system: false, created_by: { first_name: 'ada' } })
  expect((await ada.send('DELETE', `${BASE}/${id}`)).json).toEqual({ message: 'Deleted 1 theme' })
})

it('keeps the themes of the product as they are', async () => {
  const { result } = (await admin.send('GET', `${BASE}/?q=(filters:!((col:is_system,opr:eq,value:!t)))`)).json
  expect(result.map((one: { theme_name: string }) => one.theme_name)).toEqual(['THEME_DEFAULT', 'THEME_DARK'])
  const { id } = result[0]
  expect((await admin.send('PUT', `${BASE}/${id}`, theme())).status).toBe(403)
  expect((await admin.send('DELETE', `${BASE}/${id}`)).status).toBe(403)
  expect((await admin.send('POST', `${BASE}/`, { theme_name: 'Copy', json_data: result[0].json_data })).status).toBe(
    201,
  )
})

it.each([
  ['[]', 'Invalid theme configuration structure'],
  ['{"token":[]}', 'Invalid theme configuration structure'],
  ['{"algorithm":"moon"}', 'Invalid theme configuration structure'],
  ['{"css":"body{}"}', 'css is no part of a theme.'],
  ['{"token":{"nonsense":"#123456"}}', 'nonsense is no token that a theme may set.'],
  ['{"token":{"colorPrimary":"url(https://a.example)"}}', 'colorPrimary must be a colour'],
  ['{"token":{"colorPrimary":"#123456;} body{display:none"}}', 'colorPrimary must be a colour'],
  ['{"token":{"fontFamily":"A; } @import url(//a)"}}', 'fontFamily must be names of fonts'],
  ['{"token":{"fontUrls":["https://a.example/a.css"]}}', 'fontUrls is not used here'],
  ['{"token":{"brandLogoUrl":"https://a.example/a.svg"}}', 'brandLogoUrl is not used here'],
  ['{"token":{"borderRadius":"calc(1px)"}}', 'borderRadius must be a size'],
  ['{"components":{"Button":{"colorPrimary":"expression(1)"}}}', 'colorPrimary must be a colour'],
])('refuses %s', async (json_data, words) => {
  const answer = await admin.send('POST', `${BASE}/`, { theme_name: 'T', json_data })
  expect(answer.status).toBe(400)
  expect(answer.json.message.json_data[0]).toContain(words)
})

it('lets administrators choose the look of the installation, which its maker then cannot change', async () => {
  const [light, dark] = [await make(ada), await make(ada)]
  expect((await ada.send('PUT', `${BASE}/${light}/set_system_default`)).status).toBe(403)
  expect((await ada.send('DELETE', `${BASE}/unset_system_dark`)).status).toBe(403)
  await admin.send('PUT', `${BASE}/${dark}/set_system_default`)
  expect((await admin.send('PUT', `${BASE}/${light}/set_system_default`)).json).toEqual({
    id: light,
    result: 'success',
  })
  await admin.send('PUT', `${BASE}/${dark}/set_system_dark`)
  expect([await read(light), await read(dark)]).toMatchObject([
    { is_system_default: true, is_system_dark: false },
    { is_system_default: false, is_system_dark: true },
  ])
  expect((await ada.send('PUT', `${BASE}/${light}`, theme())).status).toBe(403)
  expect((await admin.send('DELETE', `${BASE}/?q=!(${light},${dark})`)).status).toBe(422)
  for (const side of ['default', 'dark'])
    expect((await admin.send('DELETE', `${BASE}/unset_system_${side}`)).json).toEqual({ result: 'success' })
  expect((await ada.send('DELETE', `${BASE}/?q=!(${light},${dark})`)).json.message).toBe('Deleted 2 themes')
})

it('gives every page the look of the installation, the sign-in page as well', async () => {
  const propertyOf = async (client: TestClient, side: string) => {
    const { text } = await client.send('GET', client === gamma ? '/superset/welcome/' : '/login/', undefined, {
      accept: 'text/html',
    })
    const [, json = '{}'] = /data-bootstrap="([^"]*)"/.exec(text) ?? []
    return JSON.parse(json.replaceAll('&quot;', '"')).common.theme?.look[side].properties['--accent']
  }
  expect(await propertyOf(gamma, 'light')).toBeUndefined()
  const id = await make(admin, theme({ colorPrimary: '#aa0000' }))
  await admin.send('PUT', `${BASE}/${id}/set_system_default`)
  expect(await propertyOf(gamma, 'light')).toBe('#aa0000')
  expect(await propertyOf(server.anonymous, 'light')).toBe('#aa0000')
  await admin.send('DELETE', `${BASE}/unset_system_default`)
  expect(await propertyOf(gamma, 'light')).toBeUndefined()
})

it('takes themes out and in, without what may not stand in one', async () => {
  const id = await make(ada)
  const { files, zip } = await exported(ada, 'theme', id)
  expect((await imported(bob, 'theme', zip)).status).toBe(422)
  expect((await imported(bob, 'theme', zip, { overwrite: 'true' })).status).toBe(422)
  expect((await imported(ada, 'theme', zip, { overwrite: 'true' })).status).toBe(200)
  const foreign = [...files].map(([name, content]): [string, Record<string, unknown>] => [
    name,
    name.includes('themes/')
      ? {
          ...content,
          uuid: crypto.randomUUID(),
          theme_name: 'Foreign',
          json_data: { token: { colorPrimary: '#abcdef', brandLogoUrl: 'https://a.example/a.svg' }, algorithm: 'dark' },
        }
      : content,
  ])
  expect((await imported(bob, 'theme', await archive(new Map(foreign)))).status).toBe(200)
  const { result } = (await bob.send('GET', `${BASE}/?q=(filters:!((col:theme_name,opr:eq,value:Foreign)))`)).json
  expect(JSON.parse(result[0].json_data)).toEqual({ token: { colorPrimary: '#abcdef' }, algorithm: 'dark' })
})

it('is given with its dashboard, travels with it and leaves it when it is deleted', async () => {
  const id = await make(ada)
  const dashboard = (await ada.send('POST', '/api/v1/dashboard/', { dashboard_title: 'D', theme_id: id })).json.id
  const themeOf = async () => (await ada.send('GET', `/api/v1/dashboard/${dashboard}`)).json.result.theme
  expect(await themeOf()).toEqual({ id, ...theme() })
  expect((await ada.send('PUT', `/api/v1/dashboard/${dashboard}`, { theme_id: 999_999 })).status).toBe(422)
  const { zip } = await exported(ada, 'dashboard', dashboard)
  await ada.send('DELETE', `${BASE}/${id}`)
  expect(await themeOf()).toBeNull()
  expect((await imported(ada, 'dashboard', zip, { overwrite: 'true' })).status).toBe(200)
  expect(await themeOf()).toMatchObject(theme())
  expect((await ada.send('PUT', `/api/v1/dashboard/${dashboard}`, { theme_id: null })).status).toBe(200)
  expect(await themeOf()).toBeNull()
})
