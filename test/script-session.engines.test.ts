import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeClickhouse, startClickhouse } from './clickhouse.ts'
import { grant, otherTables, type ScriptSource, scriptTables, sharesSession } from './script-session.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'
import { describeTrino, startTrino, type TestTrino } from './trino.ts'

describeClickhouse('a script on ClickHouse', () => sharesSession(clickhouse))

async function clickhouse(): Promise<ScriptSource> {
  const server = await startClickhouse()
  await server.asOwner('create database shop')
  await server.asOwner('create database other')
  const made = 'engine = MergeTree order by tuple()'
  const inShop = (sql: string) => sql.replace(/^(create table|insert into) (?=things|allowed)/, '$1 shop.')
  for (const sql of [...scriptTables(made).map(inShop), ...otherTables(made)]) await server.asOwner(sql)
  return {
    uri: server.url('shop'),
    schema: 'shop',
    temp: 'temporary',
    endless: 'select count() as endless from numbers(1000000) a, numbers(1000000) b where a.number + b.number = 3',
    setZone: "set session_timezone = 'Asia/Tokyo'",
    goOther: 'use other',
    moment: 'select toDateTime(1704067200) as t',
    moments: ['2024-01-01T09:00:00', '2024-01-01T00:00:00'],
    many: 'select number as n from numbers(60000)',
    refused: ['set readonly = 0', 'set max_threads = 1, max_execution_time = 0', 'set param_n = 1'],
    left: async () => {
      const sql = `select query from system.processes where query like '%as endless%' and query not like '%processes%'
        union all select name from system.tables where is_temporary`
      return (await server.asOwner(sql)).split('\n').filter((line) => line !== '')
    },
    stop: () => server.stop(),
  }
}

