import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeEngine, requestOf, textOf } from '../conformance.ts'
import type { CellStyle, Driver } from '../driver.ts'
import { openDriver } from '../drivers.server.ts'
import { HEAVY } from './cases/heavy.ts'
import { duckdbDialect } from './dialect.ts'
import { openDuckdbFile } from './driver.server.ts'

const dir = mkdtempSync(join(tmpdir(), 'duckdb-'))
const file = join(dir, 'data.duckdb')

async function makeFile(path: string, rows = 3) {
  const instance = await DuckDBInstance.create(path)
  const connection = await instance.connect()
  await connection.run(
    `CREATE TABLE things AS SELECT range::INTEGER AS id, 'thing ' || range AS name FROM range(${rows})`,
  )
  connection.closeSync()
  instance.closeSync()
}

beforeAll(() => makeFile(file))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describeEngine({
  name: 'DuckDB',
  open: () => openDuckdbFile({ path: file }),
  numbers: (count) => `select range as n from range(${count})`,
  endless: 'select count(*) from range(1000000) a, range(1000000) b',
  deaf: "select levenshtein(repeat('a', 100000), repeat('b', 100000))",
  table: 'things',
})

it.each([
  ["row(1, 'a')", '[1, "a"]'],
  ["[row(1, 'a'), row(2, null)]", '[[1, "a"], [2, null]]'],
  ["{'a': row(1, 'x'), 'b': row(row(2))}", "{'a': (1, 'x'), 'b': ((2,),)}"],
  ["map {'k': row(date '2024-01-01', true)}", "{'k': ('2024-01-01', True)}"],
])('shows every field of %s, named or not', async (expression, shown) => {
  const driver = await openDuckdbFile({ path: file })
  const rows = `select ${expression} as v from range(3000) union all select null`
  const all = JSON.parse(await textOf(driver, { sql: rows, cells: 'editor', maxRows: 5000 }, 'columns'))[0]
  expect([all[0], all[2999], all[3000]]).toEqual([shown, shown, null])
  await driver.close()
})

it.each([
  [12_000, 50_000, 12_000, false],
  [12_000, 12_000, 12_000, false],
  [12_000, 11_000, 11_000, true],
  [90_000, 50_000, 30_000, false],
])('counts a LIMIT of %i itself where %i rows are allowed', async (limit, maxRows, rowCount, isCut) => {
  const driver = await openDuckdbFile({ path: file })
  let given = 0
  const done = await driver.stream({
    ...requestOf({ sql: `select i from range(30000) t(i) limit ${limit} -- end`, maxRows }),
    onColumns: () => {},
    onRows: (_, count) => {
      given += count
    },
  })
  expect([given, done.rowCount, done.isCut]).toEqual([rowCount, rowCount, isCut])
  for (const shape of ['records', 'columns'] as const) {
    const sql = `select i from range(30000) t(i) limit ${limit} -- end`
    const whole = await driver.run({ ...requestOf({ sql, maxRows }), shape })
    const body = JSON.parse(Buffer.from(whole.body).toString())
    const rows = shape === 'records' ? body : body[0]
    expect([rows.length, whole.rowCount, whole.isCut]).toEqual([rowCount, rowCount, isCut])
    expect(rows.at(-1)).toEqual(shape === 'records' ? { i: rowCount - 1 } : rowCount - 1)
  }
  await driver.close()
})

