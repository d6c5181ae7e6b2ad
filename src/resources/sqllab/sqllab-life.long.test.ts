import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const connected = async (client: TestClient, path: string): Promise<number> =>
  (await client.send('POST', '/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })).json
    .id

it('keeps results over a restart, and fails what no server runs any more', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  const dataDir = mkdtempSync(join(tmpdir(), 'life-'))
  const first = await startServer({ args: ['--sources', dir], dataDir })
  const admin = await first.login()
  const id = await connected(admin, path)
  const answer = await admin.send('POST', '/api/v1/sqllab/execute/', {
    database_id: id,
    sql: 'select a from t',
    client_id: 'kept',
  })
  const { db } = first.server.services
  await db.updateTable('queries').set({ status: 'success' }).execute()
  const { id: _, ...row } = await db.selectFrom('queries').selectAll().executeTakeFirstOrThrow()
  const lost = {
    client_id: 'lost',
    status: 'running',
    results_key: null,
    lease_owner: 'gone',
    lease_until: '2999-01-01T00:00:00.000Z',
  }
  await db
    .insertInto('queries')
    .values({ ...row, ...lost })
    .execute()
  await first.stop()

  const second = await startServer({ args: ['--sources', dir], dataDir })
  const again = await second.login()
  const page = await again.send('GET', `/api/v1/sqllab/results/?q=(key:'${answer.json.query.resultsKey}',as_page:!t)`)
  expect(page.json).toMatchObject({ rows: [[1]], is_complete: true })
  await expect
    .poll(
      async () =>
        (await again.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).json.result.find(
          (query: { id: string }) => query.id === 'lost',
        ).state,
    )
    .toBe('failed')
  await second.stop()
})

it('renders templates, and names what has no value', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const id = await connected(admin, path)
  const run = (sql: string, templateParams: string | null = null, query = '') =>
    admin.send('POST', `/api/v1/sqllab/execute/${query}`, { database_id: id, sql, templateParams })
  expect((await run("select '{{ current_username() }}' as who")).json.data).toEqual([{ who: 'admin' }])
  expect((await run("select '{{ x }}' as x", '{"x":"y"}')).json.data).toEqual([{ x: 'y' }])
  expect((await run("select '{{ url_param('p') }}' as p", null, '?p=q')).json.data).toEqual([{ p: 'q' }])
  expect((await run('select 1 as a -- {{ nobody }}')).json.data).toEqual([{ a: 1 }])
  const missing = await run("select '{{ nobody }}', {{ other }}")
  expect(missing.status).toBe(400)
  expect(missing.json.errors[0]).toMatchObject({
    error_type: 'MISSING_TEMPLATE_PARAMS_ERROR',
    extra: { undefined_parameters: ['nobody', 'other'], template_parameters: {} },
  })
  expect((await run("select '{{ broken '")).status).toBe(422)
  await server.stop()
})

it('keeps row-level rules in every reading of a table, or refuses', async () => {
  const { dir, path } = await duckdbFile(
    "create table t as select * from (values (1, 'mine'), (2, 'other')) v(a, owner)",
    'create table free as select 5 as a',
  )
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const id = await connected(admin, path)
  const dataset = await admin.send('POST', '/api/v1/dataset/', { database: id, schema: 'main', table_name: 't' })
  const { db } = server.server.services
  const at = '2026-01-01T00:00:00.000Z'
  const stamps = { created_on: at, changed_on: at, created_by: null, changed_by: null }
  const rule = { name: 'r', description: null, filter_type: 'Base' as const, group_key: null }
  const { id: rule_id } = await db
    .insertInto('row_rules')
    .values({ ...rule, clause: "owner = 'mine' and '{{ current_username() }}' = 'admin'", ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('row_rule_datasets').values({ rule_id, dataset_id: dataset.json.id }).execute()
  const run = (sql: string) => admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, schema: 'main', sql })
  for (const [sql, data] of [
    ['select a from t', [{ a: 1 }]],
    ['with x as (select a from MAIN."T") select * from x', [{ a: 1 }]],
    ['select u.a from free f, t u', [{ a: 1 }]],
    ['select (select count(*) from t) as a, (select max(a) from t) as b', [{ a: 1, b: 1 }]],
    ['from t select a', [{ a: 1 }]],
    ['select a from free', [{ a: 5 }]],
    ['select count(*) as a from t x join t y on true', [{ a: 1 }]],
  ] as const)
    expect([sql, (await run(sql)).json.data]).toEqual([sql, data])
  for (const sql of ['summarize t', 'explain analyze select * from t', 'describe t'])
    expect([sql, (await run(sql)).status]).toEqual([sql, 403])

  const kept = await run('select a from t')
  expect(kept.json.query.executedSql).toBe('select a from t')
  const results = `/api/v1/sqllab/results/?q=(key:'${kept.json.query.resultsKey}',as_page:!t)`
  expect((await admin.send('GET', results)).status).toBe(200)
  await db.updateTable('row_rules').set({ clause: "owner = 'nobody'" }).execute()
  expect((await admin.send('GET', results)).status).toBe(403)
  const broken = await run('select a, nope from t')
  expect(broken.text).not.toContain('nobody')
  await server.stop()
})