describeTrino('a script on Trino', () => {
  let trino: TestTrino
  let server: TestServer
  let admin: TestClient
  let databaseId = 0
  beforeAll(async () => {
    trino = await startTrino()
    await trino.asOwner('create table nation as select 7 as n')
    await trino.asOwner('create view second.default.peek as select n from memory.default.nation')
    await trino.asOwner('create view second.default.far as select n from second.default.peek')
    server = await startServer({ env: { SIGHTLINE_PRIVATE_DATABASES: '1' } })
    admin = await server.login()
    const body = { database_name: 'trino', sqlalchemy_uri: trino.url(), expose_in_sqllab: true }
    databaseId = (await admin.send('POST', '/api/v1/database/', body)).json.id
    await grant(server, '[trino].[default]')
  })
  afterAll(async () => {
    await server.stop()
    await trino.stop()
  })
  const run = (sql: string, client = admin) =>
    client.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'default', sql })
  const rowsOf = async (sql: string) => {
    const answer = await run(sql)
    return answer.status === 200 ? answer.json.data : `${answer.status} ${answer.text}`
  }

  it('keeps a setting for the statements after it, and for no other script', async () => {
    const zone = 'select current_timezone() as z'
    const noon = "select cast(timestamp '2024-01-01 12:00:00' as timestamp with time zone) as t"
    expect(await rowsOf(`set time zone 'Asia/Tokyo'; select 1 as a; ${zone}`)).toEqual([{ z: 'Asia/Tokyo' }])
    expect(await rowsOf(`set time zone 'Asia/Tokyo'; ${noon}`)).toEqual([{ t: '2024-01-01T12:00:00+09:00' }])
    expect(await rowsOf(`set time zone 'Asia/Tokyo'; set time zone local; ${zone}`)).toEqual([{ z: 'UTC' }])
    expect(await rowsOf(`select 1 as a; ${zone}`)).toEqual([{ z: 'UTC' }])
    expect(await rowsOf(`set time zone 'a,b=c'; ${zone}`)).toMatch(/^400 /)
    expect(
      await rowsOf('set session max_recursion_depth = 3; reset session max_recursion_depth; select 1 as a'),
    ).toEqual([{ a: 1 }])
    const deep = 'with recursive t(n) as (values 1 union all select n + 1 from t where n < 6) select max(n) as n from t'
    expect(await rowsOf(deep)).toEqual([{ n: 6 }])
    expect(await rowsOf(`set session max_recursion_depth = 3; ${deep}`)).toMatch(/^400 .*Recursion depth limit/)
    expect(await rowsOf(`set session max_recursion_depth = 3; reset session max_recursion_depth; ${deep}`)).toEqual([
      { n: 6 },
    ])
  })

  it('sets nothing that would let names, rights or texts mean something else', async () => {
    for (const sql of [
      "set session query_max_run_time = '9h'",
      "set session memory.x = 'y'",
      'set session max_recursion_depth = cast(10 as integer)',
      "set session authorization 'admin'",
      'reset session authorization',
      'reset session query_max_run_time',
      "set time zone interval '9' hour",
      'set role admin',
      'set path memory.default',
    ])
      expect(await rowsOf(`${sql}; select 1 as a`)).toMatch(/^403 /)
  })

  it('looks names up where an earlier statement says, and checks rights there', async () => {
    expect(await rowsOf('use TPCH.tiny; select count(*) as n from nation')).toEqual([{ n: 25 }])
    expect(await rowsOf('use tpch.tiny; use sf1; select count(*) as n from customer')).toEqual([{ n: 150_000 }])
    expect(await rowsOf('use tpch.tiny; use memory.default; select n from nation')).toEqual([{ n: 7 }])
    expect(await rowsOf('use tpch.tiny; select 1 as a; select n from memory.default.nation')).toEqual([{ n: 7 }])
    expect(await rowsOf('use nope.tiny; select count(*) as n from nation')).toMatch(
      /^400 .*SCHEMA_DOES_NOT_EXIST_ERROR/,
    )
    for (const sql of ['use a.b.c', 'use tpch.', 'use'])
      expect(await rowsOf(`${sql}; select 1 as a`)).toMatch(/^4(03|22) /)
    const reader = await server.user('reader', ['Gamma', 'sql_lab'])
    await reader.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'select 1' })
    expect((await run('use memory.default; select n from nation', reader)).json.data).toEqual([{ n: 7 }])
    const refused = await run('select n from nation; use tpch.tiny; select count(*) as n from nation', reader)
    expect([refused.status, refused.json.errors[0].extra.tables]).toEqual([403, ['tiny.nation']])
  })

  it('runs what it prepared, with values for its parameters', async () => {
    expect(await rowsOf('prepare p from select n from nation; execute p')).toEqual([{ n: 7 }])
    expect(
      await rowsOf(
        "prepare Q from select ? as a, n, ? as b from nation where n > ? limit ?; use memory.default; execute q using 'it''s ?', 1 + 1, -(2), 5",
      ),
    ).toEqual([{ a: "it's ?", n: 7, b: 2 }])
    expect(await rowsOf("execute immediate 'select ''x'' as x, ? as y' using date '2024-02-29'")).toEqual([
      { x: 'x', y: '2024-02-29' },
    ])
    expect(await rowsOf('prepare p from select 1 as a; prepare p from select 2 as a; execute p')).toEqual([{ a: 2 }])
    const shown = (await run('prepare p from select 1 as a; execute p; deallocate prepare p')).json.query.extra
      .statements
    expect(shown.map((one: { sql: string; rows: number | null }) => [one.sql, one.rows])).toEqual([
      ['prepare p from select 1 as a', null],
      ['select 1 as a', 1],
      ['deallocate prepare p', null],
    ])
  })

  it('prepares nothing that it would not run', async () => {
    expect(await rowsOf('execute p')).toMatch(/^400 .*Nothing is prepared under the name p/)
    expect(await rowsOf('prepare p from select 1; deallocate prepare p; execute p')).toMatch(/^400 /)
    expect(await rowsOf('deallocate prepare p; select 1 as a')).toMatch(/^400 /)
    expect(await rowsOf('prepare p from select ? as a; execute p')).toMatch(/^400 .*1 parameters, and 0 values/)
    expect(await rowsOf('prepare p from select n from nation where; execute p')).toMatch(/^422 .*line 1:/)
    expect(await rowsOf('prepare p from select nope from nation; execute p')).toMatch(/^400 .*nope/)
    for (const sql of [
      'prepare p from delete from nation; execute p',
      'prepare p from delete from nation where n = ?; execute p using 7',
      "execute immediate 'delete from nation'",
      "prepare p from call system.runtime.kill_query(query_id => 'x', message => ?); execute p using 'y'",
      'prepare p from prepare q from select 1; execute p',
      "prepare p from execute immediate 'select 1'; execute p",
      'prepare p from select ? as a; execute p using 1) union all select n from (nation; select 1 as a',
      'execute p using; select 1 as a',
    ])
      expect([sql, await rowsOf(sql)]).toEqual([sql, expect.stringMatching(/^4(00|03|22) /)])
    expect(await rowsOf('select n from nation')).toEqual([{ n: 7 }])
    const reader = await server.user('preparer', ['Gamma', 'sql_lab'])
    await reader.send('POST', '/api/v1/sqllab/format_sql/', { sql: 'select 1' })
    for (const sql of [
      'prepare p from select count(*) as n from tpch.tiny.nation; execute p',
      'prepare p from select count(*) as n from tpch.tiny.nation where regionkey = ?; execute p using 1',
      'prepare p from select ? as n; execute p using (select count(*) from tpch.tiny.nation)',
      "execute immediate 'select count(*) as n from tpch.tiny.nation'",
    ]) {
      const refused = await run(sql, reader)
      expect([sql, refused.status, refused.json.errors[0].extra.tables]).toEqual([sql, 403, ['tiny.nation']])
    }
  })

  it('holds one transaction for the statements in it', async () => {
    for (const begin of ['start transaction', 'start transaction isolation level serializable, read only']) {
      const answer = await run(`${begin}; select n from nation; select 1 as a; commit; select n + 1 as m from nation`)
      expect([begin, answer.status, answer.json.data]).toEqual([begin, 200, [{ m: 8 }]])
    }
    const cut = 'select a.n from unnest(sequence(1, 9000)) a(n), unnest(sequence(1, 9)) b(n)'
    const body = { database_id: databaseId, schema: 'default', queryLimit: 3 }
    const sql = `start transaction; ${cut}; prepare p from ${cut}; execute p; rollback work`
    const answer = await admin.send('POST', '/api/v1/sqllab/execute/', { ...body, sql })
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    const counts = answer.json.query.extra.statements.map((one: { rows: number | null }) => one.rows)
    expect(counts).toEqual([null, 3, null, 3, null])
    expect(await rowsOf('select 1 as a; commit')).toMatch(/^400 .*has no BEGIN before it/)
    expect(await rowsOf('start transaction; start transaction; select 1 as a')).toMatch(/^400 /)
    expect(await rowsOf('begin; select 1 as a')).toMatch(/^4(03|22) /)
    const change = 'insert into nation values 8'
    expect(await rowsOf(`start transaction read only; ${change}; commit`)).toMatch(/^403 /)
    await admin.send('PUT', `/api/v1/database/${databaseId}`, { allow_dml: true })
    expect(await rowsOf(`start transaction read only; ${change}; commit`)).toMatch(/^400 .*DML_NOT_ALLOWED_ERROR/)
    expect(await rowsOf(`start transaction; ${change}; commit`)).toMatch(/^400 .*autocommit/)
    await admin.send('PUT', `/api/v1/database/${databaseId}`, { allow_dml: false })
    expect(await rowsOf('select n from nation')).toEqual([{ n: 7 }])
    const left = 'select count(*) from system.runtime.transactions where not auto_commit_context'
    await expect.poll(async () => Number((await trino.asOwner(left))[0]?.[0])).toBe(0)
  })

  it('keeps row-level rules where an earlier statement goes', async () => {
    const dataset = { database: databaseId, schema: 'default', table_name: 'nation' }
    const { id } = (await admin.send('POST', '/api/v1/dataset/', dataset)).json
    const rule = { name: 'none', filter_type: 'Base', tables: [id], roles: [], group_key: null, clause: 'n > 7' }
    const made = await admin.send('POST', '/api/v1/rowlevelsecurity/', rule)
    const count = 'select count(*) as n from nation'
    expect(await rowsOf(`use memory.default; ${count}`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`use tpch.tiny; use memory.default; ${count}`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`use tpch.tiny; select count(*) as n from memory.default.nation`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`set time zone 'Asia/Tokyo'; ${count}`)).toMatch(/^403 /)
    expect(await rowsOf(`prepare p from ${count}; execute p`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`prepare p from ${count} where n > ?; execute p using 1`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`execute immediate 'select ? as n' using (${count})`)).toEqual([{ n: 0 }])
    expect(await rowsOf(`start transaction; ${count}; commit; ${count}`)).toEqual([{ n: 0 }])
    // A view of another catalog leads back to the table.
    const peek = 'select count(*) as n from'
    expect(await rowsOf(`${peek} second.default.peek`)).toMatch(/^403 .*TABLE_SECURITY_ACCESS_ERROR/)
    expect(await rowsOf(`${peek} second.default.far`)).toMatch(/^403 .*TABLE_SECURITY_ACCESS_ERROR/)
    expect(await rowsOf(`use second.default; ${peek} peek`)).toMatch(/^403 .*TABLE_SECURITY_ACCESS_ERROR/)
    await admin.send('DELETE', `/api/v1/rowlevelsecurity/?q=!(${made.json.id})`)
    expect(await rowsOf(count)).toEqual([{ n: 1 }])
  })
})
