import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, agentWith, readerRole, tokenOf } from '../../../test/agent.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let ada: Agent
let eve: Agent
let datasetId: number
let secretChart: number
let secretDataset: number

const make = async (path: string, body: Record<string, unknown>): Promise<number> => {
  const answer = await admin.send('POST', path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json.id
}

beforeAll(async () => {
  const source = await duckdbFile(`CREATE TABLE sales AS SELECT * FROM (VALUES
      (DATE '2024-01-15', 'Oslo', 3), (DATE '2024-02-15', 'Oslo', 4), (DATE '2024-02-20', 'Bergen', 5)) AS t(day, city, pieces);
    CREATE TABLE secret AS SELECT 'canary-7261' AS word`)
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const database = await make('/api/v1/database/', {
    database_name: 'shop',
    sqlalchemy_uri: `duckdb:///${source.path}`,
  })
  datasetId = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
  secretDataset = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 'secret' })
  const chart = { viz_type: 'table', datasource_type: 'table', params: '{}' }
  secretChart = await make('/api/v1/chart/', { ...chart, slice_name: 'Secret words', datasource_id: secretDataset })
  await readerRole(server, 'seller', `[shop].[sales](id:${datasetId})`)
  await server.user('ada', ['Gamma', 'seller'])
  await server.user('eve', ['Alpha'])
  ada = await agentWith(server.base, await tokenOf(server, 'ada'))
  eve = await agentWith(server.base, await tokenOf(server, 'eve'))
})
afterAll(async () => {
  await ada.close()
  await eve.close()
  await server.stop()
})

const pie = (name: string, more: object = {}) =>
  ada.use('create_chart', {
    name,
    dataset_id: datasetId,
    type: 'pie',
    settings: { metric: { aggregate: 'SUM', column: 'pieces', label: 'pieces' }, groupby: ['city'], ...more },
  })

