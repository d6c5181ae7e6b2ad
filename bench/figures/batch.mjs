import { askBatch } from '../lib/ask-batch.mjs'
import { CHARTS } from '../lib/charts.mjs'
import { rawDuckdb } from '../lib/children.mjs'
import { sameRows } from '../lib/same-rows.mjs'
import { median, spread } from '../lib/stats.mjs'

const COUNT = 30
const ROUNDS = 7
const LAST_BAR = 1.1
const FUSED_BAR = 0.6
const FIRST_BAR = 1.6

const kinds = Object.values(CHARTS)
const SHAPES = {
  '30-chart batch': (i) => ({ ...kinds[i % kinds.length], filters: [{ col: 'amount', op: '>', val: i }] }),
  'fused batch, one filter': (i) => ({ ...oneFilter(i), filters: [{ col: 'quantity', op: '>', val: 3 }] }),
  'fused batch, one value each': (i) => ({
    ...CHARTS[i < COUNT / 2 ? 'bar' : 'pie'],
    filters: [{ col: 'quantity', op: '==', val: i % 15 }],
  }),
}

/** A dashboard of thirty uncached charts over one table in one request, against their SQL in DuckDB alone, one after the other. */
export const batch = {
  name: 'batch',
  rows: 10_000_000,
  async run({ stage: { admin, source, datasetId } }) {
    const duckdb = rawDuckdb()
    try {
      await duckdb.ask({ open: source.file, options: { access_mode: 'READ_ONLY', threads: '2' } })
      const results = []
      for (const [name, shape] of Object.entries(SHAPES))
        results.push(...(await measure(name, { admin, duckdb, requests: thirty(datasetId, shape) })))
      return results
    } finally {
      await duckdb.stop()
    }
  },
}

async function measure(name, { admin, duckdb, requests }) {
  const answers = (await askBatch(admin, requests)).toSorted((a, b) => Number(a.id) - Number(b.id))
  const sqls = answers.map((line) => line.body.result[0].query)
  for (const [i, sql] of sqls.entries())
    sameRows(answers[i].body.result[0].data, (await duckdb.ask({ sql, rows: true })).rows, sql)
  const rawOf = async () => {
    const times = []
    for (const sql of sqls) times.push((await duckdb.ask({ sql })).ms)
    return times
  }
  await rawOf()
  const last = []
  const first = []
  for (let i = 0; i < ROUNDS; i += 1) {
    const raw = await rawOf()
    const lines = await askBatch(admin, requests)
    last.push(lines.at(-1).at / raw.reduce((sum, ms) => sum + ms, 0))
    first.push(lines[0].at / raw[Number(lines[0].id)])
  }
  const lastBar = name.startsWith('fused') ? FUSED_BAR : LAST_BAR
  return [
    { name: `${name}, last answer / sum of raw`, value: median(last), bar: lastBar, note: spread(last) },
    { name: `${name}, first answer / its raw`, value: median(first), bar: FIRST_BAR, note: spread(first) },
  ]
}

/** Ten groupings with three metrics each. */
function oneFilter(i) {
  const { bar, pie, line, table } = CHARTS
  const columns = [
    ...[bar, pie, line, table].map((chart) => chart.columns),
    ...['channel', 'is_paid', 'quantity'].map((column) => [column]),
  ]
  const groupings = [...columns, ['category', 'region'], ['channel', 'is_paid'], []]
  const metrics = [bar.metrics, pie.metrics, [{ ...bar.metrics[0], column: { column_name: 'price' }, label: 'price' }]][
    i % 3
  ]
  const own = groupings[Math.floor(i / 3)]
  // A cut between equal values leaves open which rows there are.
  const isCut = own[0] === 'user_id'
  const orderby = [[metrics[0], false], ...(isCut ? [['user_id', true]] : [])]
  return { columns: own, metrics, orderby, row_limit: isCut ? 100 : 10_000 }
}

function thirty(datasetId, shape) {
  return Array.from({ length: COUNT }, (_, i) => ({
    id: String(i),
    body: { datasource: { id: datasetId, type: 'table' }, force: true, queries: [shape(i)] },
  }))
}