it('ends a run at once that takes too long, and says which issues that may be', async () => {
  const { dir, path } = await duckdbFile('create table n as select range as n from range(100000)')
  const server = await startServer({ args: ['--sources', dir] })
  Object.assign(server.server.services.conf, { SQLLAB_TIMEOUT_SEC: 0.3 })
  const admin = await server.login()
  const id = await connected(admin, path)
  const sql = 'select count(*) from n a, n b, n c where a.n + b.n + c.n < 0'
  const run = () => admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, sql, client_id: 'slow' })
  const answer = await run()
  Object.assign(server.server.services.conf, { SQLLAB_TIMEOUT_SEC: 30 })
  expect(answer.status).toBe(408)
  const [{ error_type, extra }] = answer.json.errors
  expect(error_type).toBe('SQLLAB_TIMEOUT_ERROR')
  expect(extra.issue_codes.map(({ code }: { code: number }) => code)).toEqual([1026, 1027])
  const { result } = (await admin.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).json
  expect(result[0]).toMatchObject({ id: 'slow', state: 'timed_out' })
  const [{ extra: details, ...same }] = answer.json.errors
  const again = await run()
  expect([again.status, again.json.errors]).toMatchObject([408, [same]])
  expect(again.json.errors[0].extra.issue_codes).toEqual(details.issue_codes)
  await server.stop()
})

it('ends a run that another server of the same store stopped', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const id = await connected(admin, path)
  const { db } = server.server.services
  const sql = 'with recursive r as (select 1 as i union all select i + 1 from r where i < 1e9) select count(*) from r'
  let isOver = false
  const run = admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, sql }).finally(() => {
    isOver = true
  })
  const told = db.selectFrom('queries').selectAll().where('executed_sql', 'is not', null)
  await expect.poll(() => told.executeTakeFirst(), { timeout: 20_000 }).toMatchObject({ status: 'running' })
  await db.updateTable('queries').set({ status: 'stopped' }).execute()
  await expect.poll(() => isOver, { timeout: 3_000 }).toBe(true)
  await run
  expect(await told.executeTakeFirst()).toMatchObject({ status: 'stopped', rows: null })
  await server.stop()
}, 60_000)

it('begins the text of a failure that nobody foresaw with "Unexpected error: ", and tells nothing of it', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const id = await connected(admin, path)
  await admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, sql: 'select a from t' })
  await server.server.services.db.updateTable('queries').set({ extra: '{secret' }).execute()
  const answer = await admin.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')
  expect([answer.status, answer.json.errors[0].message]).toEqual([500, expect.stringMatching(/^Unexpected error: /)])
  expect(answer.text).not.toContain('secret')
  await server.stop()
})

it('gives no rows that the disk has changed, anywhere', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1234567 as a')
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const id = await connected(admin, path)
  const execute = () =>
    admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, sql: 'select a from t', client_id: 'flipped' })
  const key = (await execute()).json.query.resultsKey
  const file = join(server.dataDir, 'results', `${key}.rows`)
  writeFileSync(file, readFileSync(file, 'utf8').replace('4', '9'))
  for (const ask of [
    execute,
    () => admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${key}')`),
    () => admin.send('GET', `/api/v1/sqllab/results/?q=(key:'${key}',as_page:!t)`),
    () => admin.send('GET', '/api/v1/sqllab/export/flipped/'),
  ]) {
    const answer = await ask()
    expect([answer.status, answer.text]).toEqual([
      410,
      expect.stringMatching(/Run the query again|re-run the original query/),
    ])
    expect(answer.text).not.toMatch(/1\d3\d567/)
  }
  await server.stop()
})

it('fails what still runs when its server stops, and says so at once and later', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  const dataDir = mkdtempSync(join(tmpdir(), 'life-'))
  const first = await startServer({ args: ['--sources', dir], dataDir })
  const admin = await first.login()
  const id = await connected(admin, path)
  const sql = 'select count(*) from range(1000000) a, range(1000000) b where a.range * b.range < 0'
  const run = (client_id: string, more: object) =>
    admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, sql, client_id, ...more })
  const waiting = run('waits', {})
  expect((await run('later', { runAsync: true })).status).toBe(202)
  const states = async (client: TestClient): Promise<unknown[]> =>
    (await client.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).json.result.map(
      ({ state, errorMessage }: { state: string; errorMessage: string | null }) => [state, errorMessage],
    )
  await expect.poll(() => states(admin), { timeout: 20_000 }).toEqual(Array(2).fill(['running', null]))
  await first.stop()
  const { status, json } = await waiting
  expect([status, json.errors[0].message]).toEqual([503, expect.stringContaining('has stopped. Run the query again')])
  const second = await startServer({ args: ['--sources', dir], dataDir })
  const stored = await second.server.services.db.selectFrom('queries').select(['status', 'end_time']).execute()
  expect(stored).toEqual(Array(2).fill({ status: 'failed', end_time: expect.any(Number) }))
  await second.stop()
}, 60_000)
