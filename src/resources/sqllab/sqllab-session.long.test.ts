import pg from 'pg'
import { expect, it } from 'vitest'
import { describeMariaDb, startMariaDb } from '../../../test/mariadb.ts'
import { describePostgres, startPostgres } from '../../../test/postgres.ts'
import { otherTables, type ScriptSource, scriptTables, sharesSession, type Walk } from '../../../test/script-session.ts'

describePostgres('a script on PostgreSQL', () => holdsTransactions(sharesSession(postgres)))
describeMariaDb('a script on MariaDB', () => holdsTransactions(sharesSession(mariadb)))

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
        "select info from information_schema.processlist where info like '%as endless%' and command <> 'Prepare' and id <> connection_id()",
      ),
    stop: () => server.stop(),
  }
}

function holdsTransactions(walk: Walk): void {
  const { run, rowsOf } = walk
  const count = 'select count(*) as n from things'
  const add = 'insert into things values (4)'

  it('takes back what no COMMIT follows, and says so', async () => {
    const open = await run(`begin; ${add}; ${count}`)
    expect([open.status, open.json.data, open.json.query.extra.taken_back]).toEqual([200, [{ n: 4 }], true])
    expect(await rowsOf(count)).toEqual([{ n: 3 }])
    expect(await rowsOf(`start transaction; ${add}; ${add}; rollback; ${count}`)).toEqual([{ n: 3 }])
    expect(await rowsOf(`begin; ${add}; select nope from things; commit`)).toMatch(/^400 .*COLUMN_DOES_NOT_EXIST_ERROR/)
    expect(await rowsOf(count)).toEqual([{ n: 3 }])
    const alone = await run('begin')
    expect([alone.status, alone.json.query.extra.taken_back]).toEqual([200, undefined])
  })

  it('keeps what a COMMIT follows, and nobody sees it before', async () => {
    const kept = await run(
      `begin work; ${add}; ${add}; commit; begin; delete from things where id = 4; ${count}; rollback; ${count}`,
    )
    expect([kept.status, kept.json.data, kept.json.query.extra.taken_back]).toEqual([200, [{ n: 5 }], undefined])
    const rows = kept.json.query.extra.statements.map(({ rows: some }: { rows: number }) => some)
    expect(rows).toEqual([null, 1, 1, null, null, 2, 1, null, 1])
    const client_id = 'open-change'
    const running = run(`begin; delete from things where id = 4; ${walk.source.endless}; commit`, { client_id })
    await expect.poll(async () => (await walk.source.left()).length).toBeGreaterThan(0)
    expect(await rowsOf(count)).toEqual([{ n: 5 }])
    await walk.admin.send('POST', '/api/v1/query/stop', { client_id })
    expect((await running).json.status).toBe('stopped')
    await expect.poll(walk.source.left, { timeout: 3_000 }).toEqual([])
    expect(await rowsOf(`begin; delete from things where id = 4; commit; ${count}`)).toEqual([{ n: 3 }])
  })

  it('reads only in the transaction of a database that may not be changed', async () => {
    const database_id = walk.readable
    const where = { database_id }
    expect(await rowsOf(`begin; ${count}; select 1 as a; ${count}; commit`, where)).toEqual([])
    expect(await rowsOf(`begin read only; ${count}; ${walk.source.setZone}; ${walk.source.moment}`, where)).toEqual([
      { t: walk.source.moments[0] },
    ])
    for (const begin of ['begin', 'start transaction read write'])
      expect(await rowsOf(`${begin}; ${add}; commit`, where)).toMatch(/^403 .*DML_NOT_ALLOWED_ERROR/)
    expect(await rowsOf(`start transaction read only; ${add}; commit`)).toMatch(/^400 .*DML_NOT_ALLOWED_ERROR/)
    expect(await rowsOf(count)).toEqual([{ n: 3 }])
  })

  it('looks names up where the script says within a transaction', async () => {
    const { goOther, schema } = walk.source
    const things = 'select sum(id) as n from things'
    const answer = await run(
      `begin; ${goOther}; insert into things values (5); ${things}; select sum(id) as n from ${schema}.things`,
    )
    expect([answer.status, answer.json.data]).toEqual([200, [{ n: 6 }]])
    expect(await rowsOf(`${goOther}; ${things}`)).toEqual([{ n: 10 }])
  })

  it('refuses steps that do not fit, and what would commit without a word', async () => {
    expect(await rowsOf(`${count}; commit`)).toMatch(/^400 .*COMMIT has no BEGIN before it/)
    expect(await rowsOf(`begin; ${add}; begin; commit`)).toMatch(/^400 .*has begun already/)
    for (const sql of [
      'savepoint a',
      'rollback to savepoint a',
      'commit and chain',
      "prepare transaction 'x'",
      'set autocommit = 1',
    ])
      expect(await rowsOf(`begin; ${sql}; rollback`)).toMatch(/^4(00|03|22) /)
    const made = await rowsOf('begin; create table made (n integer); rollback; select 1 as a')
    if (walk.source.schema === 'data') expect(made).toMatch(/^400 .*CREATE would commit the transaction at once/)
    else expect(made).toEqual([{ a: 1 }])
    expect(await rowsOf('select * from made')).toMatch(/^400 .*TABLE_DOES_NOT_EXIST_ERROR/)
    const chart = await walk.admin.send('POST', '/api/v1/dataset/', {
      database: walk.writable,
      schema: walk.source.schema,
      table_name: 'begun',
      sql: 'begin',
    })
    expect(chart.status).toBeOneOf([400, 422])
    expect(await rowsOf(count)).toEqual([{ n: 3 }])
  })

  it('begins at the level of isolation that is asked for on PostgreSQL', async () => {
    if (walk.source.schema === 'data') return
    const level = "select setting as s from pg_settings where name = 'transaction_isolation'"
    expect(await rowsOf(`begin isolation level repeatable read; ${level}`)).toEqual([{ s: 'repeatable read' }])
    expect(await rowsOf(`begin transaction isolation level serializable, read only; ${level}`)).toEqual([
      { s: 'serializable' },
    ])
  })

  it('shows what the statement before was warned of on MariaDB', async () => {
    if (walk.source.schema !== 'data') return
    const warned = "select cast('12x' as signed) as n"
    const [warning] = await rowsOf(`${warned}; show warnings`)
    expect(warning).toEqual({ Level: 'Warning', Code: 1292, Message: expect.stringContaining("'12x'") })
    expect(await rowsOf(`${warned}; show warnings; show warnings limit 1`)).toEqual([warning])
    expect(await rowsOf('drop table if exists nothing_here; show warnings')).toMatchObject([
      { Level: 'Note', Code: 1051 },
    ])
    expect(await rowsOf(`begin; ${warned}; show warnings`)).toEqual([warning])
    expect(await rowsOf(`${warned}; select * from things; show warnings`)).toEqual([])
    expect(await rowsOf('show warnings')).toEqual([])
  })
}
