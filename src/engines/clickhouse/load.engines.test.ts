import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeClickhouse, READER, startClickhouse, type TestClickhouse } from '../../../test/clickhouse.ts'
import { describeLoads } from '../../../test/load-cases.ts'
import type { Driver } from '../driver.ts'
import { clickhouseDialect } from './dialect.ts'
import { openClickhouse } from './driver.server.ts'

describeClickhouse('ClickHouse', () => {
  let server: TestClickhouse
  beforeAll(async () => {
    server = await startClickhouse()
    await server.asOwner('create database loads')
  })
  afterAll(() => server.stop())

  describeLoads({
    open: async () => openClickhouse({ uri: server.url('loads'), isReadOnly: true }),
    schema: 'loads',
    quoteName: clickhouseDialect.quoteIdentifier,
    asOwner: (sql) => server.asOwner(sql),
    hasForeignKeys: false,
  })

  describe('a file for a table', () => {
    let driver: Driver
    let dir = ''
    beforeAll(async () => {
      driver = openClickhouse({ uri: server.url('loads'), isReadOnly: true })
      dir = await mkdtemp(join(tmpdir(), 'load-'))
    })
    afterAll(async () => {
      await driver.close()
      await rm(dir, { recursive: true })
    })
    const load = async (table: string, columns: Readonly<Record<string, string>>, rows: unknown[][], more = {}) => {
      const lines = join(dir, 'rows.jsonl')
      await writeFile(lines, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
      const typed = Object.entries(columns).map(([name, sqlType]) => ({ name, type: 'text', sqlType }) as const)
      const content = { columns: typed, rows: rows.length, parquet: '', lines }
      const signal = new AbortController().signal
      await driver.loader?.load({ schema: null, table, ifExists: 'fail', content, signal, ...more })
    }
    const told = async (sql: string): Promise<unknown[]> =>
      (await server.asOwner(`${sql} format JSONCompactEachRow`))
        .split('\n')
        .flatMap((line) => (line ? [JSON.parse(line)] : []))

    it('keeps the widest integers and moments of any zone', async () => {
      const columns = { a: 'UBIGINT', b: 'HUGEINT', c: 'UHUGEINT', at: 'TIMESTAMP WITH TIME ZONE', d: 'DECIMAL(38,10)' }
      const wide = [
        '18446744073709551615',
        '-170141183460469231731687303715884105727',
        '340282366920938463463374607431768211455',
      ]
      const decimal = '1234567890123456789012345678.0123456789'
      await load('wide', columns, [
        [...wide, '2024-02-29 12:00:00.5+05:30', decimal],
        [null, null, null, '1900-01-01 00:00:00+00', null],
      ])
      const sql = 'select toString(a), toString(b), toString(c), toString(at), toString(d) from loads.wide order by a'
      expect(await told(sql)).toEqual([
        [...wide, '2024-02-29 06:30:00.500000', decimal],
        [null, null, null, '1900-01-01 00:00:00.000000', null],
      ])
    })

    it('is refused with a day that the server would move into its calendar', async () => {
      for (const day of ['1899-12-31', '2300-01-01', '0001-01-01', '10000-01-01'])
        await expect(load('old', { day: 'DATE' }, [['2024-01-01'], [day]])).rejects.toMatchObject({
          status: 400,
          message: `"${day}" in "day" lies outside the years that ClickHouse knows (1900 to 2299).`,
        })
      expect(await told("select name from system.tables where database = 'loads' and name like 'sightline%'")).toEqual(
        [],
      )
    })

    it('adds no zero where a value is missing and the table wants one', async () => {
      await server.asOwner('create table loads.strict (n Int64, word String) engine = MergeTree order by n')
      const append = { ifExists: 'append' }
      await expect(load('strict', { n: 'BIGINT' }, [['1'], [null]], append)).rejects.toMatchObject({ status: 400 })
      await load('strict', { n: 'BIGINT' }, [['1']], append)
      expect(await told('select * from loads.strict')).toEqual([[1, '']])
    })

    it('takes no place of a view', async () => {
      await server.asOwner('create view loads.seen as select 1 as n')
      for (const ifExists of ['fail', 'append', 'replace'])
        await expect(load('seen', { n: 'BIGINT' }, [['1']], { ifExists })).rejects.toMatchObject({ status: 422 })
    })

    it('is refused to an account that may only read', async () => {
      const reader = openClickhouse({ uri: server.url('loads', READER), isReadOnly: true })
      const content = { columns: [], rows: 0, parquet: '', lines: join(dir, 'rows.jsonl') }
      const signal = new AbortController().signal
      const loading = reader.loader?.load({ schema: 'loads', table: 'x', ifExists: 'fail', content, signal })
      await expect(loading).rejects.toMatchObject({ status: 400 })
      await reader.close()
    })
  })
})