describe("a limited user's agent", () => {
  it('learns what a chart type takes', async () => {
    const { types } = await ada.use('list_chart_types')
    expect(types.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['pie', 'table', 'pivot_table_v2']),
    )
    const { settings } = await ada.use('list_chart_types', { type: 'pie' })
    const metric = settings.find(({ name }: { name: string }) => name === 'metric')
    expect(metric).toEqual({ name: 'metric', kind: 'metric', label: 'Metric', is_required: true })
    expect((await ada.use('list_chart_types', { type: 'cake' })).refused).toContain('no chart type "cake"')
  })

  it('saves a chart that the product opens, and reads its rows', async () => {
    const made = await pie('Pieces by city', { filters: undefined, adhoc_filters: [{ sql: 'pieces > 3' }] })
    expect(made.preview[0].rows).toEqual([
      ['Bergen', 5],
      ['Oslo', 4],
    ])
    const page = await (await server.login('ada')).send('GET', new URL(made.url).pathname + new URL(made.url).search)
    expect(page.status).toBe(200)
    const one = await ada.use('get_chart', { chart_id: made.chart_id })
    expect(one).toMatchObject({ name: 'Pieces by city', type: 'pie', dataset_id: datasetId, owners: ['ada Test'] })
    expect(one.settings.groupby).toEqual(['city'])
    const saved = (await admin.send('GET', `/api/v1/chart/${made.chart_id}/data/`)).json.result[0].data
    expect(saved).toEqual([
      { city: 'Bergen', pieces: 5 },
      { city: 'Oslo', pieces: 4 },
    ])
    const filters = [{ column: 'city', op: '==', value: 'Oslo' }]
    const rows = await ada.use('chart_data', { chart_id: made.chart_id, filters })
    expect(rows.tables[0].rows).toEqual([['Oslo', 4]])
    expect((await ada.use('chart_data', { chart_id: made.chart_id, row_limit: 1 })).tables[0]).toMatchObject({
      row_count: 1,
      is_cut: true,
    })
    expect((await ada.use('list_charts', { search: 'pieces' })).count).toBe(1)
  })

  it('makes every type of chart from its required settings', async () => {
    const { types } = await ada.use('list_chart_types')
    for (const { type } of types) {
      const about = await ada.use('list_chart_types', { type })
      const needed = about.settings.filter((one: { is_required?: true }) => one.is_required)
      const settings = {
        ...BY_TYPE[type],
        ...Object.fromEntries(
          needed.map(({ name, kind }: { name: string; kind: string }) => [name, BY_NAME[name] ?? BY_KIND[kind]]),
        ),
      }
      const made = await ada.use('create_chart', { name: `a ${type}`, dataset_id: datasetId, type, settings })
      expect(made.refused, `${type} ${JSON.stringify(settings)}`).toBeUndefined()
      expect(made.preview[0].row_count, type).toBeGreaterThan(0)
    }
  }, 60_000)

  it('changes its own chart and keeps the other settings', async () => {
    const { chart_id } = await pie('Before')
    const changed = await ada.use('update_chart', { chart_id, name: 'After', settings: { donut: true } })
    expect(changed.preview[0].row_count).toBe(2)
    const one = await ada.use('get_chart', { chart_id })
    expect(one).toMatchObject({ name: 'After', settings: { donut: true, groupby: ['city'] } })
    expect(await eve.use('update_chart', { chart_id, name: 'Mine' })).toEqual({ refused: 'Forbidden' })
    expect((await ada.use('update_chart', { chart_id })).refused).toContain('nothing to change')
  })

  it('is told which settings do not fit, and nothing is saved', async () => {
    const count = async () => (await ada.use('list_charts')).count
    const before = await count()
    const refusal = async (more: object) => (await pie('Wrong', more)).refused
    expect(await refusal({ colour: 'red' })).toContain('colour: Pie has no such setting. It has: groupby, metric')
    expect(await refusal({ donut: 'yes' })).toContain('donut')
    expect(await refusal({ label_type: 'words' })).toContain('label_type: must be one of key, value')
    expect(await refusal({ row_limit: -1 })).toContain('row_limit')
    expect(await refusal({ groupby: [] })).toContain('groupby: is needed')
    expect(await refusal({ groupby: ['town'] })).toContain('no column "town". Its columns: day, city, pieces')
    expect(await refusal({ metric: 'profit' })).toContain('no metric "profit"')
    expect(await refusal({ metric: { sql: 'SUM(' } })).toBeTruthy()
    expect(await count()).toBe(before)
  })

  it('makes a dashboard of charts and adds to it', async () => {
    const first = await pie('First')
    const second = await pie('Second')
    const rows = [[first.chart_id, { chart_id: second.chart_id, width: 3, height: 20 }]]
    const made = await ada.use('create_dashboard', { title: 'Sales', rows, slug: 'sales-by-agent' })
    expect(made.url).toBe(`${server.base}/superset/dashboard/sales-by-agent/`)
    const one = await ada.use('get_dashboard', { dashboard: 'sales-by-agent' })
    expect(one).toMatchObject({ title: 'Sales', is_published: false, owners: ['ada Test'] })
    expect(one.sections).toEqual([
      {
        charts: [
          { id: first.chart_id, name: 'First', type: 'pie' },
          { id: second.chart_id, name: 'Second', type: 'pie' },
        ],
      },
    ])
    const third = await pie('Third')
    await ada.use('add_charts_to_dashboard', { dashboard: made.dashboard_id, rows: [[third.chart_id]] })
    const saved = (await admin.send('GET', `/api/v1/dashboard/${made.dashboard_id}`)).json.result
    const layout = Object.values(JSON.parse(saved.position_json)) as { type?: string; meta?: Record<string, unknown> }[]
    expect(
      layout.flatMap(({ type, meta }) => (type === 'CHART' ? [[meta?.['chartId'], meta?.['width']]] : [])),
    ).toEqual([
      [first.chart_id, 9],
      [second.chart_id, 3],
      [third.chart_id, 12],
    ])
    const reach = JSON.parse(saved.json_metadata).global_chart_configuration.chartsInScope
    expect(reach).toEqual([first.chart_id, second.chart_id, third.chart_id])
    const charts = (await admin.send('GET', `/api/v1/dashboard/${made.dashboard_id}/charts`)).json.result
    expect(charts).toHaveLength(3)
  })

  it('gives a dashboard filters that reach its charts', async () => {
    const { chart_id } = await pie('Filtered')
    const board = (filters: object[]) => ada.use('create_dashboard', { title: 'Filters', rows: [[chart_id]], filters })
    const city = { name: 'City', kind: 'value', dataset_id: datasetId, column: 'city' }
    const { dashboard_id } = await board([city, { name: 'When', kind: 'time_range', value: 'Last year' }])
    expect((await ada.use('get_dashboard', { dashboard: dashboard_id })).filters).toEqual([
      { name: 'City', kind: 'filter_select', column: 'city', dataset_id: datasetId },
      { name: 'When', kind: 'filter_time' },
    ])
    const { json_metadata } = (await admin.send('GET', `/api/v1/dashboard/${dashboard_id}`)).json.result
    const saved = JSON.parse(json_metadata).native_filter_configuration
    expect(saved.map((one: { chartsInScope: unknown }) => one.chartsInScope)).toEqual([[chart_id], [chart_id]])
    expect((await board([{ ...city, column: 'town' }])).refused).toContain('no column "town"')
    expect(await board([{ ...city, dataset_id: secretDataset }])).toEqual({ refused: 'Not found' })
  })

  it('adds to the tab that is named', async () => {
    const { chart_id } = await pie('In a tab')
    const item = (id: string, type: string, children: string[], text?: string) => ({
      id,
      type,
      children,
      meta: { text },
    })
    const position_json = JSON.stringify({
      ROOT_ID: item('ROOT_ID', 'ROOT', ['TABS-1']),
      'TABS-1': item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
      'TAB-1': item('TAB-1', 'TAB', [], 'North'),
      'TAB-2': item('TAB-2', 'TAB', [], 'South'),
    })
    const client = await server.login('ada')
    const { id } = (await client.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Tabs', position_json })).json
    const add = (tab?: string) =>
      ada.use('add_charts_to_dashboard', { dashboard: id, rows: [[chart_id]], ...(tab && { tab }) })
    expect((await add('West')).refused).toContain('no tab "West". Its tabs: North, South')
    await add('South')
    const { sections } = await ada.use('get_dashboard', { dashboard: id })
    expect(sections).toEqual([
      { tab: 'North', charts: [] },
      { tab: 'South', charts: [{ id: chart_id, name: 'In a tab', type: 'pie' }] },
    ])
  })

  it('is refused what its user may not see or change', async () => {
    expect((await ada.use('list_charts', { search: 'Secret' })).count).toBe(0)
    for (const tool of ['get_chart', 'chart_data'])
      expect(await ada.use(tool, { chart_id: secretChart })).toEqual({ refused: 'Not found' })
    expect(
      await ada.use('create_chart', {
        name: 'Peek',
        dataset_id: secretDataset,
        type: 'table',
        settings: { groupby: ['word'] },
      }),
    ).toEqual({ refused: 'Not found' })
    expect((await ada.use('create_dashboard', { title: 'Peek', rows: [[secretChart]] })).refused).toBe(
      `There is no chart ${secretChart} for this user.`,
    )
    const { chart_id } = await pie('Mine')
    const open = { title: 'Open', rows: [[chart_id]], is_published: true }
    const { dashboard_id } = await ada.use('create_dashboard', open)
    expect(await eve.use('add_charts_to_dashboard', { dashboard: dashboard_id, rows: [[chart_id]] })).toEqual({
      refused: 'Forbidden',
    })
    const wide = [[chart_id, { chart_id, width: 12 }]]
    expect((await ada.use('create_dashboard', { title: 'Wide', rows: wide })).refused).toContain('12 columns')
    const taken = { title: 'Again', rows: [[chart_id]], slug: 'sales-by-agent' }
    expect((await ada.use('create_dashboard', taken)).refused).toBe('slug: Must be unique')
  })
})

const BY_TYPE: Readonly<Record<string, object>> = {
  table: { query_mode: 'raw' },
  handlebars: { groupby: ['city'] },
}
const BY_NAME: Readonly<Record<string, unknown>> = { x_axis: 'day', column: 'pieces' }
const BY_KIND: Readonly<Record<string, unknown>> = {
  metric: { aggregate: 'SUM', column: 'pieces' },
  'list of metrics': ['count'],
  column: 'city',
  'list of columns': ['city'],
  'columns with the degrees {latitude, longitude}': { latitude: 'pieces', longitude: 'pieces' },
}
