import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../test/mariadb.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { SSH_PASSWORD, SSH_USER, startSshServer, type TestSshServer } from '../../test/ssh-server.ts'
import { describeEngine, requestOf, textOf } from './conformance.ts'
import { openDriver } from './drivers.server.ts'
import type { EngineId } from './engines.ts'

const never = new AbortController().signal
const FAR = 'db.far'
const SLOW = 'select count(*) as slow from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
const SLOW_MYSQL = 'select count(*) as slow from seq_1_to_1000000 a, seq_1_to_1000000 b'

/** Opens a server of the tests by a name that only the far side of the tunnel knows. */
function openThrough({ port, fingerprint }: TestSshServer, engine: EngineId, uri: string) {
  const login = { user: SSH_USER, password: SSH_PASSWORD, privateKey: null, privateKeyPassword: null }
  return openDriver({
    engine,
    uri: uri.replace('127.0.0.1', FAR),
    readOnly: true,
    sources: [],
    tunnel: { server: { host: '127.0.0.1', port, ...login }, expectedKey: async () => fingerprint },
  })
}
const startTunnel = (isInteractive = false) =>
  startSshServer({ password: SSH_PASSWORD, hosts: { [FAR]: '127.0.0.1' }, isInteractive })
const nothingOpen = (ssh: TestSshServer) =>
  eventually(async () => (await ssh.count()).clients === 0, 5_000, 'the end of the tunnel')

describePostgres('PostgreSQL through an SSH tunnel', () => {
  let server: TestPostgres
  let ssh: TestSshServer
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url() })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  const running = async () =>
    (await ask("select 1 from pg_stat_activity where state = 'active' and query like 'select count(*) as slow%'"))
      .length
  const open = () => openThrough(ssh, 'postgres', server.url())
  beforeAll(async () => {
    server = await startPostgres()
    await ask("create table things as select n as id, 'thing ' || n as name from generate_series(0, 2) n")
    ssh = await startTunnel()
  }, 60_000)
  afterAll(async () => {
    await ssh.stop()
    await server.stop()
  })

  const division = (i: number) =>
    `length(((repeat('7', 65000) || '.${i + 1}' || repeat('3', 15000))::numeric / repeat('3', 30000)::numeric)::text)`
  describeEngine({
    name: 'PostgreSQL',
    open,
    numbers: (count) => `select n from generate_series(0, ${count - 1}) as n`,
    endless: 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    deaf: `select ${Array.from({ length: 40 }, (_, i) => division(i)).join(' + ')}`,
    table: 'things',
  })

  it('keeps one connection for all of its channels, and ends it when it is closed', async () => {
    const driver = await open()
    await Promise.all(
      [1, 2, 3].map((n) => textOf(driver, { sql: `select ${n}, count(*) from generate_series(1, 500000)` })),
    )
    const { clients, channels } = await ssh.count()
    expect([clients, channels > 2]).toEqual([1, true])
    await driver.close()
    await nothingOpen(ssh)
    await expect(driver.ping(never)).rejects.toMatchObject({ status: 503 })
  })

  it('ends a statement on the server when it is stopped', async () => {
    const driver = await open()
    const stop = new AbortController()
    const reading = textOf(driver, { sql: SLOW, signal: stop.signal })
    reading.catch(() => {})
    await eventually(async () => (await running()) === 1, 5_000, 'the statement')
    stop.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
    await eventually(async () => (await running()) === 0, 3_000, 'the end of the statement')
    await driver.close()
  })

  it('loses its statements with the tunnel, and makes another for the next', async () => {
    const driver = await open()
    const reading = textOf(driver, { sql: SLOW })
    reading.catch(() => {})
    await eventually(async () => (await running()) === 1, 5_000, 'the statement')
    ssh.drop()
    await expect(reading).rejects.toMatchObject({ status: 400, detail: { type: 'CONNECTION_HOST_DOWN_ERROR' } })
    expect(await textOf(driver, { sql: 'select 1 as a' })).toBe('[{"a":1}]')
    await driver.close()
  })

  it('reads a result at the pace of the reader', async () => {
    const driver = await open()
    let rows = 0
    await driver.stream({
      ...requestOf({ sql: "select n, repeat('x', 100) from generate_series(1, 100000) n", maxRows: null }),
      onColumns: () => {},
      onRows: (_, count) => {
        rows += count
        return new Promise((resolve) => setImmediate(resolve))
      },
    })
    expect(rows).toBe(100_000)
    await driver.close()
  })

  it('answers a server that asks for the password in a dialogue', async () => {
    const asking = await startTunnel(true)
    const driver = await openThrough(asking, 'postgres', server.url())
    expect(await textOf(driver, { sql: 'select 1 as a' })).toBe('[{"a":1}]')
    expect(asking.logins.at(-1)).toBe('keyboard-interactive')
    await driver.close()
    await asking.stop()
  })

  it('does not hold up this process when nobody answers', async () => {
    const driver = await open()
    await driver.ping(never)
    await ssh.stop()
    await expect(driver.ping(never)).rejects.toMatchObject({
      status: 400,
      detail: { type: 'CONNECTION_PORT_CLOSED_ERROR', extra: { invalid: expect.anything() } },
    })
    await driver.close()
  })
})

describeMariaDb('MariaDB through an SSH tunnel', () => {
  let server: TestMariaDb
  let ssh: TestSshServer
  const running = async () => {
    const rows = await server.asOwner(
      "select 1 from information_schema.processlist where info like 'select count(*) as slow%' and command <> 'Prepare'",
    )
    return rows.length
  }
  const open = () => openThrough(ssh, 'mysql', server.url('shop'))
  beforeAll(async () => {
    server = await startMariaDb()
    await server.asOwner([
      'create database shop',
      "create table shop.things as select seq as id, concat('thing ', seq) as name from shop.seq_0_to_2",
    ])
    ssh = await startTunnel()
  }, 60_000)
  afterAll(async () => {
    await ssh.stop()
    await server.stop()
  })

  it('gives the rows of small and large results', async () => {
    const driver = await open()
    expect(await textOf(driver, { sql: 'select count(*) as n from things' })).toBe('[{"n":3}]')
    const many = await textOf(driver, { sql: "select seq, repeat('x', 100) from seq_1_to_50000", maxRows: null })
    expect(JSON.parse(many)).toHaveLength(50_000)
    await driver.close()
    await nothingOpen(ssh)
  })

  it('ends a statement on the server when it is stopped, and loses it with the tunnel', async () => {
    const driver = await open()
    const stop = new AbortController()
    const stopped = textOf(driver, { sql: SLOW_MYSQL, signal: stop.signal })
    stopped.catch(() => {})
    await eventually(async () => (await running()) === 1, 5_000, 'the statement')
    stop.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
    await eventually(async () => (await running()) === 0, 3_000, 'the end of the statement')
    const lost = textOf(driver, { sql: SLOW_MYSQL })
    lost.catch(() => {})
    await eventually(async () => (await running()) === 1, 5_000, 'the statement')
    ssh.drop()
    await expect(lost).rejects.toMatchObject({ status: 400, detail: { type: 'CONNECTION_HOST_DOWN_ERROR' } })
    expect(await textOf(driver, { sql: 'select 1 as a' })).toBe('[{"a":1}]')
    await driver.close()
  })
})
