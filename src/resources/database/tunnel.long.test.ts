import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exported, imported } from '../../../test/archive.ts'
import { eventually } from '../../../test/eventually.ts'
import { freePort } from '../../../test/free-port.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'
import { makeSshKey, SSH_PASSWORD, SSH_USER, startSshServer, type TestSshServer } from '../../../test/ssh-server.ts'
import { BY_KEY, KEY, PASSPHRASE, secretsIn, TUNNEL, URI } from '../../../test/tunnels.ts'
import { MASK } from '../../gateway/database-address.ts'

const BASE = '/api/v1/database'
const hostKey = makeSshKey()
let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startServer()
  admin = await server.login()
})
afterAll(() => server.stop())

let made = 0

/** Stores a connection and gives its id; nothing is reached for it. */
async function connect(ssh_tunnel: unknown, sqlalchemy_uri = URI): Promise<number> {
  made += 1
  const body = { database_name: `tunnel ${made}`, sqlalchemy_uri, ssh_tunnel }
  const answer = await admin.send('POST', `${BASE}/`, body)
  expect([answer.status, answer.json]).toMatchObject([201, {}])
  return answer.json.id
}
const shown = async (id: number) => (await admin.send('GET', `${BASE}/${id}/connection`)).json.result.ssh_tunnel
const change = async (id: number, body: unknown) => {
  const { status, json } = await admin.send('PUT', `${BASE}/${id}`, body)
  return [status, status === 200 ? null : json.message]
}
const rowOf = (id: number) =>
  server.server.services.db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const storedOf = async (id: number) =>
  JSON.parse(server.server.services.decrypt((await rowOf(id)).ssh_tunnel_secret ?? ''))

describe('the tunnel of a connection', () => {
  it('is shown without its secrets, which are stored encrypted', async () => {
    const id = await connect(BY_KEY)
    const expected = { id, server_address: 'jump.example', server_port: 22, username: SSH_USER, server_host_key: null }
    expect(await shown(id)).toEqual({ ...expected, private_key: MASK, private_key_password: MASK })
    expect(JSON.stringify(await rowOf(id))).not.toContain('jump.example')
    expect(await storedOf(id)).toEqual(BY_KEY)
    const answer = await admin.send('PUT', `${BASE}/${id}`, { database_name: 'tunnel by key' })
    expect(answer.text).not.toContain('BEGIN')
    expect(answer.json.result.ssh_tunnel).toEqual({ ...expected, private_key: MASK, private_key_password: MASK })
  })

  it('keeps what is masked or missing, for the same user of the same server', async () => {
    const id = await connect(TUNNEL)
    expect(await change(id, { ssh_tunnel: { ...TUNNEL, password: MASK } })).toEqual([200, null])
    expect(await change(id, { ssh_tunnel: {} })).toEqual([200, null])
    expect(await change(id, { database_name: `still ${id}` })).toEqual([200, null])
    expect(await storedOf(id)).toMatchObject(TUNNEL)
    const again = 'Enter it again when the SSH server or its user changes.'
    for (const part of [{ server_address: 'evil.example' }, { server_port: 2222 }, { username: 'bob' }])
      for (const password of [MASK, undefined])
        expect(await change(id, { sqlalchemy_uri: URI, ssh_tunnel: { ...part, password } })).toEqual([
          422,
          { 'ssh_tunnel.password': [again] },
        ])
    expect(await storedOf(id)).toMatchObject(TUNNEL)
  })

  it('never leads a stored password of the database through another server', async () => {
    const id = await connect(null)
    const again = { password: ['Enter the password again when the SSH tunnel changes.'] }
    expect(await change(id, { ssh_tunnel: TUNNEL })).toEqual([422, again])
    const masked = URI.replace('db-secret', MASK)
    expect(await change(id, { sqlalchemy_uri: masked, ssh_tunnel: TUNNEL })).toEqual([422, again])
    const trial = { id, engine: 'postgresql', ssh_tunnel: TUNNEL }
    const parameters = { host: 'db.internal', port: 5432, username: 'ann', password: MASK, database: 'sales' }
    const tried = await admin.send('POST', `${BASE}/validate_parameters/`, { ...trial, parameters })
    expect([tried.status, tried.json.errors[0].extra.faults.password]).toEqual([422, again.password[0]])
    expect(await change(id, { sqlalchemy_uri: URI, ssh_tunnel: TUNNEL })).toEqual([200, null])
    expect(await change(id, { sqlalchemy_uri: masked, ssh_tunnel: { server_host_key: null } })).toEqual([200, null])
  })

  it('changes from a password to a key, and goes away', async () => {
    const id = await connect(TUNNEL)
    const { private_key, private_key_password } = BY_KEY
    expect(await change(id, { ssh_tunnel: { private_key, private_key_password } })).toEqual([200, null])
    expect(await storedOf(id)).toEqual(BY_KEY)
    expect(await change(id, { ssh_tunnel: null })).toEqual([200, null])
    expect(await shown(id)).toBe(null)
    expect(await change(id, { sqlalchemy_uri: URI, ssh_tunnel: TUNNEL })).toEqual([200, null])
    const removed = await admin.send('DELETE', `${BASE}/${id}/ssh_tunnel/`)
    expect([removed.status, removed.json]).toEqual([200, { message: 'OK' }])
    expect(await shown(id)).toBe(null)
    const again = await admin.send('DELETE', `${BASE}/${id}/ssh_tunnel/`)
    expect([again.status, again.json]).toEqual([404, { message: 'SSH Tunnel not found.' }])
  })

  it('is for servers in the network only', async () => {
    const body = { database_name: 'file', sqlalchemy_uri: 'sqlite:////x/y.db', ssh_tunnel: TUNNEL }
    const answer = await admin.send('POST', `${BASE}/`, body)
    expect([answer.status, answer.json.message]).toEqual([
      422,
      { ssh_tunnel: ['A file is opened without an SSH tunnel.'] },
    ])
    const tried = await admin.send('POST', `${BASE}/test_connection/`, body)
    expect([tried.status, tried.json.errors[0].message]).toEqual([400, 'A file is opened without an SSH tunnel.'])
    const { databases } = (await admin.send('GET', `${BASE}/available/`)).json
    for (const { engine_information, parameters } of databases)
      expect(engine_information.disable_ssh_tunneling).toBe(!('ssh' in parameters.properties))
    const withTunnel = databases.filter((one: object) => JSON.stringify(one).includes('"ssh":'))
    expect(withTunnel.map((one: { name: string }) => one.name).sort()).toEqual([
      ...['ClickHouse', 'MySQL', 'PostgreSQL', 'Trino'],
    ])
  })
})

