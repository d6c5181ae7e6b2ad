import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer } from '../../../test/server.ts'

it('sends many rows as they are read, as the same JSON, and keeps none in memory for those who do not read', async () => {
  const { dir, path } = await duckdbFile('create table t as select 1 as a')
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const { id } = (
    await admin.send('POST', '/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  ).json
  const sql = "select range as n, repeat('x', 400) as text from range(50000)"
  const run = await admin.send('POST', '/api/v1/sqllab/execute/', { database_id: id, sql, queryLimit: 50_000 })
  const expected = Array.from({ length: 50_000 }, (_, n) => ({ n, text: 'x'.repeat(400) }))
  expect([run.status, run.json.query.rows]).toEqual([200, 50_000])
  const key = run.json.query.resultsKey
  const results = (rows: number) => `/api/v1/sqllab/results/?q=(key:'${key}',rows:${rows})`
  const all = await admin.send('GET', results(50_000))
  expect([all.headers.get('content-length'), all.json.status]).toEqual([null, 'success'])
  expect(all.json.data).toEqual(expected)
  for (const rows of [1, 10_000, 10_001, 49_999]) {
    const { json } = await admin.send('GET', results(rows))
    expect([rows, json.data.length, json.displayLimitReached]).toEqual([rows, rows, true])
    expect(json.data.at(-1)).toEqual(expected[rows - 1])
  }
  const before = process.memoryUsage().arrayBuffers
  const { port } = new URL(server.base)
  const idle = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
    socket.write(`GET ${results(50_000)} HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookie}\r\n\r\n`)
    socket.once('data', () => socket.pause())
    return socket
  })
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('data', resolve))))
  expect((await admin.send('GET', results(10))).json.data.length).toBe(10)
  // Each of these answers has more than 20 MB.
  expect((process.memoryUsage().arrayBuffers - before) / 20 / 1e6).toBeLessThan(10)
  for (const socket of idle) socket.destroy()
  await server.stop()
}, 60_000)
