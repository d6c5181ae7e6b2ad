import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { pdfTexts } from '../../../test/pdf-texts.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { unzipped } from '../../../test/unzipped.ts'

let server: TestServer
let admin: TestClient
let dashboard = 0
const charts: Record<string, number> = {}

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    "create table sales as select 'City ' || (i % 40) as city, i as amount, date '2024-01-01' + (i % 300)::int as day from range(12000) r(i)",
  )
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const uri = { database_name: 'sales', sqlalchemy_uri: `duckdb:///${path}` }
  const database = (await admin.send('POST', '/api/v1/database/', uri)).json.id
  const table = { database, schema: 'main', table_name: 'sales' }
  const dataset = (await admin.send('POST', '/api/v1/dataset/', table)).json.id
  const amount = { expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'Amount' }
  const broken = { expressionType: 'SQL', sqlExpression: 'sum(nothing)', label: 'Broken' }
  await chart('Total amount', dataset, { viz_type: 'big_number_total', metric: amount })
  await chart('Cities: all/rows', dataset, {
    viz_type: 'table',
    query_mode: 'raw',
    all_columns: ['city', 'amount'],
    row_limit: 10_000,
  })
  await chart('Amount by city', dataset, {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'city',
    metrics: [amount],
    row_limit: 5,
  })
  await chart('Gone wrong', dataset, { viz_type: 'big_number_total', metric: broken })
  dashboard = await board(dataset)
}, 60_000)
afterAll(() => server.stop())

async function chart(name: string, dataset: number, form: object) {
  const params = JSON.stringify({ ...form, datasource: `${dataset}__table` })
  const body = {
    slice_name: name,
    viz_type: (form as { viz_type: string }).viz_type,
    datasource_id: dataset,
    datasource_type: 'table',
    params,
  }
  const made = await admin.send('POST', '/api/v1/chart/', body)
  expect(made.status, made.text).toBe(201)
  charts[name] = made.json.id
}

const tile = (name: string, width = 6) => ({
  [`CHART-${charts[name]}`]: {
    id: `CHART-${charts[name]}`,
    type: 'CHART',
    children: [],
    meta: { chartId: charts[name], width, height: 40, sliceName: name },
  },
})
const item = (id: string, type: string, children: string[], meta: object = {}) => ({
  [id]: { id, type, children, meta },
})

