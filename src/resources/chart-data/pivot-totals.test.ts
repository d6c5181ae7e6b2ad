import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient } from '../../../test/server.ts'
import { questionsOf } from '../../charts/chart.ts'
import { findAnyChart } from '../../charts/every-chart.ts'
import { encodeQueryObject } from '../../query/wire/encode.ts'

/** Buyers come back, and groups differ in size: neither averages nor distinct counts nor ratios add up. */
const { dir, path } = await duckdbFile(`
  create table sales as
    select n % 3 as region, n % 2 as channel, n % 7 as buyer, n * n as paid, n as cost from range(1, 101) r(n)`)
const server = await startServer({ args: ['--sources', dir] })
afterAll(() => server.stop())

let admin: TestClient
let dataset = 0
beforeAll(async () => {
  admin = await server.login()
  const made = async (path: string, body: unknown) => (await admin.send('POST', path, body)).json.id as number
  const database = await made('/api/v1/database/', { database_name: 'data', sqlalchemy_uri: `duckdb:///${path}` })
  dataset = await made('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' })
})

const sql = (label: string, sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label })
const METRICS = [
  sql('mean', 'avg(paid)'),
  sql('buyers', 'count(distinct buyer)'),
  sql('ratio', 'sum(paid) * 1.0 / sum(cost)'),
]

type Row = Readonly<Record<string, unknown>>

async function asked(queries: readonly object[]): Promise<readonly (readonly Row[])[]> {
  const answer = await admin.send('POST', '/api/v1/chart/data', { datasource: { id: dataset, type: 'table' }, queries })
  expect(answer.status, answer.text).toBe(200)
  return answer.json.result.map(({ data }: { data: readonly Row[] }) => data)
}

/** The answers to everything that a chart of a type asks. */
function answers(vizType: string, form: object): Promise<readonly (readonly Row[])[]> {
  const chart = findAnyChart(vizType)
  if (chart === null) throw new Error(vizType)
  return asked(questionsOf(chart, form).map(encodeQueryObject))
}

/** What the database says of groups by some columns. */
async function grouped(columns: readonly string[]): Promise<readonly Row[]> {
  const orderby = columns.map((column) => [column, true])
  return (await asked([{ columns, metrics: METRICS, orderby }]))[0] ?? []
}

const sorted = (rows: readonly Row[], columns: readonly string[]) =>
  rows.toSorted((a, b) => columns.map((name) => Number(a[name]) - Number(b[name])).find((less) => less !== 0) ?? 0)

it('asks the database for every total of a pivot table', async () => {
  const form = {
    groupbyRows: ['region', 'channel'],
    groupbyColumns: ['buyer'],
    metrics: METRICS,
    rowTotals: true,
    colTotals: true,
    rowSubTotals: true,
    row_limit: 1000,
  }
  const [cells = [], ...totals] = await answers('pivot_table_v2', form)
  expect(cells).toHaveLength(42)
  const levels = [['region', 'channel'], ['region', 'buyer'], ['region'], ['buyer'], []]
  expect(totals).toHaveLength(levels.length)
  for (const columns of levels) {
    const names = [...columns, 'mean', 'buyers', 'ratio'].toSorted()
    const own =
      totals.find(
        ([row]) =>
          Object.keys(row ?? {})
            .toSorted()
            .join() === names.join(),
      ) ?? []
    expect(sorted(own, columns), columns.join()).toEqual(await grouped(columns))
  }
})

it('asks the database for the totals of a table', async () => {
  const form = { groupby: ['region'], metrics: METRICS, show_totals: true, row_limit: 1 }
  const [rows = [], totals] = await answers('table', form)
  const [whole] = await grouped([])
  expect(rows).toHaveLength(1)
  expect(totals).toEqual([whole])
  expect(whole).toEqual({ mean: 3383.5, buyers: 7, ratio: 67 })
})
