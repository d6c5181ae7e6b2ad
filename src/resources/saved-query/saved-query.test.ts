import { afterAll, beforeAll, expect, it } from 'vitest'
import { exported, imported } from '../../../test/archive.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/saved_query'
let server: TestServer
let admin: TestClient
let analyst: TestClient

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
  analyst = await server.user('analyst', ['sql_lab'])
})
afterAll(() => server.stop())

const save = async (body: Record<string, unknown>, client = admin) =>
  (await client.send('POST', `${BASE}/`, body)).json.id

it('keeps what was saved, and every state of it', async () => {
  const id = await save({ label: 'one', sql: 'select * from a join "b c".d' })
  await admin.send('PUT', `${BASE}/${id}`, { label: 'two' })
  const { result } = (await admin.send('GET', `${BASE}/${id}`)).json
  expect(result).toMatchObject({ label: 'two', sql: 'select * from a join "b c".d' })
  expect(result.sql_tables).toEqual([
    { catalog: null, schema: null, table: 'a' },
    { catalog: null, schema: 'b c', table: 'd' },
  ])
  const versions = await server.server.services.db
    .selectFrom('versions')
    .selectAll()
    .where('object_id', '=', id)
    .execute()
  expect(versions.map(({ number, body }) => [number, JSON.parse(body).label])).toEqual([
    [1, 'one'],
    [2, 'two'],
  ])
})

it('belongs to its owner alone', async () => {
  const id = await save({ label: 'mine', sql: 'select 1' })
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const answer = await analyst.send(method, `${BASE}/${id}`, method === 'PUT' ? { label: 'x' } : undefined)
    expect(answer.status).toBe(404)
  }
  expect((await analyst.send('GET', `${BASE}/`)).json.count).toBe(0)
  expect((await analyst.send('DELETE', `${BASE}/?q=!(${id})`)).status).toBe(404)
})

it('is found by any of its texts', async () => {
  await save({ label: 'Weekly revenue', sql: 'select 100% from t' })
  const find = async (text: string) =>
    (
      await admin.send(
        'GET',
        `${BASE}/?q=${encodeURIComponent(`(filters:!((col:label,opr:all_text,value:'${text}')))`)}`,
      )
    ).json.count
  expect(await find('REVENUE')).toBe(1)
  expect(await find('100%')).toBe(1)
  expect(await find('10_%')).toBe(0)
})

it('is not made twice, nor taken over, by an import', async () => {
  const id = await save({ label: 'Über/alles', sql: 'select 1' })
  const zip = await (
    await fetch(`${server.base}${BASE}/export/?q=!(${id})`, { headers: { cookie: admin.cookie } })
  ).arrayBuffer()
  const send = async (client: TestClient, overwrite: boolean) => {
    const form = new FormData()
    form.set('formData', new Blob([zip]), 'q.zip')
    if (overwrite) form.set('overwrite', 'true')
    const { result } = (await client.send('GET', '/api/v1/security/csrf_token/')).json
    const headers = { cookie: client.cookie, 'x-csrftoken': result }
    return (await fetch(`${server.base}${BASE}/import/`, { method: 'POST', headers, body: form })).status
  }
  expect(await send(admin, false)).toBe(422)
  expect(await send(admin, true)).toBe(200)
  expect(await send(analyst, true)).toBe(422)
  expect((await admin.send('GET', `${BASE}/?q=(filters:!((col:label,opr:eq,value:'Über/alles')))`)).json.count).toBe(1)
})

it('keeps its template parameters in an archive', async () => {
  const parameters = '{"year":2024}'
  const id = await save({ label: 'By year', sql: 'select {{ year }}', template_parameters: parameters })
  const { zip } = await exported(admin, 'saved_query', id)
  await admin.send('PUT', `${BASE}/${id}`, { template_parameters: '{"year":1}' })
  expect((await imported(admin, 'saved_query', zip, { overwrite: 'true' })).status).toBe(200)
  expect((await admin.send('GET', `${BASE}/${id}`)).json.result.template_parameters).toBe(parameters)
})

it('tells a broken archive from a good one', async () => {
  const form = new FormData()
  form.set('formData', new Blob(['PK no zip']), 'q.zip')
  const { result } = (await admin.send('GET', '/api/v1/security/csrf_token/')).json
  const headers = { cookie: admin.cookie, 'x-csrftoken': result }
  const answer = await fetch(`${server.base}${BASE}/import/`, { method: 'POST', headers, body: form })
  expect(answer.status).toBe(422)
})

it('is not saved with a database that is nothing', async () => {
  const refused = await admin.send('POST', `${BASE}/`, { label: 'x', db_id: null, sql: 'select 1' })
  expect([refused.status, refused.json]).toEqual([422, { message: { db_id: ['Field may not be null.'] } }])
  const id = await save({ label: 'x', sql: 'select 1', catalog: 'c'.repeat(200) })
  expect((await admin.send('PUT', `${BASE}/${id}`, { db_id: null })).status).toBe(422)
})
