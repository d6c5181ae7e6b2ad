import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { describeRedis, startRedis, type TestRedis } from './redis.ts'
import { startServer, type TestAnswer, type TestClient, type TestServer } from './server.ts'

const SOON = { timeout: 15_000 }

const SECRET = 'hZ3kq8Tn5vW1xY7bC9dE2fG4jL6mP0rS'
const RULES = '/api/v1/rowlevelsecurity'
/** Every run of it takes its time, and gives another stamp. */
const SLOW = `create view slow as select clock_timestamp()::text as stamp, region
  from pg_sleep(1), (values ('north'), ('south')) v(region)`

/** A server in a process of its own, which can be killed. */
async function serverProcess(env: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-killed-'))
  const args = ['src/server/main.ts', '--port', '0', '--no-examples', '--data', dir]
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let text = ''
  const base = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(`the server ended: ${text}`)))
    child.stdout?.on('data', (piece: Buffer) => {
      text += String(piece)
      const found = /(http:\/\/127\.0\.0\.1:\d+)\//.exec(text)
      if (found?.[1]) resolve(found[1])
    })
  })
  return {
    base,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

interface Event {
  readonly job_id: string
  readonly status: string
  readonly result_url: string | null
}

describeRedis('two servers with one metadata store', () =>
  describePostgres('and one Redis', () => {
    let postgres: TestPostgres
    let redis: TestRedis
    let servers: readonly [TestServer, TestServer]
    let later: readonly [TestServer, TestServer]
    let admins: readonly [TestClient, TestClient]
    let datasetId = 0
    let env: Record<string, string> = {}
    const asOwner = async (sql: string, database: string) => {
      const client = new pg.Client({ connectionString: postgres.url(database) })
      await client.connect()
      const { rows } = await client.query(sql)
      await client.end()
      return rows
    }
    const running = () =>
      asOwner(
        "select 1 from pg_stat_activity where state = 'active' and query like '%stamp%' and usename = 'reader'",
        'shop',
      )
    beforeAll(async () => {
      postgres = await startPostgres()
      redis = await startRedis()
      await asOwner('create database metadata', 'postgres')
      await asOwner('create database shop', 'postgres')
      await asOwner(`create role reader login password 'r'; ${SLOW}; grant select on slow to reader`, 'shop')
      env = {
        SIGHTLINE_METADATA_URL: postgres.url('metadata'),
        SIGHTLINE_REDIS_URL: redis.url,
        SIGHTLINE_SECRET: SECRET,
        SIGHTLINE_LOG: 'error',
      }
      const [first, second] = [await startServer({ env }), await startServer({ env })]
      servers = [first, second]
      const asynchronous = { env: { ...env, SIGHTLINE_ASYNC_CHARTS: '1' } }
      later = [await startServer(asynchronous), await startServer(asynchronous)]
      admins = [await first.login(), await second.login()]
      const uri = `postgresql://reader:r@127.0.0.1:${postgres.port}/shop`
      const database = await admins[0].send('POST', '/api/v1/database/', { database_name: 'shop', sqlalchemy_uri: uri })
      const dataset = { database: database.json.id, schema: 'public', table_name: 'slow' }
      datasetId = (await admins[0].send('POST', '/api/v1/dataset/', dataset)).json.id
    }, 90_000)
    afterAll(async () => {
      for (const server of [...servers, ...later]) await server.stop()
      await redis.stop()
      await postgres.stop()
    })

    const send = (client: TestClient, limit: number, more: object = {}, headers: Record<string, string> = {}) =>
      client.send(
        'POST',
        '/api/v1/chart/data',
        {
          datasource: { id: datasetId, type: 'table' },
          queries: [{ columns: ['stamp', 'region'], orderby: [['region', true]], row_limit: limit }],
          ...more,
        },
        headers,
      )
    const resultOf = ({ status, text, json }: TestAnswer) => {
      expect([status, status === 200 ? '' : text]).toEqual([200, ''])
      return json.result[0] as {
        data: { stamp: string; region: string }[]
        is_cached: boolean | null
        cached_dttm: string
      }
    }
    const stampOf = (answer: TestAnswer) => resultOf(answer).data[0]?.stamp
    /** Both servers seen by one user: sessions are in the store that they share. */
    const at = (client: TestClient, server: Pick<TestServer, 'base'>): TestClient => ({
      ...client,
      base: server.base,
      send: async (method, path, json, headers = {}) => {
        const answer = await fetch(server.base + path, {
          method,
          headers: {
            cookie: client.cookie,
            'x-csrftoken': client.csrf,
            'content-type': 'application/json',
            ...headers,
          },
          ...(json !== undefined && { body: JSON.stringify(json) }),
        })
        const text = await answer.text()
        return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) }
      },
    })

    it('ask the database once for fifty users, and give the answer from the cache of both', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send(admins[i % 2 === 0 ? 0 : 1], 100)))
      expect(new Set(answers.map(stampOf)).size).toBe(1)
      for (const admin of admins)
        expect(resultOf(await send(admin, 100))).toMatchObject({
          is_cached: true,
          data: resultOf(answers[0] as TestAnswer).data,
        })
      const first = resultOf(await send(admins[0], 101))
      const second = resultOf(await send(admins[1], 101))
      expect([first.is_cached, second.is_cached, second.data]).toEqual([null, true, first.data])
    })

    it('give up answers together: by force, and when a dataset is named', async () => {
      const before = stampOf(await send(admins[0], 110))
      expect(stampOf(await send(admins[1], 110))).toBe(before)
      const forced = stampOf(await send(admins[0], 110, { force: true }))
      expect(forced).not.toBe(before)
      await expect.poll(async () => stampOf(await send(admins[1], 110)), SOON).toBe(forced)
      const named = { datasource_uids: [`${datasetId}__table`] }
      expect((await admins[1].send('POST', '/api/v1/cachekey/invalidate', named)).status).toBe(201)
      await expect.poll(async () => stampOf(await send(admins[0], 110)), SOON).not.toBe(forced)
      expect(stampOf(await send(admins[1], 110))).toBe(stampOf(await send(admins[0], 110)))
    })

    it('never give the answer of one user to another who has other rules', async () => {
      const reader = await servers[0].user('reader', ['Alpha'])
      const roles = await admins[0].send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))')
      const rule = {
        name: 'south',
        filter_type: 'Regular',
        tables: [datasetId],
        roles: roles.json.ids,
        clause: "region = 'south'",
      }
      expect((await admins[0].send('POST', `${RULES}/`, rule)).status).toBe(201)
      const everywhere = [reader, at(reader, servers[1]), ...admins]
      const regions = async () =>
        Promise.all(
          everywhere.map(async (client) => resultOf(await send(client, 120)).data.map(({ region }) => region)),
        )
      const expected = [['south'], ['south'], ['north', 'south'], ['north', 'south']]
      expect(await regions()).toEqual(expected)
      expect(await regions()).toEqual(expected)
    })

    it('tell of a job of the other server, by polling and by websocket, and give its answer', async () => {
      const [here, there] = [await later[0].login(), later[1]]
      const taken = await send(here, 130)
      expect(taken.status).toBe(202)
      const token = taken.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
      const headers = { cookie: `${here.cookie}; ${token}` }
      const other = at(here, there)
      const socket = new WebSocket(`${there.base.replace('http', 'ws')}/api/v1/async_event/ws?last_id=0-0`, {
        headers,
      } as never)
      const heard: Event[] = []
      socket.addEventListener('message', ({ data }) => heard.push(JSON.parse(String(data))))
      const isDone = ({ job_id, status }: Event) => job_id === taken.json.job_id && status === 'done'
      await expect.poll(() => heard.filter(isDone), { timeout: 10_000 }).toHaveLength(1)
      const polled = (await other.send('GET', '/api/v1/async_event/', undefined, headers)).json.result as Event[]
      expect(polled.filter(isDone)).toEqual(heard.filter(isDone))
      const url = polled.find(isDone)?.result_url ?? ''
      expect(resultOf(await other.send('GET', url))).toMatchObject({ is_cached: true })
      expect((await (await there.user('stranger', ['Admin'])).send('GET', url)).status).toBe(404)
      socket.close()
    })

    it('take over from a server that is killed over an answer', { timeout: 60_000 }, async () => {
      const killed = await serverProcess(env)
      const lost = send(at(admins[0], killed), 135).catch(() => 'lost')
      await expect.poll(running, SOON).not.toEqual([])
      const waiting = send(admins[1], 135)
      await killed.kill()
      expect(await lost).toBe('lost')
      expect(resultOf(await waiting)).toMatchObject({ is_cached: null, data: [{}, {}] })
    })

    it('slow down guessing together', async () => {
      const sign = (server: TestServer) =>
        fetch(`${server.base}/login/`, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({ username: 'nobody', password: 'wrong' }),
        })
      for (let i = 0; i < 5; i += 1) expect((await sign(servers[i % 2 === 0 ? 0 : 1])).status).toBe(401)
      for (const server of servers) expect((await sign(server)).status).toBe(429)
    })

    it('answer on when Redis is killed in the middle, and share again when it is back', {
      timeout: 60_000,
    }, async () => {
      const asked = admins.map((admin) => send(admin, 140))
      await expect.poll(running, SOON).not.toEqual([])
      await redis.kill()
      for (const answer of await Promise.all(asked)) expect(resultOf(answer).data).toHaveLength(2)
      for (const admin of admins) {
        const { data } = resultOf(await send(admin, 141))
        expect(resultOf(await send(admin, 141))).toMatchObject({ is_cached: true, data })
      }
      await redis.startAgain()
      let limit = 150
      const isShared = async () => {
        limit += 1
        await send(admins[0], limit)
        return resultOf(await send(admins[1], limit)).is_cached
      }
      await expect.poll(isShared, { timeout: 30_000 }).toBe(true)
    })
  }),
)