describe('an archive', () => {
  it('has the tunnel without its secrets, which are asked for when it is read', async () => {
    const id = await connect(BY_KEY)
    const { zip, files } = await exported(admin, 'database', id)
    const [path, file] = [...files].find(([name]) => name.includes('/databases/')) ?? ['', {}]
    expect(file.ssh_tunnel).toEqual({
      ...{ server_address: 'jump.example', server_port: 22, username: SSH_USER },
      ...{ private_key: MASK, private_key_password: MASK },
    })
    expect((await admin.send('DELETE', `${BASE}/${id}`)).status).toBe(200)
    const name = path.replace('archive/', '')
    const fields = {
      passwords: JSON.stringify({ [name]: 'db-secret' }),
      ssh_tunnel_private_keys: JSON.stringify({ [name]: KEY.privateKey }),
    }
    const refused = await imported(admin, 'database', zip, fields)
    expect([refused.status, refused.json.errors[0].extra[name]]).toEqual([
      422,
      { _schema: ['Must provide a private key password for the ssh tunnel'] },
    ])
    const passwords = (text: string) => ({ ssh_tunnel_private_key_passwords: JSON.stringify({ [name]: text }) })
    const wrong = await imported(admin, 'database', zip, { ...fields, ...passwords('wrong') })
    expect([wrong.status, Object.keys(wrong.json.errors[0].extra[name])]).toEqual([
      422,
      ['ssh_tunnel.private_key_password'],
    ])
    expect((await imported(admin, 'database', zip, { ...fields, ...passwords(PASSPHRASE) })).status).toBe(200)
    const { db } = server.server.services
    const row = await db.selectFrom('databases').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(await storedOf(row.id)).toEqual(BY_KEY)
  })
})

