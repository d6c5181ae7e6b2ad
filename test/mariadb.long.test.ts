import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeMariaDb, startMariaDb, type TestMariaDb } from './mariadb.ts'
import { startServer, type TestClient, type TestServer } from './server.ts'

const PASSWORD = 'p@ss:w0rd/1'
const DATABASE = '/api/v1/database'

describeMariaDb('a server with MariaDB before it', () => {
  let mariadb: TestMariaDb
  let server: TestServer
  let admin: TestClient
  let analyst: TestClient
  let databaseId = 0
  let datasetId = 0
  let uri = ''
  beforeAll(async () => {
    mariadb = await startMariaDb()
    await mariadb.asOwner(['create database shop', 'create database sales'])
    await mariadb.asOwner(
      [
        `create user reader@'127.0.0.1' identified by '${PASSWORD}'`,
        `create table orders (id int primary key, region varchar(20), total decimal(10, 2), at datetime, note json,
          big bigint)`,
        `insert into orders select seq, concat('r', seq % 3), seq * 1.25, date '2024-01-01' + interval seq * 6 hour, '{}',
          9007199254740992 + seq from seq_1_to_100`,
        'create table hidden as select 1 as a',
        "grant select on sales.* to reader@'127.0.0.1'",
        "grant select on shop.* to reader@'127.0.0.1'",
      ],
      'sales',
    )
    uri = `mysql+pymysql://reader:${encodeURIComponent(PASSWORD)}@127.0.0.1:${mariadb.port}/shop?charset=utf8mb4`
    server = await startServer()
    admin = await server.login()
    analyst = await server.user('analyst', ['Gamma', 'sql_lab'])
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await mariadb.stop()
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
    expect([made.status, made.status === 201 ? '' : made.text]).toEqual([201, ''])
    databaseId = made.json.id
    const shown = await admin.send('GET', `${DATABASE}/${databaseId}/connection`)
    expect(shown.json.result).toMatchObject({
      backend: 'mysql',
      parameters: { username: 'reader', password: 'XXXXXXXXXX', port: mariadb.port, database: 'shop' },
    })
    expect(shown.text).not.toContain('w0rd')
    expect((await admin.send('GET', `${DATABASE}/${databaseId}/schemas/`)).json.result).toContain('sales')
    const listed = await admin.send('GET', `${DATABASE}/available/`)
    const engine = listed.json.databases.find((one: { engine: string }) => one.engine === 'mysql')
    expect(engine).toMatchObject({ name: 'MySQL', parameters: { properties: { port: { default: 3306 } } } })
  })

  it.each([
    ['mysql://reader:x@no-such-host.invalid/shop', 'CONNECTION_INVALID_HOSTNAME_ERROR'],
    ['mysql://reader:x@127.0.0.1:1/shop', 'CONNECTION_PORT_CLOSED_ERROR'],
    ['mysql://reader:x@169.254.169.254/shop', 'CONNECTION_ACCESS_DENIED_ERROR'],
  ])('says why %s cannot be reached', async (address, type) => {
    const answer = await admin.send('POST', `${DATABASE}/test_connection/`, { sqlalchemy_uri: address })
    expect([answer.status < 500, answer.json.errors[0].error_type]).toEqual([true, type])
    expect(answer.text).not.toContain('reader:x')
  })

  it('refuses options of the driver that are not on the list', async () => {
    for (const option of ['local_infile=1', 'unix_socket=/run/mysqld/mysqld.sock', 'ssl_ca=/etc/passwd']) {
      const body = { database_name: option, sqlalchemy_uri: `mysql://u:p@127.0.0.1/d?${option}` }
      expect((await admin.send('POST', `${DATABASE}/`, body)).status).toBe(422)
    }
  })

  it('takes the fields of a form as well as an address', async () => {
    const parameters = {
      host: '127.0.0.1',
      port: mariadb.port,
      username: 'reader',
      password: PASSWORD,
      database: 'shop',
    }
    const check = (more: object) =>
      admin.send('POST', `${DATABASE}/validate_parameters/`, {
        engine: 'mysql',
        configuration_method: 'dynamic_form',
        parameters: { ...parameters, query: {}, ...more },
      })
    expect((await check({})).status).toBe(200)
    expect((await check({ port: 1 })).json.errors[0].extra.invalid).toEqual(['port'])
    // This server has no certificate.
    expect((await check({ encryption: true })).json.errors[0].error_type).toBe('CONNECTION_ACCESS_DENIED_ERROR')
  })

  it('shows schemas, tables and columns', async () => {
    const tables = await admin.send('GET', `${DATABASE}/${databaseId}/tables/?q=(schema_name:sales)`)
    expect(tables.json.result).toMatchObject([{ value: 'hidden' }, { value: 'orders', type: 'table' }])
    const { json } = await admin.send('GET', `${DATABASE}/${databaseId}/table_metadata/?name=orders&schema=sales`)
    expect(json.primaryKey.column_names).toEqual(['id'])
    expect(json.columns[2]).toMatchObject({ name: 'total', type: 'DECIMAL', longType: 'DECIMAL(10,2)' })
    expect(json.selectStar).toContain('FROM sales.orders')
  })

  it('runs SQL with exact values and places of errors', async () => {
    const answer = await run('select big, total, at, 1 as a, 2 as a from orders where id = 2')
    expect(answer.text).toContain(
      '"data":[{"big":"9007199254740994","total":2.50,"at":"2024-01-01T12:00:00","a":1,"a__1":2}]',
    )
    const wrong = await run("select 'é😀';\nselect nope\nfrom orders")
    expect(wrong.json.errors[0]).toMatchObject({
      error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      extra: { line: 2, column: 8 },
    })
    expect((await run('delete from orders')).json.errors[0].error_type).toBe('DML_NOT_ALLOWED_ERROR')
    expect((await run("select 1 into outfile '/tmp/sightline-stolen'")).status).toBeLessThan(500)
    const check = await admin.send('POST', `${DATABASE}/${databaseId}/validate_sql/`, {
      sql: 'select id,\n nope from orders',
      schema: 'sales',
    })
    expect(check.json.result).toMatchObject([{ line_number: 2, start_column: 2 }])
  })

  it('stops a run, on the server too', async () => {
    const client_id = 'stop-me'
    const running = run('select count(*) as never from seq_1_to_1000000 a, seq_1_to_1000000 b', { client_id })
    const active = async () =>
      (
        await mariadb.asOwner(
          "select 1 from information_schema.processlist where user = 'reader' and info like '%as never%' and command <> 'Prepare'",
        )
      ).length
    await expect.poll(active).toBe(1)
    expect((await admin.send('POST', '/api/v1/query/stop', { client_id })).status).toBe(200)
    await running
    await expect.poll(active, { timeout: 2_000 }).toBe(0)
    const { result } = (await admin.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')).json
    expect(result.find((query: { id: string }) => query.id === client_id).state).toBe('stopped')
  })

  it('makes a dataset with typed columns', async () => {
    const made = await admin.send('POST', '/api/v1/dataset/', {
      database: databaseId,
      schema: 'sales',
      table_name: 'orders',
    })
    expect(made.status).toBe(201)
    datasetId = made.json.id
    const { result } = (await admin.send('GET', `/api/v1/dataset/${datasetId}`)).json
    const columns = result.columns.map((column: { column_name: string; is_dttm: boolean; type_generic: number }) => [
      column.column_name,
      column.is_dttm,
      column.type_generic,
    ])
    expect(columns).toEqual(
      expect.arrayContaining([
        ['at', true, 2],
        ['region', false, 1],
        ['total', false, 0],
      ]),
    )
  })

  const SUM = { expressionType: 'SQL', sqlExpression: 'SUM(total)', label: 'Sum' }
  const WEEK = { timeGrain: 'P1W', columnType: 'BASE_AXIS', sqlExpression: 'at', label: 'at', expressionType: 'SQL' }
  const RANGE = { col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-07 : 2024-01-14' }
  /** The questions that charts of the five first types ask. */
  it.each([
    ['table', { columns: ['id', 'region', 'at'], orderby: [['id', false]], row_limit: 2 }, 2],
    [
      'bar',
      {
        columns: ['region'],
        metrics: [SUM],
        orderby: [[SUM, false]],
        filters: [{ col: 'region', op: 'ILIKE', val: 'R%' }],
      },
      3,
    ],
    [
      'line',
      {
        columns: [WEEK, 'region'],
        metrics: ['count', SUM],
        filters: [RANGE],
        series_columns: ['region'],
        series_limit: 2,
        series_limit_metric: SUM,
      },
      2,
    ],
    [
      'pie',
      { columns: ['region'], metrics: ['count'], filters: [{ col: 'region', op: 'IN', val: ['r1', "o'r2\\"] }] },
      1,
    ],
    ['big number', { columns: [], metrics: ['count'] }, 1],
  ])('answers the question of a %s chart', async (_, query, rows) => {
    const answer = await admin.send('POST', '/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [query],
      result_format: 'json',
      result_type: 'full',
    })
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
    expect([answer.json.result[0].query, answer.json.result[0].data.length]).toEqual([expect.any(String), rows])
    if (_ === 'line') {
      expect(answer.json.result[0].data[0].at).toBe(Date.UTC(2024, 0, 7))
      expect(answer.json.result[0].data.reduce((sum: number, row: { count: number }) => sum + row.count, 0)).toBe(19)
    }
    if (_ === 'table')
      expect(answer.json.result[0].data[0]).toEqual({ id: 100, region: 'r1', at: Date.UTC(2024, 0, 26) })
  })

  it('keeps sub-queries out of expressions', async () => {
    for (const sqlExpression of ['(select max(a) from sales.hidden)', '1) , (select a from hidden', 'sleep(5)']) {
      const hidden = await admin.send('POST', '/api/v1/chart/data', {
        datasource: { id: datasetId, type: 'table' },
        queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression, label: 'x' }] }],
      })
      expect([sqlExpression, hidden.status]).toEqual([sqlExpression, expect.toSatisfy((s) => s === 400 || s === 422)])
    }
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
      'select * from `hidden` h where false',
      'select (select max(a) from sales.hidden) from orders',
      'select * from orders format, hidden',
      'select * from orders use index for order by (PRIMARY), hidden',
      'select * from (with hidden as (select 1) select * from hidden) x, hidden',
      'with orders as (select * from hidden) select * from orders',
      'select * from orders -- \n, hidden',
      'describe hidden',
      'show create table hidden',
      'select table_name from information_schema.tables',
      'select * from mysql.user',
    ]) {
      const answer = await run(sql, {}, analyst)
      expect([sql, answer.status, answer.json.errors[0].error_type]).toEqual([
        sql,
        403,
        expect.stringMatching(/ACCESS_ERROR/),
      ])
    }
  })
})
