import { request } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

describePostgres('charts of a dashboard over one table', () => {
  let postgres: TestPostgres
  let owner: pg.Client
  let server: TestServer
  let client: TestClient
  let datasetId = 0
  let slowId = 0

  beforeAll(async () => {
    postgres = await startPostgres()
    owner = new pg.Client(postgres.url())
    await owner.connect()
    await owner.query(`create table sold as select n as id, 'p' || n % 7 as product, n % 10 as qty, n * n % 1009 as amount
      from generate_series(1, 5000) as g(n)`)
    server = await startServer({})
    client = await server.login()
    const made = async (path: string, body: unknown) => (await client.send('POST', path, body)).json.id as number
    const database = await made('/api/v1/database/', { database_name: 'sold', sqlalchemy_uri: postgres.url() })
    datasetId = await made('/api/v1/dataset/', { database, schema: 'public', table_name: 'sold' })
    const sql = 'select a.product, a.qty, a.amount from sold a, sold b, sold c'
    slowId = await made('/api/v1/dataset/', { database, schema: 'public', table_name: 'slow', sql })
  })
  afterAll(async () => {
    await server?.stop()
    await owner?.end()
    await postgres?.stop()
  })

  const sum = { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'sum' }
  const body = (query: object, id = datasetId) => ({
    datasource: { id, type: 'table' },
    queries: [{ columns: ['product'], metrics: [sum], row_limit: 100, ...query }],
  })
  const above = (qty: number, id = datasetId) => body({ filters: [{ col: 'qty', op: '>', val: qty }] }, id)
  const ask = async (bodies: readonly object[], more: object = {}) => {
    const requests = bodies.map((one, i) => ({ id: String(i), rank: i, body: one }))
    const { text } = await client.send('POST', '/api/v1/chart/data/batch', { requests, ...more })
    const lines = text.trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line)).toSorted((a, b) => Number(a.id) - Number(b.id))
  }
  const active = async () => {
    const { rows } = await owner.query(
      "select query from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like '%sold%'",
    )
    return rows.map(({ query }) => String(query))
  }

  it('keeps each answer under its own statement, as if it had been asked alone', async () => {
    const answers = await ask([0, 1, 2, 3].map((qty) => above(qty)))
    for (const [qty, answer] of answers.entries()) {
      const alone = (await client.send('POST', '/api/v1/chart/data', above(qty))).json.result[0]
      expect(alone.is_cached).toBe(true)
      expect(alone.query).toContain(`"qty" > ${qty}\nGROUP BY "product"`)
      expect(answer.body.result[0]).toMatchObject({ query: alone.query, data: alone.data, cache_key: alone.cache_key })
    }
  })

  it('does not let a chart that fails take the others along', async () => {
    const failing = body({ extras: { where: 'qty / (qty - qty) > 1' } })
    const answers = await ask([above(4), above(5), failing, above(6)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200])
    expect(answers[2].body.message).toContain('division by zero')
  })

  it('asks alone where a limit cuts between equal values', async () => {
    const filters = [0, 1].map((val) => [{ col: 'qty', op: '==', val }])
    const ties = [1, 2, 3].flatMap((row_limit) =>
      filters.map((own) => body({ metrics: ['count'], row_limit, filters: own })),
    )
    const answers = await ask([above(-1), ...ties])
    const alone = await Promise.all(
      ties.map((one) => client.send('POST', '/api/v1/chart/data', { ...one, force: true })),
    )
    const products = (result: { readonly data: readonly { readonly product: string }[] }[]) =>
      result[0]?.data.map(({ product }) => product).toSorted()
    expect(answers.slice(1).map((one) => products(one.body.result))).toEqual(
      alone.map((one) => products(one.json.result)),
    )
  })

  it('answers nothing ahead, as nobody would know when its tables change', async () => {
    const answers = await ask(
      [0, 1, 2].map((qty) => above(qty + 0.5)),
      { ahead: true },
    )
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect((await client.send('POST', '/api/v1/chart/data', above(0.5))).json.result[0].is_cached).toBeNull()
  })

  it('ends the statement when nobody waits for any of its charts', async () => {
    const requests = [0, 1, 2, 3].map((qty) => ({ id: `${qty}`, rank: qty, body: above(qty, slowId) }))
    const headers = { cookie: client.cookie, 'content-type': 'application/json' }
    const call = request(`${client.base}/api/v1/chart/data/batch`, { method: 'POST', headers })
    call.on('error', () => {})
    call.end(JSON.stringify({ requests }))
    const isFused = async () => (await active()).some((sql) => sql.includes('fused_groups'))
    await eventually(isFused, 20_000, 'a statement for several charts')
    call.destroy()
    await eventually(async () => (await active()).length === 0, 20_000, 'the end of the statements')
  })

  it('reads the table a few times for many charts', async () => {
    await owner.query('create table counted as select * from sold')
    const database = (await client.send('GET', `/api/v1/dataset/${datasetId}`)).json.result.database.id
    const dataset = { database, schema: 'public', table_name: 'counted' }
    const { json } = await client.send('POST', '/api/v1/dataset/', dataset)
    const answers = await ask([0, 1, 2, 3, 4, 5, 6, 7].map((qty) => above(qty, json.id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    // Connections count what they read in the server's statistics when they end.
    await server.stop()
    const scans = async () => {
      const { rows } = await owner.query("select seq_scan from pg_stat_user_tables where relname = 'counted'")
      return Number(rows[0]?.seq_scan)
    }
    const isQuiet = async () => {
      const { rows } = await owner.query(
        "select count(*) as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
      return Number(rows[0]?.n) === 0
    }
    await eventually(isQuiet, 20_000, 'the end of all connections')
    // The first chart goes alone, and some may come too late for the others.
    expect(await scans()).toBeLessThanOrEqual(4)
  })
})
