import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../test/server.ts'

let server: TestServer
let admin: TestClient

beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
})
afterAll(() => server.stop())

const send = (path: string, fields: Readonly<Record<string, unknown>>, file?: Blob, token = admin.csrf) => {
  const body = new FormData()
  if (file) body.append('attachment', file, 'a.txt')
  for (const [name, value] of Object.entries(fields)) body.append(name, JSON.stringify(value))
  const headers = { cookie: admin.cookie, 'x-csrftoken': token }
  return fetch(server.base + path, { method: 'POST', headers, body })
}

it('takes a form in parts where it takes one in a line, and leaves out files in it', async () => {
  const tab = { queryEditor: { name: 'In parts, ä', dbId: null, sql: 'select 1' } }
  const { id } = (await (await send('/tabstateview/', tab, new Blob(['x'.repeat(100_000)]))).json()) as { id: number }
  expect((await admin.send('GET', `/tabstateview/${id}`)).json).toMatchObject({ label: 'In parts, ä', sql: 'select 1' })
  const question = { form_data: { datasource: { id: 99, type: 'table' }, queries: [{ columns: ['a'] }] } }
  const asked = await send('/api/v1/chart/data', question)
  expect([asked.status, await asked.text()]).toEqual([
    404,
    expect.stringContaining('The dataset associated with this chart'),
  ])
})

it('keeps the events of a form in parts', async () => {
  const events = [{ event_name: 'in_parts', source: 'dashboard', source_id: 7 }]
  expect((await send('/superset/log/?explode=events', { events }, undefined, '')).status).toBe(200)
  const rows = server.server.services.db.selectFrom('logs').select('dashboard_id').where('action', '=', 'in_parts')
  expect(await rows.execute()).toEqual([{ dashboard_id: 7 }])
})

it('asks a form in parts for its CSRF token, in the header or in the form', async () => {
  const value = { a: 1 }
  expect((await send('/tabstateview/', { queryEditor: value }, undefined, 'nonsense')).status).toBe(400)
  const body = new FormData()
  body.append('csrf_token', admin.csrf)
  body.append('queryEditor', JSON.stringify({ name: 'T', dbId: null }))
  const answer = await fetch(`${server.base}/tabstateview/`, {
    method: 'POST',
    headers: { cookie: admin.cookie },
    body,
  })
  expect(answer.status).toBe(200)
})

it('refuses a form in parts that is larger than its route takes', async () => {
  const events = Array.from({ length: 12 }, () => 'x'.repeat(100_000))
  expect((await send('/superset/log/', { events })).status).toBe(413)
  expect((await send('/superset/log/', Object.fromEntries(events.map((text, i) => [`e${i}`, text])))).status).toBe(413)
})

it.each([
  ['a form', '/tabstateview/', '; boundary=x', '--x\r\nnonsense'],
  ['a form that names no boundary', '/tabstateview/', '', '--x\r\nnonsense'],
  [
    'an upload',
    '/api/v1/dashboard/import/',
    '; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="formData"; filename="a.zip"\r\n\r\nhalf',
  ],
])('refuses %s that ends in the middle of its parts', async (_, path, boundary, body) => {
  const headers = { cookie: admin.cookie, 'x-csrftoken': admin.csrf, 'content-type': `multipart/form-data${boundary}` }
  expect((await fetch(server.base + path, { method: 'POST', headers, body })).status).toBe(400)
})
