import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'

const { dir, path } = await duckdbFile('create table t as select range as n from range(100)')
const server = await startServer({ args: ['--sources', dir], env: { SIGHTLINE_ASYNC_CHARTS: '1' } })
afterAll(() => server.stop())

let admin: TestClient
let dataset = 0
beforeAll(async () => {
  admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 't' })
})

const question = (query: object, more: object = {}) => ({
  datasource: { id: dataset, type: 'table' },
  queries: [query],
  ...more,
})
const rows = (limit: number) => ({ columns: ['n'], orderby: [['n', true]], row_limit: limit })

/** Asks and keeps the token that the answer gives, as a browser does. */
async function ask(client: TestClient, body: unknown, cookie = '') {
  const headers = { cookie: [client.cookie, cookie].filter(Boolean).join('; ') }
  const answer = await client.send('POST', '/api/v1/chart/data', body, headers)
  const set = answer.headers.getSetCookie().find((one) => one.startsWith('async-token='))
  return { ...answer, set, token: set?.split(';', 1)[0] ?? cookie }
}

interface Event {
  readonly id: string
  readonly job_id: string
  readonly status: string
  readonly errors: readonly { readonly message: string; readonly error_type: string }[]
  readonly result_url: string | null
}

async function poll(client: TestClient, token: string, lastId = ''): Promise<readonly Event[]> {
  const query = lastId === '' ? '' : `?last_id=${lastId}`
  const headers = { cookie: `${client.cookie}; ${token}` }
  return (await client.send('GET', `/api/v1/async_event/${query}`, undefined, headers)).json.result
}

async function ended(client: TestClient, token: string, job: string): Promise<Event> {
  for (;;) {
    const event = (await poll(client, token)).find((one) => one.job_id === job && /done|error/.test(one.status))
    if (event) return event
  }
}

it('takes the question, tells that the answer is there, and gives it by its address', async () => {
  const taken = await ask(admin, question(rows(3)))
  expect(taken.status).toBe(202)
  expect(taken.json).toEqual({
    channel_id: expect.any(String),
    job_id: expect.any(String),
    user_id: expect.any(Number),
    status: 'pending',
    errors: [],
    result_url: null,
  })
  expect(taken.set).toMatch(/^async-token=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax/)
  const event = await ended(admin, taken.token, taken.json.job_id)
  expect(event).toMatchObject({
    status: 'done',
    channel_id: taken.json.channel_id,
    errors: [],
    result_url: expect.stringMatching(/^\/api\/v1\/chart\/data\/\w{32}$/),
  })
  const answer = await admin.send('GET', event.result_url ?? '')
  expect(answer.json.result[0]).toMatchObject({ data: [{ n: 0 }, { n: 1 }, { n: 2 }], is_cached: true })
})

it('answers what is cached, files and single parts at once', async () => {
  const body = question(rows(4))
  const taken = await ask(admin, body)
  await ended(admin, taken.token, taken.json.job_id)
  expect((await ask(admin, body, taken.token)).json.result[0].rowcount).toBe(4)
  expect((await ask(admin, { ...body, force: true }, taken.token)).status).toBe(202)
  expect((await ask(admin, question(rows(5), { result_format: 'csv' }))).text.split('\n')[1]).toBe('0')
  expect((await ask(admin, question(rows(5), { result_type: 'results' }))).status).toBe(200)
})

it('tells only what came after an id, and only on the own channel', async () => {
  const first = await ask(admin, question(rows(6)))
  const done = await ended(admin, first.token, first.json.job_id)
  const second = await ask(admin, question(rows(7)), first.token)
  expect([second.json.channel_id, second.set]).toEqual([first.json.channel_id, undefined])
  await ended(admin, first.token, second.json.job_id)
  const later = await poll(admin, first.token, done.id)
  expect(new Set(later.map((event) => event.job_id))).toEqual(new Set([second.json.job_id]))
  const other = await server.user('other', ['Admin'])
  expect(await poll(other, first.token)).toEqual([])
  expect((await other.send('GET', done.result_url ?? '')).status).toBe(404)
  expect(await poll(other, 'async-token=no.such.token')).toEqual([])
})

