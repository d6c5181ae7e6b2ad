import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { rawDuckdb } from './children.mjs'

const EVENTS = (rows) => `
  CREATE TABLE events AS
  SELECT
    i AS id,
    'category ' || (hash(i) % 8) AS category,
    'region ' || (hash(i * 7) % 20) AS region,
    (hash(i * 13) % 100000)::INTEGER AS user_id,
    (hash(i * 17) % 10000)::INTEGER / 100.0 AS amount,
    TIMESTAMP '2025-01-01' + to_seconds((hash(i * 19) % 31536000)::BIGINT) AS happened,
    hash(i * 23) % 2 = 0 AS is_paid,
    'channel ' || (hash(i * 29) % 5) AS channel,
    (hash(i * 31) % 20)::INTEGER AS quantity,
    (hash(i * 37) % 100000)::INTEGER / 100.0 AS price
  FROM range(${rows}) t(i)`

/** A DuckDB file with a table of events, the same every time; gives its folder and path. */
export async function makeEvents(dir, rows) {
  const folder = join(dir, 'sources')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'events.duckdb')
  const duckdb = rawDuckdb()
  await duckdb.ask({ open: file })
  await duckdb.ask({ sql: EVENTS(rows) })
  await duckdb.ask({ sql: 'CREATE TABLE orders AS SELECT id, region AS country, amount FROM events LIMIT 1000' })
  await duckdb.ask({ sql: 'CHECKPOINT' })
  await duckdb.stop()
  return { folder, file }
}
