import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const { dir, path } = await duckdbFile(
  "create table t as select ['JP', 'AUS', 'Brazil', 'nowhere'][range % 4 + 1] as land, timestamp '2025-01-01' + interval (range) day as at, range as n, 9007199254740993 + range as big from range(8)",
)
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let dataset = 0
beforeAll(async () => {
  admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
})

/** Asks as older clients do: form data as JSON in a field of a form. */
async function ask(form: object, query = '', client = admin) {
  const body = new URLSearchParams({ form_data: JSON.stringify({ datasource: `${dataset}__table`, ...form }) })
  const answer = await fetch(`${client.base}/superset/explore_json/${query}`, {
    method: 'POST',
    headers: { cookie: client.cookie },
    body,
  })
  const text = await answer.text()
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
  }
}

const table = {
  viz_type: 'table',
  query_mode: 'raw',
  all_columns: ['n', 'land'],
  order_by_cols: ['["n", true]'],
  row_limit: 2,
}

it('answers every chart type of the product in the shape of older clients', async () => {
  const { status, json } = await ask(table)
  expect(status).toBe(200)
  expect(json).toMatchObject({
    status: 'success',
    errors: [],
    is_cached: false,
    cache_timeout: 86_400,
    rowcount: 2,
    colnames: ['n', 'land'],
    coltypes: [0, 1],
    form_data: { viz_type: 'table', applied_time_extras: {}, where: '', having: '', filters: [] },
    data: [
      { n: 0, land: 'JP' },
      { n: 1, land: 'AUS' },
    ],
  })
  expect((await ask(table)).json.is_cached).toBe(true)
  expect((await ask(table, '?force=true')).json.is_cached).toBe(false)
  expect((await ask({ ...table, all_columns: ['big'], order_by_cols: [] })).text).toContain('"big":9007199254740993')
})

it.each([
  ['treemap', { groupby: ['land'], metrics: ['count'] }],
  ['sunburst', { groupby: ['land'], metric: 'count' }],
  ['heatmap', { all_columns_x: 'land', all_columns_y: 'n', metric: 'count' }],
  ['pivot_table', { groupby: ['land'], columns: ['n'], metrics: ['count'] }],
])('answers a %s, which is drawn no more, as its successor asks', async (viz_type, form) => {
  const { status, json } = await ask({ viz_type, row_limit: 5, ...form })
  expect([status, json.colnames]).toEqual([200, expect.arrayContaining(['land', 'count'])])
  expect(json.data.length).toBeGreaterThan(1)
  expect(json.form_data).toMatchObject({ viz_type })
})

