import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'

const PASSWORD = 'p@ss:w0rd/1'
const DATABASE = '/api/v1/database'

describePostgres('a server with PostgreSQL behind and before it', () => {
  let postgres: TestPostgres
  let server: TestServer
  let admin: TestClient
  let analyst: TestClient
  let databaseId = 0
  let datasetId = 0
  let uri = ''
  const asOwner = async (sql: string, database: string) => {
    const client = new pg.Client({ connectionString: postgres.url(database) })
    await client.connect()
    const { rows } = await client.query(sql)
    await client.end()
    return rows
  }
  beforeAll(async () => {
    postgres = await startPostgres()
    await asOwner('create database metadata', 'postgres')
    await asOwner('create database shop', 'postgres')
    await asOwner(
      `create role reader login password '${PASSWORD}';
      create schema sales;
      create table sales.orders (id int primary key, region text, total numeric(10, 2), at timestamp, note jsonb);
      insert into sales.orders select n, 'r' || n % 3, n * 1.25, timestamp '2024-01-01' + n * interval '6 hours', '{}'
        from generate_series(1, 100) n;
      create table sales.hidden as select 1 as a;
      grant usage on schema sales to reader;
      grant select on all tables in schema sales to reader;
      create schema files authorization reader`,
      'shop',
    )
    uri = `postgresql+psycopg2://reader:${encodeURIComponent(PASSWORD)}@127.0.0.1:${postgres.port}/shop`
    server = await startServer({ env: { SIGHTLINE_METADATA_URL: postgres.url('metadata') } })
    admin = await server.login()
    analyst = await server.user('analyst', ['Gamma', 'sql_lab'])
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await postgres.stop()
  })
  const run = (sql: string, more: object = {}, client = admin) =>
    client.send('POST', '/api/v1/sqllab/execute/', {
      database_id: databaseId,
      schema: 'sales',
      sql,
      queryLimit: 1000,
      client_id: crypto.randomUUID().slice(0, 11),
      ...more,
    })

  it('keeps a connection whose password is never shown again', async () => {
    const tried = await admin.send('POST', `${DATABASE}/test_connection/`, { sqlalchemy_uri: uri })
    expect([tried.status, tried.json]).toEqual([200, { message: 'OK' }])
    const made = await admin.send('POST', `${DATABASE}/`, { database_name: 'shop', sqlalchemy_uri: uri })
    expect(made.status).toBe(201)
    databaseId = made.json.id
    const shown = await admin.send('GET', `${DATABASE}/${databaseId}/connection`)
    expect(shown.json.result).toMatchObject({
      backend: 'postgresql',
      sqlalchemy_uri: `postgresql+psycopg2://reader:XXXXXXXXXX@127.0.0.1:${postgres.port}/shop`,
      parameters: { username: 'reader', password: 'XXXXXXXXXX', port: postgres.port, database: 'shop' },
    })
    expect(shown.text).not.toContain('w0rd')
    const masked = shown.json.result.sqlalchemy_uri
    const again = await admin.send('PUT', `${DATABASE}/${databaseId}`, { sqlalchemy_uri: `${masked}?sslmode=disable` })
    expect(again.status).toBe(200)
    expect((await admin.send('GET', `${DATABASE}/${databaseId}/schemas/`)).json.result).toContain('sales')
    const stored = await asOwner('select * from databases', 'metadata')
    expect(JSON.stringify(stored)).not.toContain('w0rd')
  })

  it.each([
    ['postgresql://reader:x@no-such-host.invalid/shop', 'CONNECTION_INVALID_HOSTNAME_ERROR'],
    ['postgresql://reader:x@127.0.0.1:1/shop', 'CONNECTION_PORT_CLOSED_ERROR'],
    ['postgresql://reader:x@169.254.169.254/shop', 'CONNECTION_ACCESS_DENIED_ERROR'],
  ])('says why %s cannot be reached', async (address, type) => {
    const answer = await admin.send('POST', `${DATABASE}/test_connection/`, { sqlalchemy_uri: address })
    expect([answer.status < 500, answer.json.errors[0].error_type]).toEqual([true, type])
    expect(answer.text).not.toContain('reader:x')
  })

  it('refuses to keep an address that no connection may go to', async () => {
    for (const host of ['169.254.169.254', '0.0.0.0']) {
      const body = { database_name: host, sqlalchemy_uri: `postgresql://u:p@${host}/d` }
      expect((await admin.send('POST', `${DATABASE}/`, body)).status).toBe(422)
    }
  })

  it('checks the fields of the connection form', async () => {
    const parameters = { host: '127.0.0.1', port: postgres.port, username: 'reader', database: 'shop', query: {} }
    const check = (more: object) =>
      admin.send('POST', `${DATABASE}/validate_parameters/`, {
        engine: 'postgresql',
        configuration_method: 'dynamic_form',
        parameters: { ...parameters, ...more },
      })
    expect((await check({ password: PASSWORD })).status).toBe(200)
    const closed = await check({ port: 1 })
    expect([closed.status, closed.json.errors[0].extra.invalid]).toEqual([422, ['port']])
    expect((await check({ host: '' })).json.errors[0].extra.missing).toEqual(['host'])
  })

  it('shows schemas, tables and columns', async () => {
    const tables = await admin.send('GET', `${DATABASE}/${databaseId}/tables/?q=(schema_name:sales)`)
    expect(tables.json.result).toMatchObject([{ value: 'hidden' }, { value: 'orders', type: 'table' }])
    const { json } = await admin.send('GET', `${DATABASE}/${databaseId}/table_metadata/?name=orders&schema=sales`)
    expect(json.primaryKey.column_names).toEqual(['id'])
    expect(json.columns[2]).toMatchObject({ name: 'total', type: 'NUMERIC', longType: 'NUMERIC(10,2)' })
    expect(json.selectStar).toContain('FROM sales.orders')
  })

  it('runs SQL with exact values and places of errors', async () => {
    const answer = await run('select 9007199254740993 as big, total, at, 1 as a, 2 as a from orders where id = 2')
    expect(answer.text).toContain(
      '"data":[{"big":"9007199254740993","total":2.50,"at":"2024-01-01T12:00:00","a":1,"a__1":2}]',
    )
    const wrong = await run('select 1;\nselect nope\nfrom orders')
    expect(wrong.json.errors[0]).toMatchObject({
      error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      extra: { line: 2, column: 8 },
    })
    const refused = await run('delete from orders')
    expect(refused.json.errors[0].error_type).toBe('DML_NOT_ALLOWED_ERROR')
    const check = await admin.send('POST', `${DATABASE}/${databaseId}/validate_sql/`, {
      sql: 'select id,\n nope from orders',
      schema: 'sales',
    })
    expect(check.json.result).toMatchObject([{ line_number: 2, start_column: 2 }])
  })

  it('stops a run, on the server too', async () => {
    const client_id = 'stop-me'
    const sql = 'select count(*) as never from generate_series(1, 1000000) a, generate_series(1, 1000000) b'
    const running = run(sql, { client_id })
    const active = async () =>
      (
        await asOwner(
          "select 1 from pg_stat_activity where state = 'active' and query like '%as never%' and usename = 'reader'",
          'shop',
        )
      ).length
    await expect.poll(active).toBe(1)
    expect((await admin.send('POST', '/api/v1/query/stop', { client_id })).status).toBe(200)
    await running
    await expect.poll(active, { timeout: 2_000 }).toBe(0)
    const { result } = (await admin.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).json
    expect(result.find((query: { id: string }) => query.id === client_id).state).toBe('stopped')
  })

  it('makes datasets, charts and dashboards, and lists them in order', async () => {
    const dataset = await admin.send('POST', '/api/v1/dataset/', {
      database: databaseId,
      schema: 'sales',
      table_name: 'orders',
    })
    expect(dataset.status).toBe(201)
    datasetId = dataset.json.id
    for (const slice_name of ['Beta', 'alpha_1', 'Gamma'])
      await admin.send('POST', '/api/v1/chart/', {
        slice_name,
        viz_type: 'table',
        datasource_id: datasetId,
        datasource_type: 'table',
        params: '{}',
      })
    const dashboard = await admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'Sales', published: true })
    expect(dashboard.status).toBe(201)
    const names = async (q: string, path = 'chart') => {
      const answer = await admin.send('GET', `/api/v1/${path}/?q=${encodeURIComponent(q)}`)
      expect(answer.status).toBe(200)
      return answer.json.result.map(
        (row: Record<string, string>) => row.slice_name ?? row.dashboard_title ?? row.table_name,
      )
    }
    expect(await names('(order_column:slice_name,order_direction:desc,page_size:2)')).toHaveLength(2)
    expect(await names('(filters:!((col:slice_name,opr:chart_all_text,value:LPHA_)))')).toEqual(['alpha_1'])
    expect(await names('(filters:!((col:id,opr:chart_is_favorite,value:!t)))')).toEqual([])
    expect(await names('(filters:!((col:id,opr:eq,value:abc)))').catch(() => [])).toEqual([])
    expect(await names('(filters:!((col:published,opr:eq,value:!t)))', 'dashboard')).toEqual(['Sales'])
    expect(
      await names('(filters:!((col:database,opr:rel_o_m,value:1)),order_column:changed_on_delta_humanized)', 'dataset'),
    ).toEqual(['orders'])
    expect((await admin.send('GET', '/api/v1/chart/99999999999999999999')).status).toBeLessThan(500)
    expect((await admin.send('GET', '/api/v1/chart/999999999999')).status).toBe(404)
  })

  it('answers a chart under a label that is longer than the database keeps', async () => {
    const label = `Sum of everything ${'that was ever sold '.repeat(4)}`
    const answer = await admin.send('POST', '/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label }] }],
    })
    const [result] = answer.json.result
    expect([answer.status, result.colnames, result.data.map(Object.keys)]).toEqual([200, [label], [[label]]])
  })

  it('answers charts from the database', async () => {
    const answer = await admin.send('POST', '/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [
        {
          columns: [
            { timeGrain: 'P1W', columnType: 'BASE_AXIS', sqlExpression: 'at', label: 'at', expressionType: 'SQL' },
            'region',
          ],
          metrics: ['count', { expressionType: 'SQL', sqlExpression: 'SUM(total)', label: 'Sum' }],
          filters: [
            { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-08 : 2024-01-15' },
            { col: 'region', op: 'ILIKE', val: 'R%' },
          ],
          orderby: [['count', false]],
          row_limit: 10,
        },
      ],
      result_format: 'json',
      result_type: 'full',
    })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    const [result] = answer.json.result
    expect(result.query).toContain(`DATE_TRUNC('week', "at")`)
    expect(result.data).toHaveLength(3)
    expect(result.data[0].at).toBe(Date.UTC(2024, 0, 8))
    expect(result.data.reduce((sum: number, row: { count: number }) => sum + row.count, 0)).toBe(28)
    const hidden = await admin.send('POST', '/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [
        { metrics: [{ expressionType: 'SQL', sqlExpression: '(select max(a) from sales.hidden)', label: 'x' }] },
      ],
    })
    expect([hidden.status, hidden.text.includes('sub-queries')]).toEqual([400, true])
  })

  it('takes files into the schemas that are meant for them, and nowhere before that is allowed', async () => {
    const send = async (table: string, schema: string, client = admin) => {
      const form = new FormData()
      const fields = { type: 'csv', table_name: table, schema, already_exists: 'fail' }
      for (const [key, value] of Object.entries(fields)) form.set(key, value)
      form.set('file', new Blob(['city,n\n"Köln, a",1\nBonn,\n']), 'cities.csv')
      const headers = { cookie: client.cookie, 'X-CSRFToken': client.csrf, referer: client.base }
      const path = `${client.base}${DATABASE}/${databaseId}/upload/`
      const answer = await fetch(path, { method: 'POST', body: form, headers })
      return [answer.status, await answer.text()] as const
    }
    const read = 'select city, n from files.cities order by n'
    expect((await send('cities', 'files'))[0]).toBe(403)
    const extra = JSON.stringify({ schemas_allowed_for_file_upload: ['files'] })
    const allowed = await admin.send('PUT', `${DATABASE}/${databaseId}`, { allow_file_upload: true, extra })
    expect(allowed.status, allowed.text).toBe(200)
    expect((await send('cities', 'sales'))[0]).toBe(403)
    expect((await send('cities', 'files', analyst))[0]).toBe(403)
    expect(await send('cities', 'files')).toEqual([201, '{"message":"OK"}'])
    expect((await run(read)).json.data).toEqual([
      { city: 'Köln, a', n: 1 },
      { city: 'Bonn', n: null },
    ])
    expect((await send('cities', 'files'))[0]).toBe(422)
    const datasets = await admin.send('GET', '/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:cities)))')
    expect(datasets.json.result).toMatchObject([{ schema: 'files', table_name: 'cities' }])
    // Statements still may only read.
    expect((await run("insert into files.cities values ('Ulm', 2)")).status).toBe(403)
    const listed = await admin.send('GET', `${DATABASE}/available/`)
    const takes = (name: string) =>
      listed.json.databases.find((one: { engine: string }) => one.engine === name)?.engine_information
        .supports_file_upload
    expect(['postgresql', 'mysql', 'sqlite', 'trino'].map(takes)).toEqual([true, true, true, false])
  })

  it('lets nobody read a table without a right to it, whatever the spelling', async () => {
    const roles = await admin.send('GET', '/api/v1/security/roles/?q=(page_size:100)')
    const role = roles.json.result.find((each: { name: string }) => each.name === 'Gamma')
    const pairs = await admin.send('GET', '/api/v1/security/permissions-resources/?q=(page_size:1000)')
    const pair = pairs.json.result.find(
      (each: { permission: { name: string }; view_menu: { name: string } }) =>
        each.permission.name === 'datasource_access' && each.view_menu.name.includes('[orders]'),
    )
    const held = await admin.send('GET', `/api/v1/security/roles/${role.id}/permissions/`)
    const ids = held.json.result.map((each: { id: number }) => each.id)
    const given = await admin.send('POST', `/api/v1/security/roles/${role.id}/permissions`, {
      permission_view_menu_ids: [...ids, pair.id],
    })
    expect(given.status).toBe(200)
    expect((await run('select count(*) as n from orders', {}, analyst)).json.data).toEqual([{ n: 100 }])
    for (const sql of [
      'select * from hidden',
      'select * from "hidden" h where false',
      'select (select max(a) from sales.hidden) from orders',
      'with orders as (select * from hidden) select * from orders',
      'table hidden',
      "select query_to_xml('select * from sales.hidden', true, true, '')",
      'select * from pg_stat_activity',
    ]) {
      const answer = await run(sql, {}, analyst)
      expect([answer.status, answer.json.errors[0].error_type]).toEqual([403, expect.stringMatching(/ACCESS_ERROR/)])
    }
  })
})
