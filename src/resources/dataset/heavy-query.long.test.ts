import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb } from '../../../test/mariadb.ts'
import { describePostgres, startPostgres } from '../../../test/postgres.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

/** A source, and queries of it that would run for hours. */
interface Source {
  readonly uri: string
  readonly schema: string
  /** Gives columns `n`, a number, and `t`, a text. */
  readonly heavy: string
  stop(): Promise<void>
}

async function postgres(): Promise<Source> {
  const server = await startPostgres()
  const client = new pg.Client(server.url())
  await client.connect()
  await client.query('create table numbers as select n from generate_series(1, 1000000) n')
  await client.end()
  const heavy = "select count(*) as n, 'x'::text as t from numbers a, numbers b where a.n + b.n = 3 order by 1 -- all"
  return { uri: server.url(), schema: 'public', heavy, stop: () => server.stop() }
}

async function mariadb(): Promise<Source> {
  const server = await startMariaDb()
  await server.asOwner([
    'create database data',
    'use data',
    'create table numbers as select seq as n from seq_1_to_1000000',
  ])
  const heavy = "select count(*) as n, 'x' as t from numbers a, numbers b where a.n + b.n = 3 order by 1 -- all"
  return { uri: server.url('data'), schema: 'data', heavy, stop: () => server.stop() }
}

describePostgres('columns of a query on PostgreSQL', () => asksNoRows(postgres))
describeMariaDb('columns of a query on MariaDB', () => asksNoRows(mariadb))

function asksNoRows(open: () => Promise<Source>): void {
  let source: Source
  let server: TestServer
  let admin: TestClient
  let database = 0
  beforeAll(async () => {
    source = await open()
    server = await startServer({ env: { SIGHTLINE_PRIVATE_DATABASES: '1' } })
    admin = await server.login()
    const body = { database_name: 'source', sqlalchemy_uri: source.uri }
    database = (await admin.send('POST', '/api/v1/database/', body)).json.id
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await source.stop()
  })
  const columnsOf = async (table_name: string, sql: string) => {
    const made = await admin.send('POST', '/api/v1/dataset/', { database, schema: source.schema, table_name, sql })
    expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
    const { json } = await admin.send('GET', `/api/v1/dataset/${made.json.id}`)
    return json.result.columns
      .map((column: Record<string, unknown>) => [column.column_name, column.type_generic])
      .sort()
  }

  it('are known without running it', async () => {
    const columns = [
      ['n', 0],
      ['t', 1],
    ]
    expect(await columnsOf('heavy', source.heavy)).toEqual(columns)
    expect(await columnsOf('with', `with q as (${source.heavy}\n) select * from q`)).toEqual(columns)
  })

  it('are those of its rows where it is no part of another query', async () => {
    expect(await columnsOf('unknown', 'select null as a, 1 as b')).toEqual([
      ['a', 1],
      ['b', 0],
    ])
    const twice = await columnsOf('twice', 'select 1 as a, 2 as a')
    expect(twice.map(([name]: [string]) => name)).toEqual(['a', 'a__1'])
  })

  it('are told of with the place of a fault in the query as it was written', async () => {
    const body = { database, schema: source.schema, table_name: 'wrong', sql: 'select 1,\n nope from numbers' }
    const answer = await admin.send('POST', '/api/v1/dataset/', body)
    expect([answer.status, answer.text]).toEqual([expect.toBeOneOf([400, 422]), expect.stringContaining('nope')])
  })
}
