import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSignedCertificate } from '../../../test/certificate.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/database'
let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
})
afterAll(() => server.stop())

const connect = (name: string, more: Readonly<Record<string, unknown>>) =>
  admin.send('POST', `${BASE}/`, { database_name: name, sqlalchemy_uri: 'postgresql://ann@db.example/sales', ...more })

it('keeps a server certificate that is one, and names the field of any other', async () => {
  const { cert } = selfSignedCertificate()
  const refused = { message: { server_cert: ['Invalid certificate'] } }
  for (const server_cert of ['nonsense', '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----']) {
    const made = await connect('bad', { server_cert })
    expect([made.status, made.json]).toEqual([422, refused])
  }
  for (const server_cert of ['', null]) expect((await connect(`none ${server_cert}`, { server_cert })).status).toBe(201)
  const { status, json } = await connect('good', { server_cert: cert })
  expect([status, json.result.server_cert]).toEqual([201, cert])
  const changed = await admin.send('PUT', `${BASE}/${json.id}`, { server_cert: 'nonsense' })
  expect([changed.status, changed.json]).toEqual([400, refused])
  const body = { sqlalchemy_uri: 'postgresql://ann@db.example/sales', server_cert: 'nonsense' }
  const tried = await admin.send('POST', `${BASE}/test_connection/`, body)
  expect([tried.status, tried.json]).toEqual([400, refused])
  expect((await admin.send('GET', `${BASE}/${json.id}/connection`)).json.result.server_cert).toBe(cert)
})

it('repeats further secrets by their names, and keeps those that come back masked', async () => {
  const masked_encrypted_extra = '{"key":"s3cret","other":1}'
  const made = await connect('extra', { masked_encrypted_extra })
  const shown = '{"key":"XXXXXXXXXX","other":"XXXXXXXXXX"}'
  expect(made.json.result.masked_encrypted_extra).toBe(shown)
  expect((await connect('none', { masked_encrypted_extra: null })).json.result.masked_encrypted_extra).toBeNull()
  expect((await connect('empty', { masked_encrypted_extra: '{}' })).json.result.masked_encrypted_extra).toBe('{}')
  const change = { masked_encrypted_extra: '{"key":"XXXXXXXXXX","new":"n"}' }
  const changed = await admin.send('PUT', `${BASE}/${made.json.id}`, change)
  expect(changed.json.result.masked_encrypted_extra).toBe('{"key":"XXXXXXXXXX","new":"XXXXXXXXXX"}')
  const { db, decrypt } = server.server.services
  const stored = db.selectFrom('databases').select('encrypted_extra').where('id', '=', made.json.id)
  expect(decrypt((await stored.executeTakeFirstOrThrow()).encrypted_extra ?? '')).toBe('{"key":"s3cret","new":"n"}')
})
