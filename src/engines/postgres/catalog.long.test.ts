import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { openPostgres } from './driver.server.ts'

describePostgres('the catalog of PostgreSQL', () => {
  let server: TestPostgres
  const asOwner = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url('shop') })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const tablesAs = async (role: string, schema: string) => {
    const uri = server.url('shop').replace(/\/\/[^@]*@/, `//${role}@`)
    const driver = openPostgres({ uri, isReadOnly: true })
    try {
      return await driver.tables(null, schema)
    } finally {
      await driver.close()
    }
  }
  beforeAll(async () => {
    server = await startPostgres()
    const client = new pg.Client({ connectionString: server.url('postgres') })
    await client.connect()
    await client.query('create database shop')
    await client.end()
    await asOwner(`
      create role allowed login;
      create schema sales;
      create schema nothing;
      create table sales."a, ""b"" \\ \u00e9 \u2028 {c}" (n int);
      create table sales.counted as select * from generate_series(1, 1000) n;
      create table sales.parted (day date) partition by range (day);
      create view sales.looked as select * from sales.counted;
      create materialized view sales.kept as select * from sales.counted`)
    await asOwner('analyze sales.counted')
  }, 60_000)
  afterAll(() => server.stop())

  it('tells names, kinds and estimates of rows, whatever a name holds', async () => {
    const tables = await tablesAs('allowed', 'sales')
    expect(tables).toEqual([
      { name: 'a, "b" \\ \u00e9 \u2028 {c}', kind: 'table', rows: null },
      { name: 'counted', kind: 'table', rows: 1000 },
      { name: 'kept', kind: 'materialized_view', rows: null },
      { name: 'looked', kind: 'view', rows: null },
      { name: 'parted', kind: 'table', rows: null },
    ])
    expect(await tablesAs('allowed', 'nothing')).toEqual([])
  })

  it('lists tables also where the functions that make one row of them may not be called', async () => {
    const before = await tablesAs('allowed', 'sales')
    await asOwner('revoke execute on function pg_catalog.json_agg(anyelement) from public')
    try {
      expect(await tablesAs('allowed', 'sales')).toEqual(before)
    } finally {
      await asOwner('grant execute on function pg_catalog.json_agg(anyelement) to public')
    }
  })

  it('lists thousands of tables in one statement', async () => {
    await asOwner(`do $$ begin for i in 1..5000 loop
      execute format('create view sales.many_%s as select 1 as a', i); end loop; end $$`)
    const startedAt = performance.now()
    expect((await tablesAs('allowed', 'sales')).length).toBeGreaterThan(5_000)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
