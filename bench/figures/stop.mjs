import { ended, execute, recordOf, stop } from '../lib/editor.mjs'
import { descendants, runningThreads } from '../lib/product.mjs'
import { median, quantile, until } from '../lib/stats.mjs'

const STATEMENTS = [
  'select count(*) from range(1000000) a, range(1000000) b where (a.range * 31 + b.range) % 1000003 = 7',
  'select * from range(1000000000) order by hash(range)',
  'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n',
  'select count(distinct range::varchar) from range(1000000000)',
  "select levenshtein(repeat('a', 100000), repeat('b', 100000))",
]
const ROUNDS = 6
const P50_BAR = 50
const P99_BAR = 2_000
const RUN_MS = 400
const QUIET_SAMPLES = 3

/** From the click on Stop to an engine none of whose threads computes any more. */
export const stopToIdle = {
  name: 'stop',
  async run({ stage }) {
    const times = []
    const byStatement = new Map(STATEMENTS.map((sql) => [sql, []]))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const sql of STATEMENTS) {
        const ms = await stopOnce(stage, sql)
        times.push(ms)
        byStatement.get(sql).push(ms)
      }
    const slowest = [...byStatement]
      .map(([sql, each]) => [sql.slice(0, 30), median(each)])
      .sort((a, b) => b[1] - a[1])[0]
    const note = `${times.length} statements; slowest kind: ${slowest[0]} p50 ${slowest[1].toFixed(0)} ms`
    return [
      { name: 'Stop to idle engine, p50, ms', value: median(times), bar: P50_BAR, note },
      { name: 'Stop to idle engine, p99, ms', value: quantile(times, 0.99), bar: P99_BAR, note },
    ]
  },
}

async function stopOnce({ admin, product, databaseId }, sql) {
  const { clientId } = await execute(admin, databaseId, sql)
  await until(
    async () => (await recordOf(admin, clientId, 0))?.state === 'running' && engineThreads(product) > 0,
    10_000,
    10,
    `the start of ${sql}`,
  )
  await new Promise((resolve) => setTimeout(resolve, RUN_MS))
  const pids = descendants(product.pid)
  const start = performance.now()
  await stop(admin, clientId)
  const idle = await untilIdle(pids)
  const record = await ended(admin, clientId, 10_000)
  if (record.state !== 'stopped') throw new Error(`${sql} ended as ${record.state}`)
  return idle - start
}

const engineThreads = (product) => runningThreads(descendants(product.pid))

async function untilIdle(pids) {
  let since = null
  let samples = 0
  await until(
    () => {
      if (runningThreads(pids) > 0) {
        since = null
        samples = 0
        return false
      }
      since ??= performance.now()
      samples += 1
      return samples >= QUIET_SAMPLES
    },
    20_000,
    2,
    'an idle engine',
  )
  return since
}
