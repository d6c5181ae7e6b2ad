import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { MASK } from '../../gateway/database-address.ts'

const BASE = '/api/v1/database'
let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
})
afterAll(() => server.stop())

const PARTS = { host: 'db.example', port: 5432, username: 'ann', password: 'p@ss/1', database: 'my sales?', query: {} }

/** Stores a connection by its form and gives its id; nothing is reached for it. */
async function connect(name: string, parameters: Readonly<Record<string, unknown>> = PARTS): Promise<number> {
  const body = { database_name: name, engine: 'postgresql', configuration_method: 'dynamic_form', parameters }
  const answer = await admin.send('POST', `${BASE}/`, body)
  expect([answer.status, answer.json]).toMatchObject([201, {}])
  return answer.json.id
}

const shown = async (id: number) => (await admin.send('GET', `${BASE}/${id}/connection`)).json.result

async function storedUri(id: number): Promise<string> {
  const { db, decrypt } = server.server.services
  const row = await db.selectFrom('databases').select('uri_secret').where('id', '=', id).executeTakeFirstOrThrow()
  return decrypt(row.uri_secret)
}

describe('the engines that can be connected', () => {
  it('come with a form: its fields, its defaults, its options and nothing else', async () => {
    const { databases } = (await admin.send('GET', `${BASE}/available/`)).json
    const postgres = databases.find((one: { engine: string }) => one.engine === 'postgresql')
    expect(postgres.parameters).toMatchObject({
      required: ['database', 'host', 'port', 'username'],
      properties: {
        port: { type: 'integer', default: 5432 },
        password: { format: 'password' },
        encryption: { type: 'boolean' },
        query: { additionalProperties: false, properties: { connect_timeout: { type: 'integer', maximum: 60 } } },
      },
    })
    expect(Object.keys(postgres.parameters.properties.query.properties)).toEqual([
      'sslmode',
      'application_name',
      'connect_timeout',
      'options',
    ])
    const duckdb = databases.find((one: { engine: string }) => one.engine === 'duckdb')
    expect(duckdb.parameters.required).toEqual(['database'])
    expect([duckdb, postgres].map((one) => one.engine_information.supports_dml)).toEqual([false, true])
  })
})

describe('a connection by its parameters', () => {
  it('becomes an address that means the same, and back', async () => {
    const id = await connect('round', { ...PARTS, encryption: true, query: { application_name: 'bi' } })
    expect(await storedUri(id)).toBe(
      'postgresql://ann:p%40ss%2F1@db.example:5432/my sales%3F?application_name=bi&sslmode=require',
    )
    const item = await shown(id)
    expect(item.parameters).toEqual({
      ...PARTS,
      password: MASK,
      encryption: true,
      query: { application_name: 'bi' },
    })
    expect(item.sqlalchemy_uri).not.toContain('p%40ss')
    expect(item.configuration_method).toBe('dynamic_form')
  })

  it('keeps an explicit way of encryption when the plain wish is sent with it', async () => {
    const id = await connect('strict', { ...PARTS, encryption: true, query: { sslmode: 'verify-full' } })
    expect(await storedUri(id)).toMatch(/sslmode=verify-full$/)
    expect((await shown(id)).parameters).toMatchObject({ encryption: true, query: { sslmode: 'verify-full' } })
  })

  it.each([
    ['host', { host: 'h/d?sslmode=disable' }, 'host'],
    ['host that is a list', { host: ['h'] }, 'host'],
    ['port', { port: 70_000 }, 'port'],
    ['port that is text', { port: 'x' }, 'port'],
    ['database with a line break', { database: 'a\nb' }, 'database'],
    ['option', { query: { sslkey: '/etc/shadow' } }, 'query.sslkey'],
    ['value of an option', { query: { connect_timeout: '0' } }, 'query.connect_timeout'],
    ['sslmode', { query: { sslmode: 'maybe' } }, 'query.sslmode'],
  ])('is refused at its field: %s', async (_, wrong, field) => {
    const parameters = { ...PARTS, ...wrong }
    const body = { database_name: 'wrong', engine: 'postgresql', parameters }
    const made = await admin.send('POST', `${BASE}/`, body)
    expect([made.status, Object.keys(made.json.message)]).toEqual([422, [field]])
    const checked = await admin.send('POST', `${BASE}/validate_parameters/`, body)
    expect([checked.status, checked.json.errors[0].extra.invalid]).toEqual([422, [field]])
  })

  it('is refused as a text too when it holds an option that is not allowed', async () => {
    const sqlalchemy_uri = 'postgresql://u@h/d?sslkey=/etc/shadow'
    const answer = await admin.send('POST', `${BASE}/`, { database_name: 'text', sqlalchemy_uri })
    expect([answer.status, answer.json.message]).toEqual([
      422,
      { sqlalchemy_uri: ['The option sslkey is not allowed.'] },
    ])
  })
})

