import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { startServer, type TestClient, type TestServer } from '../../test/server.ts'

/** `sales` is cut by country and France by year; `old_orders` inherits from `orders`; `whole` is a table of the ruled part. */
const TABLES = `
  create table sales (country text, year int, amount int) partition by list (country);
  create table sales_de partition of sales for values in ('DE');
  create table sales_fr partition of sales for values in ('FR') partition by list (year);
  create schema parts;
  create table parts."Sales fr 24" partition of sales_fr for values in (2024);
  insert into sales values ('DE', 2024, 1), ('DE', 2025, 2), ('FR', 2024, 4);
  create table orders (id int, owner text);
  create table old_orders (closed_at date) inherits (orders);
  insert into orders values (1, 'ann'), (2, 'bob');
  insert into old_orders values (3, 'ann', '2020-01-01'), (4, 'bob', '2020-01-01');
  create table whole (n int);
  create table part () inherits (whole);
  insert into part values (1), (2);
  create view seen as select * from sales_de;
  create table free (n int);
  create table free_too () inherits (free);
  insert into free_too values (1), (2), (3)`

describePostgres('row-level rules on a table in parts', () => {
  let postgres: TestPostgres
  let server: TestServer
  let admin: TestClient
  let ann: TestClient
  let databaseId = 0

  beforeAll(async () => {
    postgres = await startPostgres()
    const client = new pg.Client(postgres.url())
    await client.connect()
    await client.query(TABLES)
    await client.end()
    server = await startServer({ env: { SIGHTLINE_PRIVATE_DATABASES: '1' } })
    admin = await server.login()
    const database = { database_name: 'data', sqlalchemy_uri: postgres.url(), expose_in_sqllab: true }
    databaseId = await made('/api/v1/database/', database)
    const role = await made('/api/v1/security/roles/', { name: 'reader' })
    const pairs = await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')
    const permission_view_menu_ids = pairs.json.result
      .filter((pair: { permission: { name: string } }) => pair.permission.name === 'database_access')
      .map((pair: { id: number }) => pair.id)
    await admin.send('POST', `/api/v1/security/roles/${role}/permissions`, { permission_view_menu_ids })
    for (const [table_name, clause] of [
      ['sales', 'year = 2024'],
      ['orders', "owner = 'ann'"],
      ['part', 'n = 1'],
    ] as const) {
      const id = await made('/api/v1/dataset/', { database: databaseId, schema: 'public', table_name })
      const rule = { name: table_name, filter_type: 'Regular', tables: [id], roles: [role], group_key: null, clause }
      await made('/api/v1/rowlevelsecurity/', rule)
    }
    ann = await server.user('ann', ['Gamma', 'sql_lab', 'reader'])
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await postgres.stop()
  })

  async function made(path: string, body: unknown): Promise<number> {
    const answer = await admin.send('POST', path, body)
    expect([path, answer.status, answer.text]).toEqual([path, 201, expect.any(String)])
    return answer.json.id
  }
  const execute = (client: TestClient, sql: string) =>
    client.send('POST', '/api/v1/sqllab/execute/', { database_id: databaseId, schema: 'public', sql })
  const cell = async (client: TestClient, sql: string) => {
    const answer = await execute(client, sql)
    const [row] = answer.json.data ?? []
    return row ? Number(Object.values(row)[0]) : `${answer.status} ${answer.text}`
  }

  it.each([
    ['select sum(amount) as n from sales', 7, 5],
    ['select sum(amount) as n from sales_de', 3, 1],
    ['select sum(amount) as n from SALES_DE s', 3, 1],
    ['select sum(amount) as n from public.sales_de', 3, 1],
    ['select sum(amount) as n from parts."Sales fr 24"', 4, 4],
    ['select sum(s.amount) as n from sales_fr s join sales_de d on true', 8, 4],
    ['with x as (select * from sales_de) select sum(amount) as n from x', 3, 1],
    ['select count(*) as n from old_orders', 2, 1],
    ['select count(*) as n from orders', 4, 2],
    ['select count(*) as n from part', 2, 1],
    ['select count(*) as n from free', 3, 3],
    ['select count(*) as n from free_too', 3, 3],
  ])('hold in its parts: %s', async (sql, everything, few) => {
    expect([await cell(admin, sql), await cell(ann, sql)]).toEqual([everything, few])
  })

  it.each([
    ['select * from whole', 'part'],
    ['select * from seen', 'sales'],
    ['explain select * from sales_de', 'sales_de'],
    ['create table mine as select * from old_orders', 'old_orders'],
    ['table sales_de', 'sales_de'],
  ])('refuse what they cannot be kept in: %s', async (sql, name) => {
    const answer = await execute(ann, sql)
    expect([answer.status, answer.json.errors?.[0].error_type]).toEqual([403, expect.stringMatching(/ACCESS|DML/)])
    if (!sql.startsWith('create')) expect(answer.text).toContain(name)
  })

  it('hold in charts on SQL that reads a part', async () => {
    const dataset = { database: databaseId, schema: 'public', table_name: 'cut', sql: 'select amount from sales_de' }
    const id = await made('/api/v1/dataset/', dataset)
    const metric = { expressionType: 'SQL', sqlExpression: 'sum(amount)', label: 'n' }
    const total = async (client: TestClient) => {
      const body = { datasource: { id, type: 'table' }, queries: [{ columns: [], metrics: [metric] }] }
      const answer = await client.send('POST', '/api/v1/chart/data', body)
      return answer.status === 200 ? Number(answer.json.result[0].data[0].n) : answer.text
    }
    expect([await total(admin), await total(ann)]).toEqual([3, 1])
  })
})
