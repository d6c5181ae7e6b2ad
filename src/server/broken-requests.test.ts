import { afterAll, expect, it } from 'vitest'
import { duckdbFile } from '../../test/duckdb-file.ts'
import { startServer } from '../../test/server.ts'

const server = await startServer()
afterAll(() => server.stop())
const admin = await server.login()

const UPLOADS = ['chart/import/', 'dashboard/import/inspect/', 'assets/import/', 'database/upload_metadata/']
const part = (name: string, more = '') => `--X\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\na,b\r\n`
const FILES = `${part('formData', '; filename="a.zip"')}${part('bundle', '; filename="a.zip"')}`

it.each([
  ['no boundary', 'multipart/form-data', `${part('type')}--X--\r\n`],
  ['a boundary of 300 letters', `multipart/form-data; boundary=${'a'.repeat(300)}`, `--${'a'.repeat(300)}--\r\n`],
  ['no beginning', 'multipart/form-data; boundary=X', 'a,b'],
  ['no end after its fields', 'multipart/form-data; boundary=X', part('type')],
  ['no end after its file', 'multipart/form-data; boundary=X', FILES],
  ['no end of its file', 'multipart/form-data; boundary=X', FILES.slice(0, -4)],
  ['no end of its headers', 'multipart/form-data; boundary=X', part('type').slice(0, 30)],
])('an upload with %s is refused', async (_, type, body) => {
  for (const path of UPLOADS) {
    const answer = await admin.send('POST', `/api/v1/${path}`, body, { 'content-type': type })
    expect([path, answer.status, answer.text]).toEqual([path, 400, expect.not.stringContaining('Unexpected error')])
  }
})

it('a field of a form in parts that says it is JSON is read as its text', async () => {
  const body = new FormData()
  body.append('queryEditor', new Blob(['{"name": "In parts"}'], { type: 'application/json' }))
  const parts = new Request(server.base, { method: 'POST', body })
  const text = (await parts.text()).replace(/; filename="[^"]*"/, '')
  const type = { 'content-type': parts.headers.get('content-type') ?? '' }
  const { id } = (await admin.send('POST', '/tabstateview/', text, type)).json
  expect((await admin.send('GET', `/tabstateview/${id}`)).json).toMatchObject({ label: 'In parts' })
})

it('fields of no words of their own are refused in the words that clients know', async () => {
  const messages = async (path: string, body: unknown) =>
    (await admin.send('POST', `/api/v1/${path}`, body)).json.message
  expect(await messages('tag/1/1/', { properties: null })).toEqual({ properties: ['Field may not be null.'] })
  expect(await messages('tag/1/1/', { properties: 1 })).toEqual({ properties: ['Not a valid mapping type.'] })
  expect(
    await messages('chart/', { constructor: 1, slice_name: 'a', datasource_id: 1, datasource_type: 'table' }),
  ).toEqual({ constructor: ['Unknown field.'] })
  const tab = await admin.send('POST', '/tabstateview/', 'queryEditor=%7B%22sql%22%3A%5B%5D%7D', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect([tab.status, tab.json]).toEqual([400, { error: 'queryEditor.sql: Not a valid string.' }])
  expect(await messages('cachekey/invalidate', { datasources: ['1'] })).toBe(
    "{'datasources': ['Not a valid mapping type.']}",
  )
  const { status, json } = await admin.send('GET', '/datasource/external_metadata_by_name/?q=(database_name:a)')
  expect([status, json]).toEqual([400, { message: "Not a valid rison schema 'table_name' is a required property" }])
})

it('values that no calendar and no address can hold are refused or kept, never unforeseen', async () => {
  const { dir, path } = await duckdbFile("create table t as select timestamp '2026-01-01' as at, 1 as n")
  const far = await startServer({ args: ['--sources', dir] })
  const user = await far.login()
  const json = async (url: string, body: object) => (await user.send('POST', `/api/v1/${url}`, body)).json
  const database = (await json('database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` })).id
  const id = (await json('dataset/', { database, schema: 'main', table_name: 't' })).id
  const statuses = async (url: string, ...bodies: readonly object[]) => {
    const answers = await Promise.all(bodies.map((body) => user.send('POST', url, body)))
    return answers.map(({ status, text }) => (text.includes('Unexpected error') ? text : status))
  }
  const asked = (op: string, val: unknown) => ({
    datasource: { id, type: 'table' },
    queries: [{ columns: ['at'], filters: [{ col: 'at', op, val }] }],
  })
  const times = [asked('==', 1e308), asked('>', -1e17), asked('IN', [1e308, null])]
  expect(await statuses('/api/v1/chart/data', ...times)).toEqual([400, 400, 400])
  const explored = (comparator: unknown) => ({
    form_data: {
      datasource: `${id}__table`,
      viz_type: 'table',
      groupby: ['at'],
      adhoc_filters: [{ expressionType: 'SIMPLE', subject: 'at', operator: '==', comparator, clause: 'WHERE' }],
    },
  })
  expect(await statuses('/superset/explore_json/', explored({}), explored([{}]), explored(1e308))).toEqual([
    400, 400, 400,
  ])
  const parameters = { host: '127.0.0.1', port: 1, username: '\ud800', password: '\udc00', database: 'c', query: {} }
  const form = { engine: 'postgresql', configuration_method: 'dynamic_form', parameters, database_name: 'x' }
  expect(await statuses('/api/v1/database/validate_parameters/', form)).toEqual([422])
  const sql = '{{ "\ud800" | urlencode }}'
  expect(await statuses('/api/v1/sqllab/execute/', { database_id: database, sql: `select '${sql}' as a` })).toEqual([
    200,
  ])
  const board = (await json('dashboard/', { dashboard_title: 'a' })).id
  const { key } = await json(`dashboard/${board}/permalink`, { dataMask: {}, anchor: '\ud800' })
  expect((await user.send('GET', `/superset/dashboard/p/${key}/`)).status).toBe(302)
  await far.stop()
}, 60_000)
