import { afterAll, beforeAll, expect, it } from 'vitest'
import { archive, exported, imported, open } from '../../../test/archive.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let datasetId: number

const SALES = `CREATE TABLE sales AS SELECT * FROM (VALUES
  (TIMESTAMP '2024-01-02', 'a', 1), (TIMESTAMP '2024-01-03', 'a', 2), (TIMESTAMP '2024-01-03', 'b', 4)
) AS t(sold, city, pieces)`
const LINE = {
  viz_type: 'line',
  metrics: ['count'],
  groupby: ['city'],
  granularity_sqla: 'sold',
  time_range: '2024-01-01 : 2024-02-01',
  show_brush: 'yes',
}
const HEATMAP = { viz_type: 'heatmap', all_columns_x: 'city', all_columns_y: 'pieces', metric: 'count' }

const make = async (path: string, body: Record<string, unknown>): Promise<number> => {
  const answer = await admin.send('POST', path, body)
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`)
  return answer.json.id
}
const makeChart = (slice_name: string, form: Record<string, unknown>) =>
  make('/api/v1/chart/', {
    slice_name,
    viz_type: form.viz_type,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify({ ...form, datasource: `${datasetId}__table` }),
  })

beforeAll(async () => {
  const source = await duckdbFile(SALES)
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const database = await make('/api/v1/database/', {
    database_name: 'shop',
    sqlalchemy_uri: `duckdb:///${source.path}`,
  })
  datasetId = await make('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
})
afterAll(() => server.stop())

/** An old export of a chart, taken in as a chart of its own; its id. */
async function takenIn(form: Record<string, unknown>): Promise<number> {
  const made = await makeChart('old', form)
  const { files } = await exported(admin, 'chart', made)
  const uuid = crypto.randomUUID()
  const changed = [...files].map(
    ([name, content]) => [name, name.includes('/charts/') ? { ...content, uuid } : content] as const,
  )
  expect(await imported(admin, 'chart', await archive(new Map(changed)))).toMatchObject({ status: 200 })
  const q = encodeURIComponent(`(filters:!((col:uuid,opr:eq,value:'${uuid}')),columns:!(id))`)
  const list = await admin.send('GET', `/api/v1/chart/?q=${q}`)
  return list.json.result[0].id
}

it('takes a chart of a type that is drawn no more in as its successor', async () => {
  const id = await takenIn(LINE)
  const { result } = (await admin.send('GET', `/api/v1/chart/${id}`)).json
  expect(result.viz_type).toBe('echarts_timeseries_line')
  expect(JSON.parse(result.params)).toMatchObject({
    x_axis: 'sold',
    zoomable: true,
    adhoc_filters: [{ subject: 'sold', operator: 'TEMPORAL_RANGE', comparator: '2024-01-01 : 2024-02-01' }],
    form_data_bak: { viz_type: 'line', granularity_sqla: 'sold' },
  })
})

it('gives the data of a chart that came in as its successor, drawn or not', async () => {
  const line = await admin.send('GET', `/api/v1/chart/${await takenIn(LINE)}/data/`)
  expect(line.json.result[0].data).toEqual([
    { sold: Date.UTC(2024, 0, 2), a: 1, b: null },
    { sold: Date.UTC(2024, 0, 3), a: 1, b: 1 },
  ])
  const heatmap = await admin.send('GET', `/api/v1/chart/${await takenIn(HEATMAP)}/data/`)
  expect(heatmap.json.result[0].rowcount).toBe(3)
})

it('opens a saved chart of such a type as its successor and leaves its record alone', async () => {
  const id = await makeChart('still old', LINE)
  const opened = (await admin.send('GET', `/api/v1/explore/?slice_id=${id}`)).json.result
  expect(opened.form_data).toMatchObject({ viz_type: 'echarts_timeseries_line', x_axis: 'sold', slice_id: id })
  expect(opened.form_data).not.toHaveProperty('granularity_sqla')
  const { result } = (await admin.send('GET', `/api/v1/chart/${id}`)).json
  expect(JSON.parse(result.params).viz_type).toBe('line')
})

it('opens an address with the settings of such a type as its successor', async () => {
  const form = encodeURIComponent(JSON.stringify({ ...LINE, datasource: `${datasetId}__table` }))
  const opened = (await admin.send('GET', `/api/v1/explore/?form_data=${form}`)).json.result
  expect(opened.form_data).toMatchObject({ viz_type: 'echarts_timeseries_line', x_axis: 'sold' })
})

it('takes a chart in as it is when a setting of it has no successor', async () => {
  const id = await takenIn({ viz_type: 'pivot_table', groupby: ['city'], metrics: ['count'], pandas_aggfunc: 'mode' })
  const { result } = (await admin.send('GET', `/api/v1/chart/${id}`)).json
  expect([result.viz_type, JSON.parse(result.params).pandas_aggfunc]).toEqual(['pivot_table', 'mode'])
})

it('lists each chart with what it needs, and the tags behind the first', async () => {
  const ids = [await makeChart('first / one', LINE), await makeChart('second', LINE)]
  const answer = await fetch(`${admin.base}/api/v1/chart/export/?q=!(${ids.join(',')})`, {
    headers: { cookie: admin.cookie },
  })
  const files = await open(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()].map((name) => name.split('/').slice(1).join('/'))).toEqual([
    'metadata.yaml',
    `charts/first_one_${ids[0]}.yaml`,
    `datasets/shop/sales_${datasetId}.yaml`,
    'databases/shop.yaml',
    'tags.yaml',
    `charts/second_${ids[1]}.yaml`,
  ])
})

it('gives a chart that came in its tags, and makes those that nobody has', async () => {
  const { files } = await exported(admin, 'chart', await makeChart('tagged', LINE))
  const uuid = crypto.randomUUID()
  const tags = ['quarterly', 'a tag of elsewhere']
  const changed = [...files].map(
    ([name, content]) => [name, name.includes('/charts/') ? { ...content, uuid, tags } : content] as const,
  )
  expect(await imported(admin, 'chart', await archive(new Map(changed)))).toMatchObject({ status: 200 })
  const q = encodeURIComponent(`(filters:!((col:uuid,opr:eq,value:'${uuid}')),columns:!(id,tags))`)
  const { result } = (await admin.send('GET', `/api/v1/chart/?q=${q}`)).json
  const one = (await admin.send('GET', `/api/v1/chart/${result[0].id}`)).json.result
  expect(one.tags.map(({ name }: { name: string }) => name).sort()).toEqual([...tags].sort())
})

it('lists each saved query with its database, once', async () => {
  const databases = (await admin.send('GET', '/api/v1/database/')).json.result
  const db_id = databases.find((one: { database_name: string }) => one.database_name === 'shop').id
  const ids: number[] = []
  for (const label of ['one', 'two'])
    ids.push(await make('/api/v1/saved_query/', { db_id, schema: 'main', label, sql: 'select 1' }))
  const answer = await fetch(`${admin.base}/api/v1/saved_query/export/?q=!(${ids.join(',')})`, {
    headers: { cookie: admin.cookie },
  })
  const files = await open(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()].map((name) => name.split('/').slice(1).join('/'))).toEqual([
    'metadata.yaml',
    'queries/shop/main/one.yaml',
    'databases/shop.yaml',
    'queries/shop/main/two.yaml',
  ])
})
