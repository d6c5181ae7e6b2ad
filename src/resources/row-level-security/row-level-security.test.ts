import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/rowlevelsecurity'
let server: TestServer
let admin: TestClient
let reader: TestClient
let databaseId = 0
let datasetId = 0
let readers = 0
let number = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    "create table sales as select * from (values ('DE', 1), ('DE', 2), ('FR', 4), ('IT', 8)) v(country, amount)",
  )
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  databaseId = (await admin.send('POST', '/api/v1/database/', database)).json.id
  const dataset = { database: databaseId, schema: 'main', table_name: 'sales' }
  datasetId = (await admin.send('POST', '/api/v1/dataset/', dataset)).json.id
  readers = (await admin.send('POST', '/api/v1/security/roles/', { name: 'readers' })).json.id
  const pairs = (await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')).json.result
  const granted = pairs.filter(
    (pair: { permission: { name: string }; view_menu: { name: string } }) =>
      pair.permission.name === 'database_access' && pair.view_menu.name.includes('data'),
  )
  const permission_view_menu_ids = granted.map((pair: { id: number }) => pair.id)
  await admin.send('POST', `/api/v1/security/roles/${readers}/permissions`, { permission_view_menu_ids })
  reader = await server.user('reader', ['Gamma', 'sql_lab', 'readers'])
})
afterAll(() => server.stop())

const rule = (more: Record<string, unknown>) => {
  number += 1
  return { name: `rule ${number}`, filter_type: 'Regular', tables: [datasetId], roles: [readers], ...more }
}
const make = async (more: Record<string, unknown>) => {
  const answer = await admin.send('POST', `${BASE}/`, rule(more))
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json.id as number
}
const drop = (...ids: number[]) => admin.send('DELETE', `${BASE}/?q=!(${ids.join(',')})`)

async function inChart(client: TestClient): Promise<number> {
  const metric = { expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'total' }
  const answer = await client.send('POST', '/api/v1/chart/data', {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: [], metrics: [metric] }],
  })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return Number(answer.json.result[0].data[0].total ?? 0)
}
async function inEditor(client: TestClient): Promise<number> {
  const sql = 'select coalesce(sum(amount), 0)::int as total from sales'
  const answer = await client.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'main', sql })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.json.data[0].total
}
const seen = async (client: TestClient) => [await inChart(client), await inEditor(client)]

it('narrows charts and the editor for the roles of a regular rule, from the next request on', async () => {
  expect(await seen(reader)).toEqual([15, 15])
  const id = await make({ clause: "country = 'DE'" })
  expect(await seen(reader)).toEqual([3, 3])
  expect(await seen(admin)).toEqual([15, 15])
  await admin.send('PUT', `${BASE}/${id}`, { clause: "country = 'FR'" })
  expect(await seen(reader)).toEqual([4, 4])
  await admin.send('PUT', `${BASE}/${id}`, { roles: [] })
  expect(await seen(reader)).toEqual([15, 15])
  await admin.send('DELETE', `${BASE}/${id}`)
  expect(await seen(reader)).toEqual([15, 15])
})

it('holds a base rule against everybody but its roles', async () => {
  const id = await make({ filter_type: 'Base', clause: "country <> 'IT'" })
  expect(await seen(admin)).toEqual([7, 7])
  expect(await seen(reader)).toEqual([15, 15])
  await drop(id)
})

it('takes rules of one group as alternatives, and keeps every group', async () => {
  const ids = [
    await make({ clause: "country = 'DE'", group_key: 'country' }),
    await make({ clause: "country = 'FR'", group_key: 'country' }),
    await make({ clause: 'amount > 1', group_key: 'size' }),
  ]
  expect(await seen(reader)).toEqual([6, 6])
  await drop(...ids)
  expect(await seen(reader)).toEqual([15, 15])
})

it('renders the clause for who asks', async () => {
  const id = await make({ clause: "country = '{{ 'IT' if current_username() == 'reader' else 'DE' }}'" })
  expect(await seen(reader)).toEqual([8, 8])
  await drop(id)
})

it('refuses what could not be kept, with its field', async () => {
  const fault = async (more: Record<string, unknown>) => {
    const { status, json } = await admin.send('POST', `${BASE}/`, rule({ clause: '1 = 1', ...more }))
    return [status, typeof json.message === 'string' ? json.message : Object.keys(json.message)]
  }
  const clauses = ['country = (', '1 = 1) or (1 = 1', "country = 'DE", '1 = 1; drop table sales', '/* open', '-- none']
  for (const clause of [...clauses, '', 1])
    expect([clause, await fault({ clause })]).toEqual([clause, [400, ['clause']]])
  expect(await fault({ name: 'n'.repeat(256) })).toEqual([400, ['name']])
  expect(await fault({ filter_type: 'Nope' })).toEqual([400, ['filter_type']])
  expect(await fault({ tables: [] })).toEqual([400, ['tables']])
  expect(await fault({ tables: ['one'] })).toEqual([400, ['tables']])
  expect(await fault({ tables: [999_999] })).toEqual([422, 'Datasource does not exist'])
  expect(await fault({ roles: [9_007_199_254_740_991] })).toEqual([422, 'Some roles do not exist'])
  const id = await make({ clause: '1 = 1', name: 'taken' })
  expect(await fault({ name: 'taken' })).toEqual([422, ['name']])
  expect((await admin.send('PUT', `${BASE}/${id}`, { name: 'taken', clause: '(' })).status).toBe(400)
  expect((await drop(id, 999_999)).status).toBe(404)
  expect((await admin.send('PUT', `${BASE}/999999`, {})).status).toBe(404)
  await drop(id)
})

it('is found by its datasets and roles, by whoever may read rules', async () => {
  const id = await make({ clause: '1 = 1', description: 'all' })
  const count = async (filter: string) =>
    (await admin.send('GET', `${BASE}/?q=(filters:!((${filter})))`)).json.count as number
  expect(await count(`col:tables,opr:rel_m_m,value:${datasetId}`)).toBe(1)
  expect(await count('col:tables,opr:rel_m_m,value:999')).toBe(0)
  expect(await count(`col:roles,opr:rel_m_m,value:${readers}`)).toBe(1)
  const { result } = (await admin.send('GET', `${BASE}/${id}`)).json
  expect(result).toMatchObject({
    clause: '1 = 1',
    description: 'all',
    tables: [{ id: datasetId, schema: 'main', table_name: 'sales' }],
    roles: [{ id: readers, name: 'readers' }],
  })
  expect((await reader.send('GET', `${BASE}/`)).status).toBe(403)
  await drop(id)
})

it('writes down who changed which rule', async () => {
  const id = await make({ clause: '1 = 1' })
  await admin.send('PUT', `${BASE}/${id}`, { clause: '2 = 2' })
  await drop(id)
  const { db } = server.server.services
  const noted = () =>
    db.selectFrom('audit').select(['action', 'actor']).where('object', '=', `row_rule:${id}`).orderBy('id').execute()
  await expect.poll(noted).toHaveLength(3)
  const rows = await noted()
  expect(rows.map(({ action }) => action)).toEqual(['row_rule.create', 'row_rule.change', 'row_rule.delete'])
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['admin']))
})

it('makes one rule of a name when several ask at once', async () => {
  const body = rule({ clause: '1 = 1', name: 'once' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => admin.send('POST', `${BASE}/`, body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422])
  await drop(answers.find(({ status }) => status === 201)?.json.id)
})
