// Fetches the rows of a statement in DuckDB, and runs it as the product's engine process does, which also writes them as
// JSON: in turn, in this process, and says how long each took.
import { performance } from 'node:perf_hooks'
import { DuckDBInstance } from '@duckdb/node-api'
import { PlansAhead } from '../src/engines/duckdb/plans-ahead.server.ts'
import { runDuckdb } from '../src/engines/duckdb/run.server.ts'

let instance = null

async function fetched(sql) {
  const connection = await instance.connect()
  const start = performance.now()
  const reader = await connection.runAndReadAll(sql)
  const ms = performance.now() - start
  connection.closeSync()
  return { ms, rows: reader.currentRowCount }
}

async function encoded(sql, { shape, cells }) {
  let bytes = 0
  const request = {
    isStopped: () => false,
    onStop: () => {},
    columns: () => {},
    progress: () => {},
    rows: async (piece) => {
      bytes += piece.length
    },
  }
  const freshConnection = () => instance.connect()
  const session = { freshConnection, plans: new PlansAhead(freshConnection, new Set()) }
  const message = {
    op: 'run',
    sql,
    shape,
    cells,
    maxRows: null,
    maxBytes: null,
    schema: null,
    hasLimit: true,
    givesOneRow: false,
  }
  const start = performance.now()
  const { rowCount } = await runDuckdb(session, { ...message, isReadOnly: true }, request)
  return { ms: performance.now() - start, rows: rowCount, bytes }
}

async function answer({ open, options, sql, pairs, form }) {
  if (open) {
    instance = await DuckDBInstance.create(open, options ?? {})
    return {}
  }
  const out = []
  for (let i = 0; i < pairs; i += 1) out.push({ fetch: await fetched(sql), encode: await encoded(sql, form) })
  return { pairs: out }
}

process.on('message', (message) => {
  answer(message).then(
    (value) => process.send(value),
    (error) => process.send({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