/** Two tabs: figures and a table in the first, a chart and a broken one in the second. */
async function board(dataset: number): Promise<number> {
  const position = {
    ...item('ROOT_ID', 'ROOT', ['TABS-1']),
    ...item('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
    ...item('TAB-1', 'TAB', ['MARKDOWN-1', 'ROW-1'], { text: 'Überblick' }),
    ...item('TAB-2', 'TAB', ['HEADER-1', 'ROW-2'], { text: 'By city' }),
    ...item('MARKDOWN-1', 'MARKDOWN', [], { code: '# Read me\n\nA **bold** note', width: 12, height: 12 }),
    ...item('HEADER-1', 'HEADER', [], { text: 'Detail of cities' }),
    ...item('ROW-1', 'ROW', [`CHART-${charts['Total amount']}`, `CHART-${charts['Cities: all/rows']}`]),
    ...item('ROW-2', 'ROW', [`CHART-${charts['Amount by city']}`, `CHART-${charts['Gone wrong']}`]),
    ...tile('Total amount'),
    ...tile('Cities: all/rows'),
    ...tile('Amount by city'),
    ...tile('Gone wrong'),
  }
  const filter = {
    id: 'NATIVE_FILTER-city',
    name: 'City',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    targets: [{ datasetId: dataset, column: { name: 'city' } }],
    scope: { rootPath: ['TAB-1'], excluded: [] },
    controlValues: {},
    defaultDataMask: {},
    cascadeParentIds: [],
  }
  const json_metadata = JSON.stringify({ native_filter_configuration: [filter] })
  const body = { dashboard_title: 'Sales & more', position_json: JSON.stringify(position), json_metadata }
  const { id } = (await admin.send('POST', '/api/v1/dashboard/', body)).json
  for (const one of Object.values(charts)) await admin.send('PUT', `/api/v1/chart/${one}`, { dashboards: [id] })
  return id
}

async function download(body: object, client = admin) {
  const headers = { cookie: client.cookie, 'x-csrftoken': client.csrf, 'content-type': 'application/json' }
  const path = `${client.base}/api/v1/dashboard/${dashboard}/download/`
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const CITY_3 = {
  'NATIVE_FILTER-city': {
    extraFormData: { filters: [{ col: 'city', op: 'IN', val: ['City 3'] }] },
    filterState: { value: ['City 3'] },
  },
}

it('draws every tab, title and figure into a PDF whose letters can be read', async () => {
  const { status, headers, bytes } = await download({ format: 'pdf' })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toContain("filename*=UTF-8''Sales%20%26%20more.pdf")
  const pages = pdfTexts(bytes)
  expect(pages).toHaveLength(2)
  for (const text of [
    'Sales & more',
    'Überblick',
    'Read me',
    'A bold note',
    'Total amount',
    'Cities: all/rows',
    '72M',
    'and 9,991 more rows',
  ])
    expect(pages[0]).toContain(text)
  for (const text of [
    'By city',
    'Detail of cities',
    'Amount by city',
    'City 3',
    'Gone wrong',
    'The chart could not be drawn',
  ])
    expect(pages[1]).toContain(text)
  expect(pages[1]).not.toContain('Total amount')
})

it('asks under the chosen filters, within their scope, and says so', async () => {
  const [first = '', second = ''] = pdfTexts((await download({ format: 'pdf', dataMask: CITY_3, locale: 'de' })).bytes)
  expect(first).toContain('Filter: City: City 3')
  expect(first).toContain('1,79M')
  expect(first).toContain('weitere Zeilen')
  expect(second).toContain('Das Diagramm konnte nicht gezeichnet werden')
  const link = { dataMask: CITY_3, urlParams: [], activeTabs: [] }
  const { key } = (await admin.send('POST', `/api/v1/dashboard/${dashboard}/permalink`, link)).json
  expect(pdfTexts((await download({ format: 'pdf', permalinkKey: key })).bytes)[0]).toContain('Filters: City: City 3')
  expect((await download({ format: 'pdf', permalinkKey: 'nowhere' })).status).toBe(404)
})

it('draws all tabs into one PNG', async () => {
  const { status, bytes } = await download({ format: 'png' })
  expect(status).toBe(200)
  const picture = PNG.sync.read(bytes)
  expect(picture.width).toBe(2560)
  const isInk = (x: number, y: number) => (picture.data[(y * picture.width + x) * 4] ?? 255) < 200
  const half = picture.height / 2
  for (const [from, to] of [
    [0, half],
    [half, picture.height],
  ] as const) {
    let ink = 0
    for (let y = Math.round(from); y < to; y += 3) for (let x = 0; x < picture.width; x += 3) ink += isInk(x, y) ? 1 : 0
    expect(ink).toBeGreaterThan(2_000)
  }
})

it('writes every row of every chart into a workbook with an index', async () => {
  const files = await unzipped((await download({ format: 'xlsx', dataMask: CITY_3 })).bytes)
  const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual(['Contents', 'Total amount', 'Cities all rows', 'Amount by city', 'Gone wrong'])
  const index = files.get('xl/worksheets/sheet1.xml') ?? ''
  for (const text of ['Sales &amp; more', 'City: City 3', 'Überblick', 'Cities: all/rows', '>300<'])
    expect(index).toContain(text)
  const rows = files.get('xl/worksheets/sheet3.xml') ?? ''
  expect(rows.match(/<row /g)).toHaveLength(303)
  expect(rows).toContain('<c t="inlineStr"><is><t xml:space="preserve">City 3</t></is></c><c><v>11963</v></c>')
  expect(files.get('xl/worksheets/sheet5.xml')).toContain('Gone wrong')
})

it('tells how far it is and which charts failed', async () => {
  const { bytes, headers } = await download({ format: 'pdf', progress: true })
  expect(headers.get('content-type')).toContain('application/x-ndjson')
  const lines = bytes
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((done) => ({ done, of: 4 })))
  expect(lines[5]).toEqual({ file: { name: 'Sales & more.pdf', media: 'application/pdf', failed: ['Gone wrong'] } })
  const file = Buffer.concat(lines.slice(6).map(({ part }) => Buffer.from(part, 'base64')))
  expect(pdfTexts(file)).toHaveLength(2)
})

it('gives nobody more than they may read', async () => {
  const gamma = await server.user('gamma', ['Gamma'])
  expect((await download({ format: 'pdf' }, gamma)).status).toBe(404)
  expect((await download({ format: 'doc' })).status).toBe(400)
  expect((await download({ format: 'pdf', dataMask: 'x' })).status).toBe(400)
})

it('begins with the first value of a filter that does so, under the first value of its parent', async () => {
  const { json_metadata } = (await admin.send('GET', `/api/v1/dashboard/${dashboard}`)).json.result
  const metadata = JSON.parse(json_metadata)
  const [filter] = metadata.native_filter_configuration
  const begins = { ...filter, scope: { rootPath: ['ROOT_ID'], excluded: [] }, defaultDataMask: {} }
  const parent = { ...begins, controlValues: { defaultToFirstItem: true, sortAscending: false } }
  const child = {
    ...begins,
    id: 'NATIVE_FILTER-amount',
    name: 'Amount',
    targets: [{ ...filter.targets[0], column: { name: 'amount' } }],
    controlValues: { defaultToFirstItem: true },
    cascadeParentIds: [filter.id],
  }
  const write = (native_filter_configuration: object[]) =>
    admin.send('PUT', `/api/v1/dashboard/${dashboard}`, {
      json_metadata: JSON.stringify({ ...metadata, native_filter_configuration }),
    })
  expect((await write([child, parent])).status).toBe(200)
  const [first = ''] = pdfTexts((await download({ format: 'pdf' })).bytes)
  await write([filter])
  expect(first).toContain('City: City 9')
  expect(first).toContain('Amount: 9')
  expect(first).not.toContain('aiting')
})

it('names the file after the dashboard, wherever the name has to end', async () => {
  const title = `${'a'.repeat(79)}😀 and more`
  const { dashboard_title } = (await admin.send('GET', `/api/v1/dashboard/${dashboard}`)).json.result
  await admin.send('PUT', `/api/v1/dashboard/${dashboard}`, { dashboard_title: title })
  const answer = await download({ format: 'xlsx' })
  await admin.send('PUT', `/api/v1/dashboard/${dashboard}`, { dashboard_title })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain(`''${'a'.repeat(79)}%F0%9F%98%80.xlsx`)
})
