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
  expect(await ask(gamma, 999_999)).toEqual([])
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

it('answers rows of other charts, under the time that the layer gives them, to whoever may read those', async () => {
  const admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'more', sqlalchemy_uri: `duckdb:///${path}` })
  const dataset = async (name: string, sql: string) => made('/api/v1/dataset/', { database, table_name: name, sql })
  const events = await dataset(
    'events',
    "select timestamp '2025-02-01' + interval (range) day as at, range as n from range(9)",
  )
  const shown = await dataset('shown', 'select 1 as a')
  const form = {
    viz_type: 'table',
    datasource: `${events}__table`,
    query_mode: 'raw',
    all_columns: ['at', 'n'],
    order_by_cols: ['["n", true]'],
    adhoc_filters: [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'at', operator: 'TEMPORAL_RANGE', comparator: 'No filter' },
    ],
  }
  const chart = (more: object) => ({ slice_name: 'events', datasource_id: events, datasource_type: 'table', ...more })
  const byForm = await made('/api/v1/chart/', chart({ viz_type: 'table', params: JSON.stringify(form) }))
  const context = {
    datasource: { id: events, type: 'table' },
    queries: [{ columns: ['at'], metrics: ['count'], orderby: [['at', true]], row_limit: 2 }],
  }
  const byContext = await made('/api/v1/chart/', chart({ viz_type: 'table', query_context: JSON.stringify(context) }))
  const broken = await made('/api/v1/chart/', chart({ viz_type: 'nothing', params: '{"annotation_layers": 3' }))
  const ask = (client: TestClient, value: unknown, more: object = {}) =>
    client.send('POST', '/api/v1/chart/data', {
      datasource: { id: shown, type: 'table' },
      queries: [
        {
          columns: ['a'],
          annotation_layers: [
            { name: 'x', annotationType: 'EVENT', sourceType: 'table', value, show: true, showMarkers: false, ...more },
          ],
        },
      ],
    })
  const rows = async (value: unknown, more: object = {}) => {
    const answer = await ask(admin, value, more)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    return answer.json.result[0].annotation_data.x.records
  }
  expect(await rows(byForm)).toHaveLength(9)
  expect(await rows(byForm, { overrides: { time_range: '2025-02-03 : 2025-02-05' } })).toEqual([
    { at: Date.UTC(2025, 1, 3), n: 2 },
    { at: Date.UTC(2025, 1, 4), n: 3 },
  ])
  expect(await rows(byContext, { annotationType: 'TIME_SERIES', sourceType: 'line' })).toMatchObject([
    { at: Date.UTC(2025, 1, 1), count: 1 },
    { at: Date.UTC(2025, 1, 2), count: 1 },
  ])
  expect((await ask(admin, broken)).status).toBe(400)
  expect((await ask(admin, 'x; drop')).status).toBe(400)
  expect((await ask(admin, { id: 1 })).status).toBe(400)
  expect((await ask(admin, 999_999)).json.message).toMatch(/Chart with ID 999999 .*'x'.* not found/s)

  const apart = (client: TestClient, layer: unknown) =>
    client.send('POST', '/api/v1/chart/data/annotation', { datasource: { id: shown, type: 'table' }, layer })
  const layerOf = (value: unknown) => ({ name: 'x', annotationType: 'EVENT', sourceType: 'table', value, show: true })
  expect((await apart(admin, layerOf(byForm))).json.result.records).toHaveLength(9)
  expect((await apart(admin, layerOf(999_999))).status).toBe(400)
  expect((await apart(admin, { name: 3 })).status).toBe(400)

  const reader = await server.user('reader', ['Gamma'])
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result
  const granted = pairs.find((pair: { permission: { name: string }; view_menu: { name: string } }) =>
    pair.view_menu.name.includes('[shown]'),
  )
  const role = (await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))')).json
  const held = (await admin.send('GET', `/api/v1/security/roles/${role.ids[0]}/permissions/`)).json.result
  await admin.send('POST', `/api/v1/security/roles/${role.ids[0]}/permissions`, {
    permission_view_menu_ids: [...held.map((pair: { id: number }) => pair.id), granted.id],
  })
  expect((await apart(reader, layerOf(byForm))).status).toBe(400)
  const refused = await ask(reader, byForm)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('was not found')])
  expect((await ask(reader, byForm, { annotationType: 'FORMULA', sourceType: '', value: 'x' })).status).toBe(200)
})
