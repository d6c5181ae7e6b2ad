import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
const ids: number[] = []

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  for (const label of ['10', 'b', 'c'])
    ids.push((await admin.send('POST', '/api/v1/saved_query/', { label, sql: 'select 1' })).json.id)
})
afterAll(() => server.stop())

const list = (q: string, resource = 'saved_query') =>
  admin.send('GET', `/api/v1/${resource}/?q=${encodeURIComponent(q)}`)
const filtered = (filter: string, resource?: string) => list(`(filters:!(${filter}))`, resource)
const labels = async (q: string) => (await list(q)).json.result.map(({ label }: { label: string }) => label)

it('orders downwards unless the other direction is asked, and knows two directions', async () => {
  expect(await labels('(order_column:label)')).toEqual(['c', 'b', '10'])
  expect(await labels('(order_column:label,order_direction:asc)')).toEqual(['10', 'b', 'c'])
  const refused = await list('(order_column:label,order_direction:up)')
  expect(refused.status).toBe(400)
  expect(refused.json.message).toBe("Not a valid rison schema 'up' is not one of ['asc', 'desc']")
})

it('gives the columns that it knows of those asked for, and all of them where it knows none', async () => {
  expect(Object.keys((await list('(select_columns:!(label,nope))')).json.result[0])).toEqual(['label'])
  expect((await list('(columns:!(nope))')).json.result[0]).toMatchObject({ label: '10', sql: 'select 1' })
})

it('refuses an operator that a column does not have, and ignores what is no operator', async () => {
  const refused = await filtered('(col:label,opr:gt,value:b)')
  expect(refused.status).toBe(400)
  expect(refused.json.message).toBe('Filter operation: gt not allowed on column: label')
  expect((await filtered('(col:id,opr:all_text,value:b)')).status).toBe(400)
  expect((await filtered('(col:label,opr:nope,value:b)')).json.count).toBe(3)
})

it('compares a text with the digits of a number', async () => {
  expect((await filtered('(col:label,opr:eq,value:10)')).json.count).toBe(1)
  expect((await filtered('(col:label,opr:in,value:!(10,b))')).json.count).toBe(2)
  expect((await filtered('(col:label,opr:not_in,value:!(10,b))')).json.count).toBe(1)
})

it('says which part of a filter is missing', async () => {
  const words = async (filter: string) => (await filtered(filter)).json.message
  expect(await words('(col:label,opr:eq)')).toBe("Not a valid rison schema 'value' is a required property")
  expect(await words('(opr:eq,value:a)')).toBe("Not a valid rison schema 'col' is a required property")
})

it('finds by the ids of tags', async () => {
  const { json } = await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'tagged' })
  await admin.send('POST', `/api/v1/tag/3/${json.id}/`, { properties: { tags: ['blue'] } })
  const tag = (await filtered('(col:name,opr:eq,value:blue)', 'tag')).json.ids[0]
  expect((await filtered(`(col:tags,opr:rel_m_m,value:${tag})`, 'dashboard')).json.ids).toEqual([json.id])
  expect((await filtered('(col:tags,opr:rel_m_m,value:99999)', 'dashboard')).json.count).toBe(0)
  expect((await filtered(`(col:tags,opr:rel_m_m,value:${tag})`)).json.count).toBe(0)
})

it('has no address for related values of what has none', async () => {
  const { status, json } = await admin.send('GET', '/api/v1/css_template/distinct/css')
  expect([status, json.errors[0].error_type]).toEqual([404, 'GENERIC_BACKEND_ERROR'])
  expect((await admin.send('GET', '/api/v1/saved_query/distinct/nope')).json).toEqual({ message: 'Not found' })
})

it('finds templates and themes by when they were made', async () => {
  for (const [resource, body] of [
    ['css_template', { template_name: 'a', css: '' }],
    ['theme', { theme_name: 'a', json_data: '{"token":{}}' }],
  ] as const) {
    await admin.send('POST', `/api/v1/${resource}/`, body)
    const { count } = (await filtered("(col:created_on,opr:gt,value:'2020-01-01')", resource)).json
    expect(count).toBeGreaterThan(0)
  }
})

it('knows what may be asked of a resource', async () => {
  const info = (q: string) => admin.send('GET', `/api/v1/saved_query/_info?q=${q}`)
  expect(Object.keys((await info('(keys:!(add_title,permissions))')).json)).toEqual(['add_title', 'permissions'])
  const refused = await info('(keys:!(nope))')
  expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining("'nope' is not one of ['add_")])
})

it.each(['constructor', '__proto__', 'hasOwnProperty'])('knows no column and no operator %s', async (name) => {
  for (const resource of ['saved_query', 'chart', 'dashboard', 'database', 'dataset', 'query', 'report']) {
    const column = await filtered(`(col:${name},opr:eq,value:b)`, resource)
    expect([column.status, column.json.message]).toEqual([400, `Filter column: ${name} not allowed to filter`])
    expect((await list(`(order_column:${name})`, resource)).status).toBe(400)
  }
  expect((await filtered(`(col:label,opr:${name},value:b)`)).json.count).toBe(3)
})

it('refuses a page beyond what a store can count, and gives none of those that nobody fills', async () => {
  for (const path of ['saved_query/', 'chart/', 'chart/related/owners', 'dataset/distinct/schema']) {
    const page = async (q: string) => (await admin.send('GET', `/api/v1/${path}?q=(${q})`)).status
    expect([path, await page('page:1e308')]).toEqual([path, 400])
    expect([path, await page('page:9007199254740991,page_size:1000')]).toEqual([path, 200])
  }
  const recent = await admin.send('GET', '/api/v1/log/recent_activity/?q=(page:1e308)')
  expect([recent.status, recent.json.result]).toEqual([200, []])
})
