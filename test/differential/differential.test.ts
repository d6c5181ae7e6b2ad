import { afterAll, beforeAll, expect, it } from 'vitest'
import { differs } from './differences.ts'
import { ENGINES, type Engine } from './engines.ts'
import { type Question, question } from './questions.ts'
import { chanceOf } from './random.ts'
import { type FactsStage, openFacts } from './stage.ts'
import { facts, type Kind } from './tables.ts'
import { outputOf, plainSql, queryObject } from './ways.ts'

/** SIGHTLINE_DIFFERENTIAL asks more questions, SIGHTLINE_SEED others. */
const COUNT = Number(process.env.SIGHTLINE_DIFFERENTIAL ?? 40)
const SEED = Number(process.env.SIGHTLINE_SEED ?? 20_260)
const ROWS = 400

const rows = facts(chanceOf(SEED), ROWS)
const chance = chanceOf(SEED + 1)
const questions = Array.from({ length: COUNT }, () => question(chance))
/** Rows of every answer, one text a row, by engine and question. */
const answers = new Map<string, readonly (readonly string[])[]>()

for (const engine of ENGINES) engine.describe(`questions on ${engine.name}`, () => agrees(engine))

it('gives one answer, whichever engine is asked', () => {
  const [first, ...others] = [...answers.keys()]
  const wrong = others.flatMap((other) =>
    questions.flatMap((asked, number) => {
      const reason = differs(asked, first ?? '') ?? differs(asked, other)
      const [a, b] = [answers.get(first ?? '')?.[number], answers.get(other)?.[number]]
      return reason !== null || JSON.stringify(a) === JSON.stringify(b) ? [] : [{ first, other, number, asked, a, b }]
    }),
  )
  expect(wrong.slice(0, 3)).toEqual([])
})

function agrees(engine: Engine): void {
  let stage: FactsStage
  beforeAll(async () => {
    stage = await openFacts(engine, rows)
  })
  afterAll(() => stage?.stop())

  it('answers charts as plain SQL does', async () => {
    const wrong: unknown[] = []
    const known: string[][] = []
    for (const [number, asked] of questions.entries()) {
      const output = outputOf(asked)
      const answer = await stage.client.send('POST', '/api/v1/chart/data', {
        datasource: { id: stage.datasetId, type: 'table' },
        queries: [queryObject(asked)],
      })
      const plain = plainSql(asked, engine)
      const expected = comparable(
        (await stage.opened.ask(plain)).map((row) => row.map((cell, i) => cellText(cell, output[i]?.kind))),
        asked,
      )
      const data = (answer.json?.result?.[0]?.data ?? []) as Record<string, unknown>[]
      const got = comparable(
        data.map((row) => output.map(({ name, kind }) => cellText(row[name], kind))),
        asked,
      )
      known.push(got.map((row) => row.join('\u0001')).toSorted())
      if (answer.status !== 200 || JSON.stringify(got) !== JSON.stringify(expected))
        wrong.push({ number, plain, sql: answer.json?.result?.[0]?.query ?? answer.text, ...difference(got, expected) })
    }
    answers.set(engine.name, known)
    expect(wrong.slice(0, 5)).toEqual([])
  }, 600_000)
}

/** One text for the same value, whichever way it came. */
function cellText(cell: unknown, kind: Kind | undefined): string {
  if (cell === null || cell === undefined) return 'null'
  if (kind === 'time') {
    const iso = typeof cell === 'number' ? new Date(cell).toISOString() : String(cell)
    return iso.slice(0, 19).replace('T', ' ')
  }
  if (kind === 'flag') return String(cell === true || Number(cell) === 1)
  return kind === 'number' ? Number(cell).toPrecision(12) : String(cell)
}

/** Rows in the order asked for, else in one of their own. */
const comparable = (rows: string[][], { order }: Question): string[][] =>
  order === null ? rows.toSorted((a, b) => (a.join() < b.join() ? -1 : 1)) : rows

const difference = (got: string[][], expected: string[][]) => {
  const at = Math.max(
    0,
    expected.findIndex((row, i) => row.join() !== got[i]?.join()),
  )
  return { rows: [got.length, expected.length], got: got[at], expected: expected[at] }
}
