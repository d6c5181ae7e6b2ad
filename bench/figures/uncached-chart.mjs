import { CHARTS, chartBody } from '../lib/charts.mjs'
import { rawDuckdb } from '../lib/children.mjs'
import { median, pairs, spread } from '../lib/stats.mjs'
import { wireClient } from '../lib/wire-client.mjs'

const PAIRS = 50
const BAR = 1.1
const KIND_BAR = 1.15
const WARM_UPS = 3
/** What either side still does after its answer must not slow the other one down. */
const REST_MS = 10

/**
 * A chart that is drawn anew against the same SQL in DuckDB alone: the median over the charts of all five kinds, and the
 * median of the kind that comes out worst. What the product adds does not grow with the rows, so a ratio says nothing
 * without their number: ten million, or one for a quick look.
 */
export const uncachedChart = {
  name: 'uncached-chart',
  rows: 10_000_000,
  async run({ stage }) {
    const duckdb = rawDuckdb()
    try {
      await duckdb.ask({ open: stage.source.file, options: { access_mode: 'READ_ONLY', threads: '2' } })
      const results = []
      for (const [kind, query] of Object.entries(CHARTS)) results.push(await compare(stage, duckdb, kind, query))
      const worst = results.reduce((a, b) => (a.value > b.value ? a : b))
      return [
        {
          name: 'uncached chart over HTTP / raw DuckDB, p50',
          value: median(results.flatMap(({ ratios }) => ratios)),
          bar: BAR,
          note: results.map(({ kind, note }) => `${kind} ${note}`).join('; '),
        },
        {
          name: 'uncached chart of the worst kind / raw DuckDB, p50',
          value: worst.value,
          bar: KIND_BAR,
          note: `${worst.kind} ${worst.note}`,
        },
      ]
    } finally {
      await duckdb.stop()
    }
  },
}

async function compare({ admin, datasetId }, duckdb, kind, query) {
  const body = chartBody(datasetId, query, true)
  const { ask, close } = await wireClient(admin, '/api/v1/chart/data', body)
  const first = JSON.parse((await ask()).body.toString()).result[0]
  const sql = first.query
  const raw = await duckdb.ask({ sql })
  if (raw.count !== first.rowcount) throw new Error(`${kind}: ${first.rowcount} rows over HTTP, ${raw.count} raw`)
  for (let i = 0; i < WARM_UPS; i += 1) await Promise.all([ask(), duckdb.ask({ sql })])
  const { a, b, ratios } = await pairs(
    PAIRS,
    async () => (await rested(ask)).ms,
    async () => (await rested(() => duckdb.ask({ sql }))).ms,
  )
  close()
  const added = median(a) - median(b)
  return {
    kind,
    ratios,
    value: median(ratios),
    note: `${spread(ratios)} raw ${median(b).toFixed(1)} ms +${added.toFixed(1)} ms`,
  }
}

async function rested(ask) {
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  return ask()
}
