import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Agent, agentWith, readerRole, tokenOf } from '../../../test/agent.ts'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let databaseId: number
let datasetId: number
let secretId: number
const closing: (() => Promise<void>)[] = []

const make = async (path: string, body: Record<string, unknown>): Promise<number> => {
  const answer = await admin.send('POST', path, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json.id
}
async function connected(username: string): Promise<Agent> {
  const agent = await agentWith(server.base, await tokenOf(server, username))
  closing.push(agent.close)
  return agent
}

beforeAll(async () => {
  const source = await duckdbFile(`CREATE TABLE sales AS SELECT * FROM (VALUES
      (DATE '2024-01-15', 'Oslo', 3, 9007199254740993), (DATE '2024-02-15', 'Oslo', 4, 2), (DATE '2024-02-20', 'Bergen', 5, 3)
    ) AS t(day, city, pieces, big);
    CREATE TABLE secret AS SELECT 'canary-7261' AS word`)
  server = await startServer({ args: ['--sources', source.dir] })
  admin = await server.login()
  databaseId = await make('/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: `duckdb:///${source.path}` })
  const dataset = (table_name: string) => make('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name })
  datasetId = await dataset('sales')
  secretId = await dataset('secret')
  await readerRole(server, 'seller', `[shop].[sales](id:${datasetId})`)
  await server.user('ada', ['Gamma', 'seller'])
  await server.user('bob', ['sql_lab'])
  await server.user('eve', ['Alpha', 'sql_lab'])
})
afterAll(async () => {
  for (const close of closing) await close()
  await server.stop()
})

describe('an agent', () => {
  it('is greeted and offered the tools that its user may use', async () => {
    const eve = await connected('eve')
    expect(eve.client.getServerVersion()?.name).toBe('sightline')
    expect(eve.client.getInstructions()).toContain('query_dataset')
    const { tools } = await eve.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['run_sql', 'query_dataset', 'list_tables']))
    for (const tool of tools) {
      expect(tool.description?.length, tool.name).toBeGreaterThan(30)
      expect(tool.inputSchema.type, tool.name).toBe('object')
    }
    const ada = await connected('ada')
    const names = (await ada.client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('query_dataset')
    expect(names).not.toContain('run_sql')
    expect(await ada.use('run_sql', { database_id: databaseId, sql: 'select 1' })).toEqual({ refused: 'Forbidden' })
  })

  it('leaves the same trail as its user, when it is refused too', async () => {
    const [ada, eve] = [await connected('ada'), await connected('eve')]
    const sql = 'select 77 as trail'
    await ada.use('run_sql', { database_id: databaseId, sql })
    await eve.use('run_sql', { database_id: databaseId, sql })
    const { db } = server.server.services
    const trail = () =>
      db.selectFrom('audit').select(['actor', 'action', 'object', 'outcome']).orderBy('id', 'desc').limit(20).execute()
    const object = 'POST /api/v1/sqllab/execute/'
    await expect.poll(trail).toContainEqual({ actor: 'ada', action: 'denied', object, outcome: 'denied' })
    await expect.poll(trail).toContainEqual(expect.objectContaining({ actor: 'eve', outcome: 'ok' }))
  })

  it('explores databases, schemas and tables', async () => {
    const eve = await connected('eve')
    const { databases } = await eve.use('list_databases')
    expect(databases).toEqual([{ id: databaseId, name: 'shop', engine: 'duckdb', allows_changes: false }])
    expect((await eve.use('list_schemas', { database_id: databaseId })).schemas).toContain('main')
    const { tables } = await eve.use('list_tables', { database_id: databaseId, schema: 'main', search: 'SAL' })
    expect(tables).toEqual([expect.objectContaining({ name: 'sales', kind: 'table' })])
    const table = await eve.use('describe_table', { database_id: databaseId, schema: 'main', table: 'sales' })
    expect(table.columns.map(({ name }: { name: string }) => name)).toEqual(['day', 'city', 'pieces', 'big'])
    expect(await eve.use('describe_table', { database_id: databaseId, schema: 'main', table: 'none' })).toEqual({
      refused: 'No such table',
    })
  })

  it('runs SQL that only reads, with every digit and no more rows than asked for', async () => {
    const eve = await connected('eve')
    const run = (sql: string, more = {}) => eve.use('run_sql', { database_id: databaseId, sql, ...more })
    const first = await run('select big, city from sales order by pieces', { row_limit: 1 })
    expect(first).toEqual({
      columns: [
        { name: 'big', type: 'INT' },
        { name: 'city', type: 'STRING' },
      ],
      rows: [['9007199254740993', 'Oslo']],
      row_count: 1,
      is_cut: true,
    })
    expect((await run('drop table sales')).refused).toMatch(/DML|change|allow/i)
    expect((await run('select nothing from sales')).refused).toContain('nothing')
    const wide = await run("select repeat('x', 3000) as text from range(1000)", { row_limit: 1000 })
    expect(JSON.stringify(wide).length).toBeLessThan(200_000)
    expect(wide.is_cut).toBe(true)
    const history = (await (await server.login('eve')).send('GET', '/api/v1/query/')).json
    expect(history.count).toBeGreaterThan(2)
  })

  it('asks a dataset for metrics by dimensions', async () => {
    const ada = await connected('ada')
    const { datasets } = await ada.use('list_datasets')
    expect(datasets.map(({ name }: { name: string }) => name)).toEqual(['sales'])
    const about = await ada.use('describe_dataset', { dataset_id: datasetId })
    expect(about.metrics).toEqual([expect.objectContaining({ name: 'count', sql: 'COUNT(*)' })])
    expect(about.time_grains).toContain('P1M')
    const ask = (question: object) => ada.use('query_dataset', { dataset_id: datasetId, ...question })
    const byMonth = await ask({
      metrics: ['count', { aggregate: 'SUM', column: 'pieces', label: 'pieces' }],
      dimensions: [{ column: 'day', grain: 'P1M' }],
      order_by: [{ by: 'day', is_ascending: true }],
    })
    expect(byMonth.columns).toEqual([
      { name: 'day', type: 'time' },
      { name: 'count', type: 'number' },
      { name: 'pieces', type: 'number' },
    ])
    expect(byMonth.rows).toEqual([
      ['2024-01-01T00:00:00', 1, 3],
      ['2024-02-01T00:00:00', 2, 9],
    ])
    const filters = [{ column: 'city', op: 'IN', value: ['Oslo'] }, { sql: 'pieces > 3' }]
    const inOslo = await ask({ metrics: ['count'], filters, time_range: '2024-01-01 : 2025-01-01', time_column: 'day' })
    expect(inOslo.rows).toEqual([[1]])
    expect((await ask({ dimensions: ['city'], order_by: [{ by: 'city' }] })).rows).toEqual([['Oslo'], ['Bergen']])
    expect((await ask({ metrics: ['profit'] })).refused).toContain('no metric "profit". Its metrics: count')
    expect((await ask({ metrics: ['count'], filters: [{ column: 'town', op: '==', value: 'x' }] })).refused).toContain(
      'no column "town"',
    )
    expect((await ask({})).refused).toContain('needs a metric')
  })

  it('is refused what its user may not see', async () => {
    const ada = await connected('ada')
    const refused = { refused: 'Not found' }
    expect(await ada.use('describe_dataset', { dataset_id: secretId })).toEqual(refused)
    expect(await ada.use('query_dataset', { dataset_id: secretId, dimensions: ['word'] })).toEqual(refused)
    const eve = await connected('eve')
    const rows = await eve.use('query_dataset', { dataset_id: secretId, dimensions: ['word'] })
    expect(rows.rows).toEqual([['canary-7261']])
  })
})

describe('the endpoint', () => {
  const post = async (body: unknown, headers: Record<string, string> = {}, username = 'eve') =>
    server.anonymous.send('POST', '/mcp', body, {
      authorization: `Bearer ${await tokenOf(server, username)}`,
      ...headers,
    })
  const call = (id: unknown, name: string, args: unknown = {}) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  })

  it('lets in nobody without the right', async () => {
    const unknown = await server.anonymous.send('POST', '/mcp', call(1, 'list_datasets'))
    expect([unknown.status, unknown.json, unknown.headers.get('www-authenticate')]).toEqual([
      401,
      { msg: 'Missing Authorization Header' },
      'Bearer',
    ])
    const wrong = { authorization: 'Bearer a.b.c' }
    expect((await server.anonymous.send('POST', '/mcp', call(1, 'list_datasets'), wrong)).status).toBe(422)
    expect((await post(call(1, 'list_datasets'), {}, 'bob')).status).toBe(403)
    expect((await server.anonymous.send('GET', '/mcp')).status).toBe(405)
  })

  it('answers what is no message with words, not with a failure of its own', async () => {
    for (const body of [{}, 7, 'x', [], null, { jsonrpc: '2.0' }, { jsonrpc: '2.0', id: {}, method: 'ping' }]) {
      const { status, json } = await post(JSON.stringify(body))
      expect(status, JSON.stringify(body)).toBe(400)
      expect(json.error.code).toBe(-32_600)
    }
    expect((await post('{"jsonrpc"')).status).toBe(400)
    expect((await post(`${'['.repeat(5000)}`)).status).toBe(400)
    expect((await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(3_000_000) }))).status).toBe(413)
    expect((await post(call(1, 'x'), { 'mcp-protocol-version': '1999-01-01' })).status).toBe(400)
    expect((await post({ jsonrpc: '2.0', id: 5, method: 'no/such' })).json).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: { code: -32_601, message: 'Method not found' },
    })
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    expect((await post({ jsonrpc: '2.0', id: 4, result: {} })).status).toBe(202)
    expect((await post({ jsonrpc: '2.0', id: 'p', method: 'ping' })).json).toEqual({
      jsonrpc: '2.0',
      id: 'p',
      result: {},
    })
  })

  it('tells unknown tools and wrong arguments', async () => {
    expect((await post(call(1, 'drop_everything'))).json.error).toEqual({
      code: -32_602,
      message: 'Unknown tool: drop_everything',
    })
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'tools/call' })).json.error.code).toBe(-32_602)
    const { json } = await post(call(1, 'describe_dataset', { dataset_id: 'one', colour: 1 }))
    expect(json.result.isError).toBe(true)
    expect(json.result.content[0].text).toMatch(/dataset_id.*colour/s)
  })

  it('answers several messages in a list, each in its place', async () => {
    const { json } = await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }, call(2, 'list_datasets'), 7])
    expect(json.map(({ id }: { id: unknown }) => id)).toEqual([1, 2, null])
    expect((await post(Array.from({ length: 51 }, (_, id) => call(id, 'list_datasets')))).status).toBe(400)
  })

  it('answers fifty calls at once', async () => {
    const ada = await connected('ada')
    const question = (n: number) => ({
      dataset_id: datasetId,
      metrics: [{ sql: `SUM(pieces) + ${n}`, label: 'n' }],
    })
    const all = await Promise.all(Array.from({ length: 50 }, (_, n) => ada.use('query_dataset', question(n))))
    expect(all.map(({ rows }) => rows)).toEqual(Array.from({ length: 50 }, (_, n) => [[12 + n]]))
  })

  it('ends a run that the agent cancels', async () => {
    const eve = await connected('eve')
    const abort = new AbortController()
    const sql = 'select count(*) from range(100000000) a, range(100000000) b where a.range * b.range = 7 -- slow'
    const args = { database_id: databaseId, sql }
    const answer = eve.client.callTool({ name: 'run_sql', arguments: args }, undefined, { signal: abort.signal })
    answer.catch(() => undefined)
    const state = async () => {
      const q = '(filters:!((col:sql,opr:ct,value:slow)),order_column:start_time,order_direction:desc)'
      const list = await admin.send('GET', `/api/v1/query/?q=${encodeURIComponent(q)}`)
      return list.json.result?.[0]?.status
    }
    await expect.poll(state, { timeout: 20_000 }).toBe('running')
    abort.abort('enough')
    await expect(answer).rejects.toThrow('enough')
    await expect.poll(state, { timeout: 20_000 }).toBe('stopped')
  }, 60_000)
})

it('keeps the rates of the calls that its tools make', async () => {
  const limited = await startServer({ env: { SIGHTLINE_NO_RATE_LIMITS: '' } })
  const admin = await agentWith(limited.base, await tokenOf(limited, 'admin'))
  const refusals = new Set<string>()
  for (let n = 0; n < 130; n += 1)
    refusals.add((await admin.use('run_sql', { database_id: 999, sql: 'select 1' })).refused)
  expect([...refusals].at(-1)).toMatch(/^Too many requests. Try again in \d+ seconds.$/)
  expect(await admin.use('list_datasets')).toEqual({ count: 0, datasets: [] })
  await admin.close()
  await limited.stop()
}, 60_000)
