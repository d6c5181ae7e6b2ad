import { randomUUID } from 'node:crypto'
import { until } from './stats.mjs'

const RUNNING = new Set(['pending', 'running', 'fetching', 'started'])

/** Runs a statement as the SQL editor does; in the background unless told otherwise. Gives the answer's record. */
export async function execute(client, databaseId, sql, { rows = 1000, isAsync = true, schema = 'main' } = {}) {
  const clientId = randomUUID().slice(0, 11)
  const answer = await client.send('POST', '/api/v1/sqllab/execute/', {
    client_id: clientId,
    database_id: databaseId,
    schema,
    sql,
    queryLimit: rows,
    runAsync: isAsync,
  })
  return { clientId, status: answer.status, body: answer.body, ms: answer.ms }
}

/** The record of a run. */
export async function recordOf(client, clientId, since) {
  const { result } = await client.json('GET', `/api/v1/query/updated_since?q=(last_updated_ms:${since})`)
  return result.find((query) => query.id === clientId) ?? null
}

export const stop = (client, clientId) => client.send('POST', '/api/v1/query/stop', { client_id: clientId })

/** Waits until a run is over and gives its record. */
export const ended = (client, clientId, limitMs) =>
  until(
    async () => {
      const record = await recordOf(client, clientId, 0)
      return record && !RUNNING.has(record.state) ? record : null
    },
    limitMs,
    50,
    'the end of a run',
  )
