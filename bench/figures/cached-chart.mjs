import { CHARTS, chartBody } from '../lib/charts.mjs'
import { bareServer } from '../lib/children.mjs'
import { Client } from '../lib/client.mjs'
import { median, pairs, spread } from '../lib/stats.mjs'

const PAIRS = 400
/** As a server that has run for a while: compilers take some thousand calls until they leave code alone. */
const WARM_UPS = 3_000
const BAR = 1.3

/** A chart that the cache holds against node:http giving the same bytes. */
export const cachedChart = {
  name: 'cached-chart',
  async run({ stage: { admin, datasetId } }) {
    const body = chartBody(datasetId, CHARTS.line, false)
    const ask = () => admin.send('POST', '/api/v1/chart/data', body)
    await ask()
    const answer = await ask()
    if (!JSON.parse(answer.body.toString()).result[0].is_cached) throw new Error('the answer is not cached')
    const server = bareServer()
    try {
      const { 'transfer-encoding': _, connection, 'keep-alive': __, ...headers } = answer.headers
      const { base } = await server.ask({ body: answer.body.toString('base64'), headers })
      const bare = new Client(base)
      const askBare = () => bare.send('POST', '/api/v1/chart/data', body)
      for (let i = 0; i < WARM_UPS; i += 1) {
        await ask()
        await askBare()
      }
      const { a, b } = await pairs(
        PAIRS,
        async () => (await ask()).ms,
        async () => (await askBare()).ms,
      )
      bare.close()
      return [
        {
          name: 'cached chart / bare node:http, same bytes, p50',
          value: median(a) / median(b),
          bar: BAR,
          note: `${answer.body.length} bytes; ${spread(a)} ms against ${spread(b)} ms`,
        },
      ]
    } finally {
      await server.stop()
    }
  },
}
