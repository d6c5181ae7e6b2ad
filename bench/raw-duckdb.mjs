// Runs SQL in DuckDB with nothing around it and says how long the statement took inside this process.
import { performance } from 'node:perf_hooks'
import { DuckDBInstance } from '@duckdb/node-api'

let connection = null
let instance = null

async function answer({ open, options, sql, rows }) {
  if (open) {
    instance = await DuckDBInstance.create(open, options ?? {})
    connection = await instance.connect()
    return {}
  }
  const start = performance.now()
  const reader = await connection.runAndReadAll(sql)
  const ms = performance.now() - start
  return { ms, count: reader.currentRowCount, ...(rows ? { rows: reader.getRowObjectsJson() } : {}) }
}

process.on('message', (message) => {
  answer(message).then(
    (value) => process.send(value),
    (error) => process.send({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
