import { agreesAlone } from './dashboards.ts'
import { ENGINES } from './engines.ts'
import { chanceOf } from './random.ts'
import { factsOn } from './stage.ts'
import { facts } from './tables.ts'

/** SIGHTLINE_DIFFERENTIAL asks more dashboards, SIGHTLINE_SEED others. */
const COUNT = Math.ceil(Number(process.env.SIGHTLINE_DIFFERENTIAL ?? 40) / 4)
const SEED = Number(process.env.SIGHTLINE_SEED ?? 20_261)
const ROWS = 400

const chance = chanceOf(SEED)
/** Prices whose sums depend on the order in which they are added. */
const rows = facts(chance, ROWS).map((row) => ({ ...row, price: row.price === null ? null : Number(row.price) / 3 }))

for (const name of ['DuckDB', 'PostgreSQL']) {
  const engine = ENGINES.find((one) => one.name === name)
  engine?.describe(`dashboards on ${name}`, () => agreesAlone(factsOn(engine, rows), chance, COUNT))
}