describe('a stored password', () => {
  it('is kept while the mask is sent for the same server and user', async () => {
    const id = await connect('kept')
    const parameters = { ...PARTS, password: MASK, database: 'other' }
    const answer = await admin.send('PUT', `${BASE}/${id}`, { engine: 'postgresql', parameters })
    expect(answer.status).toBe(200)
    expect(await storedUri(id)).toBe('postgresql://ann:p%40ss%2F1@db.example:5432/other')
  })

  it.each([
    [{ host: 'evil.example' }, 'host'],
    [{ port: 5433 }, 'host'],
    [{ username: 'bob' }, 'user'],
  ])('goes nowhere else: %j', async (change, what) => {
    const id = await connect(`elsewhere-${JSON.stringify(change)}`)
    const body = { id, engine: 'postgresql', parameters: { ...PARTS, password: MASK, ...change } }
    const answer = await admin.send('PUT', `${BASE}/${id}`, body)
    const text = `Enter the password again when the ${what} changes.`
    expect([answer.status, answer.json.message]).toEqual([422, { password: [text] }])
    const checked = await admin.send('POST', `${BASE}/validate_parameters/`, body)
    expect([checked.status, checked.json.errors[0].message]).toEqual([422, text])
    const name = `elsewhere-${JSON.stringify(change)}`
    const tried = await admin.send('POST', `${BASE}/test_connection/`, { ...body, database_name: name })
    expect([tried.status, tried.json.errors[0].message]).toEqual([400, text])
    expect(await storedUri(id)).toContain('@db.example:5432/')
  })
})

describePostgres('a form that is tried', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())

  const tried = async (change: Readonly<Record<string, unknown>>) => {
    const parts = { host: '127.0.0.1', port: postgres.port, username: 'postgres', database: 'postgres', query: {} }
    const body = { engine: 'postgresql', configuration_method: 'dynamic_form', parameters: { ...parts, ...change } }
    const { status, json } = await admin.send('POST', `${BASE}/validate_parameters/`, body)
    return [status, json.errors?.[0].error_type ?? null, json.errors?.[0].extra.invalid ?? null]
  }

  it('passes, or names the fields that are at fault', async () => {
    expect(await tried({})).toEqual([200, null, null])
    expect(await tried({ port: 1 })).toEqual([422, 'CONNECTION_PORT_CLOSED_ERROR', ['port']])
    expect(await tried({ host: 'no-such-host.invalid' })).toEqual([422, 'CONNECTION_INVALID_HOSTNAME_ERROR', ['host']])
    expect(await tried({ database: 'nothing' })).toEqual([422, 'CONNECTION_UNKNOWN_DATABASE_ERROR', ['database']])
    expect(await tried({ username: 'nobody' })).toEqual([422, 'CONNECTION_INVALID_USERNAME_ERROR', ['username']])
    expect(await tried({ encryption: true })).toEqual([400, 'CONNECTION_ACCESS_DENIED_ERROR', null])
  })
})

it('names what a form that is checked leaves unsaid', async () => {
  const checked = async (body: object) => {
    const { status, json } = await admin.send('POST', `${BASE}/validate_parameters/`, body)
    return [status, json.errors[0].error_type, json.errors[0].extra.invalid]
  }
  const type = 'INVALID_PAYLOAD_SCHEMA_ERROR'
  expect(await checked({})).toEqual([422, type, ['engine', 'configuration_method']])
  expect(await checked({ configuration_method: 'dynamic_form' })).toEqual([422, type, ['engine']])
  const nothing = await admin.send('POST', `${BASE}/validate_parameters/`)
  expect([nothing.status, nothing.json.errors[0].error_type]).toEqual([400, 'INVALID_PAYLOAD_FORMAT_ERROR'])
})
