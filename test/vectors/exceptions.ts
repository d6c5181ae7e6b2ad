import type { Vector } from './player.ts'
import known from './vectors-exceptions.json' with { type: 'json' }

interface Kind {
  readonly topic: string
  readonly op: string
  readonly input: RegExp
  readonly reason: string
}

/** `topic op /pattern/`: the pattern is held against the input as JSON without spaces around its signs. */
const KIND = /^(\S+) (\S+) \/(.*)\/$/
const REASONS: Readonly<Record<string, string>> = known
const KINDS: readonly Kind[] = Object.entries(REASONS).flatMap(([key, reason]) => {
  const [, topic, op, pattern] = KIND.exec(key) ?? []
  return topic && op && pattern ? [{ topic, op, input: new RegExp(pattern), reason }] : []
})

/** Why a case need not get the recorded answer, by its id or by the kind of its input; null for all others. */
export function exceptionFor(topic: string, { id, op, input }: Vector): string | null {
  if (Object.hasOwn(REASONS, id)) return REASONS[id] ?? null
  const text = JSON.stringify(input)
  return KINDS.find((kind) => kind.topic === topic && kind.op === op && kind.input.test(text))?.reason ?? null
}
