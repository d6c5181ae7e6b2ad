import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { Https } from '../../packages/kit/https.ts'
import { bigqueryAddress } from '../../packages/sightline-engine-bigquery/src/address.ts'
import { describeTable, listTables } from '../../packages/sightline-engine-bigquery/src/catalog.ts'
import { BigqueryClient } from '../../packages/sightline-engine-bigquery/src/client.ts'
import { databricksAddress } from '../../packages/sightline-engine-databricks/src/address.ts'
import { DatabricksClient } from '../../packages/sightline-engine-databricks/src/client.ts'
import { snowflakeAddress } from '../../packages/sightline-engine-snowflake/src/address.ts'
import { SnowflakeClient } from '../../packages/sightline-engine-snowflake/src/client.ts'
import { judgeSnowflake } from '../../packages/sightline-engine-snowflake/src/judge.ts'
import { guardedSocket } from '../../src/engines/guarded-socket.server.ts'
import { eventually } from '../eventually.ts'

// What services answer that no emulator answers, written down from their documents: clients of the packages speak to a
// server of this process.

interface Asked {
  readonly path: string
  readonly body: string
}
type Replies = (asked: Asked) => unknown

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that answers what `replies` gives; nothing for `undefined`. */
async function service(replies: Replies): Promise<{ readonly port: number; readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const one = { path: request.url ?? '', body }
    asked.push(one)
    const reply = replies(one)
    if (reply !== undefined) response.end(Buffer.isBuffer(reply) ? reply : JSON.stringify(reply))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked }
}

const never = new AbortController().signal

async function snowflake(replies: Replies) {
  const signedIn = { success: true, data: { token: 't' } }
  const { port, asked } = await service((one) => (one.path.includes('login-request') ? signedIn : replies(one)))
  const address = snowflakeAddress(`snowflake://ada:pw@127.0.0.1:${port}/shop/public?protocol=http`)
  const client = new SnowflakeClient(address, guardedSocket)
  ends.push(() => void client.close())
  const rowsOf = async (sql: string) => {
    const result = await client.run({ sql, timeoutMs: 5_000, signal: never }, null)
    return (await Array.fromAsync(client.batches(result, never))).flat()
  }
  return { client, asked, rowsOf }
}

it('Databricks: a change that is stopped is ended on the service as well', async () => {
  const { port, asked } = await service(({ path }) =>
    path.endsWith('/cancel') ? {} : { statement_id: 's1', status: { state: 'RUNNING' } },
  )
  const address = databricksAddress(`databricks://w1:t@127.0.0.1:${port}/main/shop?protocol=http`)
  const client = new DatabricksClient(address, guardedSocket)
  ends.push(() => client.close())
  const stop = new AbortController()
  const sql = 'delete from people'
  const running = client.run({ sql, schema: null, isLarge: false, maxRows: null, signal: stop.signal })
  await eventually(async () => asked.some(({ path }) => path.endsWith('/s1')), 5_000, 'a question for its state')
  stop.abort(new Error('stopped'))
  await expect(running).rejects.toThrow('stopped')
  await eventually(async () => asked.some(({ path }) => path.endsWith('/s1/cancel')), 5_000, 'its end')
  expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ wait_timeout: '0s', on_wait_timeout: 'CONTINUE' })
})

it('Snowflake: gives answers in JSON exactly, with files beside them', async () => {
  const types = 'fixed fixed real real boolean date time timestamp_ntz timestamp_tz binary text'.split(' ')
  const row = [
    ...['90071992547409930001', '-0.05', '1.5', 'NaN', '1', '19782', '37230.500000000', '1709202030.123456789'],
    ...['1709194830.500000000 1560', 'FF00', 'é😀'],
  ]
  const packed = gzipSync(JSON.stringify(row.map(() => null)).concat(',', JSON.stringify(row)))
  let port = 0
  const { rowsOf, asked, client } = await snowflake(({ path }) => {
    if (path === '/part') return packed
    const rowtype = types.map((type, i) => ({ name: type, type, scale: i === 1 ? 2 : 0 }))
    const chunks = [{ url: `http://127.0.0.1:${port}/part` }]
    return { success: true, data: { rowtype, rowset: [row], chunks, queryResultFormat: 'json', statementTypeId: 4096 } }
  })
  port = client.address.port
  const cells = [
    ...['90071992547409930001', '-0.05', 1.5, Number.NaN, true, '2024-02-29', '10:20:30.500000'],
    ...['2024-02-29T10:20:30.123456', '2024-02-29T08:20:30.500000', '0xff00', 'é😀'],
  ]
  expect(await rowsOf('select 1')).toEqual([cells, cells.map(() => null), cells])
  expect(JSON.parse(asked[0]?.body ?? '').data.SESSION_PARAMETERS).toMatchObject({
    ...{ TIMEZONE: 'UTC', AUTOCOMMIT: true, QUOTED_IDENTIFIERS_IGNORE_CASE: false, SEARCH_PATH: '$current, $public' },
  })
})

