import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer } from '../../../test/server.ts'

const { dir, path } = await duckdbFile(
  "create table t as select 'w' || (range % 3) as word, 's' || range as secret, range as n, timestamp '2025-01-01' as at from range(9)",
)
const SUM = { expressionType: 'SIMPLE', column: { column_name: 'n' }, aggregate: 'SUM', label: 'sum' }
const STORED = { columns: ['word'], metrics: [SUM], filters: [], orderby: [[SUM, false]], row_limit: 10 }

/** A published dashboard of one chart over a dataset that its reader has no right to, opened by the reader's role. */
async function openedByRole(env: Record<string, string> = {}) {
  const server = await startServer({ args: ['--sources', dir], env })
  const admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  const dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
  const datasource = { id: dataset, type: 'table' }
  const chart = await made('/api/v1/chart/', {
    slice_name: 'Words',
    viz_type: 'pie',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'pie', groupby: ['word'], metric: SUM, datasource: `${dataset}__table` }),
    query_context: JSON.stringify({ datasource, queries: [STORED], result_type: 'full', result_format: 'json' }),
  })
  const reader = await server.user('reader', ['Gamma'])
  const roleQuery = encodeURIComponent('(filters:!((col:name,opr:eq,value:Gamma)))')
  const [role] = (await admin.send('GET', `/api/v1/security/roles/?q=${roleQuery}`)).json.result
  const filter = {
    id: 'NATIVE_FILTER-w',
    name: 'Word',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId: dataset, column: { name: 'word' } }],
    scope: { rootPath: ['ROOT_ID'], excluded: [] },
    controlValues: {},
    defaultDataMask: {},
    cascadeParentIds: [],
  }
  const body = {
    dashboard_title: 'By role',
    published: true,
    roles: [role.id],
    json_metadata: JSON.stringify({
      native_filter_configuration: [filter],
      positions: { CHART: { id: 'CHART', type: 'CHART', children: [], meta: { chartId: chart } } },
    }),
  }
  const dashboard = await made('/api/v1/dashboard/', body)
  const ask = (query: object, form: object = { slice_id: chart, dashboardId: dashboard }, client = reader) =>
    client.send('POST', '/api/v1/chart/data', { datasource, queries: [{ ...STORED, ...query }], form_data: form })
  return { server, admin, reader, chart, dashboard, dataset, role, body, ask }
}

describe('a role that opens a dashboard', () => {
  let all: Awaited<ReturnType<typeof openedByRole>>
  beforeAll(async () => {
    all = await openedByRole()
  })
  afterAll(() => all.server.stop())

  it('opens the data of its charts as well', async () => {
    const { json } = await all.ask({})
    expect(json.result[0].data[0]).toEqual({ word: 'w2', sum: 15 })
    for (const part of ['', '/charts', '/datasets'])
      expect((await all.reader.send('GET', `/api/v1/dashboard/${all.dashboard}${part}`)).status).toBe(200)
    const batch = {
      requests: [
        {
          id: 'a',
          body: {
            datasource: { id: all.dataset, type: 'table' },
            queries: [STORED],
            form_data: { slice_id: all.chart, dashboardId: all.dashboard },
          },
        },
      ],
    }
    expect((await all.reader.send('POST', '/api/v1/chart/data/batch', batch)).text).toContain('"status":200')
  })

  it('lets filters of the dashboard narrow them, and read their choices', async () => {
    const { json } = await all.ask({ filters: [{ col: 'word', op: 'IN', val: ['w1'] }], time_range: 'Last year' })
    expect(json.result[0].rowcount).toBe(1)
    const choices = { columns: ['word'], metrics: [], orderby: [['word', true]] }
    const form = { native_filter_id: 'NATIVE_FILTER-w', dashboardId: all.dashboard }
    expect((await all.ask(choices, form)).json.result[0].data).toHaveLength(3)
    expect((await all.ask({ ...choices, columns: ['secret'] }, form)).status).toBe(403)
  })

  it.each<[string, object]>([
    ['another column', { columns: ['secret'] }],
    ['another column as SQL', { columns: [{ expressionType: 'SQL', sqlExpression: 'secret', label: 'word' }] }],
    ['another metric', { metrics: [{ ...SUM, aggregate: 'MAX' }] }],
    ['SQL as a metric', { metrics: [{ expressionType: 'SQL', sqlExpression: 'max(secret)', label: 'sum' }] }],
    ['a limit by another metric', { series_limit_metric: { ...SUM, aggregate: 'MAX' } }],
    ['another order', { orderby: [['secret', true]] }],
    ['SQL as an order', { orderby: [[{ ...SUM, aggregate: 'MAX' }, true]] }],
    ['a filter by another column', { filters: [{ col: 'secret', op: '==', val: 's1' }] }],
    ['a condition of its own', { extras: { where: "secret = 's1'" } }],
    ['a condition on groups', { extras: { having: "max(secret) = 's1'" } }],
    ['another time column', { granularity: 'secret' }],
    ['raw rows', { result_type: 'samples' }],
    ['rows behind a mark', { result_type: 'drill_detail' }],
  ])('does not open %s', async (_name, query) => {
    expect((await all.ask(query)).status).toBe(403)
  })

  it('opens nothing without the dashboard, by another one or by another chart', async () => {
    const other = await all.admin.send('POST', '/api/v1/dashboard/', { ...all.body, published: false })
    for (const form of [
      { slice_id: all.chart },
      { slice_id: all.chart, dashboardId: other.json.id },
      { slice_id: all.chart + 1, dashboardId: all.dashboard },
      { dashboardId: all.dashboard },
    ])
      expect((await all.ask({}, form)).status).toBe(403)
    const samples = `/datasource/samples?datasource_id=${all.dataset}&datasource_type=table`
    expect((await all.reader.send('POST', samples, {})).status).toBe(403)
  })

  it('passes on no chart of someone who may not read its dataset', async () => {
    const { json } = await all.reader.send('POST', '/api/v1/dashboard/', all.body)
    expect(json.id).toBeGreaterThan(0)
    expect((await all.ask({}, { slice_id: all.chart, dashboardId: json.id })).status).toBe(403)
  })

  it('keeps row rules in force', async () => {
    const rule = {
      name: 'r',
      filter_type: 'Regular',
      tables: [all.dataset],
      roles: [all.role.id],
      clause: "word = 'w0'",
    }
    expect((await all.admin.send('POST', '/api/v1/rowlevelsecurity/', rule)).status).toBe(201)
    expect((await all.ask({})).json.result[0].data).toEqual([{ word: 'w0', sum: 9 }])
  })
})

it('opens nothing by roles where the feature is off', async () => {
  const { server, ask } = await openedByRole({ SIGHTLINE_FEATURES: 'DASHBOARD_RBAC=off' })
  expect((await ask({})).status).toBe(403)
  await server.stop()
})
