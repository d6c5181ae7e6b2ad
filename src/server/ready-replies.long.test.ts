import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../test/server.ts'

const PATH = '/api/v1/chart/data'
const TIMES = 5
let server: TestServer
let admin: TestClient
let question = {}

beforeAll(async () => {
  const numbers = 'create table numbers as select range as n, md5(range::varchar) as hash from range(1000)'
  const { dir, path } = await duckdbFile(numbers)
  server = await startServer({ args: ['--sources', dir], env: { SIGHTLINE_NO_RATE_LIMITS: '' } })
  admin = await server.login()
  const database = { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` }
  const { id } = (await admin.send('POST', '/api/v1/database/', database)).json
  const dataset = { database: id, schema: 'main', table_name: 'numbers' }
  const { id: datasetId } = (await admin.send('POST', '/api/v1/dataset/', dataset)).json
  question = {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ columns: ['n', 'hash'], orderby: [['n', true]], row_limit: 1000 }],
  }
})
afterAll(() => server.stop())

const ask = (client: TestClient, more = {}) => client.send('POST', PATH, { ...question, ...more })
async function askOften(client: TestClient, more = {}) {
  const answers = []
  for (let i = 0; i < TIMES; i += 1) answers.push(await ask(client, more))
  return answers
}
const statuses = async (client: TestClient) => (await askOften(client)).map(({ status }) => status)
const all = <T>(value: T) => Array.from({ length: TIMES }, () => value)

it('gives the same rows and headers each time, and each request an id of its own', async () => {
  const [, ...answers] = await askOften(admin)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers.at(-1)?.json.result[0]).toMatchObject({ rowcount: 1000, is_cached: true })
  const names = answers.map(({ headers }) => [...headers.keys()].sort())
  expect(names.at(-1)).toEqual(names[0])
  expect(names[0]).toEqual(expect.arrayContaining(['content-security-policy', 'content-length', 'x-request-id']))
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
})

it('answers each form of the body, and each encoding that a client takes', async () => {
  const other = { ...question, queries: [{ columns: ['n'], row_limit: 3 }] }
  expect((await askOften(admin, other)).at(-1)?.json.result[0].rowcount).toBe(3)
  expect((await ask(admin)).json.result[0].rowcount).toBe(1000)
  const lengths = []
  for (let i = 0; i < TIMES; i += 1) lengths.push(await brotliLength(admin))
  const plain = (await ask(admin)).text.length
  expect(lengths.map(({ encoding, length }) => [encoding, length])).toEqual(all(['br', plain]))
})

it('takes a body that comes in pieces after its headers', async () => {
  await askOften(admin)
  const body = JSON.stringify(question)
  const { host, hostname, port } = new URL(server.base)
  const head = `POST ${PATH} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${admin.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const seen: string[] = []
  socket.setEncoding('utf8').on('data', (piece: string) => seen.push(piece))
  for (let i = 0; i < TIMES; i += 1) {
    const whole = new Promise<void>((resolve) => {
      socket.on('data', () => seen.join('').endsWith('}]}') && resolve())
    })
    for (const piece of [head, body.slice(0, 10), body.slice(10)]) {
      socket.write(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await whole
    expect(seen.splice(0).join('').startsWith('HTTP/1.1 200 OK')).toBe(true)
  }
  socket.destroy()
})

it('draws anew what is asked for anew, and says each time that it did', async () => {
  const answers = await askOften(admin, { force: true })
  expect(answers.map(({ status, json }) => [status, json.result[0].rowcount, json.result[0].is_cached])).toEqual(
    all([200, 1000, null]),
  )
  const times = answers.map(({ json }) => json.result[0].queried_dttm)
  expect(new Set(times).size).toBe(TIMES)
  const names = answers.map(({ headers }) => [...headers.keys()].sort())
  expect(names.at(-1)).toEqual(names[0])
})

it('fails in the same words when the same request cannot be answered any more', async () => {
  const { dir, path } = await duckdbFile('create table numbers as select range as n from range(3)')
  const other = await startServer({ args: ['--sources', dir] })
  const client = await other.login()
  const { id } = (
    await client.send('POST', '/api/v1/database/', { database_name: 'd', sqlalchemy_uri: `duckdb:///${path}` })
  ).json
  const dataset = { database: id, schema: 'main', table_name: 'numbers' }
  const datasetId = (await client.send('POST', '/api/v1/dataset/', dataset)).json.id
  const body = { datasource: { id: datasetId, type: 'table' }, force: true, queries: [{ columns: ['n'] }] }
  const before = await client.send('POST', PATH, body)
  expect([before.status, before.json.result[0].rowcount]).toEqual([200, 3])
  const later = await duckdbFile('create table numbers as select range as m from range(3)')
  await rename(later.path, path)
  const answers = []
  for (let i = 0; i < TIMES; i += 1) answers.push(await client.send('POST', PATH, body))
  expect(answers.map(({ status }) => status)).toEqual(all(400))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.json.message).toContain('"n"')
  await other.stop()
})

it('refuses those who have signed out and those whose roles have changed', async () => {
  const leaver = await server.user('leaver', ['Alpha'])
  expect(await statuses(leaver)).toEqual(all(200))
  await leaver.send('GET', '/logout/')
  expect(await statuses(leaver)).toEqual(all(401))
  const demoted = await server.user('demoted', ['Alpha'])
  expect(await statuses(demoted)).toEqual(all(200))
  const found = await admin.send('GET', '/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:demoted)))')
  const roles = await admin.send('GET', '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Public)))')
  const path = `/api/v1/security/users/${found.json.ids[0]}`
  expect((await admin.send('PUT', path, { roles: roles.json.ids })).status).toBe(200)
  expect(await statuses(demoted)).toEqual(all(401))
  expect(await statuses(await server.login('demoted'))).toEqual(all(403))
})

it('counts every request, ready or not', async () => {
  const eager = await server.user('eager', ['Admin'])
  const seen = new Set<number>()
  for (let i = 0; i < 1500 && !seen.has(429); i += 1) seen.add((await ask(eager)).status)
  expect([...seen]).toEqual([200, 429])
}, 30_000)

/** A reply as a client that takes Brotli gets it. */
function brotliLength({ base, cookie }: TestClient): Promise<{ encoding: string | undefined; length: number }> {
  const headers = { cookie, 'content-type': 'application/json', 'accept-encoding': 'gzip, br' }
  return new Promise((resolve, reject) => {
    const call = request(base + PATH, { method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const { length } = brotliDecompressSync(Buffer.concat(parts)).toString('latin1')
        resolve({ encoding: answer.headers['content-encoding'], length })
      })
    })
    call.on('error', reject)
    call.end(JSON.stringify(question))
  })
}
