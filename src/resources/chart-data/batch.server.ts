import type { Services } from '../../gateway/services.server.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import type { Caller } from '../../wire/caller.ts'
import { envelopeOf } from '../../wire/envelope.ts'
import { Problem } from '../../wire/problem.ts'
import { chartDataJson } from './reply.server.ts'

/** First charts come soonest when few run at a time (reference: performance 0, finding 5). */
const AT_ONCE = 2
const encoder = new TextEncoder()

interface ChartRequest {
  readonly id: string
  readonly body?: unknown
}

/** One line `{"id","status","body"}` per chart in the order in which they are ready; stops when the reader has gone. */
export async function* batchLines(
  services: Services,
  caller: Caller,
  requests: readonly ChartRequest[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const waiting = [...requests]
  const running = new Map<string, Promise<{ readonly key: string; readonly line: Uint8Array }>>()
  const startNext = () => {
    const next = waiting.shift()
    if (!next) return
    const key = crypto.randomUUID()
    running.set(
      key,
      lineOf(services, caller, next, signal).then((line) => ({ key, line })),
    )
  }
  for (let i = 0; i < AT_ONCE; i += 1) startNext()
  while (running.size > 0 && !signal.aborted) {
    const { key, line } = await Promise.race(running.values())
    running.delete(key)
    startNext()
    yield line
  }
}

async function lineOf(
  services: Services,
  caller: Caller,
  { id, body }: ChartRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const answer = await chartDataJson(services, caller, readQueryContext(body), signal)
    return Buffer.concat([
      encoder.encode(`{"id":${JSON.stringify(id)},"status":200,"body":`),
      answer,
      encoder.encode('}\n'),
    ])
  } catch (cause) {
    const problem = cause instanceof Problem ? cause : unexpected(services, cause)
    return encoder.encode(`${JSON.stringify({ id, status: problem.status, body: envelopeOf(problem, 'message') })}\n`)
  }
}

function unexpected(services: Services, cause: unknown): Problem {
  services.log('error', 'a chart of a batch failed', { cause: String(cause) })
  return new Problem(500, 'Server error', { type: 'GENERIC_BACKEND_ERROR', cause })
}
