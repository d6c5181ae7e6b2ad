import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let uri = ''
beforeAll(async () => {
  const source = await duckdbFile('create table t as select 1 as a')
  uri = `duckdb:///${source.path}`
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
})
afterAll(() => server.stop())

/** Status of a page and where it leads. */
const led = async (path: string, cookie = admin.cookie) => {
  const { status, headers } = await fetch(server.base + path, {
    headers: { accept: 'text/html', ...(cookie && { cookie }) },
    redirect: 'manual',
  })
  return [status, headers.get('location')]
}

it('leads old addresses of charts and of Explore to the present ones', async () => {
  const { json } = await admin.send('POST', '/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: uri })
  const dataset = await admin.send('POST', '/api/v1/dataset/', { database: json.id, schema: 'main', table_name: 't' })
  const chart = { slice_name: 'old', viz_type: 'table', datasource_id: dataset.json.id, datasource_type: 'table' }
  const { id } = (await admin.send('POST', '/api/v1/chart/', chart)).json
  const formData = encodeURIComponent(`{"slice_id": ${id}}`)
  expect(await led(`/superset/slice/${id}/`)).toEqual([302, `/explore/?form_data=${formData}`])
  expect(await led(`/superset/slice/${id}/?standalone=1`)).toEqual([
    302,
    `/explore/?form_data=${formData}&standalone=1`,
  ])
  expect((await led('/superset/slice/99999/'))[0]).toBe(404)
  expect(await led('/superset/explore/table/7/?form_data=%7B%7D')).toEqual([302, '/explore/table/7/?form_data=%7B%7D'])
  expect(await led('/explore/table/7/?form_data=%7B%7D')).toEqual([
    302,
    '/explore/?datasource_type=table&datasource_id=7&form_data=%7B%7D',
  ])
  expect(await led('/superset/sqllab/history/')).toEqual([302, '/sqllab/history/'])
  expect(await led('/superset/explore/?slice_id=7')).toEqual([302, '/explore/?slice_id=7'])
})

it('sends who is not signed in to a page that knows the way back', async () => {
  expect(await led('/dashboard/list/', '')).toEqual([302, '/login/?next=/dashboard/list/'])
  expect(await led('/superset/welcome/', '')).toEqual([302, '/login/?next=%2Fsuperset%2Fwelcome%2F'])
  expect(await led('/lang/de', '')).toEqual([302, '/'])
  const write = await fetch(`${server.base}/api/v1/dashboard/1`, { method: 'DELETE', redirect: 'manual' })
  expect(write.headers.get('location')).toBe('/login/?next=%2Fapi%2Fv1%2Fdashboard%2F1')
})
