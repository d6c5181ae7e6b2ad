import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { BY_KEY, KEY, secretsIn, TUNNEL, URI } from '../../../test/tunnels.ts'
import { MASK } from '../../gateway/database-address.ts'

const BASE = '/api/v1/database'
let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
})
afterAll(() => server.stop())

it.each([
  ['no server', { server_address: '' }, 'server_address'],
  ['an address that is none', { server_address: 'a b' }, 'server_address'],
  ['an address that may not be reached', { server_address: '169.254.169.254' }, 'server_address'],
  ['the same in other digits', { server_address: '0xa9fea9fe' }, 'server_address'],
  ['a port that is none', { server_port: 70_000 }, 'server_port'],
  ['a port that is text', { server_port: 'ssh' }, 'server_port'],
  ['no user', { username: ' ' }, 'username'],
  ['no way to sign in', { password: null }, 'password'],
  ['two ways to sign in', { private_key: KEY.privateKey }, 'private_key'],
  ['a mask for nothing', { password: MASK }, 'password'],
  ['a password of no key', { private_key_password: 'x' }, 'private_key'],
  ['a key that is none', { password: null, private_key: 'ssh-rsa AAAA' }, 'private_key'],
  ['a public key', { password: null, private_key: KEY.publicKey }, 'private_key'],
  ['a key without its password', { ...BY_KEY, private_key_password: null }, 'private_key_password'],
  ['a key with another password', { ...BY_KEY, private_key_password: 'no' }, 'private_key_password'],
  ['a fingerprint that is none', { server_host_key: 'MD5:00:11' }, 'server_host_key'],
])('a tunnel is refused at its field: %s', async (_, part, field) => {
  const body = { database_name: 'refused', sqlalchemy_uri: URI, ssh_tunnel: { ...TUNNEL, ...part } }
  const answer = await admin.send('POST', `${BASE}/`, body)
  expect([answer.status, Object.keys(answer.json.message)]).toEqual([422, [`ssh_tunnel.${field}`]])
  const tried = await admin.send('POST', `${BASE}/test_connection/`, body)
  expect([tried.status, tried.json.errors[0].error_type]).toEqual([400, 'GENERIC_DB_ENGINE_ERROR'])
})

it('no secret of what was refused is left in the data directory', () => {
  expect(secretsIn(server.dataDir)).toEqual([])
})
