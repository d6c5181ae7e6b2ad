import { afterAll, beforeAll, expect, it } from 'vitest'
import { open } from '../../../test/archive.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const ASSETS = '/api/v1/assets'
let server: TestServer
let admin: TestClient
let chartId = 0
let databaseId = 0
let datasetId = 0

const make = async (path: string, body: Record<string, unknown>): Promise<number> => {
  const answer = await admin.send('POST', path, body)
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json.id
}
const chart = (name: string) => ({
  ...{ slice_name: name, viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' },
  params: JSON.stringify({ viz_type: 'table', datasource: `${datasetId}__table`, metrics: ['count'] }),
})

beforeAll(async () => {
  const source = await duckdbFile("CREATE TABLE sales AS SELECT 'a' AS city, 1 AS pieces")
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  databaseId = await make('/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: `duckdb:///${source.path}` })
  datasetId = await make('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'sales' })
  chartId = await make('/api/v1/chart/', chart('On no dashboard'))
  const shown = await make('/api/v1/chart/', chart('Shown'))
  const position = {
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['CHART-1'] },
    'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: shown, width: 6, height: 50 } },
  }
  await make('/api/v1/dashboard/', { dashboard_title: 'Board', position_json: JSON.stringify(position) })
  await make('/api/v1/saved_query/', { db_id: databaseId, label: 'Kept', sql: 'select 1' })
})
afterAll(() => server.stop())

async function taken() {
  const answer = await fetch(`${server.base}${ASSETS}/export/`, { headers: { cookie: admin.cookie } })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=assets_export_\w+\.zip$/)
  const zip = Buffer.from(await answer.arrayBuffer())
  return { zip, files: await open(zip) }
}

async function given(zip: Uint8Array, client = admin) {
  const form = new FormData()
  form.set('bundle', new Blob([new Uint8Array(zip)], { type: 'application/zip' }), 'assets.zip')
  const headers = { cookie: client.cookie, 'x-csrftoken': client.csrf }
  const answer = await fetch(`${server.base}${ASSETS}/import/`, { method: 'POST', headers, body: form })
  return { status: answer.status, json: await answer.json() }
}

it('takes everything out as one archive and in again, where some of it was deleted and some changed', async () => {
  const { zip, files } = await taken()
  const folders = new Set([...files.keys()].map((name) => name.split('/').at(-2)))
  expect([...folders].toSorted()).toEqual(['archive', 'charts', 'dashboards', 'databases', 'shop'])
  expect([...files.keys()].filter((name) => name.includes('/charts/'))).toHaveLength(2)
  expect(files.get('archive/databases/shop.yaml')).toMatchObject({ allow_csv_upload: false, encrypted_extra: '{}' })
  expect(files.get('archive/metadata.yaml')).toMatchObject({ version: '1.0.0', type: 'assets' })
  await admin.send('DELETE', `/api/v1/chart/${chartId}`)
  await admin.send('PUT', '/api/v1/dashboard/1', { dashboard_title: 'Renamed' })
  expect(await given(zip)).toEqual({ status: 200, json: { message: 'OK' } })
  const charts = (await admin.send('GET', '/api/v1/chart/')).json.result.map(
    (row: { slice_name: string }) => row.slice_name,
  )
  expect(charts.toSorted()).toEqual(['On no dashboard', 'Shown'])
  expect((await admin.send('GET', '/api/v1/dashboard/1')).json.result.dashboard_title).toBe('Board')
  expect((await admin.send('GET', '/api/v1/saved_query/')).json.count).toBe(1)
  const again = await taken()
  const without = (name: string) => name.replace(/_\d+\.yaml$/, '.yaml')
  expect([...again.files.keys()].map(without).toSorted()).toEqual([...files.keys()].map(without).toSorted())
})

it('leaves out charts whose dataset is gone, so that what was taken out can be taken in', async () => {
  const other = await make('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: 'v',
    sql: 'select 1 as a',
  })
  const lost = await make('/api/v1/chart/', { ...chart('Lost'), datasource_id: other })
  await admin.send('DELETE', `/api/v1/dataset/${other}`)
  const { zip, files } = await taken()
  expect([...files.keys()].some((name) => name.includes('Lost'))).toBe(false)
  expect((await given(zip)).status).toBe(200)
  await admin.send('DELETE', `/api/v1/chart/${lost}`)
})

it('is for administrators alone, and says what is no archive of everything', async () => {
  const alpha = await server.user('alpha', ['Alpha', 'sql_lab'])
  expect((await alpha.send('GET', `${ASSETS}/export/`)).status).toBe(403)
  const { zip } = await taken()
  expect((await given(zip, alpha)).status).toBe(403)
  expect((await given(Buffer.from('no archive'))).status).toBe(422)
  const dashboard = await fetch(`${server.base}/api/v1/dashboard/export/?q=!(1)`, { headers: { cookie: admin.cookie } })
  const wrong = await given(Buffer.from(await dashboard.arrayBuffer()))
  expect([wrong.status, wrong.json.errors[0].message]).toEqual([
    422,
    'Error importing assets: metadata.yaml: {"type":["Must be equal to assets."]}',
  ])
})

it('gives an archive of nothing where no ids are named', async () => {
  for (const kind of ['chart', 'dashboard', 'database', 'dataset', 'saved_query', 'theme']) {
    const answer = await fetch(`${server.base}/api/v1/${kind}/export/?q=!()`, { headers: { cookie: admin.cookie } })
    expect([kind, answer.status]).toEqual([kind, 200])
    expect([...(await open(Buffer.from(await answer.arrayBuffer()))).keys()]).toEqual(['archive/metadata.yaml'])
  }
})
