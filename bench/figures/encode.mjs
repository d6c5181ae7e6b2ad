import { chartBody } from '../lib/charts.mjs'
import { rawDuckdb } from '../lib/children.mjs'
import { median, pairs, spread } from '../lib/stats.mjs'

const ROWS = 100_000
const PAIRS = 15
const BAR = 2.5
const COLUMNS = ['id', 'category', 'region', 'user_id', 'amount', 'happened', 'is_paid', 'channel', 'quantity', 'price']

/** A table of 100,000 rows and ten columns over HTTP against fetching the same rows in DuckDB without looking at them. */
export const encode = {
  name: 'encode',
  async run({ stage: { admin, datasetId, source } }) {
    const duckdb = rawDuckdb()
    try {
      await duckdb.ask({ open: source.file, options: { access_mode: 'READ_ONLY', threads: '2' } })
      const body = chartBody(datasetId, { columns: COLUMNS, metrics: null, row_limit: ROWS }, true)
      const ask = () => admin.send('POST', '/api/v1/chart/data', body)
      const { query: sql, rowcount } = JSON.parse((await ask()).body.toString()).result[0]
      if (rowcount !== ROWS) throw new Error(`${rowcount} rows`)
      await duckdb.ask({ sql })
      const { ratios, a, b } = await pairs(
        PAIRS,
        async () => (await ask()).ms,
        async () => (await duckdb.ask({ sql })).ms,
      )
      return [
        {
          name: '100,000 x 10 as JSON over HTTP / fetched in DuckDB',
          value: median(ratios),
          bar: BAR,
          note: `${spread(ratios)}; ${median(a).toFixed(0)} ms against ${median(b).toFixed(0)} ms`,
        },
      ]
    } finally {
      await duckdb.stop()
    }
  },
}
