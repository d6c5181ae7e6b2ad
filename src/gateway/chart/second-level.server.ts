import type { KeptBytes, SharedAnswers } from '../shared/answers.server.ts'
import type { FoundAnswer, SecondLevel } from './cache.server.ts'
import { type ChartRows, sizeOf } from './chart-rows.ts'
import { packRows, unpackRows } from './packed-rows.server.ts'

/** Rows that servers keep together: whoever asks first makes them for all. */
export function sharedRows(answers: SharedAnswers, now: () => Date): SecondLevel<ChartRows> {
  const found = async ({ bytes, leftMs }: KeptBytes): Promise<FoundAnswer<ChartRows>> => {
    const { rows, at } = await unpackRows(bytes)
    return { value: rows, bytes: sizeOf(rows), at, isCached: true, keptMs: leftMs }
  }
  return {
    find: async (key) => {
      const kept = await answers.find(key)
      return kept && found(kept)
    },
    get: async ({ key, force, ttlMs, signal, make }) => {
      const turn = await answers.turn(key, force, signal)
      if (turn.kind === 'kept') return found(turn)
      if (turn.kind === 'alone') return { ...(await make(signal)), at: now(), isCached: false, keptMs: ttlMs }
      try {
        const made = await make(signal)
        const at = now()
        const isLatest = await turn.keep(await packRows({ rows: made.value, at }), ttlMs)
        return { ...made, at, isCached: false, keptMs: isLatest ? ttlMs : 0 }
      } catch (cause) {
        await turn.giveUp()
        throw cause
      }
    },
    onOutdated: answers.onOutdated,
  }
}
