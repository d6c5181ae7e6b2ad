import pg from 'pg'
import { describeMariaDb, startMariaDb } from '../../../test/mariadb.ts'
import { describePostgres, startPostgres } from '../../../test/postgres.ts'
import { otherTables, type ScriptSource, scriptTables, sharesSession } from '../../../test/script-session.ts'

describePostgres('a script on PostgreSQL', () => sharesSession(postgres))
describeMariaDb('a script on MariaDB', () => sharesSession(mariadb))

async function postgres(): Promise<ScriptSource> {
  const server = await startPostgres()
  const ask = async (...statements: readonly string[]) => {
    const client = new pg.Client(server.url())
    await client.connect()
    try {
      let rows: unknown[] = []
      for (const sql of statements) rows = (await client.query(sql)).rows
      return rows
    } finally {
      await client.end()
    }
  }
  await ask(...scriptTables(), 'create schema other', ...otherTables())
  return {
    uri: server.url(),
    schema: 'public',
    temp: 'temp',
    endless: 'select count(*) as endless from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    setZone: "set time zone 'Asia/Tokyo'",
    goOther: 'set search_path to OTHER',
    moment: "select timestamptz '2024-01-01 00:00:00Z' as t",
    moments: ['2024-01-01T09:00:00+09:00', '2024-01-01T00:00:00+00:00'],
    many: 'select n from generate_series(1, 60000) as n',
    left: () =>
      ask(`select relname::text from pg_class where relpersistence = 't' union all
        select query from pg_stat_activity where query like '%as endless%' and pid <> pg_backend_pid() and state = 'active'`),
    stop: () => server.stop(),
  }
}

async function mariadb(): Promise<ScriptSource> {
  const server = await startMariaDb()
  await server.asOwner([
    'create database data',
    'use data',
    ...scriptTables(),
    'create database other',
    ...otherTables(),
  ])
  return {
    uri: server.url('data'),
    schema: 'data',
    temp: 'temporary',
    endless: 'select count(*) as endless from seq_1_to_1000000 a, seq_1_to_1000000 b',
    setZone: "set time_zone = '+09:00'",
    goOther: 'use other',
    moment: 'select from_unixtime(1704067200) as t',
    moments: ['2024-01-01T09:00:00', '2024-01-01T00:00:00'],
    many: 'select seq as n from seq_1_to_60000',
    left: () =>
      server.asOwner(
        "select info from information_schema.processlist where info like '%as endless%' and id <> connection_id()",
      ),
    stop: () => server.stop(),
  }
}
