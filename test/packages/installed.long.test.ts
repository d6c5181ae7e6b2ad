import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createPlain, type Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSignedCertificate } from '../certificate.ts'
import { type Installed, installPackages } from '../packages.ts'
import { startServer, type TestClient, type TestServer } from '../server.ts'

/** Answers as an emulator of BigQuery and the analyser that Google has published gave them, by what they were asked. */
const RECORDED: readonly (readonly [ask: RegExp, status: number, answer: unknown])[] = [
  [/dryRun.*nope/, 400, failed('Unrecognized name: nope; Did you mean name? at [2:2]')],
  [/dryRun.*nothing_here/, 404, failed('Not found: Table p:shop.nothing_here was not found in location US')],
  [/dryRun.*selec 1/, 400, failed('Syntax error: Unexpected identifier "selec" at [1:1]')],
  [/dryRun.*delete/, 200, { statistics: { query: { statementType: 'DELETE' } }, status: { state: 'DONE' } }],
  [/dryRun.*people/, 200, preview('SELECT', ['people'])],
  [/dryRun/, 200, preview('SELECT', [])],
  [
    /"query":.*people/,
    200,
    {
      ...{ jobComplete: true, totalRows: '2', jobReference: { projectId: 'p', jobId: 'j', location: 'US' } },
      schema: {
        fields: [
          { name: 'name', type: 'STRING' },
          { name: 'big', type: 'INTEGER' },
          { name: 'at', type: 'TIMESTAMP' },
        ],
      },
      rows: [
        { f: [{ v: 'Ada' }, { v: '9007199254740993' }, { v: '1709202030123456' }] },
        { f: [{ v: null }, { v: '2' }, { v: null }] },
      ],
    },
  ],
  [/datasets\/shop\/tables$/, 200, { tables: [{ type: 'TABLE', tableReference: { tableId: 'people' } }] }],
  [/^\/token/, 200, { access_token: 't', expires_in: 3599, token_type: 'Bearer' }],
  [/datasets$/, 200, { datasets: [{ datasetReference: { datasetId: 'shop' } }] }],
]

const NOT_FOUND = [null, 404, failed('Not found')] as const

function failed(message: string) {
  return { error: { message, errors: [{ message, reason: 'invalidQuery' }] } }
}
function preview(statementType: string, names: readonly string[]) {
  const referencedTables = names.map((tableId) => ({ projectId: 'p', datasetId: 'shop', tableId }))
  const query = { statementType, referencedTables, totalBytesProcessed: '2048' }
  return { statistics: { totalBytesProcessed: '2048', query }, status: { state: 'DONE' } }
}

let installed: Installed
let server: TestServer
let admin: TestClient
let plain: Server
let safe: Server
const tokens: string[] = []

async function listening<S extends Server>(made: S): Promise<S> {
  made.listen(0, '127.0.0.1')
  await once(made, 'listening')
  return made
}

beforeAll(async () => {
  installed = await installPackages('bigquery', 'snowflake', 'databricks')
  const replay: Parameters<typeof createPlain>[1] = async (request, response) => {
    let asked = `${request.url?.split('?')[0]} `
    for await (const piece of request) asked += piece
    if (request.url === '/token') tokens.push(asked)
    const [, status, answer] = RECORDED.find(([pattern]) => pattern.test(asked.trim())) ?? NOT_FOUND
    response.writeHead(status)
    response.end(JSON.stringify(answer))
  }
  plain = await listening(createPlain(replay))
  safe = await listening(createServer(selfSignedCertificate(), replay))
  server = await startServer({ dataDir: installed.dir })
  admin = await server.login()
})
afterAll(async () => {
  await server?.stop()
  plain?.close()
  safe?.close()
  installed?.remove()
})

const portOf = (made: Server) => (made.address() as AddressInfo).port
const parameters = (more: Record<string, unknown> = {}) => ({
  ...{ host: '127.0.0.1', port: portOf(plain), database: 'p/shop', query: { protocol: 'http' } },
  ...more,
})
const validate = (engine: string, given: Record<string, unknown>) =>
  admin.send('POST', '/api/v1/database/validate_parameters/', {
    ...{ engine, configuration_method: 'dynamic_form', parameters: given, database_name: '' },
  })

it('offers the engines with the words of their own forms', async () => {
  const { databases } = (await admin.send('GET', '/api/v1/database/available/')).json
  const of = (name: string) => databases.find((one: { engine: string }) => one.engine === name)
  expect(of('bigquery')).toMatchObject({
    name: 'BigQuery',
    engine_information: { disable_ssh_tunneling: true },
    parameters: {
      required: ['database', 'host'],
      properties: {
        host: { title: 'Service', default: 'bigquery.googleapis.com' },
        password: { title: 'Key', format: 'password' },
        query: { properties: { location: { type: 'string' } }, additionalProperties: false },
      },
    },
  })
  expect(of('snowflake').parameters.properties.host.title).toBe('Account')
  expect(of('databricks').parameters.properties.username.title).toBe('Warehouse')
})

