import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeClickhouse, startClickhouse, type TestClickhouse } from '../../../test/clickhouse.ts'
import { startCuttingProxy } from '../../../test/cutting-proxy.ts'
import { requestOf, textOf } from '../conformance.ts'
import type { Driver } from '../driver.ts'
import { SETUP } from './cases/setup.ts'
import { openClickhouse } from './driver.server.ts'

const never = new AbortController().signal

describeClickhouse('faults of ClickHouse', () => {
  let server: TestClickhouse
  let driver: Driver
  beforeAll(async () => {
    server = await startClickhouse()
    for (const sql of SETUP) await server.asOwner(sql)
    driver = openClickhouse({ uri: server.url('shop'), isReadOnly: true })
  })
  afterAll(async () => {
    await driver?.close()
    await server?.stop()
  })

  it('fails when the failure comes after rows', async () => {
    const sql = "select number, throwIf(number = 300000, 'too far') from numbers(1000000)"
    const rows: number[] = []
    const streaming = driver.stream({
      ...requestOf({ sql, maxRows: null }),
      onColumns: () => {},
      onRows: (_, count) => void rows.push(count),
    })
    await expect(streaming).rejects.toMatchObject({ status: 400, message: expect.stringContaining('too far') })
    expect(rows.length).toBeGreaterThan(0)
  })

  it.each([0, 4_000, 400_000])('fails when the connection is cut %i bytes into the rows', async (bytes) => {
    const proxy = await startCuttingProxy(server.port, '{"row":["7"')
    const uri = `clickhousedb://default@127.0.0.1:${proxy.port}/shop`
    const cut = openClickhouse({ uri, isReadOnly: true })
    const request = requestOf({ sql: 'select number + 7 as n from numbers(1000000)', maxRows: null })
    proxy.cutAfter(bytes)
    await expect(cut.stream({ ...request, onColumns: () => {}, onRows: () => {} })).rejects.toMatchObject({
      status: 400,
      detail: { type: 'CONNECTION_HOST_DOWN_ERROR' },
    })
    proxy.cutAfter(null)
    expect(await textOf(cut, { sql: 'select 2 as a' })).toBe('[{"a":2}]')
    await cut.close()
    await proxy.stop()
  })

  it('fails when the server dies in mid-result', async () => {
    const dying = await startClickhouse()
    const other = openClickhouse({ uri: dying.url(), isReadOnly: true })
    const streaming = other.stream({
      ...requestOf({ sql: 'select number from numbers(1000000000)', maxRows: null }),
      onColumns: () => {},
      onRows: () => dying.kill(),
    })
    await expect(streaming).rejects.toMatchObject({ detail: { type: 'CONNECTION_HOST_DOWN_ERROR' } })
    await expect(textOf(other, { sql: 'select 1 as a' })).rejects.toMatchObject({
      detail: { type: 'CONNECTION_PORT_CLOSED_ERROR' },
    })
    await other.close()
    await dying.stop()
  })

  it('reads a statement that is longer than the server reads by itself', async () => {
    const values = Array.from({ length: 100_000 }, (_, i) => i)
    const sql = `select count() as n from numbers(10) where number in (${values.join(', ')})`
    expect((await driver.judge(sql, never)).refusals).toEqual([])
    expect(await textOf(driver, { sql })).toBe('[{"n":10}]')
  })

  it('points at the login when it is refused', async () => {
    const other = openClickhouse({ uri: server.url('shop', 'reader:wrong'), isReadOnly: true })
    await expect(other.ping(never)).rejects.toMatchObject({ detail: { extra: { invalid: ['username', 'password'] } } })
    await other.close()
  })

  it('says why it cannot connect', async () => {
    const ping = async (uri: string) => {
      const other = openClickhouse({ uri, isReadOnly: true })
      const problem = await other.ping(never).then(
        () => null,
        (error: { detail: { type: string } }) => error.detail.type,
      )
      await other.close()
      return problem
    }
    expect(await ping(server.url('shop'))).toBeNull()
    expect(await ping(server.url('nothing'))).toBe('CONNECTION_UNKNOWN_DATABASE_ERROR')
    expect(await ping(server.url('shop', 'reader:wrong'))).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    expect(await ping('clickhousedb://u:p@127.0.0.1:1/d')).toBe('CONNECTION_PORT_CLOSED_ERROR')
    expect(await ping('clickhousedb://u:p@no-such-host.invalid/d')).toBe('CONNECTION_INVALID_HOSTNAME_ERROR')
    expect(await ping('clickhousedb://u:p@169.254.169.254/d')).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    expect(await ping(`${server.url('shop')}?secure=true`)).toBe('CONNECTION_ACCESS_DENIED_ERROR')
    expect(() => openClickhouse({ uri: 'clickhousedb://u@h/d?x=1', isReadOnly: true })).toThrow(/not supported: x/)
  })
})
