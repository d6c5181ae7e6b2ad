import { expect, it } from 'vitest'
import { differs } from './differences.ts'
import type { Engine } from './engines.ts'
import type { Question } from './questions.ts'
import type { FactsStage } from './stage.ts'
import type { Kind } from './tables.ts'
import { outputOf, plainSql, queryObject } from './ways.ts'

/** Rows of every answer, one text a row, by engine and question. */
export type Answers = Map<string, readonly (readonly string[])[]>

/** A case that asks an engine through the product and in plain SQL, and keeps the answers. */
export function agreesWithSql(
  engine: Engine,
  stageOf: () => FactsStage,
  questions: readonly Question[],
  answers: Answers,
): void {
  it('answers charts as plain SQL does', async () => {
    const wrong: unknown[] = []
    const known: string[][] = []
    for (const [number, asked] of questions.entries()) {
      const output = outputOf(asked)
      const answer = await stageOf().client.send('POST', '/api/v1/chart/data', {
        datasource: { id: stageOf().datasetId, type: 'table' },
        queries: [queryObject(asked)],
      })
      const plain = plainSql(asked, engine)
      const expected = comparable(
        (await stageOf().opened.ask(plain)).map((row) => row.map((cell, i) => cellText(cell, output[i]?.kind))),
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

/** A case that compares the answers that were kept of several engines. */
export function agreeWithEachOther(questions: readonly Question[], answers: Answers): void {
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
