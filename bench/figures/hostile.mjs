import { HEAVY } from '../../src/engines/duckdb/cases/heavy.ts'
import { REFUSED } from '../../src/engines/duckdb/cases/refused.ts'
import { CHARTS, chartBody } from '../lib/charts.mjs'
import { Client } from '../lib/client.mjs'
import { ended, execute, stop } from '../lib/editor.mjs'
import { ADMIN } from '../lib/product.mjs'

const STATEMENTS = 135
const HEAVY_MS = 1_200
const AT_ONCE = 2
const PAUSE_MS = 40

/** Hostile statements one after another, while somebody else works: the server lives, and nobody else notices. */
export const hostile = {
  name: 'hostile',
  async run({ stage }) {
    const refused = REFUSED.slice(0, STATEMENTS - HEAVY.length)
    const attacks = [
      ...HEAVY.map((sql) => ({ sql, isHeavy: true })),
      ...refused.map((sql) => ({ sql, isHeavy: false })),
    ]
    const bystander = await new Client(stage.product.base).login(ADMIN.username, ADMIN.password)
    const work = keepWorking(stage, bystander)
    const outcome = { accepted: [] }
    const queue = [...attacks]
    await Promise.all(Array.from({ length: AT_ONCE }, () => attackAll(stage, queue, outcome)))
    const { failed, done } = await work.stop()
    bystander.close()
    const isAlive = stage.product.isAlive()
    const note = `${attacks.length} statements, ${done} requests of others${failed[0] ? `; first failure: ${failed[0]}` : ''}`
    return [
      { name: 'hostile statements: failed requests of others', value: failed.length, bar: 0, note },
      { name: 'hostile statements: server ended', value: isAlive ? 0 : 1, bar: 0, note: '' },
      {
        name: 'hostile statements: let through',
        value: outcome.accepted.length,
        bar: 0,
        note: outcome.accepted.slice(0, 3).join(' | '),
      },
    ]
  },
}

async function attackAll(stage, queue, outcome) {
  for (let attack = queue.shift(); attack; attack = queue.shift()) {
    const { clientId, status } = await execute(stage.admin, stage.databaseId, attack.sql)
    if (status >= 300) continue
    if (attack.isHeavy) {
      await new Promise((resolve) => setTimeout(resolve, HEAVY_MS))
      await stop(stage.admin, clientId)
    }
    const { state } = await ended(stage.admin, clientId, 60_000)
    if (!attack.isHeavy && state === 'success') outcome.accepted.push(attack.sql)
  }
}

function keepWorking({ datasetId, databaseId }, client) {
  const failed = []
  let done = 0
  let isOver = false
  const body = chartBody(datasetId, CHARTS.bar, false)
  const requests = [
    () => execute(client, databaseId, 'SELECT 1', { isAsync: false }),
    () => client.send('POST', '/api/v1/chart/data', body),
    () => client.send('GET', '/login/', undefined, { accept: 'text/html' }),
    () => client.send('GET', '/api/v1/dashboard/'),
  ]
  const loop = (async () => {
    while (!isOver) {
      const { status, body: answer } = await requests[done % requests.length]().catch((error) => ({
        status: 0,
        body: String(error),
      }))
      if (status !== 200 && status !== 302) failed.push(`${status} ${answer.toString().slice(0, 200)}`)
      done += 1
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await loop
      return { failed, done }
    },
  }
}
