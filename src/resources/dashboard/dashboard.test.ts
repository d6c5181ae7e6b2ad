import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let datasetId: number
beforeAll(async () => {
  const source = await duckdbFile('CREATE TABLE sales AS SELECT 1 AS pieces')
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const uri = `duckdb:///${source.path}`
  const database = await idFrom('/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: uri })
  datasetId = await idFrom('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
})
afterAll(() => server.stop())

const BASE = '/api/v1/dashboard'
const idFrom = async (path: string, body: object): Promise<number> => (await admin.send('POST', path, body)).json.id
const made = (body: object) => idFrom(`${BASE}/`, body)

it('tells when it was saved in whole seconds', async () => {
  const id = await made({ dashboard_title: 'Seconds' })
  const saved = (await admin.send('PUT', `${BASE}/${id}`, { css: 'a{}' })).json.last_modified_time
  const copy = await admin.send('POST', `${BASE}/${id}/copy/`, { dashboard_title: 'Copy', json_metadata: '{}' })
  expect([saved, copy.json.result.last_modified_time].map((time) => /^\d{10}$/.test(String(time)))).toEqual([
    true,
    true,
  ])
})

it('lets a copy with charts of its own speak of those charts', async () => {
  const chart = (slice_name: string) =>
    idFrom('/api/v1/chart/', {
      slice_name,
      viz_type: 'table',
      datasource_id: datasetId,
      datasource_type: 'table',
      params: '{}',
    })
  const [a, b] = [await chart('a'), await chart('b')]
  const item = (chartId: number) => ({ id: `CHART-${chartId}`, type: 'CHART', children: [], meta: { chartId } })
  const settings = (one: number, other: number) => ({
    native_filter_configuration: [
      { id: 'f', scope: { rootPath: ['ROOT_ID'], excluded: [one] }, chartsInScope: [other] },
    ],
    chart_configuration: { [one]: { id: one, crossFilters: { scope: 'global', chartsInScope: [other] } } },
    global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [other] }, chartsInScope: [one] },
    expanded_slices: { [one]: true },
    timed_refresh_immune_slices: [other],
  })
  const json_metadata = JSON.stringify({ ...settings(a, b), positions: { a: item(a), b: item(b) } })
  const id = await made({ dashboard_title: 'Two charts', json_metadata })
  const body = { dashboard_title: 'Copy', duplicate_slices: true, json_metadata }
  const copy = (await admin.send('POST', `${BASE}/${id}/copy/`, body)).json.result.id as number
  const stored = (await admin.send('GET', `${BASE}/${copy}`)).json.result
  const positions = JSON.parse(stored.position_json)
  const [copyOfA, copyOfB] = ['a', 'b'].map((key) => positions[key].meta.chartId as number)
  expect([copyOfA, copyOfB]).not.toContain(a)
  expect(JSON.parse(stored.json_metadata)).toMatchObject(settings(copyOfA ?? 0, copyOfB ?? 0))
})

it('refuses what a dashboard cannot be made of', async () => {
  const fault = async (body: object) => {
    const { status, json } = await admin.send('POST', `${BASE}/`, { dashboard_title: 'x', ...body })
    return [status, json.message]
  }
  expect(await fault({ css: null })).toEqual([400, { css: ['Field may not be null.'] }])
  expect(await fault({ slug: '' })).toEqual([400, { slug: ['Length must be between 1 and 255.'] }])
  expect(await fault({ owners: ['x'] })).toEqual([400, { owners: { 0: ['Not a valid integer.'] } }])
  const settings = (value: unknown) => fault({ json_metadata: JSON.stringify(value) })
  const wrong = { label_colors: ['Not a valid mapping type.'] }
  expect(await settings({ label_colors: [] })).toEqual([400, { json_metadata: [wrong] }])
  expect(await settings([])).toEqual([400, { json_metadata: [{ _schema: ['Invalid input type.'] }] }])
})

it('leads a shared address to the dashboard with what was shared', async () => {
  const id = await made({ dashboard_title: 'Shared' })
  const { uuid } = (await admin.send('GET', `${BASE}/${id}`)).json.result
  const state = { urlParams: [['standalone', '1']], anchor: 'CHART-1' }
  const { key } = (await admin.send('POST', `${BASE}/${id}/permalink`, state)).json
  const page = await fetch(`${server.base}/superset/dashboard/p/${key}/`, {
    headers: { cookie: admin.cookie },
    redirect: 'manual',
  })
  expect([page.status, page.headers.get('location')]).toEqual([
    302,
    `/superset/dashboard/${uuid}/?permalink_key=${key}&standalone=1#CHART-1`,
  ])
  expect((await admin.send('GET', '/superset/dashboard/p/nowhere/')).status).toBe(404)
})

it('tells the stars of all ids that were asked, in their order, asked by rison or by JSON', async () => {
  const [a, b] = [await made({ dashboard_title: 'A' }), await made({ dashboard_title: 'B' })]
  await admin.send('POST', `${BASE}/${b}/favorites/`)
  const stars = async (q: string) =>
    (await admin.send('GET', `${BASE}/favorite_status/?q=${encodeURIComponent(q)}`)).json.result
  const [starred, not] = [{ id: b, value: true }, (id: number) => ({ id, value: false })]
  expect(await stars(`!(${b},${a},99999)`)).toEqual([starred, not(a), not(99_999)])
  expect(await stars(`[${b}]`)).toEqual([starred])
  expect(await stars(`[${a}, ${b}]`)).toEqual([not(a), starred])
  const broken = await admin.send('GET', `${BASE}/favorite_status/?q=%5B1`)
  expect([broken.status, broken.json.message]).toEqual([400, 'Not a valid rison/json argument'])
})

