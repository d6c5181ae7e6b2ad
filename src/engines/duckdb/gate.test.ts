import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCEPTED } from './cases/accepted.ts'
import { REFUSED } from './cases/refused.ts'
import { openWarehouse, type Warehouse } from './warehouse.server.ts'

const signal = new AbortController().signal
const request = {
  maxRows: 100,
  timeoutMs: 20_000,
  cells: 'editor',
  schema: null,
  catalog: null,
  user: 'analyst',
  lane: 'interactive',
  signal,
  shape: 'records',
} as const

describe('the gate of DuckDB', () => {
  const dir = mkdtempSync(join(tmpdir(), 'gate-'))
  let warehouse: Warehouse
  const tablesOf = async (sql: string) =>
    (await warehouse.driver.judge(sql, signal)).tables.map(({ catalog, schema, name }) =>
      [catalog, schema, name].filter((part) => part !== null).join('.'),
    )

  beforeAll(async () => {
    warehouse = await openWarehouse({ dir: join(dir, 'wh'), tempDir: join(dir, 'tmp') })
    await warehouse.writeTable('orders', {
      kind: 'query',
      sql: `SELECT range::INTEGER AS id, ['Peru', 'Chile', NULL][1 + range % 3] AS country, (range % 5)::INTEGER AS customer_id,
        range * 1.5 AS revenue, TIMESTAMP '2024-01-01' + to_days(range::INTEGER) AS ordered_at FROM range(50)`,
    })
    await warehouse.writeTable('customers', {
      kind: 'query',
      sql: "SELECT range::INTEGER AS id, 'c' || range AS name FROM range(5)",
    })
  })
  afterAll(async () => {
    await warehouse.close()
    rmSync(dir, { recursive: true, force: true })
  })

  it('lets pass and runs what analysts write', async () => {
    expect(ACCEPTED.length).toBeGreaterThanOrEqual(40)
    const refused: string[] = []
    for (const sql of ACCEPTED) {
      const verdict = await warehouse.driver.judge(sql, signal)
      if (!verdict.isReadOnly || verdict.refusals.length > 0) refused.push(`${sql}: ${verdict.refusals.join(' ')}`)
      else
        await warehouse.driver
          .run({ ...request, sql })
          .catch((error: Error) => refused.push(`${sql}: ${error.message}`))
    }
    expect(refused).toEqual([])
  })

  it('refuses what reaches beyond the tables or changes something, and runs none of it', async () => {
    expect(REFUSED.length).toBeGreaterThanOrEqual(120)
    const passed: string[] = []
    for (const sql of REFUSED) {
      const isRefused = await warehouse.driver.judge(sql, signal).then(
        ({ isReadOnly, refusals }) => !isReadOnly || refusals.length > 0,
        () => true,
      )
      const ran = await warehouse.driver.run({ ...request, sql }).then(
        () => true,
        () => false,
      )
      if (!isRefused || ran) passed.push(sql.slice(0, 100))
    }
    expect(passed).toEqual([])
    const after = await warehouse.driver.run({ ...request, sql: 'select count(*) as n from orders' })
    expect(Buffer.from(after.body).toString()).toBe('[{"n":50}]')
  })

  it('names the tables that a statement reads, and never a common table expression', async () => {
    expect(await tablesOf('select * from orders o join main.customers using (id)')).toEqual([
      'orders',
      'main.customers',
    ])
    expect(await tablesOf('with a as (select * from orders) select * from a')).toEqual(['orders'])
    expect(await tablesOf('with orders as (select * from orders) select * from orders')).toEqual(['orders'])
    expect(await tablesOf('select (with c as (select 1) select * from c) from customers, c')).toEqual([
      'customers',
      'c',
    ])
    expect(await tablesOf('select * from (select * from orders where id in (select id from customers))')).toEqual([
      'orders',
      'customers',
    ])
    expect(await tablesOf('summarize orders')).toEqual(['orders'])
    expect(await tablesOf('explain select * from customers')).toEqual(['customers'])
  })

  it('says where each statement lies', async () => {
    const sql = " select 1;\n-- two\nselect 'a;b' ; \n/* ; */ select é from orders"
    const { statements } = await warehouse.driver.judge(sql, signal)
    expect(statements.map(({ from, to, kind }) => [sql.slice(from, to), kind])).toEqual([
      ['select 1', 'select'],
      ["-- two\nselect 'a;b'", 'select'],
      ['/* ; */ select é from orders', 'select'],
    ])
  })

  it('tells the place of a text that cannot be parsed', async () => {
    const judged = warehouse.driver.judge('select 1,\n  frm orders x y', signal)
    await expect(judged).rejects.toMatchObject({
      status: 422,
      detail: { type: 'INVALID_SQL_ERROR', extra: { line: 2, engine: 'duckdb' } },
    })
  })
})
