import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CHARTS, chartBody } from '../lib/charts.mjs'
import { rawPostgres } from '../lib/children.mjs'
import { ended, execute } from '../lib/editor.mjs'
import { openPostgresStage } from '../lib/postgres-stage.mjs'
import { median, pairs, spread } from '../lib/stats.mjs'

const ROWS = 1_000_000
const TABLES = 20_000
const CHART_PAIRS = 15
const CSV_PAIRS = 5
const LIST_PAIRS = 15
const BARS = { chart: 1.15, csv: 2, list: 1.2 }
const CATALOG_SQL = `select c.relname::text as name, c.relkind::text as kind, c.reltuples::float8 as rows
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'many' and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname`

/** A PostgreSQL server as a source: charts, a million rows as CSV, and the list of many tables. */
export const postgresSource = {
  name: 'postgres',
  async run({ entry }) {
    const stage = await openPostgresStage({ entry, rows: ROWS })
    const raw = rawPostgres()
    try {
      await raw.ask({ open: stage.postgres.url('bench') })
      return [await charts(stage, raw), await csv(stage), await tables(stage, raw)]
    } finally {
      await raw.stop()
      await stage.close()
    }
  },
}

async function charts({ admin, datasetId }, raw) {
  const results = []
  for (const [kind, query] of Object.entries(CHARTS)) {
    const body = chartBody(datasetId, query, true)
    const ask = () => admin.send('POST', '/api/v1/chart/data', body)
    const first = JSON.parse((await ask()).body.toString()).result[0]
    const sql = first.query
    const { count } = await raw.ask({ sql })
    if (count !== first.rowcount) throw new Error(`${kind}: ${first.rowcount} rows over HTTP, ${count} raw`)
    const { a, b, ratios } = await pairs(
      CHART_PAIRS,
      async () => (await ask()).ms,
      async () => (await raw.ask({ sql })).ms,
    )
    results.push({
      value: median(ratios),
      note: `${kind} ${spread(ratios)} raw ${median(b).toFixed(0)} ms +${(median(a) - median(b)).toFixed(1)} ms`,
    })
  }
  return {
    name: 'PostgreSQL: uncached chart over HTTP / its driver, p50',
    value: Math.max(...results.map(({ value }) => value)),
    bar: BARS.chart,
    note: results.map(({ note }) => note).join('; '),
  }
}

/** From the run to the last byte of the file; the product stores the rows in between, so that they can be paged. */
async function csv({ admin, databaseId, postgres, dir }) {
  const copy = [postgres.url('bench'), '-c', `\\copy (select * from events) to '${join(dir, 'copy.csv')}' csv header`]
  const { ratios, a, b } = await pairs(
    CSV_PAIRS,
    async () => {
      const start = performance.now()
      const { clientId } = await execute(admin, databaseId, 'SELECT * FROM events', { rows: ROWS, schema: 'public' })
      const run = await ended(admin, clientId, 120_000)
      if (run.rows !== ROWS) throw new Error(`${run.rows} rows, ${run.state}`)
      const file = await admin.send('GET', `/api/v1/sqllab/export/${clientId}/`)
      if (file.status !== 200) throw new Error(`export: ${file.status} ${file.body.subarray(0, 300)}`)
      return performance.now() - start
    },
    async () => {
      const start = performance.now()
      await promisify(execFile)(postgres.psql, copy)
      return performance.now() - start
    },
  )
  return {
    name: 'PostgreSQL: 1,000,000 rows to CSV / psql COPY',
    value: median(ratios),
    bar: BARS.csv,
    note: `${spread(ratios)}; ${median(a).toFixed(0)} ms against ${median(b).toFixed(0)} ms, the run included`,
  }
}

async function tables({ admin, databaseId, postgres }, raw) {
  await postgres.query('bench', 'create schema many')
  for (let from = 1; from <= TABLES; from += 1_000)
    await postgres.query(
      'bench',
      `do $$ begin for i in ${from}..${from + 999} loop execute format('create table many.t%s (a int)', i); end loop; end $$`,
    )
  const ask = () => admin.send('GET', `/api/v1/database/${databaseId}/tables/?q=(schema_name:many,force:!t)`)
  const { count } = JSON.parse((await ask()).body.toString())
  if (count !== TABLES) throw new Error(`${count} tables are listed`)
  await raw.ask({ sql: CATALOG_SQL })
  const { ratios, a, b } = await pairs(
    LIST_PAIRS,
    async () => (await ask()).ms,
    async () => (await raw.ask({ sql: CATALOG_SQL })).ms,
  )
  return {
    name: 'PostgreSQL: list of 20,000 tables / its catalog query',
    value: median(ratios),
    bar: BARS.list,
    note: `${spread(ratios)}; ${median(a).toFixed(0)} ms against ${median(b).toFixed(0)} ms`,
  }
}
