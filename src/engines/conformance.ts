import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Driver, ResultColumn, RunRequest } from './driver.ts'

/** What the promises need from an engine: how it is opened, and its words for a few things. */
interface EngineUnderTest {
  readonly name: string
  open(): Promise<Driver>
  /** SELECT of the numbers 0 to count - 1 as `n`. */
  numbers(count: number): string
  /** Text of numbers from 0 on that takes minutes, and one that no interrupt stops. */
  readonly endless: string
  readonly deaf: string
  /** A text as the engine's SQL writes it, where a backslash is no mere letter. */
  readonly quoteText?: (text: string) => string
  /** A table with columns `id` and `name` and 3 rows. */
  readonly table: string
  /** A statement that changes the table, where DELETE without a condition is not understood. */
  readonly write?: string
  /** Names without quotes come back in capitals. */
  readonly foldsUp?: true
  /** SELECT of columns named a, a, a__1, a and its row, where the plain one is not understood. */
  readonly repeated?: readonly [sql: string, row: string]
}

const never = new AbortController().signal

/** A request with everything that a test does not care about. */
export function requestOf(parts: Partial<RunRequest> & { readonly sql: string }): RunRequest {
  return {
    maxRows: 1_000,
    timeoutMs: 20_000,
    cells: 'editor',
    schema: null,
    catalog: null,
    user: 'tester',
    lane: 'interactive',
    signal: never,
    ...parts,
  }
}

/** The body of a result as text. */
export async function textOf(
  driver: Driver,
  parts: Parameters<typeof requestOf>[0],
  shape: 'records' | 'columns' = 'records',
) {
  const result = await driver.run({ ...requestOf(parts), shape })
  return Buffer.from(result.body).toString()
}

