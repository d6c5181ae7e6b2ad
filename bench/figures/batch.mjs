import { request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { CHARTS } from '../lib/charts.mjs'
import { rawDuckdb } from '../lib/children.mjs'
import { median, spread } from '../lib/stats.mjs'

const COUNT = 30
const ROUNDS = 7
const LAST_BAR = 1.1
const FIRST_BAR = 1.6

/** A dashboard of thirty uncached charts in one request against their SQL in DuckDB alone, one after the other. */
export const batch = {
  name: 'batch',
  rows: 10_000_000,
  async run({ stage: { admin, source, datasetId } }) {
    const duckdb = rawDuckdb()
    try {
      await duckdb.ask({ open: source.file, options: { access_mode: 'READ_ONLY', threads: '2' } })
      const body = JSON.stringify({ requests: thirty(datasetId) })
      const sqls = (await ask(admin, body)).lines
        .toSorted((a, b) => Number(a.id) - Number(b.id))
        .map((line) => line.body.result[0].query)
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
        const { lines } = await ask(admin, body)
        last.push(lines.at(-1).at / raw.reduce((sum, ms) => sum + ms, 0))
        first.push(lines[0].at / raw[Number(lines[0].id)])
      }
      return [
        { name: '30-chart batch, last answer / sum of raw', value: median(last), bar: LAST_BAR, note: spread(last) },
        { name: '30-chart batch, first answer / its raw', value: median(first), bar: FIRST_BAR, note: spread(first) },
      ]
    } finally {
      await duckdb.stop()
    }
  },
}

function thirty(datasetId) {
  const kinds = Object.values(CHARTS)
  return Array.from({ length: COUNT }, (_, i) => ({
    id: String(i),
    body: {
      datasource: { id: datasetId, type: 'table' },
      force: true,
      queries: [{ ...kinds[i % kinds.length], filters: [{ col: 'amount', op: '>', val: i }] }],
    },
  }))
}

/** Sends a batch and notes when each line is there. */
function ask(admin, body) {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', cookie: admin.cookie, 'x-csrftoken': admin.csrf }
    const call = request(
      `${admin.base}/api/v1/chart/data/batch`,
      { method: 'POST', agent: admin.agent, headers },
      (answer) => {
        const parts = []
        const ends = []
        answer.on('data', (part) => {
          parts.push(part)
          const count = part.toString('latin1').split('\n').length - 1
          for (let i = 0; i < count; i += 1) ends.push(performance.now() - start)
        })
        answer.on('error', reject)
        answer.on('end', () => resolve({ lines: linesOf(Buffer.concat(parts).toString(), ends) }))
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}

function linesOf(text, ends) {
  const lines = text.trimEnd().split('\n')
  return lines.map((line, i) => {
    const answer = JSON.parse(line)
    if (answer.status !== 200) throw new Error(`a chart of the batch failed: ${line.slice(0, 300)}`)
    return { ...answer, at: ends[i] }
  })
}
