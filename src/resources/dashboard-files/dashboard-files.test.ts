import { afterAll, beforeAll, expect, it } from 'vitest'
import { archive, exported, imported, open } from '../../../test/archive.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let databaseId: number
let datasetId: number
let chartId: number
let dashboardId: number

const make = async (path: string, body: Record<string, unknown>): Promise<number> => {
  const answer = await admin.send('POST', path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.json.id
}

beforeAll(async () => {
  const source = await duckdbFile("CREATE TABLE sales AS SELECT 'a' AS city, 1 AS pieces")
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  databaseId = await make('/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: `duckdb:///${source.path}` })
  datasetId = await make('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'sales' })
  chartId = await make('/api/v1/chart/', {
    slice_name: 'By city (é)',
    viz_type: 'pie',
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'pie', datasource: `${datasetId}__table`, groupby: ['city'], metric: 'count' }),
    query_context: JSON.stringify({ datasource: { id: datasetId, type: 'table' }, queries: [{ metrics: ['count'] }] }),
  })
  dashboardId = await make('/api/v1/dashboard/', dashboardBody())
})
afterAll(() => server.stop())

const dashboardBody = () => ({
  dashboard_title: 'Sales / Q1',
  slug: 'sales-q1',
  published: true,
  position_json: JSON.stringify({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-1'], parents: ['ROOT_ID'] },
    'ROW-1': { type: 'ROW', id: 'ROW-1', children: ['CHART-1'], parents: ['ROOT_ID', 'GRID_ID'], meta: {} },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId, width: 6, height: 50 } },
  }),
  json_metadata: JSON.stringify({
    timed_refresh_immune_slices: [chartId, 999_999],
    expanded_slices: { [chartId]: true },
    chart_configuration: { [chartId]: { id: chartId, crossFilters: { scope: { rootPath: [], excluded: [chartId] } } } },
    native_filter_configuration: [
      { id: 'F1', targets: [{ column: { name: 'city' }, datasetId }], scope: { rootPath: [], excluded: [chartId] } },
    ],
  }),
})

it('takes a deleted dashboard in again as it was, on new ids', async () => {
  const before = await exported(admin, 'dashboard', dashboardId)
  await admin.send('DELETE', `/api/v1/dashboard/${dashboardId}`)
  await admin.send('DELETE', `/api/v1/chart/${chartId}`)
  await admin.send('DELETE', `/api/v1/dataset/${datasetId}`)
  // Another chart takes an id first, so that what comes back cannot have the one that it had.
  const other = await make('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'sales' })
  await admin.send('DELETE', `/api/v1/dataset/${other}`)
  expect(await imported(admin, 'dashboard', before.zip)).toMatchObject({ status: 200, json: { message: 'OK' } })

  const { result } = (await admin.send('GET', '/api/v1/dashboard/sales-q1')).json
  const [chart] = (await admin.send('GET', `/api/v1/dashboard/${result.id}/charts`)).json.result
  const after = await exported(admin, 'dashboard', result.id)
  expect(withoutIds(after.files)).toEqual(withoutIds(before.files))
  const metadata = JSON.parse(result.json_metadata)
  expect(metadata.timed_refresh_immune_slices).toEqual([chart.id])
  expect(metadata.native_filter_configuration[0]).toMatchObject({
    targets: [{ datasetId: Number(chart.form_data.datasource.split('__')[0]) }],
    scope: { excluded: [chart.id] },
  })
  expect(JSON.parse(result.position_json)['CHART-1'].meta.chartId).toBe(chart.id)
  dashboardId = result.id
  chartId = chart.id
})

/** Contents by uuid: paths and the ids of this server, which may differ, put aside. */
function withoutIds(files: ReadonlyMap<string, Record<string, unknown>>): unknown {
  const texts = [...files].map(([name, { timestamp, ...content }]) => {
    const text = JSON.stringify(content)
      .replace(/("(?:chartId|id)\\?"):\d+/g, '$1:0')
      .replace(/"\d+__table"/g, '"0__table"')
      .replace(/"\d+":/g, '"0":')
      .replace(/\[(\d+)(,\d+)*\]/g, '[0]')
    return [name.replace(/_\d+\.yaml$/, '.yaml').replace(/^[^/]+/, ''), JSON.parse(text)]
  })
  return Object.fromEntries(texts)
}

it('writes over a dashboard only where that is asked', async () => {
  const { zip, files } = await exported(admin, 'dashboard', dashboardId)
  const file = [...files.keys()].find((name) => name.includes('/dashboards/'))?.replace(/^[^/]+\//, '')
  await admin.send('PUT', `/api/v1/dashboard/${dashboardId}`, { dashboard_title: 'Changed' })
  const refused = await imported(admin, 'dashboard', zip)
  expect(refused.status).toBe(422)
  expect(refused.json.errors[0].message).toBe(
    `Error importing dashboard: ${file}: Dashboard already exists and \`overwrite=true\` was not passed`,
  )
  expect((await imported(admin, 'dashboard', zip, { overwrite: 'true' })).status).toBe(200)
  const { result } = (await admin.send('GET', `/api/v1/dashboard/${dashboardId}`)).json
  expect(result.dashboard_title).toBe('Sales / Q1')
})

it('gives and takes only what the caller may see and change', async () => {
  const gamma = await server.user('gamma', ['Gamma'])
  const { zip } = await exported(admin, 'dashboard', dashboardId)
  for (const [kind, id] of [['dashboard', dashboardId] as const, ['chart', chartId] as const, ['dataset', 1] as const])
    expect((await gamma.send('GET', `/api/v1/${kind}/export/?q=!(${id})`)).status).toBe(404)
  const refused = await imported(gamma, 'dashboard', zip, { overwrite: 'true' })
  expect(refused.status).toBe(422)
  expect(refused.json.errors[0].message).toContain('Dashboard already exists and you may not change it')
})

it('makes no dashboard when one of its parts is refused', async () => {
  const gamma = await server.login('gamma')
  const { files } = await exported(admin, 'dashboard', dashboardId)
  const copies = [...files].map(([name, content]) =>
    name.includes('/dashboards/')
      ? ([name, { ...content, uuid: crypto.randomUUID(), slug: null, dashboard_title: 'Taken' }] as const)
      : ([name, content] as const),
  )
  const refused = await imported(gamma, 'dashboard', await archive(new Map(copies)))
  expect(refused.status).toBe(422)
  const q = encodeURIComponent("(filters:!((col:dashboard_title,opr:eq,value:'Taken')))")
  expect((await admin.send('GET', `/api/v1/dashboard/?q=${q}`)).json.count).toBe(0)
})

it('refuses what is no archive of its kind', async () => {
  const { zip } = await exported(admin, 'chart', chartId)
  const wrong = await imported(admin, 'dashboard', zip)
  expect([wrong.status, wrong.json.errors[0].message]).toEqual([
    422,
    'Error importing dashboard: metadata.yaml: {"type":["Must be equal to Dashboard."]}',
  ])
  expect((await imported(admin, 'chart', Buffer.from('no zip'))).status).toBe(422)
  const large = await archive(new Map([['x/charts/a.yaml', { text: 'a'.repeat(5 * 1024 * 1024) }]]))
  expect((await imported(admin, 'chart', large)).status).toBe(422)
  const broken = await archive(new Map([...(await open(zip))].map(([name, value]) => [name, { ...value, uuid: 'x' }])))
  const answer = await imported(admin, 'chart', broken)
  expect(answer.status).toBe(422)
  expect(answer.json.errors[0].extra[`charts/By_city_e_${chartId}.yaml`]).toHaveProperty('uuid')
})