it.each([
  ['bigquery', { database: 'p/d/more' }, 422, 'nothing more'],
  ['bigquery', { query: { protocol: 'ftp' } }, 422, 'Use one of https, http.'],
  ['bigquery', { query: { colour: 'red' } }, 422, 'The option colour is not allowed.'],
  ['bigquery', { host: 'no host!' }, 422, 'This is no host name and no IP address.'],
  ['bigquery', { host: '169.254.169.254' }, 422, 'not allowed'],
  ['snowflake', {}, 422, 'One or more parameters are missing: username'],
  ['databricks', { username: 'token', password: 't' }, 422, 'names no warehouse'],
])('%s: refuses wrong input %j', async (engine, more, status, words) => {
  const answer = await validate(engine, parameters(more))
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
})

it('signs in with the key of a service account, and points at a wrong one', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = (kind: string) =>
    JSON.stringify(
      {
        type: 'service_account',
        client_email: `${kind}@p.iam.gserviceaccount.com`,
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        token_uri: `https://127.0.0.1:${portOf(safe)}/token`,
      },
      null,
      2,
    )
  const asked = (password: string) =>
    validate('bigquery', parameters({ port: portOf(safe), password, query: { verify: 'false' } }))
  expect((await asked(key('right'))).text).toContain('OK')
  expect(tokens[0]).toMatch(/grant_type=.*jwt-bearer&assertion=eyJ/)
  const wrong = await asked('no key')
  expect([wrong.status, wrong.json.errors[0]]).toEqual([
    422,
    expect.objectContaining({
      message: 'The key is no JSON: give the whole text of the file.',
      extra: expect.objectContaining({ invalid: ['password'] }),
    }),
  ])
  const unsafe = await validate('bigquery', parameters({ port: portOf(safe), password: key('right'), query: {} }))
  expect([unsafe.status, unsafe.text]).toEqual([400, expect.stringContaining('cannot be trusted')])
})

let id = 0
it('keeps a connection with its key masked', async () => {
  const body = { database_name: 'warehouse', engine: 'bigquery', configuration_method: 'dynamic_form' }
  const made = await admin.send('POST', '/api/v1/database/', { ...body, parameters: parameters() })
  expect(made.status).toBe(201)
  id = made.json.id
  const stored = await admin.send('GET', `/api/v1/database/${id}/connection`)
  expect(stored.json.result).toMatchObject({ backend: 'bigquery', parameters: { database: 'p/shop' } })
  const listed = await admin.send('GET', '/api/v1/database/')
  expect(listed.json.result.find((row: { id: number }) => row.id === id)).toMatchObject({
    engine_information: { packaged_engine: { name: 'BigQuery', name_quotes: '``' } },
  })
})

const run = (sql: string) => admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, schema: 'shop', sql })

it('answers the editor, and shows tables', async () => {
  const { data, columns } = (await run('select * from people')).json
  expect(data).toEqual([
    { name: 'Ada', big: '9007199254740993', at: '2024-02-29T10:20:30.123456' },
    { name: null, big: 2, at: null },
  ])
  expect(columns.map(({ type, type_generic }: Record<string, unknown>) => [type, type_generic])).toEqual([
    ['STRING', 1],
    ['INT', 0],
    ['DATETIME', 2],
  ])
  const tables = await admin.send('GET', `/api/v1/database/${id}/tables/?q=(schema_name:shop)`)
  expect(tables.json.result).toMatchObject([{ value: 'people', type: 'table' }])
})

it.each([
  ["select 'é😀',\n nope from people", 400, 'COLUMN_DOES_NOT_EXIST_ERROR', { line: 2, column: 2 }],
  ['select * from nothing_here', 400, 'TABLE_DOES_NOT_EXIST_ERROR', { line: 1, column: 15 }],
  ['selec 1', 422, 'INVALID_SQL_ERROR', { line: 1, column: 1 }],
  ['delete from people where true', 403, 'DML_NOT_ALLOWED_ERROR', {}],
  ["select * from external_query('c', 'select 1')", 403, 'DATABASE_SECURITY_ACCESS_ERROR', {}],
])('names what is wrong with %j, and where', async (sql, status, type, place) => {
  const answer = await run(sql)
  expect([answer.status, answer.json.errors[0].error_type]).toEqual([status, type])
  expect(answer.json.errors[0].extra).toMatchObject(place)
})
