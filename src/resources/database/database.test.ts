import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/database'
let server: TestServer
let admin: TestClient
let analyst: TestClient
let uri = ''
let id = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    'create table orders (id integer primary key, "Select" varchar, total decimal(10,2))',
    'create view late as select * from orders where id > 5',
    'create schema other',
    'create table other.hidden as select 1 as a',
  )
  uri = `duckdb:///${path}`
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  analyst = await server.user('analyst', ['Gamma', 'sql_lab'])
  const made = await admin.send('POST', `${BASE}/`, { database_name: 'data', sqlalchemy_uri: uri })
  id = made.json.id
})
afterAll(() => server.stop())

describe('an address', () => {
  it.each([
    ['duckdb:////etc/passwd', 'outside the sources'],
    ['duckdb:///../../etc/passwd', 'outside by a relative path'],
    ['duckdb:///:memory:', 'no file'],
    ['sightline://warehouse', 'the server owns it'],
    ['nosuchengine://u@h/d', 'an unknown engine'],
    ['not an address', 'no address'],
  ])('%s is refused: %s', async (sqlalchemy_uri) => {
    const answer = await admin.send('POST', `${BASE}/`, { database_name: `x${Math.random()}`, sqlalchemy_uri })
    expect(answer.status).toBe(422)
    const test = await admin.send('POST', `${BASE}/test_connection/`, { sqlalchemy_uri })
    expect(test.status).toBe(400)
  })

  it('that cannot be read is a fault of its field, also where a connection is changed or tried', async () => {
    const fault = { message: { sqlalchemy_uri: [expect.stringContaining('Invalid connection string')] } }
    const made = await admin.send('POST', `${BASE}/`, { database_name: 'unreadable', sqlalchemy_uri: uri })
    const body = { sqlalchemy_uri: 'nonsense' }
    const changed = await admin.send('PUT', `${BASE}/${made.json.id}`, body)
    const tried = await admin.send('POST', `${BASE}/test_connection/`, body)
    expect([changed.status, changed.json, tried.status, tried.json]).toEqual([400, fault, 400, fault])
  })

  it('is kept encrypted', async () => {
    const row = await server.server.services.db.selectFrom('databases').selectAll().executeTakeFirstOrThrow()
    expect(row.uri_secret).not.toContain('duckdb')
    expect(server.server.services.decrypt(row.uri_secret)).toBe(uri)
  })

  it('can be tried before it is kept', async () => {
    expect((await admin.send('POST', `${BASE}/test_connection/`, { sqlalchemy_uri: uri })).status).toBe(200)
  })
})

describe('a database', () => {
  it('has a name of its own', async () => {
    const answer = await admin.send('POST', `${BASE}/`, { database_name: 'data', sqlalchemy_uri: uri })
    expect(answer.status).toBe(422)
    expect(answer.json.message.database_name).toBeDefined()
  })

  it('keeps its name, and each of its switches is on or off', async () => {
    const refusedOf = async (field: string) => {
      const { status, json } = await admin.send('PUT', `${BASE}/${id}`, { [field]: null })
      return [status, json.message]
    }
    for (const field of ['database_name', 'allow_dml', 'expose_in_sqllab'])
      expect(await refusedOf(field)).toEqual([400, { [field]: ['Field may not be null.'] }])
  })

  it('goes on to the same place where a change names no parameters', async () => {
    const { status, json } = await admin.send('PUT', `${BASE}/${id}`, { parameters: {}, cache_timeout: 60 })
    expect([status, json.result.sqlalchemy_uri]).toEqual([200, uri])
  })

  it('keeps its grants when it is renamed', async () => {
    const made = await admin.send('POST', `${BASE}/`, { database_name: 'before', sqlalchemy_uri: uri })
    await admin.send('PUT', `${BASE}/${made.json.id}`, { database_name: 'after' })
    const { db } = server.server.services
    const pair = await db.selectFrom('pairs').selectAll().where('view', 'like', `%(id:${made.json.id})`).execute()
    expect(pair).toMatchObject([{ permission: 'database_access', view: `[after].(id:${made.json.id})` }])
    expect((await admin.send('DELETE', `${BASE}/${made.json.id}`)).status).toBe(200)
    expect(await db.selectFrom('pairs').selectAll().where('view', 'like', '[after]%').execute()).toEqual([])
  })

  it('is not removed while datasets stand on it', async () => {
    const made = await admin.send('POST', `${BASE}/`, { database_name: 'used', sqlalchemy_uri: uri })
    await admin.send('POST', '/api/v1/dataset/', { database: made.json.id, schema: 'main', table_name: 'orders' })
    const answer = await admin.send('DELETE', `${BASE}/${made.json.id}`)
    expect(answer.status).toBe(422)
  })

  it('is changed by administrators only', async () => {
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `${id}`],
      ['DELETE', `${id}`],
      ['GET', `${id}/connection`],
      ['POST', 'test_connection/'],
    ] as const)
      expect((await analyst.send(method, `${BASE}/${path}`, method === 'GET' ? undefined : {})).status).toBe(403)
  })

  it('comes back from its own archive', async () => {
    const zip = await fetch(`${server.base}${BASE}/export/?q=!(${id})`, { headers: { cookie: admin.cookie } })
    const form = new FormData()
    form.set('formData', new Blob([await zip.arrayBuffer()]), 'd.zip')
    const { result } = (await admin.send('GET', '/api/v1/security/csrf_token/')).json
    const headers = { cookie: admin.cookie, 'x-csrftoken': result }
    const sent = () => fetch(`${server.base}${BASE}/import/`, { method: 'POST', headers, body: form })
    const refused = await sent()
    expect([refused.status, (await refused.json()).errors[0].message]).toEqual([
      422,
      'Error importing database: databases/data.yaml: Database already exists and `overwrite=true` was not passed',
    ])
    form.set('overwrite', 'true')
    const answer = await sent()
    expect([answer.status, await answer.text()]).toEqual([200, '{"message":"OK"}'])
  })
})

