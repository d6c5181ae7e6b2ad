import { afterAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const { dir, path } = await duckdbFile("create table t as select timestamp '2025-02-01' as at, 1 as a")
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

it('answers the rows of stored layers to whoever may read them or sees them on a saved chart', async () => {
  const admin = await server.login()
  const gamma = await server.user('gamma', ['Gamma'])
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  const dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result
  const granted = pairs.find(
    (pair: { permission: { name: string }; view_menu: { name: string } }) =>
      pair.permission.name === 'database_access' && pair.view_menu.name.includes('data'),
  )
  const role = (await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))')).json
  const held = (await admin.send('GET', `/api/v1/security/roles/${role.ids[0]}/permissions/`)).json.result
  await admin.send('POST', `/api/v1/security/roles/${role.ids[0]}/permissions`, {
    permission_view_menu_ids: [...held.map((pair: { id: number }) => pair.id), granted.id],
  })
  const layer = await made('/api/v1/annotation_layer/', { name: 'releases' })
  await made(`/api/v1/annotation_layer/${layer}/annotation/`, {
    short_descr: 'launch',
    start_dttm: '2025-02-01',
    end_dttm: '2025-02-02',
  })
  const annotation = {
    name: 'notes',
    annotationType: 'EVENT',
    sourceType: 'NATIVE',
    value: layer,
    show: true,
    showMarkers: false,
  }
  const ask = async (client: TestClient, value: unknown = layer) => {
    const answer = await client.send('POST', '/api/v1/chart/data', {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['a'], annotation_layers: [{ ...annotation, value }] }],
    })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.json.result[0].annotation_data.notes.records
  }
  const records = [
    {
      short_descr: 'launch',
      long_descr: null,
      json_metadata: null,
      start_dttm: Date.UTC(2025, 1, 1),
      end_dttm: Date.UTC(2025, 1, 2),
    },
  ]
  expect(await ask(admin)).toEqual(records)
  expect(await ask(admin, 999_999)).toEqual([])
  expect(await ask(gamma)).toEqual([])
  const chart = {
    slice_name: 'with notes',
    datasource_id: dataset,
    datasource_type: 'table',
    params: JSON.stringify({ annotation_layers: [annotation] }),
  }
  expect((await gamma.send('POST', '/api/v1/chart/', chart)).status).toBe(201)
  expect(await ask(gamma)).toEqual([])
  await made('/api/v1/chart/', chart)
  expect(await ask(gamma)).toEqual(records)
})
