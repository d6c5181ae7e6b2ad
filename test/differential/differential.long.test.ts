import { type Answers, agreesWithSql, agreeWithEachOther } from './agreement.ts'
import { ENGINES } from './engines.ts'
import { question } from './questions.ts'
import { chanceOf } from './random.ts'
import { factsOn } from './stage.ts'
import { facts } from './tables.ts'

/** SIGHTLINE_DIFFERENTIAL asks more questions, SIGHTLINE_SEED others. */
const COUNT = Number(process.env.SIGHTLINE_DIFFERENTIAL ?? 40)
const SEED = Number(process.env.SIGHTLINE_SEED ?? 20_260)
const ROWS = 400

const rows = facts(chanceOf(SEED), ROWS)
const chance = chanceOf(SEED + 1)
const questions = Array.from({ length: COUNT }, () => question(chance))
const answers: Answers = new Map()

for (const engine of ENGINES)
  engine.describe(`questions on ${engine.name}`, () => agreesWithSql(engine, factsOn(engine, rows), questions, answers))
agreeWithEachOther(questions, answers)
