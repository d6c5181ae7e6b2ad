// Prints the product's figures as ratios to what the same machine does at the same time: npm run bench
// -- --only NAME[,NAME]   some figures          -- --json FILE   also as [{name, value, bar, holds}]
// -- --rows N             rows of the fixture   -- --source      the sources' server instead of the package's
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { batch } from './figures/batch.mjs'
import { cachedChart } from './figures/cached-chart.mjs'
import { crossFilter } from './figures/cross-filter.mjs'
import { encode } from './figures/encode.mjs'
import { firstRows } from './figures/first-rows.mjs'
import { firstRowsOnScreen } from './figures/first-rows-screen.mjs'
import { heavyNeighbours } from './figures/heavy-neighbours.mjs'
import { hostile } from './figures/hostile.mjs'
import { javascript } from './figures/javascript.mjs'
import { longTasks } from './figures/long-tasks.mjs'
import { metadataStatements } from './figures/metadata-statements.mjs'
import { oneRun } from './figures/one-run.mjs'
import { postgresSource } from './figures/postgres.mjs'
import { start } from './figures/start.mjs'
import { stopToIdle } from './figures/stop.mjs'
import { uncachedChart } from './figures/uncached-chart.mjs'
import { ROOT } from './lib/product.mjs'
import { openStage, PACKAGE_ENTRY, SOURCE_ENTRY } from './lib/stage.mjs'

const FIGURES = [
  uncachedChart,
  cachedChart,
  batch,
  crossFilter,
  oneRun,
  encode,
  metadataStatements,
  postgresSource,
  heavyNeighbours,
  stopToIdle,
  firstRows,
  firstRowsOnScreen,
  start,
  javascript,
  longTasks,
  hostile,
]
/** These start the product themselves. */
const OWN_STAGE = new Set([start, javascript, longTasks, oneRun, metadataStatements, postgresSource])
/** Rows of the fixture where a figure does not name another number. */
const ROWS = 1_000_000

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    rows: { type: 'string' },
    source: { type: 'boolean', default: false },
  },
})
const only = values.only?.split(',') ?? null
const chosen = FIGURES.filter(({ name }) => only === null || only.includes(name))
if (chosen.length === 0) {
  console.error(`There is no such figure. Known: ${FIGURES.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const needsPackage = !values.source || chosen.some((figure) => figure === start || figure === javascript)
if (needsPackage) spawnSync(process.execPath, [join(ROOT, 'tools', 'build.mjs'), '--missing'], { stdio: 'inherit' })

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
const results = await measureAll()
printTable(results)
if (values.json)
  writeFileSync(
    values.json,
    `${JSON.stringify(
      results.map(({ name, value, bar, holds }) => ({ name, value, bar, holds })),
      null,
      2,
    )}\n`,
  )
process.exit(results.every(({ holds }) => holds) ? 0 : 1)

async function measureAll() {
  const entry = values.source ? SOURCE_ENTRY : PACKAGE_ENTRY
  const out = []
  for (const figure of chosen) {
    console.log(`measuring ${figure.name}`)
    out.push(...(await measureOne(figure, entry)))
  }
  return out
}

async function measureOne(figure, entry) {
  let stage = null
  try {
    if (!OWN_STAGE.has(figure)) stage = await openStage({ entry, rows: Number(values.rows ?? figure.rows ?? ROWS) })
    return (await figure.run({ stage, entry })).map((result) => ({ ...result, holds: result.value <= result.bar }))
  } catch (error) {
    return [{ name: figure.name, value: null, bar: null, holds: false, note: `not measured: ${error.message}` }]
  } finally {
    await stage?.close()
  }
}

function printTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2
  const number = (value) => (value === null ? '-' : value >= 100 ? value.toFixed(0) : value.toFixed(2))
  console.log(`\n${'figure'.padEnd(width)}${'value'.padStart(9)}${'bar'.padStart(9)}  holds`)
  for (const { name, value, bar, holds, note } of rows) {
    console.log(`${name.padEnd(width)}${number(value).padStart(9)}${number(bar).padStart(9)}  ${holds ? 'yes' : 'NO'}`)
    if (note) console.log(`    ${note}`)
  }
}
