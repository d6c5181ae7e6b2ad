import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeClickhouse, startClickhouse } from './clickhouse.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'
import { SSH_PASSWORD, SSH_USER, startSshServer, type TestSshServer } from './ssh-server.ts'
import { describeTrino, startTrino } from './trino.ts'

/** A server that is reached through an SSH server only, by a name that is known there alone. */
interface Source {
  readonly port: number
  uri(host: string): string
  readonly many: string
  stop(): Promise<void>
}

describeClickhouse('ClickHouse behind an SSH server', () =>
  isReachedThrough(async () => {
    const server = await startClickhouse()
    const uri = (host: string) => server.url().replace('127.0.0.1', host)
    return { port: server.port, uri, many: 'select number as n from numbers(60000)', stop: () => server.stop() }
  }),
)
describeTrino('Trino behind an SSH server', () =>
  isReachedThrough(async () => {
    const server = await startTrino()
    const uri = (host: string) => server.url().replace('127.0.0.1', host)
    return { port: server.port, uri, many: 'select orderkey as n from tpch.sf1.orders', stop: () => server.stop() }
  }),
)

const HOST = 'db.internal'

function isReachedThrough(open: () => Promise<Source>): void {
  let source: Source
  let ssh: TestSshServer
  let server: TestServer
  let admin: TestClient
  let database_id = 0
  beforeAll(async () => {
    source = await open()
    ssh = await startSshServer({ password: SSH_PASSWORD, hosts: { [HOST]: '127.0.0.1' } })
    server = await startServer()
    admin = await server.login()
  })
  afterAll(async () => {
    await server.stop()
    await ssh.stop()
    await source.stop()
  })
  const run = async (sql: string) => {
    const body = { database_id, sql, runAsync: false, queryLimit: 10_000 }
    const { status, json } = await admin.send('POST', '/api/v1/sqllab/execute/', body)
    return [status, status === 200 ? json.data : json.errors[0].error_type]
  }

  it('is asked, also for many rows and by a script', async () => {
    const tunnel = { server_address: '127.0.0.1', server_port: ssh.port, username: SSH_USER, password: SSH_PASSWORD }
    const body = { database_name: 'far', sqlalchemy_uri: source.uri(HOST), ssh_tunnel: tunnel }
    const tried = await admin.send('POST', '/api/v1/database/test_connection/', body)
    expect([tried.status, tried.json.message]).toEqual([200, 'OK'])
    database_id = (await admin.send('POST', '/api/v1/database/', body)).json.id
    expect(await run('select 42 as n')).toEqual([200, [{ n: 42 }]])
    expect(await run('select 1 as a; select 2 as b')).toEqual([200, [{ b: 2 }]])
    const [status, rows] = await run(source.many)
    expect([status, rows.length]).toEqual([200, 10_000])
    expect(new Set(ssh.channels)).toEqual(new Set([`${HOST}:${source.port}`]))
  })

  it('goes on when the tunnel was lost', async () => {
    const before = await ssh.count()
    ssh.drop()
    // The end of an earlier statement may have opened it again already.
    await expect
      .poll(async () => {
        const { clients, served } = await ssh.count()
        return clients === 0 || served > before.served
      })
      .toBe(true)
    expect(await run('select 43 as n')).toEqual([200, [{ n: 43 }]])
    expect(await ssh.count()).toMatchObject({ clients: 1, served: before.served + 1 })
  })

  it('is not reached past the SSH server', async () => {
    await ssh.stop()
    expect(await run('select 44 as n')).toEqual([400, expect.stringMatching(/^CONNECTION_/)])
  })
}
