import { afterAll, beforeAll, expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer, type TestClient, type TestServer } from '../../../test/server.ts'

let server: TestServer
let admin: TestClient
let dataset = 0

beforeAll(async () => {
  const { dir, path } = await duckdbFile(
    `create table sales as select * from (values ('a', 'x', 1, date '2024-01-01'), ('a', 'y', 2, date '2024-01-02'),
       ('b', 'x', 4, date '2024-01-01'), ('c', null, 5, null), (null, 'y', 7, date '2024-01-02')) t(r, c, v, d)`,
  )
  server = await startServer({ args: ['--sources', dir] })
  admin = await server.login()
  const uri = { database_name: 'sales', sqlalchemy_uri: `duckdb:///${path}` }
  const database = (await admin.send('POST', '/api/v1/database/', uri)).json.id
  const table = { database, schema: 'main', table_name: 'sales' }
  dataset = (await admin.send('POST', '/api/v1/dataset/', table)).json.id
})
afterAll(() => server.stop())

const metric = (aggregate: string) => ({
  expressionType: 'SIMPLE',
  column: { column_name: 'v' },
  aggregate,
  label: aggregate,
})
const SUM = metric('SUM')
const MIN = metric('MIN')

/** What a chart of this form data shows of its rows. */
async function shown(form: object, result_format = 'json', columns = ['r', 'c'], metrics = [SUM]) {
  const answer = await admin.send('POST', '/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns, metrics, orderby: columns.map((name) => [name, true]), row_limit: 100 }],
    form_data: { viz_type: 'pivot_table_v2', groupbyRows: ['r'], groupbyColumns: ['c'], metrics, ...form },
    result_type: 'post_processed',
    result_format,
  })
  expect(answer.status, answer.text).toBe(200)
  return result_format === 'json' ? answer.json.result[0] : answer.text.replace('\ufeff', '').trimEnd().split('\n')
}

it('a pivot table is answered as its grid, under the names of its rows and columns', async () => {
  expect(await shown({ rowTotals: true, colTotals: true })).toMatchObject({
    data: {
      'SUM nan': { nan: null, a: null, b: null, c: 5, 'Total (Sum)': 5 },
      'SUM x': { nan: null, a: 1, b: 4, c: null, 'Total (Sum)': 5 },
      'SUM y': { nan: 7, a: 2, b: null, c: null, 'Total (Sum)': 9 },
      'SUM Subtotal': { nan: 7, a: 3, b: 4, c: 5, 'Total (Sum)': 19 },
      'Total (Sum)': { nan: 7, a: 3, b: 4, c: 5, 'Total (Sum)': 19 },
    },
    colnames: [
      ['SUM', null],
      ['SUM', 'x'],
      ['SUM', 'y'],
      ['SUM', 'Subtotal'],
      ['Total (Sum)', ''],
    ],
    coltypes: [0, 0, 0, 0, 0],
    indexnames: [[null], ['a'], ['b'], ['c'], ['Total (Sum)']],
    rowcount: 5,
    sql_rowcount: 5,
  })
})

it('a pivot table as a file is its grid with the names of the rows first', async () => {
  expect(await shown({}, 'csv')).toEqual([',SUM nan,SUM x,SUM y', 'nan,,,7.0', 'a,,1.0,2.0', 'b,,4.0,', 'c,5.0,,'])
  const two = { metrics: [SUM, MIN], metricsLayout: 'ROWS', combineMetric: true, colTotals: true, rowTotals: true }
  expect(await shown(two, 'csv', ['r', 'c'], [SUM, MIN])).toEqual([
    ',nan,x,y,Total (Sum)',
    'nan SUM,,,7.0,7.0',
    'nan MIN,,,7.0,7.0',
    'nan Subtotal,0.0,0.0,14.0,14.0',
    'a SUM,,1.0,2.0,3.0',
    'a MIN,,1.0,2.0,3.0',
    'a Subtotal,0.0,2.0,4.0,6.0',
    'b SUM,,4.0,,4.0',
    'b MIN,,4.0,,4.0',
    'b Subtotal,0.0,8.0,0.0,8.0',
    'c SUM,5.0,,,5.0',
    'c MIN,5.0,,,5.0',
    'c Subtotal,10.0,0.0,0.0,10.0',
    'Total (Sum),10.0,10.0,18.0,38.0',
  ])
  const turned = { transposePivot: true, groupbyRows: ['c', 'd'], groupbyColumns: [], aggregateFunction: 'Average' }
  expect(await shown(turned, 'csv', ['c', 'd'])).toEqual([
    ',SUM nan nan,SUM x 2024-01-01,SUM y 2024-01-02',
    'Total (Average),5.0,5.0,9.0',
  ])
})

it.each([
  ['Average', [4.5, 7, 1.5, 4, 5]],
  ['Median', [4.5, 7, 1.5, 4, 5]],
  ['Count', [1, 1, 1, 1, 1]],
  ['Maximum', [7, 7, 2, 4, 5]],
  ['Sample Variance', [12.5, null, 0.5, null, null]],
  ['List Unique Values', ['2, 7', '7', '1, 2', '4', '5']],
  ['Sum as Fraction of Rows', [2 / 3 + 1, 1, 2 / 3, 1, 1]],
])('a pivot table knows %s', async (aggregateFunction, [ofY, ...rows]) => {
  const { data } = await shown({ aggregateFunction, rowTotals: true, colTotals: true })
  const total = `Total (${aggregateFunction})`
  if (aggregateFunction === 'Sum as Fraction of Rows') expect(data['SUM y'].a).toBeCloseTo(Number(rows[1]))
  else if (aggregateFunction === 'Count') expect(data['SUM y'][total]).toBe(2)
  else if (aggregateFunction.startsWith('Sample')) expect([data['SUM y'][total], data[total].a]).toEqual([null, null])
  else expect([data['SUM y'][total], ...['nan', 'a', 'b', 'c'].map((row) => data[total][row])]).toEqual([ofY, ...rows])
})

it('numbers of a table are written in its formats where every reader knows them', async () => {
  const table = {
    viz_type: 'table',
    column_config: { SUM: { d3NumberFormat: ',.2f' }, MIN: { d3NumberFormat: '.3s' } },
  }
  const answer = await shown(table, 'json', ['r'], [SUM, MIN])
  expect(answer).toMatchObject({ coltypes: [1, 1, 0], colnames: ['r', 'SUM', 'MIN'] })
  expect(Object.values(answer.data.SUM).sort()).toEqual(['3.00', '4.00', '5.00', '7.00'])
  expect(Object.values(answer.data.MIN).sort()).toEqual([1, 4, 5, 7])
})

it('an aggregate that nobody knows is refused, and a grid of what is not asked for is shown as its rows', async () => {
  const { names } = { names: ['r', 'SUM'] }
  expect(await shown({ groupbyColumns: ['nope'] }, 'json', ['r'])).toMatchObject({ colnames: names })
  const refused = await admin.send('POST', '/api/v1/chart/data', {
    datasource: { id: dataset, type: 'table' },
    queries: [{ columns: ['r'], metrics: [SUM] }],
    form_data: { viz_type: 'pivot_table_v2', groupbyRows: ['r'], metrics: [SUM], aggregateFunction: 'Best' },
    result_type: 'post_processed',
  })
  expect([refused.status, refused.json.message]).toEqual([400, 'Error: There is no aggregate function "Best".'])
})
