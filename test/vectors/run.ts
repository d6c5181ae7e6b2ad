import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rawNumber } from '../../src/kernel/raw-json.ts'
import { exceptionFor } from './exceptions.ts'
import type { Played, Player, Vector, VectorFile, Verdict } from './player.ts'
import { players } from './players.ts'

/** The reference lies beside the project's folder where there is one. */
const DEFAULT_DIR = join(import.meta.dirname, '..', '..', '..', 'shared', 'reference', 'vectors')

interface Tally {
  topic: string
  passed: number
  failed: number
  excepted: number
}

const { values: options } = parseArgs({
  options: {
    dir: { type: 'string', default: process.env.SIGHTLINE_VECTORS ?? DEFAULT_DIR },
    json: { type: 'string' },
    topic: { type: 'string' },
    op: { type: 'string' },
    show: { type: 'string', default: '0' },
  },
})

/** The files may hold bare `Infinity` and `NaN`, which JSON lacks; inside texts they stay. */
function parseVectors(text: string): VectorFile {
  return JSON.parse(
    text.replace(/"(?:[^"\\]|\\.)*"|-?Infinity|NaN/g, (found) => (found[0] === '"' ? found : `{"$number":"${found}"}`)),
  )
}

/** Inputs of requests as they are to be sent: integers beyond 2^53 keep all of their digits. */
function exactInputs(file: VectorFile, text: string): VectorFile {
  if (file.topic !== 'chart-data') return file
  const exact = JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context?.source
      ? rawNumber(context.source)
      : value,
  ) as VectorFile
  return { ...file, cases: file.cases.map((one, i) => ({ ...one, input: exact.cases[i]?.input ?? one.input })) }
}

function readFile(path: string): VectorFile {
  const text = readFileSync(path, 'utf8')
  return exactInputs(parseVectors(text), text)
}

function readFiles(dir: string): readonly VectorFile[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ ...readFile(join(dir, name)), dir }))
    .filter(({ topic, cases }) => Array.isArray(cases) && (!options.topic || topic === options.topic))
}

async function playOne(player: Player, vector: Vector, file: VectorFile): Promise<Verdict | null> {
  try {
    return await player.play(vector, file)
  } catch (error) {
    return { passed: false, got: error instanceof Error ? error.stack : error }
  }
}

class Score {
  readonly tally: Tally
  readonly failures: { readonly vector: Vector; readonly got: unknown }[] = []
  readonly unplayed = new Map<string, number>()
  /** Cases that nothing in the product answers, by operation and reason. */
  readonly notApplicable = new Map<string, number>()
  readonly ops = new Map<string, readonly [right: number, all: number]>()

  constructor(topic: string) {
    this.tally = { topic, passed: 0, failed: 0, excepted: 0 }
  }

  add(vector: Vector, result: Verdict | null, isExcepted: boolean): void {
    if (result === null) count(this.unplayed, vector.op)
    else if ('notApplicable' in result) count(this.notApplicable, `${vector.op}: ${result.notApplicable}`)
    else this.judge(vector, result, isExcepted)
  }

  private judge(vector: Vector, result: Played, isExcepted: boolean): void {
    const [right, all] = this.ops.get(vector.op) ?? [0, 0]
    this.ops.set(vector.op, [right + (result.passed ? 1 : 0), all + 1])
    if (result.passed) this.tally.passed += 1
    else if (isExcepted) this.tally.excepted += 1
    else {
      this.tally.failed += 1
      this.failures.push({ vector, got: result.got })
    }
  }
}

const count = (counts: Map<string, number>, key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1)

async function playFile(player: Player, file: VectorFile): Promise<Score> {
  const score = new Score(file.topic)
  for (const vector of file.cases.filter(({ op }) => !options.op || op === options.op)) {
    score.add(vector, await playOne(player, vector, file), exceptionFor(file.topic, vector) !== null)
  }
  await player.close?.()
  return score
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const short = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).slice(0, 900)

function print({ tally, failures, unplayed, notApplicable, ops }: Score, { apart = {} }: Player): void {
  say(`${tally.topic}: ${tally.passed} passed, ${tally.failed} failed, ${tally.excepted} excepted`)
  if (ops.size > 0) say(`  ${[...ops].map(([op, [right, all]]) => `${op} ${right}/${all}`).join(', ')}`)
  if (unplayed.size > 0) say(`  not played: ${[...unplayed].map(([op, count]) => `${op} ${count}`).join(', ')}`)
  for (const [op, [right]] of ops) if (apart[op]) say(`  apart, by meaning: ${op} ${right} - ${apart[op]}`)
  for (const [group, all] of notApplicable) say(`  not applicable: ${all} ${group}`)
  for (const { vector, got } of failures.slice(0, Number(options.show))) {
    say(`  ${vector.id} ${vector.op} ${short(vector.input)}`)
    say(`    expected ${short(vector.expected)}`)
    say(`    got      ${short(got)}`)
  }
}

/** Share of a topic that may be excepted. */
const MAX_EXCEPTED = 0.02
const isCrowded = ({ passed, failed, excepted }: Tally) => excepted > (passed + failed + excepted) * MAX_EXCEPTED

async function main(): Promise<void> {
  if (!existsSync(options.dir)) {
    say(`VECTORS NOT PLAYED: there is no folder ${options.dir}. Name one with --dir.`)
    return
  }
  const tallies: Tally[] = []
  for (const file of readFiles(options.dir)) {
    const player = players.find(({ topic }) => topic === file.topic)
    if (player) {
      const score = await playFile(player, file)
      print(score, player)
      tallies.push(score.tally)
    } else say(`${file.topic}: NOT PLAYED (${file.cases.length} cases)`)
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(tallies, null, 2)}\n`)
  const crowded = tallies.filter(isCrowded)
  for (const { topic } of crowded) say(`${topic}: MORE EXCEPTIONS THAN ${MAX_EXCEPTED * 100} %`)
  process.exitCode = crowded.length > 0 || tallies.some(({ failed }) => failed > 0) ? 1 : 0
}

await main()