/** The promises every engine keeps, run against the real engine. */
export function describeEngine(engine: EngineUnderTest) {
  describe(`${engine.name} keeps the promises of an engine`, () => {
    let driver: Driver
    const folded = (name: string) => (engine.foldsUp ? name.toUpperCase() : name)
    const one = `[{"${folded('a')}":1}]`
    beforeAll(async () => {
      driver = await engine.open()
    })
    afterAll(() => driver.close())

    it('returns columns and rows in select order, in both shapes', async () => {
      const sql = "select 1 as b, 'x' as a, null as c"
      expect(await textOf(driver, { sql })).toBe(`[{"${folded('b')}":1,"${folded('a')}":"x","${folded('c')}":null}]`)
      expect(await textOf(driver, { sql }, 'columns')).toBe('[[1],["x"],[null]]')
    })

    it('makes repeated column names unique', async () => {
      const plain = ['select 1 as a, 2 as a, 3 as a__1, 4 as a', '{"a":1,"a__2":2,"a__1":3,"a__3":4}'] as const
      const [sql, row] = engine.repeated ?? plain
      expect(await textOf(driver, { sql })).toBe(`[${row}]`)
    })

    it.each(['begin', 'commit', 'rollback'])('takes %s for no reading, and runs it in no script alone', async (sql) => {
      // Not every server knows the word.
      const judged = await driver.judge(sql, never).catch(({ status }) => status)
      if (judged !== 422) {
        const isOfScript = judged.statements?.[0]?.kind === 'transaction'
        expect([judged.isReadOnly, isOfScript || judged.refusals.length > 0]).toEqual([false, true])
      }
      const status = expect.toBeOneOf([400, 422])
      await expect(driver.run({ ...requestOf({ sql }), shape: 'records' })).rejects.toMatchObject({ status })
      expect(await textOf(driver, { sql: 'select 1 as a' })).toBe(one)
    })

    it('gives valid JSON for an empty result', async () => {
      const result = await driver.run({
        ...requestOf({ sql: `select id from ${engine.table} where 1 = 0` }),
        shape: 'records',
      })
      expect(Buffer.from(result.body).toString()).toBe('[]')
      expect(result.columns.map((column) => [column.name, column.isEmpty])).toEqual([[folded('id'), true]])
      const sql = `select id, name from ${engine.table} where 1 = 0`
      expect(await textOf(driver, { sql }, 'columns')).toBe('[[],[]]')
    })

    it('writes text exactly, whatever it holds', async () => {
      const value = 'a"b\\c\u0001\u2028é😀\n'
      const literal = engine.quoteText?.(value) ?? `'${value}'`
      const body = await textOf(driver, { sql: `select ${literal} as v` })
      expect(JSON.parse(body)).toEqual([{ [folded('v')]: value }])
    })

    it('never returns more than maxRows, and says when there is more', async () => {
      const cut = await driver.run({ ...requestOf({ sql: engine.numbers(10), maxRows: 3 }), shape: 'columns' })
      expect([cut.rowCount, cut.isCut, Buffer.from(cut.body).toString()]).toEqual([3, true, '[[0,1,2]]'])
      const whole = await driver.run({ ...requestOf({ sql: engine.numbers(3), maxRows: 3 }), shape: 'columns' })
      expect([whole.rowCount, whole.isCut]).toEqual([3, false])
    })

    it('keeps the smaller of the limit in the text and maxRows', async () => {
      const sql = `${engine.numbers(50)} limit 2`
      expect(await textOf(driver, { sql, maxRows: 10 }, 'columns')).toBe('[[0,1]]')
    })

    it('streams a large result in order, its columns first, within the pace of the reader', async () => {
      const seen: string[] = []
      let columns: readonly ResultColumn[] = []
      let underWay = 0
      const result = await driver.stream({
        ...requestOf({ sql: engine.numbers(200_000), maxRows: null }),
        onColumns: (given) => {
          columns = given
        },
        onRows: async (rows) => {
          expect(columns.map((column) => column.name)).toEqual([folded('n')])
          underWay++
          expect(underWay).toBe(1)
          await new Promise((resolve) => setImmediate(resolve))
          seen.push(Buffer.concat(rows).toString())
          underWay--
        },
      })
      expect(result.rowCount).toBe(200_000)
      const rows = JSON.parse(`[${seen.join(',')}]`) as number[][]
      expect(rows.every(([n], i) => n === i)).toBe(true)
      expect(rows).toHaveLength(200_000)
    })

    it('passes on what goes wrong in the reader', async () => {
      const streaming = driver.stream({
        ...requestOf({ sql: engine.numbers(200_000), maxRows: null }),
        onColumns: () => {},
        onRows: () => Promise.reject(new Error('reader is gone')),
      })
      await expect(streaming).rejects.toThrow('reader is gone')
      expect(await textOf(driver, { sql: 'select 1 as a' })).toBe(one)
    })

    it.each([
      ['a statement that listens', () => engine.endless],
      ['a statement that does not listen', () => engine.deaf],
    ])('stops %s within two seconds and serves on', async (_, sql) => {
      const stop = new AbortController()
      const running = driver.run({ ...requestOf({ sql: sql(), signal: stop.signal }), shape: 'records' })
      const outcome = running.then(
        () => 'ended',
        (error: Error) => error.name,
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      const stoppedAt = performance.now()
      stop.abort()
      expect(await outcome).toBe('AbortError')
      expect(performance.now() - stoppedAt).toBeLessThan(2_000)
      expect(await textOf(driver, { sql: 'select 1 as a' })).toBe(one)
    })

    it('ends a statement at its deadline with the type for it', async () => {
      const running = driver.run({ ...requestOf({ sql: engine.deaf, timeoutMs: 300 }), shape: 'records' })
      await expect(running).rejects.toMatchObject({ status: 408, detail: { type: 'SQLLAB_TIMEOUT_ERROR' } })
    })

    it('answers a short statement while long ones run and wait', async () => {
      const stop = new AbortController()
      const long = Array.from({ length: 4 }, (_, i) =>
        driver
          .run({ ...requestOf({ sql: engine.endless, signal: stop.signal, user: `user ${i}` }), shape: 'records' })
          .catch((error: Error) => error.name),
      )
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect(await textOf(driver, { sql: 'select 1 as a', timeoutMs: 20_000 })).toBe(one)
      stop.abort()
      expect(await Promise.all(long)).toEqual(long.map(() => 'AbortError'))
    })

    it('names the kind and the place of an error', async () => {
      const column = driver.run({
        ...requestOf({ sql: `select 'é😀',\n nope from ${engine.table}` }),
        shape: 'records',
      })
      await expect(column).rejects.toMatchObject({
        status: 400,
        detail: {
          type: 'COLUMN_DOES_NOT_EXIST_ERROR',
          extra: { engine_name: engine.name, line: 2, column: 2, position: 15 },
        },
      })
      const table = driver.run({ ...requestOf({ sql: 'select * from nothing_here' }), shape: 'records' })
      await expect(table).rejects.toMatchObject({
        detail: { type: 'TABLE_DOES_NOT_EXIST_ERROR', extra: { position: 14 } },
      })
      const syntax = driver.judge('selec 1', never)
      await expect(syntax).rejects.toMatchObject({
        status: 422,
        detail: { type: 'INVALID_SQL_ERROR', extra: { line: 1 } },
      })
    })

    it('tells reading from changing, and refuses to run what changes', async () => {
      expect(await driver.judge(`select * from ${engine.table}`, never)).toMatchObject({
        isReadOnly: true,
        tables: [{ name: engine.table }],
        refusals: [],
      })
      const write = engine.write ?? `delete from ${engine.table}`
      expect((await driver.judge(write, never)).isReadOnly).toBe(false)
      const running = driver.run({ ...requestOf({ sql: write }), shape: 'records' })
      await expect(running).rejects.toMatchObject({ detail: { type: 'DML_NOT_ALLOWED_ERROR' } })
      const two = driver.run({ ...requestOf({ sql: 'select 1; select 2' }), shape: 'records' })
      await expect(two).rejects.toMatchObject({ status: 400 })
    })

    it('lists what the database holds', async () => {
      const schema = await driver.defaultSchema()
      expect(await driver.schemas(null)).toContain(schema)
      expect((await driver.tables(null, schema ?? '')).map((table) => table.name)).toContain(folded(engine.table))
      const table = await driver.table(null, schema, folded(engine.table))
      expect(table?.columns.map((column) => column.name)).toEqual([folded('id'), folded('name')])
      expect(await driver.table(null, schema, 'nothing_here')).toBeNull()
      expect(await driver.functions()).toContain('lower')
    })
  })
}
