import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { pdfTexts } from '../../../test/pdf-texts.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let reader: TestClient
let role = 0
let pair = 0
let dataset = 0
let chart = 0
let dashboard = 0

const made = async (path: string, body: object): Promise<number> => {
  const answer = await admin.send('POST', path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json.id
}
const grant = (permission_view_menu_ids: number[]) =>
  admin.send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids })

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    "create table sales as select * from (values ('DE', 7), ('FR', 93)) v(place, n)",
  )
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const database = await made('/api/v1/database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
  role = await made('/api/v1/security/roles/', { name: 'readers' })
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result
  pair = pairs.find((one: { view_menu: { name: string } }) => one.view_menu.name === `[d].[sales](id:${dataset})`).id
  await grant([pair])
  reader = await server.user('reader', ['Gamma', 'readers'])
  const metric = { expressionType: 'SQL', sqlExpression: 'sum(n)', label: 'Total' }
  const readerId = (await reader.send('GET', '/api/v1/me/')).json.result.id
  chart = await made('/api/v1/chart/', {
    ...{ slice_name: 'Total of n', viz_type: 'big_number_total', datasource_id: dataset, datasource_type: 'table' },
    params: JSON.stringify({ viz_type: 'big_number_total', datasource: `${dataset}__table`, metric }),
    owners: [readerId],
  })
  const position = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], meta: {} },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: chart, width: 6, height: 40 } },
  }
  const board = { dashboard_title: 'Sales', published: true, position_json: JSON.stringify(position) }
  dashboard = await made('/api/v1/dashboard/', board)
}, 60_000)
afterAll(() => server.stop())

async function get(client: TestClient, address: string) {
  const path = address.replace(server.base, '')
  const answer = await fetch(server.base + path, { headers: { cookie: client.cookie }, redirect: 'manual' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, type: answer.headers.get('content-type'), bytes, to: answer.headers.get('location') }
}
/** The picture at an address, when it is there. */
const picture = (client: TestClient, address: string) =>
  vi.waitUntil(
    async () => {
      const answer = await get(client, address)
      return answer.status === 200 ? answer.bytes : null
    },
    { timeout: 60_000, interval: 50 },
  )

const ask = (client: TestClient, q = '') => client.send('GET', `/api/v1/chart/${chart}/cache_screenshot/${q}`)

it('makes the picture of a chart: 202, and then the image', async () => {
  const asked = await ask(admin)
  expect([asked.status, asked.json]).toEqual([
    202,
    {
      cache_key: expect.stringMatching(/^[0-9a-f]{40}$/),
      chart_url: `${server.base}/superset/slice/${chart}/`,
      image_url: `${server.base}/api/v1/chart/${chart}/screenshot/${asked.json.cache_key}/`,
      task_status: expect.stringMatching(/Pending|Computing/),
      task_updated_at: expect.any(String),
    },
  ])
  const { width, height } = PNG.sync.read(await picture(admin, asked.json.image_url))
  expect(width).toBeGreaterThan(height)
  const again = await ask(admin)
  expect([again.status, again.json.task_status]).toEqual([200, 'Updated'])
  expect((await ask(admin, '?q=(force:!t)')).status).toBe(202)
  expect((await get(admin, `/api/v1/chart/${chart}/screenshot/nope/`)).status).toBe(404)
})

it.each(['chart', 'dashboard'] as const)('leads from an old thumbnail of a %s to the present one', async (kind) => {
  const id = kind === 'chart' ? chart : dashboard
  const { thumbnail_url } = (await admin.send('GET', `/api/v1/${kind}/${id}`)).json.result
  const old = await get(admin, `/api/v1/${kind}/${id}/thumbnail/nope/`)
  expect([old.status, old.to]).toEqual([302, thumbnail_url])
  PNG.sync.read(await picture(admin, thumbnail_url))
  expect((await get(admin, `/api/v1/${kind}/99999/thumbnail/nope/`)).status).toBe(404)
})

it('shows nobody a picture that was made for somebody else, or with other rights than they have now', async () => {
  const { image_url } = (await ask(admin)).json
  await picture(admin, image_url)
  expect((await get(reader, image_url)).status).toBe(404)
  const thumbnailOf = async (client: TestClient) =>
    (await client.send('GET', `/api/v1/chart/${chart}`)).json.result.thumbnail_url as string
  const ofAdmin = await thumbnailOf(admin)
  const before = await thumbnailOf(reader)
  expect((await get(reader, ofAdmin)).to).toBe(before)
  const whole = await picture(reader, before)

  const clause = { name: 'de', filter_type: 'Regular', tables: [dataset], roles: [role], clause: "place = 'DE'" }
  const rule = await made('/api/v1/rowlevelsecurity/', clause)
  const narrowed = await thumbnailOf(reader)
  expect((await get(reader, before)).to).toBe(narrowed)
  expect((await picture(reader, narrowed)).equals(whole)).toBe(false)
  await admin.send('DELETE', `/api/v1/rowlevelsecurity/${rule}`)

  const own = (await ask(reader)).json.image_url
  await picture(reader, own)
  await grant([])
  expect((await get(reader, own)).status).toBe(404)
  await grant([pair])
})

it('makes the picture of a dashboard under filters, as PNG and PDF, and keeps their state under an address', async () => {
  const path = `/api/v1/dashboard/${dashboard}/cache_dashboard_screenshot/`
  const asked = await admin.send('POST', path, { dataMask: {}, activeTabs: [], anchor: '', urlParams: [['a', 'b']] })
  expect([asked.status, asked.json.image_url]).toEqual([
    202,
    `${server.base}/api/v1/dashboard/${dashboard}/screenshot/${asked.json.cache_key}/`,
  ])
  expect(asked.json.dashboard_url).toMatch(/\/superset\/dashboard\/p\/[\w-]+\/$/)
  const key = asked.json.dashboard_url.split('/').at(-2)
  const state = (await admin.send('GET', `/api/v1/dashboard/permalink/${key}`)).json.state
  expect(state).toMatchObject({ urlParams: [['a', 'b']] })
  PNG.sync.read(await picture(admin, asked.json.image_url))
  const pdf = await picture(admin, `${asked.json.image_url}?download_format=pdf`)
  expect(pdfTexts(pdf).join(' ')).toContain('Sales')
  expect((await get(reader, asked.json.image_url)).status).toBe(404)
  const wrong = await admin.send('POST', path, { activeTabs: 'x' })
  expect([wrong.status, wrong.json]).toEqual([400, { message: { activeTabs: ['Not a valid list.'] } }])
  expect((await admin.send('GET', `${asked.json.image_url.replace(server.base, '')}?download_format=gif`)).status).toBe(
    400,
  )
})

it('hides the pictures of what is hidden', async () => {
  await grant([])
  const hidden = await made('/api/v1/chart/', {
    ...{ slice_name: 'Hidden', viz_type: 'big_number_total', datasource_id: dataset, datasource_type: 'table' },
    params: '{}',
  })
  for (const path of ['cache_screenshot', 'screenshot/x', 'thumbnail/x'])
    expect([path, (await get(reader, `/api/v1/chart/${hidden}/${path}/`)).status]).toEqual([path, 404])
  for (const path of ['screenshot/x', 'thumbnail/x'])
    expect([path, (await get(reader, `/api/v1/dashboard/${dashboard}/${path}/`)).status]).toEqual([path, 404])
  await grant([pair])
})
