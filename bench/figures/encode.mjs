import { chartBody } from '../lib/charts.mjs'
import { encodingDuckdb, rawDuckdb } from '../lib/children.mjs'
import { median, pairs, spread } from '../lib/stats.mjs'

const ROWS = 100_000
const WARM_UPS = 5
const PAIRS = 25
const HTTP_PAIRS = 15
const BAR = 2.5
const COLUMNS = ['id', 'category', 'region', 'user_id', 'amount', 'happened', 'is_paid', 'channel', 'quantity', 'price']
const OPTIONS = { access_mode: 'READ_ONLY', threads: '2' }
const FORMS = {
  'a chart': { shape: 'records', cells: 'chart' },
  'the editor': { shape: 'rows', cells: 'editor' },
}

/**
 * A table of 100,000 rows and ten columns run and written as JSON, against fetching the same rows without looking at
 * them, both in the process of the engine. What the way to the client adds is told beside it.
 */
export const encode = {
  name: 'encode',
  async run({ stage: { admin, datasetId, source } }) {
    const body = chartBody(datasetId, { columns: COLUMNS, metrics: null, row_limit: ROWS }, true)
    const ask = () => admin.send('POST', '/api/v1/chart/data', body)
    const { query: sql, rowcount } = JSON.parse((await ask()).body.toString()).result[0]
    if (rowcount !== ROWS) throw new Error(`${rowcount} rows`)
    const results = await inTheEngine(source.file, sql)
    const worst = results.reduce((a, b) => (a.value > b.value ? a : b))
    const notes = [...results.map(({ note }) => note), await overHttp(source.file, sql, ask)]
    return [{ name: '100,000 x 10 as JSON / fetched in DuckDB', value: worst.value, bar: BAR, note: notes.join('; ') }]
  },
}

async function inTheEngine(file, sql) {
  const duckdb = encodingDuckdb()
  try {
    await duckdb.ask({ open: file, options: OPTIONS })
    const out = []
    for (const [name, form] of Object.entries(FORMS)) {
      const all = (await duckdb.ask({ sql, pairs: WARM_UPS + PAIRS, form })).pairs.slice(WARM_UPS)
      const wrong = all.find(({ fetch, encode: written }) => fetch.rows !== ROWS || written.rows !== ROWS)
      if (wrong) throw new Error(`${wrong.fetch.rows} rows fetched, ${wrong.encode.rows} written`)
      const ratios = all.map(({ fetch, encode: written }) => written.ms / fetch.ms)
      const times = [all.map((one) => one.encode.ms), all.map((one) => one.fetch.ms)].map((ms) => median(ms).toFixed(0))
      out.push({ value: median(ratios), note: `for ${name} ${spread(ratios)}, ${times.join(' ms against ')} ms` })
    }
    return out
  } finally {
    await duckdb.stop()
  }
}

async function overHttp(file, sql, ask) {
  const duckdb = rawDuckdb()
  try {
    await duckdb.ask({ open: file, options: OPTIONS })
    await duckdb.ask({ sql })
    const { ratios } = await pairs(
      HTTP_PAIRS,
      async () => (await ask()).ms,
      async () => (await duckdb.ask({ sql })).ms,
    )
    return `over HTTP ${spread(ratios)}`
  } finally {
    await duckdb.stop()
  }
}
