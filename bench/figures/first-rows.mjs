import { ended, execute, recordOf } from '../lib/editor.mjs'
import { residentBytes } from '../lib/product.mjs'
import { median, pairs, spread, until } from '../lib/stats.mjs'

const PAIRS = 15
const BAR = 1.5
const MEMORY_BAR_MB = 64
const PAGE = 200
const POLL_MS = 10
const SAMPLE_MS = 20

/** The first rows of a million against the first of 200, from the run to the page of rows; and the server's memory. */
export const firstRows = {
  name: 'first-rows',
  async run({ stage }) {
    const run = (rows) => () => firstPage(stage, rows)
    for (let i = 0; i < 2; i += 1) {
      await run(1_000_000)()
      await run(200)()
    }
    const before = residentBytes(stage.product.pid)
    const memory = sampleMemory(stage.product.pid)
    const { a, b, ratios } = await pairs(PAIRS, run(1_000_000), run(200))
    const growth = (memory.stop() - before) / 1e6
    return [
      {
        name: 'first rows of 1,000,000 / of 200',
        value: median(ratios),
        bar: BAR,
        note: `${spread(ratios)}; ${spread(a, 0)} ms against ${spread(b, 0)} ms`,
      },
      {
        name: 'growth of the server meanwhile, MB',
        value: growth,
        bar: MEMORY_BAR_MB,
        note: `from ${(before / 1e6).toFixed(0)} MB, peak of ${PAIRS} results`,
      },
    ]
  },
}

function sampleMemory(pid) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid))
  }, SAMPLE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

async function firstPage({ admin, databaseId }, rows) {
  const since = Date.now() - 1_000
  const start = performance.now()
  const { clientId, status, body } = await execute(admin, databaseId, 'SELECT * FROM events', { rows })
  if (status >= 300) throw new Error(`execute: ${status} ${body}`)
  const record = await until(
    async () => {
      const found = await recordOf(admin, clientId, since)
      return found?.resultsKey && found.rows >= PAGE ? found : null
    },
    60_000,
    POLL_MS,
    'the first rows',
  )
  const page = await admin.json(
    'GET',
    `/api/v1/sqllab/results/?q=(key:'${record.resultsKey}',rows:${PAGE},offset:0,as_page:!t)`,
  )
  const ms = performance.now() - start
  if (page.rows.length !== PAGE) throw new Error(`${page.rows.length} rows on the first page`)
  const last = await ended(admin, clientId, 120_000)
  if (last.state !== 'success' || last.rows !== rows) throw new Error(`ended ${last.state} with ${last.rows} rows`)
  return ms
}