it('tells the jobs of requests sent at once on one channel', async () => {
  const all = await Promise.all([20, 21, 22].map((limit) => ask(admin, question(rows(limit)))))
  expect(new Set(all.map(({ json }) => json.channel_id)).size).toBe(1)
})

it('refuses at once what cannot be asked, and tells of what fails later', async () => {
  expect((await ask(admin, question({ columns: ['nope'] }))).status).toBe(400)
  expect((await ask(admin, { queries: 1 })).status).toBe(400)
  const gamma = await server.user('gamma', ['Gamma'])
  expect((await ask(gamma, question(rows(8)))).status).toBe(403)
  const failing = { expressionType: 'SQL', sqlExpression: "error('out of luck')", label: 'e' }
  const taken = await ask(admin, question({ metrics: [failing] }))
  const event = await ended(admin, taken.token, taken.json.job_id)
  expect(event).toMatchObject({ status: 'error', result_url: null })
  expect(event.errors[0]?.message).toContain('out of luck')
})

it('answers an unknown key with 404, whoever asks', async () => {
  expect(await admin.send('GET', '/api/v1/chart/data/nope')).toMatchObject({
    status: 404,
    json: { message: 'Not found' },
  })
  expect((await server.anonymous.send('GET', '/api/v1/chart/data/nope')).status).toBe(401)
})

/** A browser's socket: its messages so far, and the code with which it ends. */
function listen(client: TestClient, query = '', headers: Record<string, string> = {}) {
  const url = `${client.base.replace('http', 'ws')}/api/v1/async_event/ws${query}`
  // The types of the platform know the browser's constructor only; Node takes headers too.
  const socket = new WebSocket(url, { headers } as never)
  const messages: Event[] = []
  const told: (() => void)[] = []
  const opened = new Promise<boolean>((resolve) => {
    socket.addEventListener('open', () => resolve(true))
    socket.addEventListener('error', () => resolve(false))
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  socket.addEventListener('message', ({ data }) => {
    messages.push(JSON.parse(String(data)))
    for (const tell of told.splice(0)) tell()
  })
  const until = async (isIt: (event: Event) => boolean) => {
    for (;;) {
      const event = messages.find(isIt)
      if (event) return event
      await new Promise<void>((tell) => told.push(tell))
    }
  }
  return { opened, closed, until, messages, close: () => socket.close(1000) }
}

it('sends events by websocket as they come, and those after an id to who comes back', async () => {
  const { token } = await ask(admin, question(rows(9)))
  const headers = { cookie: `${admin.cookie}; ${token}`, origin: server.base }
  const socket = listen(admin, '', headers)
  expect(await socket.opened).toBe(true)
  const taken = await ask(admin, question(rows(10)), token)
  const running = await socket.until((event) => event.job_id === taken.json.job_id && event.status === 'running')
  const done = await socket.until((event) => event.job_id === taken.json.job_id && event.status === 'done')
  expect((await admin.send('GET', done.result_url ?? '')).json.result[0].rowcount).toBe(10)
  socket.close()
  expect(await socket.closed).toBe(1000)
  const again = listen(admin, `?last_id=${running.id}`, headers)
  expect(await again.until((event) => event.job_id === done.job_id)).toEqual(done)
  again.close()
})

it('opens a websocket only for its own pages and for who holds a channel', async () => {
  const { token } = await ask(admin, question(rows(11)))
  const cookie = `${admin.cookie}; ${token}`
  expect(await listen(admin, '', { cookie, origin: 'https://elsewhere.example' }).opened).toBe(false)
  expect(await listen(admin, '', { cookie: admin.cookie }).opened).toBe(false)
  expect(await listen(admin, '', { cookie: token }).opened).toBe(false)
})

it('lets the server stop while somebody listens', async () => {
  const own = await startServer({ env: { SIGHTLINE_ASYNC_CHARTS: '1' } })
  const client = await own.login()
  const first = await client.send('GET', '/api/v1/async_event/')
  const token = first.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const socket = listen(client, '', { cookie: `${client.cookie}; ${token}` })
  expect(await socket.opened).toBe(true)
  await own.stop()
  expect(await socket.closed).toBe(1012)
})