describe('settings', () => {
  it('are told to who made the connection, those that nobody named included', async () => {
    const made = await admin.send('POST', `${BASE}/`, { database_name: 'plain', sqlalchemy_uri: uri })
    expect([made.status, made.json.result.expose_in_sqllab]).toEqual([201, true])
    await admin.send('DELETE', `${BASE}/${made.json.id}`)
  })

  it.each([
    [{ configuration_method: 'nope' }, { configuration_method: ['Must be one of: sqlalchemy_form, dynamic_form.'] }],
    [{ configuration_method: null }, { configuration_method: ['Field may not be null.'] }],
    [{ database_name: 'data' }, { database_name: 'A database with the same name already exists.' }],
  ])('%j are refused', async (body, message) => {
    const refused = await admin.send('POST', `${BASE}/`, { database_name: 'other', sqlalchemy_uri: uri, ...body })
    expect([refused.status, refused.json]).toEqual([422, { message }])
  })
})

describe('the tree', () => {
  it('lists schemas, tables and views', async () => {
    expect((await admin.send('GET', `${BASE}/${id}/schemas/`)).json).toEqual({
      result: expect.arrayContaining(['main', 'other']),
      default: 'main',
    })
    const tables = await admin.send('GET', `${BASE}/${id}/tables/?q=(schema_name:main)`)
    expect(tables.json.result).toMatchObject([
      { value: 'late', type: 'view' },
      { value: 'orders', type: 'table' },
    ])
  })

  it('describes a table, quoting names that need it', async () => {
    const { json } = await admin.send('GET', `${BASE}/${id}/table_metadata/?name=orders&schema=main`)
    expect(json.selectStar).toBe('SELECT\n  id,\n  "Select",\n  total\nFROM main.orders\nLIMIT 100')
    expect(json.primaryKey.column_names).toEqual(['id'])
    expect(json.columns[2]).toMatchObject({ name: 'total', type: 'DECIMAL', longType: 'DECIMAL(10,2)' })
  })

  it('shows what is missing and what is hidden alike', async () => {
    const missing = await admin.send('GET', `${BASE}/${id}/table_metadata/?name=nope&schema=main`)
    expect(missing.status).toBe(404)
    expect((await analyst.send('GET', `${BASE}/${id}/schemas/`)).status).toBe(404)
    expect((await analyst.send('GET', `${BASE}/`)).json.count).toBe(0)
  })
})

it('finds faults of SQL with their places, running nothing', async () => {
  const check = async (sql: string) =>
    (await admin.send('POST', `${BASE}/${id}/validate_sql/`, { sql, schema: 'main' })).json.result
  expect(await check('select id from orders')).toEqual([])
  expect(await check('select 1;\nselect id, nope from orders')).toMatchObject([
    { line_number: 2, start_column: 12, end_column: 16 },
  ])
  expect(await check('selec 1')).toMatchObject([{ line_number: 1, start_column: 1, end_column: 6 }])
})
