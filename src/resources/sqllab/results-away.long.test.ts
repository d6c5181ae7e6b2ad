import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from '../../../test/postgres.ts'
import { describeRedis, startRedis, type TestRedis } from '../../../test/redis.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

const SOON = { timeout: 20_000 }
const ROWS = 200_000

describePostgres('a result that one of several servers keeps', () => {
  describeRedis('with Redis', () => {
    let postgres: TestPostgres
    let redis: TestRedis
    let servers: TestServer[] = []
    let here: TestClient
    let there: TestClient
    let databaseId = 0
    beforeAll(async () => {
      postgres = await startPostgres()
      redis = await startRedis()
      const env = {
        SIGHTLINE_METADATA_URL: postgres.url(),
        SIGHTLINE_REDIS_URL: redis.url,
        SIGHTLINE_SECRET: 'one-secret-of-two-servers-0123456789abc',
        SQLLAB_ROW_CEILING: String(ROWS),
      }
      for (const _ of [1, 2]) servers = [...servers, await startServer({ env })]
      const [first, second] = await Promise.all(servers.map((server) => server.login()))
      if (!first || !second) throw new Error('two servers')
      here = first
      there = second
      const made = await here.send('POST', '/api/v1/database/', {
        database_name: 'shared',
        sqlalchemy_uri: postgres.url(),
      })
      databaseId = made.json.id
    }, 90_000)
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await redis.stop()
      await postgres.stop()
    })

    const run = async (sql: string) => {
      const client_id = randomUUID().slice(0, 11)
      const body = { database_id: databaseId, sql, client_id, runAsync: true, queryLimit: ROWS }
      const begun = await here.send('POST', '/api/v1/sqllab/execute/', body)
      expect(begun.status, begun.text).toBe(202)
      return client_id
    }
    const record = async (clientId: string) => {
      const { json } = await there.send('GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)')
      return json.result.find((one: { id: string }) => one.id === clientId)
    }
    const page = (key: string, offset: number, limit: number) =>
      there.send('GET', `/api/v1/sqllab/results/?q=(key:'${key}',offset:${offset},rows:${limit},as_page:!t)`)

    it('is read at the others: pages, the whole and as a file', { timeout: 60_000 }, async () => {
      const clientId = await run(`select i, repeat('é', 20) as word from generate_series(1, ${ROWS}) i`)
      await expect.poll(async () => (await record(clientId))?.state, SOON).toBe('success')
      const { resultsKey } = await record(clientId)
      const some = await page(resultsKey, 150_000, 3)
      expect(some.json).toMatchObject({ row_count: ROWS, is_complete: true })
      expect(some.json.rows).toEqual([150_001, 150_002, 150_003].map((i) => [i, 'é'.repeat(20)]))
      const whole = await there.send('GET', `/api/v1/sqllab/results/?q=(key:'${resultsKey}',rows:2)`)
      expect(whole.json.data.map(({ i }: { i: number }) => i)).toEqual([1, 2])
      const [mine, theirs] = await Promise.all(
        [here, there].map((client) => client.send('GET', `/api/v1/sqllab/export/${clientId}/`)),
      )
      expect(theirs?.status, theirs?.text.slice(0, 200)).toBe(200)
      expect(theirs?.text.length).toBeGreaterThan(ROWS * 20)
      expect(theirs?.text === mine?.text).toBe(true)
    })

    it('shows its first rows at the others while it runs, and is stopped from there', { timeout: 60_000 }, async () => {
      const long = '(select count(*) from generate_series(1, 3000000) j where j <> i)'
      const slow = `select i, case when i > 20000 then ${long} end from generate_series(1, ${ROWS}) i`
      const clientId = await run(slow)
      await expect.poll(async () => (await record(clientId))?.resultsKey ?? null, SOON).not.toBeNull()
      const { resultsKey } = await record(clientId)
      const first = await page(resultsKey, 0, 2)
      expect(first.json, first.text).toMatchObject({ is_complete: false })
      expect(first.json.rows.map(([i]: [number]) => i)).toEqual([1, 2])
      expect((await there.send('POST', '/api/v1/query/stop', { client_id: clientId })).status).toBe(200)
      await expect.poll(async () => (await page(resultsKey, 0, 2)).status, SOON).toBe(410)
    })

    it('that none of them keeps is told at once', async () => {
      const startedAt = performance.now()
      expect((await page(randomUUID(), 0, 1)).status).toBe(404)
      expect((await page('../../secret', 0, 1)).status).toBe(404)
      expect(performance.now() - startedAt).toBeLessThan(2_500)
    })
  })
})