describePostgres('a database behind an SSH server', () => {
  let postgres: TestPostgres
  let ssh: TestSshServer
  const options = { password: SSH_PASSWORD, publicKey: KEY.publicKey, hosts: { 'db.internal': '127.0.0.1' } }
  beforeAll(async () => {
    postgres = await startPostgres()
    const client = new pg.Client({ connectionString: postgres.url() })
    await client.connect()
    await client.query('create table sales as select 42 as amount')
    await client.end()
    ssh = await startSshServer({ ...options, hostKey: hostKey.privateKey })
  })
  afterAll(async () => {
    await ssh.stop()
    await postgres.stop()
  })

  const uri = () => `postgresql://postgres@db.internal:${postgres.port}/postgres`
  const here = () => ({ ...TUNNEL, server_address: '127.0.0.1', server_port: ssh.port })
  const query = async (id: number) => {
    const body = { database_id: id, sql: 'select amount from sales', runAsync: false }
    const { status, json } = await admin.send('POST', '/api/v1/sqllab/execute/', body)
    return [status, status === 200 ? json.data : json.errors[0].message]
  }
  const tried = async (part: object, address: object = {}) => {
    const parameters = { host: 'db.internal', port: postgres.port, username: 'postgres', database: 'postgres' }
    const body = { engine: 'postgresql', parameters: { ...parameters, ...address }, ssh_tunnel: { ...here(), ...part } }
    const { status, json } = await admin.send('POST', `${BASE}/validate_parameters/`, body)
    const [error] = json.errors ?? []
    return [status, error?.error_type ?? null, error?.extra.invalid ?? null, error?.message ?? null]
  }

  it('is asked by a password or by a key; its name is looked up at the far side', async () => {
    const byKey = { password: null, private_key: KEY.privateKey, private_key_password: PASSPHRASE }
    for (const part of [{}, byKey]) {
      const id = await connect({ ...here(), ...part }, uri())
      expect(await query(id)).toEqual([200, [{ amount: 42 }]])
    }
    expect(new Set(ssh.channels)).toEqual(new Set([`db.internal:${postgres.port}`]))
    expect(ssh.logins).toContain('publickey')
  })

  it('has its key stored when it is first seen; another key is refused, until it is told', async () => {
    const id = await connect(here(), uri())
    expect((await shown(id)).server_host_key).toBe(null)
    expect((await query(id))[0]).toBe(200)
    expect((await shown(id)).server_host_key).toBe(ssh.fingerprint)
    const port = ssh.port
    await ssh.stop()
    ssh = await startSshServer({ ...options, port })
    const [status, message] = await query(id)
    expect([status, message]).toEqual([400, expect.stringContaining('is not the server that it was')])
    expect(ssh.logins).toEqual([])
    expect(await change(id, { ssh_tunnel: { server_host_key: ssh.fingerprint } })).toEqual([200, null])
    expect(await query(id)).toEqual([200, [{ amount: 42 }]])
    await ssh.stop()
    ssh = await startSshServer({ ...options, port, hostKey: hostKey.privateKey })
  })

  it('can be tried, which tells the fingerprint', async () => {
    const body = { sqlalchemy_uri: uri(), ssh_tunnel: here() }
    const answer = await admin.send('POST', `${BASE}/test_connection/`, body)
    expect([answer.status, answer.json]).toEqual([
      200,
      { message: 'OK', ssh_tunnel: { server_host_key: ssh.fingerprint } },
    ])
    const id = await connect(here(), uri())
    const masked = { ...body, id, ssh_tunnel: { ...here(), password: MASK } }
    expect((await admin.send('POST', `${BASE}/test_connection/`, masked)).status).toBe(200)
    const elsewhere = { ...masked, ssh_tunnel: { ...masked.ssh_tunnel, server_port: 1 } }
    const refused = await admin.send('POST', `${BASE}/test_connection/`, elsewhere)
    expect([refused.status, refused.json.errors[0].message]).toEqual([
      400,
      'Enter it again when the SSH server or its user changes.',
    ])
  })

  it('says what is wrong, and with which field', async () => {
    const silent = await freePort()
    const place = ['ssh_tunnel.server_address', 'ssh_tunnel.server_port']
    const login = ['ssh_tunnel.username', 'ssh_tunnel.password']
    const other = `SHA256:${'A'.repeat(43)}`
    expect(await tried({})).toEqual([200, null, null, null])
    const failures = [
      [{ password: 'no' }, {}, 'CONNECTION_ACCESS_DENIED_ERROR', login],
      [{ username: 'no' }, {}, 'CONNECTION_ACCESS_DENIED_ERROR', login],
      [{ server_port: silent }, {}, 'CONNECTION_PORT_CLOSED_ERROR', place],
      [{ server_port: postgres.port }, {}, 'CONNECTION_PORT_CLOSED_ERROR', place],
      [{ server_address: 'no-such.invalid' }, {}, 'CONNECTION_INVALID_HOSTNAME_ERROR', place.slice(0, 1)],
      [{ server_host_key: other }, {}, 'CONNECTION_ACCESS_DENIED_ERROR', ['ssh_tunnel.server_host_key']],
      [{}, { port: silent }, 'CONNECTION_PORT_CLOSED_ERROR', ['port']],
      [{}, { database: 'nothing' }, 'CONNECTION_UNKNOWN_DATABASE_ERROR', ['database']],
    ] as const
    for (const [part, address, type, invalid] of failures) {
      const [status, ...told] = await tried(part, address)
      expect([part, address, status, ...told.slice(0, 2)]).toEqual([part, address, 422, type, invalid])
      expect(told[2]).not.toContain(SSH_PASSWORD)
    }
    // An address of the cloud's own, in digits that the far side would understand.
    expect((await tried({}, { host: '2852039166' }))[0]).toBe(422)
    expect(ssh.channels.filter((channel) => channel.startsWith('2852'))).toEqual([])
    const shut = await startSshServer({ password: SSH_PASSWORD, isShut: true })
    const refused = await tried({ server_port: shut.port })
    await shut.stop()
    expect(refused.slice(0, 2)).toEqual([400, 'CONNECTION_ACCESS_DENIED_ERROR'])
  })

  it('goes on when the tunnel was lost, and ends it with the connection', async () => {
    const id = await connect(here(), uri())
    expect((await query(id))[0]).toBe(200)
    ssh.drop()
    await eventually(async () => (await ssh.count()).clients === 0, 5_000, 'the end of the tunnel')
    expect(await query(id)).toEqual([200, [{ amount: 42 }]])
    expect((await ssh.count()).clients).toBe(1)
    expect((await admin.send('DELETE', `${BASE}/${id}`)).status).toBe(200)
    await eventually(async () => (await ssh.count()).clients === 0, 5_000, 'the end of the tunnel')
  })
})

it('no secret is left in the data directory', () => {
  expect(secretsIn(server.dataDir)).toEqual([])
})
