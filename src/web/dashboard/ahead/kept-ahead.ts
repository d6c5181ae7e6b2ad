import type { QueryClient } from '@tanstack/react-query'
import { parseJson } from '../../../kernel/parse-json.ts'
import { readAnswer } from '../../data/chart-answer.ts'
import { linesOf } from '../../data/chart-batch.ts'
import { sendBatch } from '../../data/chart-data.ts'
import type { QuestionAhead } from './questions.ts'

/** Characters of answers that nobody has asked for yet. */
const MOST_CHARACTERS = 16_000_000
const FRESH_MS = 30_000

interface Line {
  readonly id: string
  readonly status: number
  readonly ms: number
  readonly body: unknown
}

/** Answers that came before they were wanted; they lie in the query cache, where a click finds them. */
export interface KeptAhead {
  /** Asks for what is not known yet. Silent: nobody waits for it. */
  ask(questions: readonly QuestionAhead[], signal: AbortSignal): Promise<void>
  /** Forgets what nothing shows. */
  drop(): void
}

export function keptAhead(client: QueryClient): KeptAhead {
  const sizes = new Map<string, number>()
  let total = 0
  const forget = (name: string) => {
    total -= sizes.get(name) ?? 0
    sizes.delete(name)
    client.removeQueries({ queryKey: JSON.parse(name), exact: true, type: 'inactive' })
  }
  const keep = ({ key }: QuestionAhead, { body, ms }: Line, size: number) => {
    const name = JSON.stringify(key)
    total += size - (sizes.get(name) ?? 0)
    sizes.delete(name)
    sizes.set(name, size)
    client.setQueryData(key, readAnswer(body, ms))
    for (const oldest of sizes.keys()) if (total > MOST_CHARACTERS && oldest !== name) forget(oldest)
  }
  const isKnown = ({ key }: QuestionAhead) => {
    const state = client.getQueryState(key)
    return state?.data !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < FRESH_MS
  }
  return {
    drop: () => {
      for (const name of [...sizes.keys()]) forget(name)
    },
    ask: async (questions, signal) => {
      const open = questions.filter((question) => !isKnown(question))
      if (open.length === 0) return
      const requests = open.map(({ rank, body }, i) => ({ id: String(i), rank, body }))
      for await (const text of linesOf(await sendBatch({ ahead: true, requests }, signal, true))) {
        const line = parseJson(text) as Line
        const question = open[Number(line.id)]
        if (signal.aborted) return
        if (question && line.status === 200) keep(question, line, text.length)
      }
    },
  }
}