it.each([
  ['http://169.254.169.254/latest/meta-data', 'Connections to "169.254.169.254" are not allowed.'],
  ['http://2852039166/', 'Connections to "169.254.169.254" are not allowed.'],
  ['http://[fe80::1]/', 'Connections to "fe80::1" are not allowed.'],
])('Snowflake: an answer leads to no address that may not be reached: %s', async (url, words) => {
  const { rowsOf } = await snowflake(() => ({ success: true, data: { rowtype: [], rowset: [], chunks: [{ url }] } }))
  await expect(rowsOf('select 1')).rejects.toMatchObject({ message: words })
})

it.each(['use role accountadmin', 'alter session set query_tag = 1', 'call work()', 'commit', 'set x = 1'])(
  'Snowflake: %s is refused without a question to the service',
  async (sql) => {
    const { client, asked } = await snowflake(() => ({ success: true, data: { statementTypeId: 0x4000 } }))
    const { isReadOnly, refusals } = await judgeSnowflake(client, sql, null)
    expect([isReadOnly, refusals.length, asked]).toEqual([false, 1, []])
  },
)

it('Snowflake: what the service takes for no query is none', async () => {
  const { client } = await snowflake(() => ({ success: true, data: { statementTypeId: 0x3100 } }))
  expect(await judgeSnowflake(client, 'select 1', null)).toMatchObject({
    refusals: ['The service takes the statement for another kind than its words say.'],
  })
})

it('BigQuery: a name of a schema stays a name in the address that is asked', async () => {
  const { port, asked } = await service(() => ({ tables: [] }))
  const client = new BigqueryClient(bigqueryAddress(`bigquery://127.0.0.1:${port}/p/shop?protocol=http`), guardedSocket)
  ends.push(() => client.close())
  await listTables(client, 'a/../../other?x=.shop')
  await listTables(client, 'p.a/b?c')
  expect(asked[0]?.path).toMatch(/^\/bigquery\/v2\/projects\/[^/?]+\/datasets\/[^/?]+\/tables\?maxResults=1000$/)
  expect(asked[1]?.path).toMatch(/projects\/p\/datasets\/a%2Fb%3Fc\/tables/)
  for (const schema of ['', '...shop']) await expect(listTables(client, schema)).rejects.toMatchObject({ status: 404 })
  expect(await describeTable(client, 'shop', '..')).toBeNull()
  expect(asked.length).toBe(2)
})

const https = () => {
  const made = new Https({ label: 'X', socket: guardedSocket, isVerified: true, connectTimeoutMs: 5_000 })
  ends.push(() => made.close())
  return made
}

it('says in words that an answer did not come in time', async () => {
  const { port } = await service(() => undefined)
  const asking = https().ask({ method: 'GET', url: `http://127.0.0.1:${port}/`, signal: AbortSignal.timeout(50) })
  await expect(asking).rejects.toMatchObject({
    type: 'CONNECTION_DATABASE_TIMEOUT',
    message: `"127.0.0.1" did not answer on port ${port} in time.`,
  })
})

it('fetches no part of an answer without encryption from a service with it', async () => {
  const asking = async () => https().file('https://service.example', { url: 'http://127.0.0.1:1/part', signal: never })
  await expect(asking()).rejects.toMatchObject({ type: 'CONNECTION_ACCESS_DENIED_ERROR' })
})
