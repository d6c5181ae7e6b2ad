import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const SUM = { expressionType: 'SIMPLE', column: { column_name: 'n' }, aggregate: 'SUM', label: 'sum' }

let server: TestServer
let reader: TestClient
let dashboard = 0
const charts: Record<'sales' | 'costs', number> = { sales: 0, costs: 0 }
const datasets: Record<'sales' | 'costs', number> = { sales: 0, costs: 0 }

/** A dashboard over two tables, opened by a role to somebody who may read neither. */
beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    "create table sales as select 'w' || (range % 3) as word, 'c' || (range % 2) as city, 'k' as kind, range as n from range(9)",
    "create table costs as select 'w' || (range % 3) as word, 'k' || (range % 2) as kind, 's' || range as secret, range as n from range(6)",
  )
  server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const made = async (route: string, body: unknown) => (await admin.send('POST', route, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` })
  const shown = {
    sales: ['city', { expressionType: 'SQL', sqlExpression: 'upper(kind)', label: 'up' }],
    costs: ['kind'],
  }
  for (const name of ['sales', 'costs'] as const) {
    datasets[name] = await made('/api/v1/dataset/', { database, schema: 'main', table_name: name })
    const datasource = { id: datasets[name], type: 'table' }
    const queries = [{ columns: shown[name], metrics: [SUM], filters: [] }]
    charts[name] = await made('/api/v1/chart/', {
      ...{ slice_name: name, viz_type: 'table', datasource_id: datasets[name], datasource_type: 'table' },
      params: '{"viz_type":"table"}',
      query_context: JSON.stringify({ datasource, queries }),
    })
  }
  const filter = (id: string, column: string, chartsInScope: number[]) => ({
    ...{ id, name: column, type: 'NATIVE_FILTER', filterType: 'filter_select', controlValues: {}, defaultDataMask: {} },
    targets: [{ datasetId: datasets.sales, column: { name: column } }],
    ...{ scope: { rootPath: ['ROOT_ID'], excluded: [] }, cascadeParentIds: [], chartsInScope },
  })
  const native_filter_configuration = [
    filter('NATIVE_FILTER-word', 'word', [charts.sales, charts.costs]),
    filter('NATIVE_FILTER-n', 'n', [charts.sales]),
  ]
  const positions = Object.fromEntries(
    Object.values(charts).map((chartId) => [
      `CHART-${chartId}`,
      { id: `CHART-${chartId}`, type: 'CHART', meta: { chartId } },
    ]),
  )
  reader = await server.user('reader', ['Gamma'])
  const roles = (await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))')).json
    .ids
  const json_metadata = JSON.stringify({ native_filter_configuration, positions })
  dashboard = await made('/api/v1/dashboard/', { dashboard_title: 'Both', published: true, roles, json_metadata })
})
afterAll(() => server.stop())

const costs = (filters: readonly object[]) =>
  reader.send('POST', '/api/v1/chart/data', {
    datasource: { id: datasets.costs, type: 'table' },
    queries: [{ columns: ['kind'], metrics: [SUM], filters }],
    form_data: { slice_id: charts.costs, dashboardId: dashboard },
  })
const by = (col: unknown, val: string) => ({ col, op: 'IN', val: [val] })

it('narrows a chart by a filter over another dataset that reaches it', async () => {
  const { status, json } = await costs([by('word', 'w1')])
  const rows = [
    { kind: 'k0', sum: 4 },
    { kind: 'k1', sum: 1 },
  ]
  expect([status, json.result[0].data]).toEqual([200, rows])
})

it('says that a mark clicked on a chart of another dataset has nothing to narrow', async () => {
  const { status, json } = await costs([by('city', 'c1')])
  expect(status).toBe(200)
  expect(json.result[0].rejected_filters).toEqual([{ column: 'city', reason: 'not_in_datasource' }])
})

it('narrows it by nothing else: a filter that does not reach it, SQL of another chart, a column nobody shows', async () => {
  const sql = { expressionType: 'SQL', sqlExpression: 'upper(kind)', label: 'up' }
  for (const filter of [by('n', '1'), by(sql, 'K'), by('secret', 's1')])
    expect([filter, (await costs([filter])).status]).toEqual([filter, 403])
})