describe('values of DuckDB', () => {
  let driver: Driver
  beforeAll(async () => {
    driver = await openDuckdbFile({ path: file })
  })
  afterAll(() => driver.close())
  const cell = async (expression: string, cells: CellStyle) => {
    const body = await textOf(driver, { sql: `select ${expression} as v`, cells }, 'columns')
    return body.slice(2, -2)
  }

  it.each([
    ['9007199254740991::bigint', '9007199254740991', '9007199254740991'],
    ['9007199254740993::bigint', '9007199254740993', '"9007199254740993"'],
    ['(-9223372036854775808)::bigint', '-9223372036854775808', '"-9223372036854775808"'],
    ['18446744073709551615::ubigint', '18446744073709551615', '"18446744073709551615"'],
    [
      '170141183460469231731687303715884105727::hugeint',
      '170141183460469231731687303715884105727',
      '"170141183460469231731687303715884105727"',
    ],
    ['7::tinyint', '7', '7'],
    ['1.10::decimal(10,2)', '1.10', '1.10'],
    [
      '123456789012345678901234567890.12::decimal(38,2)',
      '123456789012345678901234567890.12',
      '123456789012345678901234567890.12',
    ],
    ['-0.05::decimal(4,2)', '-0.05', '-0.05'],
    ["'nan'::double", 'null', 'null'],
    ["'-infinity'::float", 'null', 'null'],
    ['0.1::double', '0.1', '0.1'],
    ['1e300', '1e+300', '1e+300'],
    ['true', 'true', 'true'],
    ["date '2024-02-29'", '1709164800000', '"2024-02-29"'],
    ["date '0001-01-01'", '-62135596800000', '"0001-01-01"'],
    ["date '9999-12-31'", '253402214400000', '"9999-12-31"'],
    ["timestamp '2024-02-29 12:34:56.789'", '1709210096789', '"2024-02-29T12:34:56.789000"'],
    ["timestamp '1969-12-31 23:59:59.999999'", '-0.001', '"1969-12-31T23:59:59.999999"'],
    ["timestamp '9999-12-31 23:59:59.999999'", '253402300799999.999', '"9999-12-31T23:59:59.999999"'],
    ["timestamptz '2024-02-29 10:20:30+02'", '1709194830000', '"2024-02-29T08:20:30+00:00"'],
    ["'2024-01-01 10:00:00.123456789'::timestamp_ns", '1704103200123.456', '"2024-01-01T10:00:00.123456"'],
    ["time '10:20:30.5'", '"10:20:30.500000"', '"10:20:30.500000"'],
    ["interval '1 month 2 days 3 hours'", '"32 days 03:00:00"', '"32 days 03:00:00"'],
    ["'\\xAA\\x00'::blob", '"0xaa00"', '"0xaa00"'],
    [
      "uuid '00000000-0000-0000-0000-00000000002a'",
      '"00000000-0000-0000-0000-00000000002a"',
      '"00000000-0000-0000-0000-00000000002a"',
    ],
    ['[1, 9007199254740993, null]', '"[1, 9007199254740993, null]"', '"[1, 9007199254740993, null]"'],
    ["{'a': [0.10::decimal(4,2)], 'b': 'x''y'}", `"{'a': [0.10], 'b': \\"x'y\\"}"`, `"{'a': [0.10], 'b': \\"x'y\\"}"`],
    ["map {'k': 1}", '"{\'k\': 1}"', '"{\'k\': 1}"'],
    ["['nan'::double]", '"[null]"', '"[null]"'],
    ['\'{"a":[1]}\'::json', '"{\\"a\\":[1]}"', '"{\\"a\\":[1]}"'],
    ['null', 'null', 'null'],
  ])('%s keeps every digit', async (expression, chart, editor) => {
    expect(await cell(expression, 'chart')).toBe(chart)
    expect(await cell(expression, 'editor')).toBe(editor)
  })

  it.each(['INTEGER', 'UINTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL(18,3)', 'HUGEINT'])(
    'reads seconds since 1970 in a column of %s',
    async (type) => {
      const time = duckdbDialect.fromEpoch(`1704067200::${type}`, 's')
      expect(await cell(`${time}::varchar`, 'editor')).toBe('"2024-01-01 00:00:00"')
    },
  )

  it('names types and kinds', async () => {
    const sql = "select 1 as a, 1.5::decimal(4,2) as b, 'x' as c, now() as d, true as e, null as f, null::integer as g"
    const { columns } = await driver.run({ ...requestOf({ sql }), shape: 'records' })
    expect(columns.map(({ type, generic, isEmpty }) => [type, generic, isEmpty])).toEqual([
      ['INTEGER', 0, false],
      ['DECIMAL(4,2)', 0, false],
      ['VARCHAR', 1, false],
      ['TIMESTAMP WITH TIME ZONE', 2, false],
      ['BOOLEAN', 3, false],
      ['INTEGER', 0, true],
      ['INTEGER', 0, true],
    ])
  })
})