it('answers by GET, as a file, as SQL, as rows alone, and with the settings of a saved chart', async () => {
  const form = encodeURIComponent(JSON.stringify({ datasource: `${dataset}__table`, ...table }))
  expect((await admin.send('GET', `/superset/explore_json/?form_data=${form}`)).json.data).toHaveLength(2)
  const csv = await ask(table, '?csv=true')
  expect([csv.type, csv.text.trim().split(/\r?\n/)]).toEqual(['text/csv; charset=utf-8', ['n,land', '0,JP', '1,AUS']])
  expect((await ask(table, '?query=true')).json).toEqual({ query: expect.stringContaining('LIMIT 2'), language: 'sql' })
  expect((await ask(table, '?results=true')).json).toMatchObject({ colnames: ['n', 'land'], rowcount: 2 })
  expect((await ask(table, '?samples=true')).json.colnames).toEqual(['land', 'at', 'n', 'big'])
  const chart = { slice_name: 'saved', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' }
  const saved = await admin.send('POST', '/api/v1/chart/', { ...chart, params: JSON.stringify(table) })
  expect((await ask({ slice_id: saved.json.id, row_limit: 3 })).json.rowcount).toBe(3)
})

it('refuses an order that is no JSON', async () => {
  const { status, text } = await ask({ ...table, order_by_cols: ['[x,'] })
  expect([status, text]).toEqual([400, expect.stringContaining('Found invalid orderby options')])
})

it('draws the older maps and calendars from the same path', async () => {
  const map = { viz_type: 'world_map', entity: 'land', metric: 'count', country_fieldtype: 'cca2' }
  const { data } = (await ask(map)).json
  expect(data).toContainEqual({ country: 'JPN', m1: 2, code: 'JP', latitude: 36, longitude: 138, name: 'Japan' })
  expect(data).toContainEqual({ country: 'BRA', m1: 2, code: 'BR', latitude: -10, longitude: -55, name: 'Brazil' })
  expect(data).toContainEqual({ country: 'XXX', m1: 2 })
  const calendar = await ask({
    viz_type: 'cal_heatmap',
    domain_granularity: 'month',
    subdomain_granularity: 'day',
    granularity_sqla: 'at',
    time_range: '2025-01-01 : 2025-01-03',
    metrics: ['count'],
  })
  expect(calendar.json.data).toEqual({
    data: { count: { '1735689600.0': 1, '1735776000.0': 1 } },
    start: Date.UTC(2025, 0, 1),
    domain: 'month',
    subdomain: 'day',
    range: 1,
  })
})

it('refuses bad form data with a reason, and who may not', async () => {
  expect(await ask({ viz_type: 'nope' })).toMatchObject({
    status: 400,
    json: { error: expect.stringContaining('nope') },
  })
  expect((await ask({ viz_type: 'table', datasource: 'x' })).status).toBe(403)
  expect((await ask({ viz_type: 'table', datasource: '999999__table' })).status).toBe(404)
  expect((await ask({ ...table, all_columns: ['nope'] })).status).toBe(400)
  expect((await admin.send('GET', '/superset/explore_json/?form_data={')).status).toBe(400)
  expect((await admin.send('GET', '/superset/explore_json/data/nope')).status).toBe(404)
  expect((await ask(table, '', await server.user('gamma', ['Gamma']))).status).toBe(403)
  expect(await ask(table, '', server.anonymous)).toMatchObject({ status: 401, json: { message: 'Access is Denied' } })
})

it('gives up kept answers when it is told to, for administrators', async () => {
  const form = { ...table, row_limit: 5 }
  const invalidate = (body: object, client = admin) => client.send('POST', '/api/v1/cachekey/invalidate', body)
  const isCached = async () => (await ask(form)).json.is_cached
  await ask(form)
  expect(await isCached()).toBe(true)
  expect(await invalidate({ datasource_uids: [`${dataset}__table`] })).toMatchObject({ status: 201, json: {} })
  expect([await isCached(), await isCached()]).toEqual([false, true])
  await invalidate({
    datasources: [{ database_name: 'data', datasource_name: 't', schema: 'main', datasource_type: 'table' }],
  })
  expect(await isCached()).toBe(false)
  const wrong = await invalidate({ datasource_uids: null })
  expect([wrong.status, wrong.json]).toEqual([400, { message: "{'datasource_uids': ['Field may not be null.']}" }])
  expect((await invalidate({}, await server.user('alpha', ['Alpha']))).status).toBe(403)
})

it('warms a chart up by the older address', async () => {
  const chart = { slice_name: 'warm', viz_type: 'table', datasource_id: dataset, datasource_type: 'table' }
  const saved = await admin.send('POST', '/api/v1/chart/', {
    ...chart,
    params: JSON.stringify({ ...table, row_limit: 6 }),
  })
  const warm = await admin.send('GET', `/superset/warm_up_cache/?slice_id=${saved.json.id}`)
  expect(warm.json).toEqual([{ slice_id: saved.json.id, viz_error: null, viz_status: 'success' }])
  expect((await ask({ slice_id: saved.json.id })).json.is_cached).toBe(true)
  const cold = async (search: string) => (await admin.send('GET', `/superset/warm_up_cache/?${search}`)).json
  expect(await cold('slice_id=99999')).toEqual({ error: 'Chart 99999 not found' })
  expect(await cold('slice_id=abc')).toEqual({ error: 'Chart abc not found' })
  expect(await cold('')).toEqual({
    error: 'Malformed request. slice_id or table_name and db_name arguments are expected',
  })
})

it('answers the rows of an annotation layer as older clients ask', async () => {
  const layer = (await admin.send('POST', '/api/v1/annotation_layer/', { name: 'layer' })).json.id
  const annotation = { short_descr: 'launch', start_dttm: '2025-02-01', end_dttm: '2025-02-02' }
  await admin.send('POST', `/api/v1/annotation_layer/${layer}/annotation/`, annotation)
  const { json } = await admin.send('GET', `/superset/annotation_json/${layer}`)
  expect(json).toMatchObject({ status: 'success', rowcount: 1, data: { records: [{ short_descr: 'launch' }] } })
  expect((await admin.send('GET', '/superset/annotation_json/99999')).status).toBe(404)
})
