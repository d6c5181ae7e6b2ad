import { type Answers, agreesWithSql, agreeWithEachOther } from './differential/agreement.ts'
import { agreesAlone } from './differential/dashboards.ts'
import { ENGINES, type Engine } from './differential/engines.ts'
import { OLAP_ENGINES } from './differential/olap.ts'
import { question } from './differential/questions.ts'
import { chanceOf } from './differential/random.ts'
import { factsOn } from './differential/stage.ts'
import { facts } from './differential/tables.ts'

/** SIGHTLINE_DIFFERENTIAL asks more questions, SIGHTLINE_SEED others. */
const COUNT = Number(process.env.SIGHTLINE_DIFFERENTIAL ?? 30)
const DASHBOARDS = Math.ceil(COUNT / 20)
const SEED = Number(process.env.SIGHTLINE_SEED ?? 20_262)
const ROWS = 400

const rows = facts(chanceOf(SEED), ROWS)
const chance = chanceOf(SEED + 1)
const questions = Array.from({ length: COUNT }, () => question(chance))
const answers: Answers = new Map()

// The embedded engine is the one that the others are compared with.
for (const engine of [...ENGINES.slice(0, 1), ...OLAP_ENGINES])
  engine.describe(`questions on ${engine.name}`, () => agrees(engine))
agreeWithEachOther(questions, answers)

function agrees(engine: Engine): void {
  const stage = factsOn(engine, rows)
  agreesWithSql(engine, stage, questions, answers)
  if (OLAP_ENGINES.includes(engine)) agreesAlone(stage, chance, DASHBOARDS)
}
