import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Player, Vector, VectorFile, Verdict } from './player.ts'
import { players } from './players.ts'

const DEFAULT_DIR = '/work/shared/reference/vectors'
const EXCEPTIONS = new URL('./vectors-exceptions.json', import.meta.url)

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

/** Excepted cases by id, each with its reason. */
function readExceptions(): Readonly<Record<string, string>> {
  return existsSync(EXCEPTIONS) ? JSON.parse(readFileSync(EXCEPTIONS, 'utf8')) : {}
}

/** The files may hold bare `Infinity` and `NaN`, which JSON lacks. */
function parseVectors(text: string): VectorFile {
  return JSON.parse(text.replace(/([:,[]\s*)(-?Infinity|NaN)(?=\s*[,\]}])/g, '$1{"$number":"$2"}'))
}

function readFiles(dir: string): readonly VectorFile[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => parseVectors(readFileSync(join(dir, name), 'utf8')))
    .filter(({ topic, cases }) => Array.isArray(cases) && (!options.topic || topic === options.topic))
}

async function playOne(player: Player, vector: Vector, file: VectorFile): Promise<Verdict | null> {
  try {
    return await player.play(vector, file)
  } catch (error) {
    return { passed: false, got: error instanceof Error ? error.stack : error }
  }
}

async function playFile(player: Player, file: VectorFile, exceptions: Readonly<Record<string, string>>) {
  const tally: Tally = { topic: file.topic, passed: 0, failed: 0, excepted: 0 }
  const failures: { vector: Vector; got: unknown }[] = []
  const unplayed = new Map<string, number>()
  const ops = new Map<string, [right: number, all: number]>()
  for (const vector of file.cases.filter(({ op }) => !options.op || op === options.op)) {
    const result = await playOne(player, vector, file)
    if (result === null) unplayed.set(vector.op, (unplayed.get(vector.op) ?? 0) + 1)
    else {
      const [right, all] = ops.get(vector.op) ?? [0, 0]
      ops.set(vector.op, [right + (result.passed ? 1 : 0), all + 1])
      if (result.passed) tally.passed += 1
      else if (exceptions[vector.id]) tally.excepted += 1
      else {
        tally.failed += 1
        failures.push({ vector, got: result.got })
      }
    }
  }
  await player.close?.()
  return { tally, failures, unplayed, ops }
}

function print(played: Awaited<ReturnType<typeof playFile>>): void {
  const { tally, failures, unplayed, ops } = played
  const detail = [...ops].map(([op, [right, all]]) => `${op} ${right}/${all}`).join(', ')
  if (detail)
    if (unplayed.size > 0)
      for (const { vector, got } of failures.slice(0, Number(options.show))) {
      }
}

async function main(): Promise<void> {
  if (!existsSync(options.dir)) {
    return
  }
  const exceptions = readExceptions()
  const tallies: Tally[] = []
  for (const file of readFiles(options.dir)) {
    const player = players.find(({ topic }) => topic === file.topic)
    if (!player) {
      continue
    }
    const played = await playFile(player, file, exceptions)
    print(played)
    tallies.push(played.tally)
  }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(tallies, null, 2)}\n`)
  process.exitCode = tallies.some(({ failed }) => failed > 0) ? 1 : 0
}

await main()
