import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../../test/cutting-proxy.ts'
import { describeMariaDb, startMariaDb, type TestMariaDb } from '../../test/mariadb.ts'
import { describePostgres, startPostgres, type TestPostgres } from '../../test/postgres.ts'
import { requestOf } from './conformance.ts'
import type { Driver } from './driver.ts'
import { openMysql } from './mysql/driver.server.ts'
import { openPostgres } from './postgres/driver.server.ts'

const MARKER = 'marker_of_this_result'
const ROWS = 3_000

/** Cuts the way to a server in the middle of a result, at many places. */
function describeCuts(way: { open(): Driver; proxy(): CuttingProxy; readonly sql: string }) {
  let driver: Driver
  let whole = ''
  let bytes = 0
  const run = async () =>
    Buffer.from((await driver.run({ ...requestOf({ sql: way.sql, maxRows: ROWS }), shape: 'columns' })).body).toString()
  beforeAll(async () => {
    driver = way.open()
    way.proxy().cutAfter(null)
    whole = await run()
    bytes = way.proxy().seen
  })
  afterAll(() => driver.close())

  it('gives the whole result on a way that holds', () => {
    expect(JSON.parse(whole)).toEqual([Array.from({ length: ROWS }, (_, n) => n), Array(ROWS).fill('x'.repeat(20))])
    expect(bytes).toBeGreaterThan(ROWS * 20)
  })

  it('is never a success, wherever it is cut', async () => {
    const places = [0, 1, 2, 3, 4, 5, 7, 20, 40, 60, 100, 500, 1_000, 5_000, 16_384, 30_000, bytes - 200]
    for (const place of [...places, ...[64, 32, 16, 12, 9, 8, 6, 5, 4, 3, 2, 1].map((before) => bytes - before)]) {
      way.proxy().cutAfter(place)
      const answer = await run().catch((error: { status?: number }) => error)
      // Bytes after the last row may be missing, but no row ever is.
      if (typeof answer === 'string') expect([place, answer === whole]).toEqual([place, true])
      else expect([place, answer.status]).toEqual([place, 400])
      if (place < bytes - 64) expect([place, typeof answer]).toEqual([place, 'object'])
    }
    way.proxy().cutAfter(null)
    expect(await run()).toBe(whole)
  })

  it('is never a success for who reads a stream', async () => {
    for (const place of [30, 3_000, Math.floor(bytes / 2)]) {
      way.proxy().cutAfter(place)
      const reading = driver.stream({
        ...requestOf({ sql: way.sql, maxRows: null }),
        onColumns: () => {},
        onRows: () => new Promise((resolve) => setImmediate(resolve)),
      })
      await expect(reading).rejects.toMatchObject({ status: 400, detail: { type: 'CONNECTION_HOST_DOWN_ERROR' } })
    }
    way.proxy().cutAfter(null)
    expect(await run()).toBe(whole)
  })
}

describePostgres('a connection to PostgreSQL cut at byte n', () => {
  let server: TestPostgres
  let proxy: CuttingProxy
  beforeAll(async () => {
    server = await startPostgres()
    proxy = await startCuttingProxy(server.port, MARKER)
  }, 60_000)
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
  })
  describe('in a result', () =>
    describeCuts({
      open: () => openPostgres({ uri: `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`, isReadOnly: true }),
      proxy: () => proxy,
      sql: `select n, repeat('x', 20) as ${MARKER} from generate_series(0, ${ROWS - 1}) n`,
    }))
})

describeMariaDb('a connection to MySQL cut at byte n', () => {
  let server: TestMariaDb
  let proxy: CuttingProxy
  beforeAll(async () => {
    server = await startMariaDb()
    await server.asOwner('create database cuts')
    proxy = await startCuttingProxy(server.port, MARKER)
  }, 60_000)
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
  })
  describe('in a result', () =>
    describeCuts({
      open: () => openMysql({ uri: server.url('cuts').replace(`:${server.port}`, `:${proxy.port}`), isReadOnly: true }),
      proxy: () => proxy,
      sql: `select seq as n, repeat('x', 20) as ${MARKER} from seq_0_to_${ROWS - 1}`,
    }))
})
