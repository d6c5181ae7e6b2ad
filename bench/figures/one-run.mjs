import { CHARTS, chartBody } from '../lib/charts.mjs'
import { openPostgresStage } from '../lib/postgres-stage.mjs'
import { signInUsers } from '../lib/users.mjs'

const USERS = 50
const ROWS = 1_000_000

/** Users who open the same chart at once while nothing is cached: how often the database is asked, by its own log. */
export const oneRun = {
  name: 'one-run',
  async run({ entry }) {
    const stage = await openPostgresStage({ entry, rows: ROWS })
    try {
      const users = await signInUsers(stage.admin, stage.product.base, USERS)
      const body = chartBody(stage.datasetId, CHARTS.line, false)
      const statuses = new Set()
      const asked = await stage.postgres.statements('bench', async () => {
        const answers = await Promise.all(users.map((user) => user.send('POST', '/api/v1/chart/data', body)))
        for (const { status } of answers) statuses.add(status)
      })
      for (const user of users) user.close()
      if ([...statuses].join() !== '200') throw new Error(`answers: ${[...statuses]}`)
      const runs = asked.filter((line) => /sum\(/i.test(line) && !/explain/i.test(line))
      if (runs.length === 0) throw new Error('no run of the chart is in the log')
      return [{ name: 'runs for 50 users who open a chart at once', value: runs.length, bar: 1 }]
    } finally {
      await stage.close()
    }
  },
}
