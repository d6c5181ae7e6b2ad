import { Client } from '../lib/client.mjs'
import { execute, stop } from '../lib/editor.mjs'
import { ADMIN } from '../lib/product.mjs'
import { quantile } from '../lib/stats.mjs'
import { signInUsers } from '../lib/users.mjs'

const HEAVY_SQL = 'select count(*) from range(1000000) a, range(1000000) b where (a.range * 31 + b.range) % 1000003 = 7'
const NEIGHBOURS = 8
const ROUNDS = 5
const PER_ROUND = 30
const BAR = 5
const SETTLE_MS = 1_000

/** Short requests beside eight users with heavy statements, against the same requests alone. */
export const heavyNeighbours = {
  name: 'heavy-neighbours',
  async run({ stage }) {
    const neighbours = await signInUsers(stage.admin, stage.product.base, NEIGHBOURS)
    const requests = await requestsOf(stage)
    const idle = seriesOf(requests)
    const busy = seriesOf(requests)
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(requests, idle)
      const runs = await Promise.all(neighbours.map((client) => execute(client, stage.databaseId, HEAVY_SQL)))
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
      await measure(requests, busy)
      await Promise.all(runs.map((run, i) => stop(neighbours[i], run.clientId)))
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    }
    for (const client of neighbours) client.close()
    return Object.keys(requests).map((name) => ({
      name: `${name}, p99 with 8 heavy statements / idle`,
      value: quantile(busy[name], 0.99) / quantile(idle[name], 0.99),
      bar: BAR,
      note: `p99 ${quantile(busy[name], 0.99).toFixed(1)} / ${quantile(idle[name], 0.99).toFixed(1)} ms, p50 ${quantile(busy[name], 0.5).toFixed(1)} / ${quantile(idle[name], 0.5).toFixed(1)} ms`,
    }))
  },
}

const seriesOf = (requests) => Object.fromEntries(Object.keys(requests).map((name) => [name, []]))

async function measure(requests, series) {
  for (let i = 0; i < PER_ROUND; i += 1)
    for (const [name, ask] of Object.entries(requests)) {
      const { status, ms, body } = await ask()
      if (status !== 200) throw new Error(`${name}: ${status} ${body.toString().slice(0, 300)}`)
      series[name].push(ms)
    }
}

async function requestsOf({ product, admin, databaseId }) {
  const nobody = new Client(product.base)
  const page = (await nobody.send('GET', '/login/', undefined, { accept: 'text/html' })).body.toString()
  const asset = /(?:src|href)="(\/[^"]+\.(?:js|css))"/.exec(page)?.[1]
  if (!asset) throw new Error('the sign-in page names no static file')
  const form = new URLSearchParams(ADMIN).toString()
  const requests = {
    'SELECT 1': () => execute(admin, databaseId, 'SELECT 1', { isAsync: false }),
    'sign-in': () => nobody.send('POST', '/login/', form, { 'content-type': 'application/x-www-form-urlencoded' }),
    'static file': () => nobody.send('GET', asset),
  }
  for (const ask of Object.values(requests)) for (let i = 0; i < 5; i += 1) await ask()
  return requests
}
