import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exceptionFor } from './exceptions.ts'
import type { VectorFile } from './player.ts'
import { players } from './players.ts'

const DATA = join(import.meta.dirname, 'data')

describe.each(readdirSync(DATA).filter((name) => name.endsWith('.json')))('%s', (name) => {
  const file = JSON.parse(readFileSync(join(DATA, name), 'utf8')) as VectorFile
  const player = players.find(({ topic }) => topic === file.topic)

  it('gives the recorded answer to every case that is not excepted', async () => {
    const wrong: unknown[] = []
    for (const vector of file.cases) {
      const verdict = await player?.play(vector, file)
      if (verdict && 'passed' in verdict && !verdict.passed && exceptionFor(file.topic, vector) === null)
        wrong.push({ vector, got: verdict.got })
    }
    expect(wrong).toEqual([])
    expect(file.cases.length).toBeGreaterThan(100)
  })
})
