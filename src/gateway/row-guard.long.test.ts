import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { duckdbFile } from '../../test/duckdb-file.ts'
import { describeMariaDb, startMariaDb } from '../../test/mariadb.ts'
import { describePostgres, startPostgres } from '../../test/postgres.ts'
import { startServer, type TestClient, type TestServer } from '../../test/server.ts'

/** A database with the tables of these tests: `sales` has rules, `free` has none. */
interface Source {
  readonly uri: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  readonly schema: string
  /** The schema `other` has a `sales` of its own, without rules. */
  readonly hasOther: boolean
  /** A table that the chosen schema lacks is looked for in the database's own. */
  readonly looksFurther: boolean
  /** A common table expression may bear the name of the table that it reads. */
  readonly shadows: boolean
  stop(): Promise<void>
}

const ROWS = "('DE', 1, '2026-01-01'), ('DE', 2, '2026-01-02'), ('FR', 4, '2026-02-01'), ('IT', 8, '2026-02-02')"
const TABLES = [
  'create table sales (country varchar(2), amount integer, "sold at" varchar(10))',
  `insert into sales values ${ROWS}`,
  'create table free (country varchar(2))',
  "insert into free values ('DE'), ('FR'), ('IT')",
  'create table allowed (country varchar(2))',
  "insert into allowed values ('IT')",
  'create view seen as select country, amount from sales',
  'create view deep as select country, amount from seen',
  'create view listed as select country, amount from sales',
]
const OTHER = [
  'create schema other',
  'create table other.sales (country varchar(2), amount integer, "sold at" varchar(10))',
  "insert into other.sales values ('XX', 100, '2026-03-01')",
  'create table other.allowed (country varchar(2))',
  "insert into other.allowed values ('FR')",
]

async function duckdb(): Promise<Source> {
  const { dir, path } = await duckdbFile(...TABLES, ...OTHER)
  return {
    uri: `duckdb:///${path}`,
    args: ['--sources', dir],
    schema: 'main',
    hasOther: true,
    looksFurther: false,
    shadows: true,
    stop: async () => {},
  }
}
async function sqlite(): Promise<Source> {
  const dir = mkdtempSync(join(tmpdir(), 'ruled-'))
  const path = join(dir, 'data.db')
  const database = new DatabaseSync(path)
  database.exec(TABLES.join(';'))
  database.close()
  return {
    uri: `sqlite:///${path}`,
    args: ['--sources', dir],
    schema: 'main',
    hasOther: false,
    looksFurther: false,
    shadows: false,
    stop: async () => {},
  }
}
async function postgres(): Promise<Source> {
  const server = await startPostgres()
  const { Client } = (await import('pg')).default
  const client = new Client(server.url())
  await client.connect()
  for (const sql of [...TABLES, ...OTHER]) await client.query(sql)
  await client.end()
  const env = { SIGHTLINE_PRIVATE_DATABASES: '1' }
  return {
    uri: server.url(),
    env,
    schema: 'public',
    hasOther: true,
    looksFurther: true,
    shadows: true,
    stop: () => server.stop(),
  }
}

async function mariadb(): Promise<Source> {
  const server = await startMariaDb()
  const tables = [...TABLES, ...OTHER].map((sql) => sql.replaceAll('"', '`'))
  // The account may read views, not their texts.
  const clerk = ["create user clerk@'127.0.0.1'", "grant select on data.* to clerk@'127.0.0.1'"]
  const elsewhere = "grant select on other.* to clerk@'127.0.0.1'"
  await server.asOwner(['create database data', 'use data', ...tables, ...clerk, elsewhere])
  return {
    uri: `mysql://clerk@127.0.0.1:${server.port}/data`,
    schema: 'data',
    hasOther: true,
    looksFurther: false,
    shadows: true,
    stop: () => server.stop(),
  }
}

describe('row-level rules on the embedded engine', () => keepsRules(duckdb))
describe('row-level rules on SQLite', () => keepsRules(sqlite))
describePostgres('row-level rules on PostgreSQL', () => keepsRules(postgres))
describeMariaDb('row-level rules on MariaDB', () => keepsRules(mariadb))

