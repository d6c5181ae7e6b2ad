// Runs SQL over the PostgreSQL driver with nothing around it and says how long the statement took inside this process.
import { performance } from 'node:perf_hooks'
import pg from 'pg'

let client = null

async function answer({ open, sql }) {
  if (open) {
    client = new pg.Client({ connectionString: open })
    await client.connect()
    return {}
  }
  const start = performance.now()
  const { rows } = await client.query(sql)
  return { ms: performance.now() - start, count: rows.length }
}

process.on('message', (message) => {
  answer(message).then(
    (value) => process.send(value),
    (error) => process.send({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