describe('a DuckDB file', () => {
  it('is read anew when it was replaced', async () => {
    const path = join(dir, 'replaced.duckdb')
    await makeFile(path, 1)
    const driver = await openDuckdbFile({ path })
    const count = () => textOf(driver, { sql: 'select count(*) as n from things' })
    expect(await count()).toBe('[{"n":1}]')
    rmSync(path)
    await makeFile(path, 5)
    expect(await count()).toBe('[{"n":5}]')
    await driver.close()
  })

  it('written by a newer version is refused with the remedy', async () => {
    const path = join(dir, 'newer.duckdb')
    const bytes = readFileSync(file)
    bytes.writeUInt32LE(69, 12)
    writeFileSync(path, bytes)
    await expect(openDuckdbFile({ path })).rejects.toThrow(/newer version of DuckDB.*STORAGE_VERSION/)
  })

  it('that is damaged is a clear error', async () => {
    const path = join(dir, 'damaged.duckdb')
    writeFileSync(path, readFileSync(file).subarray(0, 6_000))
    const driver = await openDuckdbFile({ path })
    await expect(driver.ping(new AbortController().signal)).rejects.toMatchObject({
      status: 400,
      detail: { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' },
    })
    await driver.close()
  })

  it('can only be opened below the allowed folders', async () => {
    const open = (path: string, sources: string[]) =>
      openDriver({ engine: 'duckdb', uri: `duckdb:///${path}`, readOnly: true, sources, tunnel: null })
    const driver = await open(file, [dir])
    await driver.close()
    for (const [path, sources] of [
      [file, [join(dir, 'elsewhere')]],
      [file, []],
      ['/etc/passwd', [dir]],
      [`${dir}/../../etc/passwd`, [dir]],
      [`${dir}/%2e%2e/x`, [dir]],
      ['relative.duckdb', [dir]],
    ] as const) {
      await expect(open(path, [...sources])).rejects.toMatchObject({ status: 400 })
    }
  })
})

describe('workers of DuckDB', () => {
  it('that die take only their own statement along', async () => {
    const driver = await openDuckdbFile({ path: file })
    let isOver = false
    const failures: string[] = []
    const others = (async () => {
      while (!isOver) {
        const body = await textOf(driver, { sql: 'select count(*) as n from things', user: 'other' }).catch(
          (e: Error) => e.message,
        )
        if (body !== '[{"n":3}]') failures.push(body)
      }
    })()
    const hostile = HEAVY.filter((_, i) => i % 8 === 3)
    const slowest = { ms: 0 }
    for (const sql of hostile) {
      const startedAt = performance.now()
      await driver.run({ ...requestOf({ sql, user: 'hostile', timeoutMs: 500 }), shape: 'records' }).catch(() => {})
      slowest.ms = Math.max(slowest.ms, performance.now() - startedAt)
    }
    isOver = true
    await others
    expect(failures).toEqual([])
    expect(slowest.ms).toBeLessThan(6_000)
    await driver.close()
  })

  it('take turns, but nobody waits for the end of a long statement', async () => {
    const driver = await openDuckdbFile({ path: file })
    const stop = new AbortController()
    const endless = 'select count(*) from things a, range(1000000) b, range(1000000) c'
    const long = textOf(driver, { sql: endless, user: 'one', signal: stop.signal }).catch((cause: unknown) => cause)
    const sql = 'select count(*) as n from things'
    for (let i = 0; i < 3; i += 1) expect(await textOf(driver, { sql, user: 'two' })).toBe('[{"n":3}]')
    stop.abort(new Error('stopped'))
    expect(await long).toMatchObject({ message: 'stopped' })
    await driver.close()
  })

  it('stay when heavy and light statements follow one another', async () => {
    const driver = await openDuckdbFile({ path: file })
    const others = new Set(childrenOf(process.pid))
    const statements = [30_000_000, 3, 30_000_000, 3].map(
      (rows) => `select max(hash(range)) > 0 as a from range(${rows})`,
    )
    const round = () => Promise.all(statements.map((sql) => textOf(driver, { sql, user: 'one' })))
    const workers = () => childrenOf(process.pid).filter((pid) => !others.has(pid))
    for (let i = 0; i < 4; i += 1) await round()
    const before = workers()
    for (let i = 0; i < 4; i += 1) await round()
    const after = workers()
    expect(before.filter((pid) => !after.includes(pid)).length).toBeLessThan(2)
    await driver.close()
  })

  it('end when their server is killed', async () => {
    const program = `
      import { openDuckdbFile } from ${JSON.stringify(fileURLToPath(new URL('./driver.server.ts', import.meta.url)))}
      const driver = await openDuckdbFile({ path: ${JSON.stringify(file)} })
      const request = { maxRows: 1, timeoutMs: 60000, cells: 'chart', schema: null, catalog: null, user: 'u', lane: 'batch', signal: new AbortController().signal, shape: 'records' }
      driver.run({ ...request, sql: "select levenshtein(repeat('a', 1000000), repeat('b', 1000000))", onProgress: () => console.log('running') }).catch(() => {})
    `
    const script = join(dir, 'server.ts')
    writeFileSync(script, program)
    const server = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => server.stdout.once('data', resolve))
    const workers = childrenOf(server.pid ?? 0)
    expect(workers.length).toBeGreaterThan(0)
    server.kill('SIGKILL')
    await expect.poll(() => workers.filter(isRunning), { timeout: 3_000 }).toEqual([])
  })
})

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
