import { type StatementLine, type StatementRunner, statementLine } from '../../gateway/chart/statement-line.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { readQueryContext } from '../../query/query-wire.ts'
import { type Caller, callerKey } from '../../wire/caller.ts'
import { envelopeOf } from '../../wire/envelope.ts'
import { Problem } from '../../wire/problem.ts'
import { type Ended, type PageQueue, pageQueue } from './page-queue.server.ts'
import { chartDataJson } from './reply.server.ts'
import { chartRequest } from './request.server.ts'

export interface BatchRequest {
  /** The open page that asks, so that its later requests know its earlier ones. */
  readonly page?: string | undefined
  /** Nobody waits for the answers yet. */
  readonly ahead?: boolean | undefined
  /** Charts of the page that nobody waits for any more. */
  readonly stop?: readonly string[] | undefined
  readonly requests: readonly { readonly id: string; readonly rank?: number | undefined; readonly body?: unknown }[]
}

interface Answer {
  readonly status: number
  /** How long the answer took once it was its turn. */
  readonly ms: number
  /** The end of the line, from the body on. */
  readonly body: Uint8Array
}

/** An answer beyond that is only kept: it would take more of the network than somebody may ever want of it. */
const MOST_AHEAD_BYTES = 256 * 1024
/** What nobody has wanted after so long is asked no further. */
const AHEAD_MS = 30_000

const encoder = new TextEncoder()
const END = encoder.encode('}\n')
const WORDS: Readonly<Record<Ended, string>> = {
  gone: 'The reader has gone',
  replaced: 'The chart was asked for again',
  stopped: 'The chart was stopped',
}

/** Batches of dashboards: keeps what each open page waits for. */
export function chartBatches(services: Services) {
  const pages = new Map<string, Page>()
  return (caller: Caller, request: BatchRequest, signal: AbortSignal): AsyncIterable<Uint8Array> => {
    if (request.ahead) return aheadAnswers(services, caller, request, signal)
    const key = `${callerKey(caller)} ${request.page ?? crypto.randomUUID()}`
    const page = pages.get(key) ?? openPage()
    pages.set(key, page)
    const { queue, line } = page
    queue.end(request.stop ?? [], 'stopped')
    const answers = request.requests.map(async ({ id, rank = 0, body }) => {
      const answer = await queue.ask({ id, rank, text: JSON.stringify(body) ?? '' }, (gone, onWait) =>
        answerOf(services, caller, body, { signal: gone, line: line.at(rank, onWait) }),
      )
      return lineOf(id, answer)
    })
    signal.addEventListener(
      'abort',
      () =>
        queue.end(
          request.requests.map(({ id }) => id),
          'gone',
        ),
      { once: true },
    )
    void Promise.allSettled(answers).then(() => {
      if (queue.isIdle && pages.get(key) === page) pages.delete(key)
    })
    return asReady(answers, signal)
  }
}

/** Answers that may be wanted next, until the reader has gone. Nothing that a page waits for waits for them. */
function aheadAnswers(
  services: Services,
  caller: Caller,
  { requests }: BatchRequest,
  reader: AbortSignal,
): AsyncIterable<Uint8Array> {
  const signal = AbortSignal.any([reader, AbortSignal.timeout(AHEAD_MS)])
  const { queue, line } = openPage(true)
  const answers = requests.map(async ({ id, rank = 0, body }) => {
    const answer = await queue.ask({ id, rank, text: JSON.stringify(body) ?? '' }, (gone, onWait) =>
      answerOf(services, caller, body, { signal: gone, line: line.at(rank, onWait) }),
    )
    return lineOf(id, sendable(answer))
  })
  const ids = requests.map(({ id }) => id)
  signal.addEventListener('abort', () => queue.end(ids, 'gone'), { once: true })
  return asReady(answers, reader)
}

const sendable = (answer: Answer | Ended): Answer | Ended =>
  typeof answer !== 'string' && answer.body.byteLength > MOST_AHEAD_BYTES
    ? { ...answer, status: 413, body: encoder.encode(JSON.stringify({ message: 'Kept, but too large to be sent' })) }
    : answer

/** What one open page waits for: charts, and the statements that they became. */
interface Page {
  readonly queue: PageQueue<Answer>
  readonly line: StatementLine
}

function openPage(isAhead = false): Page {
  const line = statementLine(() => queue.isBusy, isAhead)
  const queue = pageQueue<Answer>(line.settle)
  return { queue, line }
}

/** The values of promises in the order in which they are there; ends early when the reader has gone. */
async function* asReady<T>(promises: readonly Promise<T>[], signal: AbortSignal): AsyncGenerator<T> {
  const open = new Map(promises.map((promise, i) => [i, promise.then((value) => ({ i, value }))]))
  while (open.size > 0 && !signal.aborted) {
    const { i, value } = await Promise.race(open.values())
    open.delete(i)
    if (!signal.aborted) yield value
  }
}

/** One line `{"id","status","ms","body"}`. */
function lineOf(id: string, answer: Answer | Ended): Uint8Array {
  const { status, ms, body } = typeof answer === 'string' ? ended(answer) : answer
  const head = `{"id":${JSON.stringify(id)},"status":${status},"ms":${ms.toFixed(1)},"body":`
  return Buffer.concat([encoder.encode(head), body, END])
}

const ended = (why: Ended): Answer => ({
  status: 409,
  ms: 0,
  body: encoder.encode(JSON.stringify({ message: WORDS[why] })),
})

interface Place {
  readonly signal: AbortSignal
  readonly line: StatementRunner
}

async function answerOf(services: Services, caller: Caller, body: unknown, { signal, line }: Place): Promise<Answer> {
  const start = performance.now()
  try {
    const request = line.isAhead ? { ...readQueryContext(body), force: false } : chartRequest(body)
    const answer = await chartDataJson(services, caller, request, signal, { line })
    return { status: 200, ms: performance.now() - start, body: answer }
  } catch (cause) {
    const problem = cause instanceof Problem ? cause : unexpected(services, cause, signal)
    const text = JSON.stringify(envelopeOf(problem, 'message'))
    return { status: problem.status, ms: performance.now() - start, body: encoder.encode(text) }
  }
}

function unexpected(services: Services, cause: unknown, signal: AbortSignal): Problem {
  if (!signal.aborted) services.log('error', 'a chart of a batch failed', { cause: String(cause) })
  return new Problem(500, 'Server error', { type: 'GENERIC_BACKEND_ERROR', cause })
}
