import { mkdtempSync } from 'node:fs'
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
  const page = await again.send('GET', `/api/v1/sqllab/results/page/?key=${answer.json.query.resultsKey}`)
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

it('refuses a table whose rows are limited for the caller', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a', 'create view v as select * from t')
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const id = await connected(admin, path)
  const dataset = await admin.send('POST', '/api/v1/dataset/', { database: id, schema: 'main', table_name: 't' })
  const { db } = server.server.services
  const at = '2026-01-01T00:00:00.000Z'
  const stamps = { created_on: at, changed_on: at, created_by: null, changed_by: null }
  const rule = { name: 'r', description: null, filter_type: 'Base' as const, group_key: null, clause: 'a = 2' }
  const { id: rule_id } = await db
    .insertInto('row_rules')
    .values({ ...rule, ...stamps })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('row_rule_datasets').values({ rule_id, dataset_id: dataset.json.id }).execute()
  const status = async (sql: string) =>
    (await admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, schema: 'main', sql })).status
  expect(await status('select * from t')).toBe(403)
  expect(await status('with x as (select a from MAIN."T") select * from x')).toBe(403)
  expect(await status('select 1')).toBe(200)
  await server.stop()
})
