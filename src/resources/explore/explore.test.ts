import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let datasetId = 0
beforeAll(async () => {
  const source = await duckdbFile('create table hidden as select 3 as c')
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  const connection = { database_name: 'd', sqlalchemy_uri: `duckdb:///${source.path}` }
  const database = (await admin.send('POST', '/api/v1/database/', connection)).json.id
  const table = { database, schema: 'main', table_name: 'hidden' }
  datasetId = (await admin.send('POST', '/api/v1/dataset/', table)).json.id
})
afterAll(() => server.stop())

it('opens form data by its key only for who may read its dataset', async () => {
  const form_data = JSON.stringify({ viz_type: 'table', adhoc_filters: [] })
  const stored = { datasource_id: datasetId, datasource_type: 'table', form_data }
  const { key } = (await admin.send('POST', '/api/v1/explore/form_data', stored)).json
  const path = `/api/v1/explore/?form_data_key=${key}`
  expect((await admin.send('GET', path)).json.result.form_data.viz_type).toBe('table')
  const odd = await admin.send('POST', '/api/v1/explore/form_data', { ...stored, datasource_type: 'cube' })
  expect([odd.status, Object.keys(odd.json.message)]).toEqual([400, ['datasource_type']])
  const gamma = await server.user('gamma', ['Gamma'])
  const refused = await gamma.send('GET', path)
  expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining('adhoc_filters')])
})

it('opens with no chart where the address names one that is unknown', async () => {
  const { status, json } = await admin.send('GET', '/api/v1/explore/?slice_id=99999')
  expect(status).toBe(200)
  expect(json.result).toMatchObject({ slice: null, metadata: null, dataset: { name: '[Missing Dataset]' } })
  expect(json.result.form_data.slice_id).toBe(99_999)
})

it('shows a chart with its own dataset where the address names one that is unknown', async () => {
  const chart = { slice_name: 'known', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' }
  const { id } = (await admin.send('POST', '/api/v1/chart/', chart)).json
  const address = `slice_id=${id}&datasource_id=99999&datasource_type=table`
  const { result } = (await admin.send('GET', `/api/v1/explore/?${address}`)).json
  expect(result).toMatchObject({ dataset: { id: datasetId }, form_data: { datasource: `${datasetId}__table` } })
})

it('refuses a chart or dataset that the caller may not read, with the type of the failure', async () => {
  const chart = { slice_name: 'hidden', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' }
  const { id } = (await admin.send('POST', '/api/v1/chart/', chart)).json
  const outsider = await server.user('outsider', ['Gamma'])
  for (const address of [`slice_id=${id}`, `datasource_id=${datasetId}&datasource_type=table`]) {
    const { status, json } = await outsider.send('GET', `/api/v1/explore/?${address}`)
    expect([address, status, json]).toEqual([
      address,
      403,
      {
        message: "You don't have access to the dataset hidden.",
        error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
        extra: expect.objectContaining({ datasource: datasetId }),
      },
    ])
  }
})

it('makes no lasting address of a chart that does not exist', async () => {
  const formData = { datasource: `${datasetId}__table`, viz_type: 'table', slice_id: 99_999 }
  const refused = await admin.send('POST', '/api/v1/explore/permalink', { formData })
  expect([refused.status, refused.json]).toEqual([404, { message: 'Chart not found.' }])
})

it('opens the chart that the settings in an address name, as older links do', async () => {
  const chart = {
    slice_name: 'Named by settings',
    viz_type: 'table',
    datasource_id: datasetId,
    datasource_type: 'table',
  }
  const params = JSON.stringify({ viz_type: 'table', row_limit: 7 })
  const { id } = (await admin.send('POST', '/api/v1/chart/', { ...chart, params })).json
  const opened = async (settings: object) =>
    (await admin.send('GET', `/api/v1/explore/?form_data=${encodeURIComponent(JSON.stringify(settings))}`)).json.result
  for (const slice_id of [id, String(id)]) {
    const { slice, dataset, form_data } = await opened({ slice_id })
    expect([slice.slice_id, dataset.id, form_data.row_limit]).toEqual([id, datasetId, 7])
  }
  expect((await opened({ slice_id: id, row_limit: 3 })).form_data.row_limit).toBe(3)
  expect((await opened({ slice_id: 'x' })).slice).toBe(null)
})