function keepsRules(open: () => Promise<Source>): void {
  let source: Source
  let server: TestServer
  let admin: TestClient
  let german: TestClient
  let french: TestClient
  let databaseId = 0
  const ids = { sales: 0, listed: 0, virtual: 0 }

  beforeAll(async () => {
    source = await open()
    server = await startServer({ args: source.args ?? [], env: source.env ?? {} })
    admin = await server.login()
    const database = { database_name: 'data', sqlalchemy_uri: source.uri, expose_in_sqllab: true }
    databaseId = await made('/api/v1/database/', database)
    const dataset = { database: databaseId, schema: source.schema }
    ids.sales = await made('/api/v1/dataset/', { ...dataset, table_name: 'sales' })
    ids.listed = await made('/api/v1/dataset/', { ...dataset, table_name: 'listed' })
    const sql = 'select s.country, s.amount from sales s join free on free.country = s.country -- all of them'
    ids.virtual = await made('/api/v1/dataset/', { ...dataset, table_name: 'virtual', sql })
    german = await reader('german', "country = 'DE'")
    french = await reader('french', "country = 'FR'")
  })
  afterAll(async () => {
    await server.stop()
    await source.stop()
  })

  const made = async (path: string, body: unknown): Promise<number> => {
    const answer = await admin.send('POST', path, body)
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)])
    return answer.json.id
  }

  /** A user who may read the whole database, with a regular rule on `sales`. */
  async function reader(name: string, clause: string): Promise<TestClient> {
    const role = await made('/api/v1/security/roles/', { name })
    const pairs = await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')
    const permission_view_menu_ids = pairs.json.result
      .filter((pair: { permission: { name: string } }) => pair.permission.name === 'database_access')
      .map((pair: { id: number }) => pair.id)
    await admin.send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids })
    const rule = { name, filter_type: 'Regular', tables: [ids.sales], roles: [role], group_key: null, clause }
    await made('/api/v1/rowlevelsecurity/', rule)
    return server.user(name, ['Gamma', 'sql_lab', name])
  }

  const execute = (client: TestClient, written: string, schema: string | null = source.schema) => {
    const sql = source.uri.startsWith('mysql') ? written.replaceAll('"', '`') : written
    return client.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema, sql })
  }
  const cell = async (client: TestClient, sql: string, schema: string | null = source.schema) => {
    const answer = await execute(client, sql, schema)
    const [row] = answer.json.data ?? []
    return [sql, row ? Object.values(row).map(Number) : `${answer.status} ${answer.text}`]
  }
  const TOTAL = { expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'total' }
  const chart = (client: TestClient, id: number, query: object, more: object = {}) =>
    client.send('POST', '/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query], ...more })
  const total = async (client: TestClient, id: number) => {
    const answer = await chart(client, id, { columns: [], metrics: [TOTAL] })
    return answer.status === 200 ? Number(answer.json.result[0].data[0].total) : answer.text
  }

  it('narrows every way of reading a table in the editor', async () => {
    for (const sql of [
      'select sum(amount) as n from sales',
      `select sum(amount) as n from ${source.schema}.sales`,
      `select sum("amount") as n from "${source.schema}"."sales"`,
      'select sum(x.amount) as n from sales as x',
      'select sum(x.amount) as n from free f, sales x where x.country = f.country',
      'select sum(sales.amount) as n from free join sales on sales.country = free.country',
      'with x as (select * from sales) select sum(amount) as n from x',
      ...(source.shadows ? ['with sales as (select * from sales) select sum(amount) as n from sales'] : []),
      'select (select sum(amount) from sales) as n',
      'select sum(amount) as n from (select amount from sales union all select 0 from free) u',
      'select sum(amount) as n from sales where "sold at" >= \'2000\' or 1 = 1 -- or not',
      'select max(n) as n from (select sum(amount) over () as n from sales order by "sold at" limit 1) o',
      'select sum(amount) as n from sales a where exists (select 1 from sales b where b.country = a.country)',
    ]) {
      expect(await cell(admin, sql)).toEqual([sql, [15]])
      expect(await cell(german, sql)).toEqual([sql, [3]])
      expect(await cell(french, sql)).toEqual([sql, [4]])
    }
    expect((await cell(german, 'select count(*) as n from free'))[1]).toEqual([3])
  })

  it('follows a name to the schema in which it lies', async () => {
    if (!source.hasOther) return
    const sums = (from: string) => `select sum(amount) as n from ${from}`
    expect(await cell(german, sums('other.sales'))).toEqual([sums('other.sales'), [100]])
    expect(await cell(german, sums('sales'), 'other')).toEqual([sums('sales'), [100]])
    expect(await cell(german, sums(`${source.schema}.sales`), 'other')).toEqual([sums(`${source.schema}.sales`), [3]])
    if (source.looksFurther)
      expect(await cell(german, 'select count(*) as n from free', 'other')).toEqual([expect.any(String), [3]])
    expect(await cell(german, sums('sales'), null)).toEqual([sums('sales'), [3]])
    const catalogs: Record<string, string> = { main: 'data', public: 'postgres.public', data: 'data' }
    const catalog = catalogs[source.schema] ?? ''
    expect(await cell(german, sums(`${catalog}.sales`))).toEqual([sums(`${catalog}.sales`), [3]])
  })

  it('reads the tables of a rule itself where its dataset lies, whatever else bears their names', async () => {
    const clause = 'country in (select country from allowed where country is not null)'
    const italian = await reader('italian', clause)
    const sums = (from: string) => `select sum(amount) as n from ${from}`
    expect(await cell(italian, sums('sales'))).toEqual([sums('sales'), [8]])
    const shadowed = `with allowed as (select 'DE' as country) ${sums('sales')}`
    expect(await cell(italian, shadowed)).toEqual([shadowed, [8]])
    const full = sums(`${source.schema}.sales`)
    if (source.hasOther) expect(await cell(italian, full, 'other')).toEqual([full, [8]])
    expect([await total(italian, ids.sales), await total(italian, ids.virtual)]).toEqual([8, 8])
  })

  it('lets no view that is no dataset show what a rule hides', async () => {
    for (const view of ['seen', 'deep']) {
      const sql = `select sum(amount) as n from ${view}`
      expect(await cell(admin, sql)).toEqual([sql, [15]])
      const refused = await execute(german, sql)
      expect([refused.status, refused.json.errors[0].error_type]).toEqual([403, 'TABLE_SECURITY_ACCESS_ERROR'])
    }
    expect((await cell(german, 'select sum(amount) as n from listed'))[1]).toEqual([15])
  })

  it('shows no row beyond the rule of a table that is named by a text', async () => {
    for (const sql of ["select sum(amount) as n from 'sales'", "select sum(amount) as n from free, 'sales'"])
      expect((await cell(german, sql))[1]).toMatch(/^4\d\d /)
  })

  it('refuses statements in which a rule cannot be kept', async () => {
    for (const sql of ['explain select * from sales', 'delete from sales', 'create table mine as select * from sales'])
      expect([sql, (await execute(german, sql)).status]).toEqual([sql, 403])
  })

  it('narrows charts of the table and of SQL that reads it, and keeps their answers apart', async () => {
    for (const id of [ids.sales, ids.virtual])
      for (let i = 0; i < 2; i++)
        expect([await total(admin, id), await total(german, id), await total(french, id)]).toEqual([15, 3, 4])
    const force = await chart(german, ids.virtual, { columns: ['country'], metrics: [TOTAL] }, { force: true })
    expect(force.json.result[0].data).toEqual([{ country: 'DE', total: 3 }])
    const other = await chart(french, ids.virtual, { columns: ['country'], metrics: [TOTAL] })
    expect(other.json.result[0]).toMatchObject({ is_cached: null, data: [{ country: 'FR', total: 4 }] })
    expect(await total(german, ids.listed)).toBe(15)
  })

  it('narrows samples, filter values, drills, totals and files', async () => {
    const samples = `/datasource/samples?datasource_type=table&datasource_id=${ids.sales}`
    const page = (await german.send('POST', samples, {})).json.result
    expect(page).toMatchObject({ total_count: 2, rowcount: 2 })
    expect(page.data.map((row: { country: string }) => row.country)).toEqual(['DE', 'DE'])
    for (const id of [ids.sales, ids.virtual]) {
      const values = await german.send('GET', `/api/v1/datasource/table/${id}/column/country/values/`)
      expect(values.json.result).toEqual(['DE'])
    }
    const query = { columns: ['country'], metrics: [TOTAL] }
    const csv = await chart(french, ids.sales, query, { result_format: 'csv' })
    expect(csv.text.trim().split(/\r?\n/)).toEqual(['country,total', 'FR,4'])
    const drill = await chart(french, ids.sales, { filters: [] }, { result_type: 'drill_detail' })
    expect(drill.json.result[0].data.map((row: { country: string }) => row.country)).toEqual(['FR'])
    const count = await chart(german, ids.sales, { columns: ['amount'], metrics: [], is_rowcount: true })
    expect(count.json.result[0].data).toEqual([{ rowcount: 2 }])
  })

  it('exports from the editor what its reader saw', async () => {
    const answer = await execute(german, 'select country, amount from sales order by amount')
    const file = await german.send('GET', `/api/v1/sqllab/export/${answer.json.query.id}/`)
    expect(file.text.replace('\ufeff', '').trim().split(/\r?\n/)).toEqual(['country,amount', 'DE,1', 'DE,2'])
    expect((await french.send('GET', `/api/v1/sqllab/export/${answer.json.query.id}/`)).status).toBe(403)
  })

  it('keeps base rules and groups together with regular ones', async () => {
    const rule = { filter_type: 'Base', tables: [ids.sales], roles: [], group_key: null }
    const base = await made('/api/v1/rowlevelsecurity/', { ...rule, name: 'base', clause: 'amount > 1' })
    const sql = 'select sum(amount) as n from sales'
    expect(await cell(german, sql)).toEqual([sql, [2]])
    expect(await cell(admin, sql)).toEqual([sql, [14]])
    expect([await total(german, ids.sales), await total(german, ids.virtual)]).toEqual([2, 2])
    const grouped = { ...rule, group_key: 'size', name: 'or', clause: 'amount = 1' }
    const or = await made('/api/v1/rowlevelsecurity/', grouped)
    await admin.send('PUT', `/api/v1/rowlevelsecurity/${base}`, { group_key: 'size' })
    expect(await cell(german, sql)).toEqual([sql, [3]])
    expect(await total(german, ids.virtual)).toBe(3)
    await admin.send('DELETE', `/api/v1/rowlevelsecurity/?q=!(${base},${or})`)
  })
}
