import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../conformance.ts'
import type { Driver } from '../driver.ts'
import { openDuckdbFile } from './driver.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'numbers-'))
let driver: Driver
beforeAll(async () => {
  const file = join(dir, 'numbers.duckdb')
  const instance = await DuckDBInstance.create(file)
  instance.closeSync()
  driver = await openDuckdbFile({ path: file })
})
afterAll(async () => {
  await driver.close()
  rmSync(dir, { recursive: true, force: true })
})

const cellsOf = async (values: readonly string[], type: string, cells: 'chart' | 'editor') => {
  const list = values.map((value) => `'${value}'::${type}`).join(', ')
  const body = await textOf(driver, { sql: `select unnest([${list}]) as v`, cells, maxRows: null }, 'columns')
  return body.slice(2, -2).split(',')
}
const signed = (values: readonly number[]) => values.flatMap((value) => [value, -value])

/** As recorded: `1e-05` and `1e+16`, and every digit between them. */
const short = (value: number) => {
  const isPlain = Math.abs(value) >= 1e-4 && Math.abs(value) < 1e16
  return value === 0 || isPlain ? String(value) : value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
}

it('gives floats their shortest text, whatever way they are written', async () => {
  const places = [0, 1, 2, 3, 5, 7, 9, 11, 15, 20, 21, 22, 100, 300]
  const sizes = places.flatMap((place) => [10 ** place, 10 ** -place, 1.23456789 * 10 ** place, 9.99 * 10 ** -place])
  const hundredths = Array.from({ length: 500 }, (_, i) => (i * 7_919 * 31 ** (i % 6)) / 100)
  const edges = [0.1 + 0.2, 1 / 3, 21_474_836.47, 21_474_836.48, 2 ** 31, 2 ** 53, 0.01, 0.05, 0.5, 0.999, 5e-324]
  const values = signed([...sizes, ...hundredths, ...edges]).filter((value) => !Object.is(value, -0))
  const texts = values.map(short)
  expect(await cellsOf(values.map(String), 'DOUBLE', 'chart')).toEqual(texts)
  const withPoint = texts.map((text) => (/[.e]/.test(text) ? text : `${text}.0`))
  expect(await cellsOf(values.map(String), 'DOUBLE', 'editor')).toEqual(withPoint)
  expect(await cellsOf(['-0', '0', 'nan', 'inf', '-inf'], 'DOUBLE', 'chart')).toEqual([
    '-0.0',
    '0',
    'null',
    'null',
    'null',
  ])
})

it('gives whole numbers every digit', async () => {
  const small = signed([1, 9, 10, 11, 99, 100, 999_999_999, 1_000_000_000, 1_000_000_001, 2_147_483_647])
  expect(await cellsOf(['0', ...small.map(String)], 'INTEGER', 'chart')).toEqual(['0', ...small.map(String)])
  const big = ['0', '-1', '1000000000000000000', '999999999999999999', '-9223372036854775808', '9223372036854775807']
  const powers = Array.from({ length: 62 }, (_, i) => [2n ** BigInt(i), -(2n ** BigInt(i)) + 1n, 10n ** BigInt(i % 18)])
  const values = [...big, ...powers.flat().map(String)]
  expect(await cellsOf(values, 'BIGINT', 'chart')).toEqual(values)
  const shown = values.map((value) => (Number.isSafeInteger(Number(value)) ? value : `"${value}"`))
  expect(await cellsOf(values, 'BIGINT', 'editor')).toEqual(shown)
})

it('gives times of any year to the millisecond, and booleans with their gaps', async () => {
  const days = ['1970-01-01', '1969-12-31', '0001-01-01', '9999-12-31', '2024-02-29', '2001-09-09', '1582-10-14']
  const times = days.flatMap((day) => [`${day} 00:00:00`, `${day} 23:59:59.999`, `${day} 01:46:40.001`])
  const at = times.map((time) => String(Date.parse(`${time.replace(' ', 'T')}Z`)))
  expect(await cellsOf(times, 'TIMESTAMP', 'chart')).toEqual(at)
  const sql = 'select case n % 3 when 0 then null else n % 3 = 1 end as v from range(5000) t(n)'
  const seen = JSON.parse(await textOf(driver, { sql, cells: 'chart', maxRows: null }, 'columns'))[0]
  expect(seen).toEqual(Array.from({ length: 5_000 }, (_, n) => [null, true, false][n % 3]))
})

it('keeps texts apart that share memory, are long, short or missing', async () => {
  const sql = `select case n % 4 when 0 then 'short' when 1 then repeat('é"', 10 + n % 50) when 2 then null
    else 'one of ' || (n % 8) || ' texts that are repeated' end as v from range(5000) t(n)`
  const [seen] = JSON.parse(await textOf(driver, { sql, cells: 'chart', maxRows: null }, 'columns'))
  const expected = (n: number) =>
    ['short', 'é"'.repeat(10 + (n % 50)), null, `one of ${n % 8} texts that are repeated`][n % 4]
  expect(seen).toEqual(Array.from({ length: 5_000 }, (_, n) => expected(n)))
})

it('escapes what must be in texts of every length, and nothing else', async () => {
  const special = ['"', '\\', '\n', '\u0001', '\u001f', '\u007f', 'é', '€', '😀', ' ']
  const texts = Array.from({ length: 70 }, (_, length) => special.map((one, i) => around(one, length, i * 7))).flat()
  const sql = `select unnest([${texts.map((text) => `'${text}'`).join(', ')}]) as v`
  for (const shape of ['columns', 'records'] as const) {
    const body = await textOf(driver, { sql, cells: 'chart', maxRows: null }, shape)
    expect(body).toBe(JSON.stringify(shape === 'columns' ? [texts] : texts.map((v) => ({ v }))))
  }
})
const around = (one: string, length: number, at: number) => {
  const before = at % (length + 1)
  return `${'x'.repeat(before)}${one}${'y'.repeat(length - before)}`
}

it('puts the cells of many rows together as they are, whatever their lengths', async () => {
  const sql = `select n as "a", repeat('t', n % 90) as "a long name", n % 7 = 0 as c, (n * n) / 4 as d,
    case when n % 5 > 0 then n end as "é" from range(30000) t(n)`
  const rows = Array.from({ length: 30_000 }, (_, n) => ({
    a: n,
    'a long name': 't'.repeat(n % 90),
    c: n % 7 === 0,
    d: (n * n) / 4,
    é: n % 5 > 0 ? n : null,
  }))
  const body = await textOf(driver, { sql, cells: 'chart', maxRows: null }, 'records')
  expect(body === JSON.stringify(rows)).toBe(true)
  const columns = JSON.parse(await textOf(driver, { sql, cells: 'chart', maxRows: null }, 'columns'))
  expect(columns).toEqual((['a', 'a long name', 'c', 'd', 'é'] as const).map((name) => rows.map((row) => row[name])))
})
