import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../test/mariadb.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { SSH_PASSWORD, SSH_USER, startSshServer, type TestSshServer } from '../../test/ssh-server.ts'
import { describeEngine } from './conformance.ts'
import { openDriver } from './drivers.server.ts'

const tunnelTo = ({ port, fingerprint }: TestSshServer) => ({
  server: {
    host: '127.0.0.1',
    port,
    user: SSH_USER,
    password: SSH_PASSWORD,
    privateKey: null,
    privateKeyPassword: null,
  },
  expectedKey: async () => fingerprint,
})

describePostgres('PostgreSQL through a tunnel', () => {
  let server: TestPostgres
  let ssh: TestSshServer
  beforeAll(async () => {
    server = await startPostgres()
    const client = new pg.Client({ connectionString: server.url() })
    await client.connect()
    await client.query('create table things (id integer, name text)')
    await client.query("insert into things values (0, 'thing 0'), (1, 'thing 1'), (2, 'thing 2')")
    await client.end()
    ssh = await startSshServer({ password: SSH_PASSWORD, hosts: { 'db.far': '127.0.0.1' } })
  }, 60_000)
  afterAll(async () => {
    await ssh.stop()
    await server.stop()
  })
  const DEAF = `select ${Array.from({ length: 40 }, (_, i) => `length(((repeat('7', 65000) || '.${i + 1}' || repeat('3', 15000))::numeric / repeat('3', 30000)::numeric)::text)`).join(' + ')}`

  describeEngine({
    name: 'PostgreSQL at the far side',
    open: () =>
      openDriver({
        engine: 'postgres',
        uri: server.url().replace('127.0.0.1', 'db.far'),
        readOnly: true,
        sources: [],
        tunnel: tunnelTo(ssh),
      }),
    numbers: (count) => `select n from generate_series(0, ${count - 1}) as n`,
    endless: 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    deaf: DEAF,
    table: 'things',
  })
})