it('tells that a layout has no tabs, apart from there being no layout', async () => {
  const tabs = async (body: object) => (await admin.send('GET', `${BASE}/${await made(body)}/tabs`)).json.result
  const position_json = JSON.stringify({ ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: [] } })
  expect(await tabs({ dashboard_title: 'x' })).toEqual({ native_filters: {} })
  expect(await tabs({ dashboard_title: 'x', position_json })).toEqual({
    all_tabs: {},
    tab_tree: [],
    native_filters: {},
  })
})

it('tells the tabs of a layout that goes round in circles, each once', async () => {
  const part = (id: string, type: string, ...children: string[]) => ({
    [id]: { id, type, children, meta: { text: id } },
  })
  const grid = { ...part('ROOT_ID', 'ROOT', 'GRID_ID'), ...part('GRID_ID', 'GRID', 'TABS-1') }
  const circle = { ...part('TABS-1', 'TABS', 'TAB-1'), ...part('TAB-1', 'TAB', 'TABS-1', 'ROW-1') }
  const position_json = JSON.stringify({ ...grid, ...circle, ...part('ROW-1', 'ROW', 'ROW-1', 'TAB-1') })
  const id = await made({ dashboard_title: 'Circle', position_json })
  const { status, json } = await admin.send('GET', `${BASE}/${id}/tabs`)
  expect([status, json.result.all_tabs]).toEqual([200, { 'TAB-1': 'TAB-1' }])
  expect(json.result.tab_tree).toEqual([expect.objectContaining({ value: 'TAB-1', children: [] })])
  for (const path of ['', '/charts', '/datasets'])
    expect((await admin.send('GET', `${BASE}/${id}${path}`)).status).toBe(200)
})

it('answers a save with the slug as it is kept', async () => {
  const created = await admin.send('POST', `${BASE}/`, { dashboard_title: 'x', slug: 'My plan, ä/ö' })
  expect(created.json.result.slug).toBe('My-plan-äö')
  const changed = await admin.send('PUT', `${BASE}/${created.json.id}`, { slug: 'Other plan' })
  expect(changed.json.result).toEqual({ slug: 'Other-plan' })
  expect((await admin.send('GET', `${BASE}/Other-plan`)).json.result.id).toBe(created.json.id)
})

it('tells its datasets where a filter that was stored has a target that is none', async () => {
  const chart = { slice_name: 'c', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table', params: '{}' }
  const id = await made({ dashboard_title: 'Odd filter' })
  await idFrom('/api/v1/chart/', { ...chart, dashboards: [id] })
  const filter = { id: 'f', type: 'NATIVE_FILTER', filterType: 'filter_select', name: 'f', targets: [null] }
  await admin.send('PUT', `${BASE}/${id}`, { json_metadata: JSON.stringify({ native_filter_configuration: [filter] }) })
  const { status, json } = await admin.send('GET', `${BASE}/${id}/datasets`)
  expect([status, json.result?.length]).toEqual([200, 1])
})

it('tells who owns its datasets', async () => {
  const chart = { slice_name: 'c', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table', params: '{}' }
  const id = await made({ dashboard_title: 'Owned data' })
  await idFrom('/api/v1/chart/', { ...chart, dashboards: [id] })
  const { json } = await admin.send('GET', `${BASE}/${id}/datasets`)
  const owner = { id: expect.any(Number), username: 'admin', first_name: expect.any(String), email: expect.any(String) }
  expect(json.result[0].owners).toEqual([expect.objectContaining(owner)])
})

it('tells the tabs of a layout in which somebody wrote no list of children', async () => {
  const row = { id: 'ROW-1', type: 'ROW', children: 'none' }
  const position_json = JSON.stringify({ ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['ROW-1'] }, 'ROW-1': row })
  const { status, json } = await admin.send('GET', `${BASE}/${await made({ position_json })}/tabs`)
  expect([status, json.result?.all_tabs]).toEqual([200, {}])
})

it('gives a dashboard without a title the name of one that has none', async () => {
  const untitled = '[ untitled dashboard ]'
  const titleOf = async (id: number) => (await admin.send('GET', `${BASE}/${id}`)).json.result.dashboard_title
  const created = await admin.send('POST', `${BASE}/`, { dashboard_title: ' ' })
  expect(created.json.result.dashboard_title).toBe(untitled)
  expect(await titleOf(created.json.id)).toBe(untitled)
  expect(await titleOf(await made({}))).toBe(untitled)
  const named = await made({ dashboard_title: 'Named' })
  expect((await admin.send('PUT', `${BASE}/${named}`, { dashboard_title: '' })).json.result).toEqual({
    dashboard_title: untitled,
  })
  expect(await titleOf(named)).toBe(untitled)
})

it('keeps details of a certification only with who certified', async () => {
  const id = await made({ dashboard_title: 'Certified', certified_by: 'Finance', certification_details: 'Audited' })
  const detailsAfter = async (body: object) => {
    await admin.send('PUT', `${BASE}/${id}`, body)
    return (await admin.send('GET', `${BASE}/${id}`)).json.result.certification_details
  }
  expect(await detailsAfter({ certification_details: 'Audited again' })).toBe('Audited again')
  expect(await detailsAfter({ certified_by: '' })).toBeNull()
  expect(await detailsAfter({ certification_details: 'Alone' })).toBeNull()
})
