/** Repacks the example data to small Parquet files: `node tools/examples.mjs [OUTPUT_FOLDER]`. Needs developer packages. */
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { generatedTables } from './examples/generated.mjs'
import { publishedTables } from './examples/published.mjs'

const MAX_BYTES = 8_000_000
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const output = resolve(process.argv[2] ?? join(root, 'dist', 'examples'))
const vegaData = join(root, 'node_modules', 'vega-datasets', 'data')
const worldAtlas = join(root, 'node_modules', 'world-atlas')

await rm(output, { recursive: true, force: true })
await mkdir(output, { recursive: true })
const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
const connection = await instance.connect()
await connection.run("SET TimeZone = 'UTC'")

const tables = [...publishedTables(vegaData, worldAtlas), ...generatedTables()]
for (const [i, table] of tables.entries()) {
  progress(i, tables.length, table.name)
  const file = join(output, `${table.name}.parquet`).replaceAll("'", "''")
  for (const statement of table.before ?? []) await connection.run(statement)
  await connection.run(`COPY (${table.sql}) TO '${file}' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 15)`)
}
await copyFile(join(worldAtlas, 'countries-110m.json'), join(output, 'countries.topojson'))
progress(tables.length, tables.length, '')

const sizes = await Promise.all((await readdir(output)).map(async (name) => (await stat(join(output, name))).size))
const bytes = sizes.reduce((sum, size) => sum + size, 0)
console.log(`${tables.length} tables, ${(bytes / 1e6).toFixed(1)} MB in ${output}`)
if (bytes > MAX_BYTES) throw new Error(`The example data is larger than ${MAX_BYTES} bytes.`)

function progress(done, all, name) {
  if (!process.stdout.isTTY) return
  const width = 30
  const filled = Math.round((done / all) * width)
  process.stdout.write(`\r[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done}/${all} ${name.padEnd(20)}`)
  if (done === all) process.stdout.write('\n')
}
