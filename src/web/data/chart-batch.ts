import { parseJson } from '../../kernel/parse-json.ts'
import { unexpectedStatus } from './chart-status.ts'
import { lateAnswer } from './chart-timeout.ts'
import { errorOf, HttpError, networkFailure } from './http.ts'

interface BatchJob {
  readonly body: unknown
  /** Lower goes first: a chart in view is 0, one below it more. */
  readonly rank: number
  readonly signal: AbortSignal
}

/** The body of an answer and how long the server took for it. */
interface BatchAnswer {
  readonly body: unknown
  readonly durationMs: number
}

export interface ChartBatch {
  /** Rejects with the signal's reason when it is aborted, with an HttpError when the chart failed. */
  ask(job: BatchJob): Promise<BatchAnswer>
}

/** What a page asks for together, and what it waits for no more. */
export interface BatchBody {
  readonly page: string
  readonly stop?: readonly string[]
  readonly requests: readonly { readonly id: string; readonly rank: number; readonly body: unknown }[]
}

/** Sends the body of a batch and gives its lines as they come. */
type Send = (body: BatchBody, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

interface Waiting extends BatchJob {
  readonly id: string
  resolve(answer: BatchAnswer): void
  reject(reason: unknown): void
}

interface OpenStream {
  readonly abort: AbortController
  readonly waiting: Map<string, Waiting>
}

interface Line {
  readonly id: string
  readonly status: number
  readonly ms: number
  readonly body: unknown
}

/** A browser keeps six connections to a server; the rest of the page needs some of them. */
const MOST_STREAMS = 3
const MOST_AT_ONCE = 500

/** Gathers the charts that are asked for at the same time into one request whose answers come one by one, each within so many seconds. */
export function createChartBatch(send: Send, page: string, patienceSec: () => number): ChartBatch {
  const open = new Set<OpenStream>()
  let line: readonly Waiting[] = []
  let stopped: readonly string[] = []
  let isDue = false
  let count = 0

  const due = () => {
    if (isDue) return
    isDue = true
    setTimeout(flush, 0)
  }
  const flush = () => {
    isDue = false
    const isFull = open.size >= MOST_STREAMS
    const next = isFull ? [] : line.toSorted((a, b) => a.rank - b.rank).slice(0, MOST_AT_ONCE)
    if (next.length === 0 && stopped.length === 0) return
    line = line.filter((one) => !next.includes(one))
    const body: BatchBody = {
      page,
      ...(stopped.length > 0 && { stop: stopped }),
      requests: next.map((one) => ({ id: one.id, rank: one.rank, body: one.body })),
    }
    stopped = []
    const stream = { abort: new AbortController(), waiting: new Map(next.map((one) => [one.id, one])) }
    open.add(stream)
    readStream(send(body, stream.abort.signal), stream, patienceSec())
      .catch((error: unknown) => fail(stream, error))
      .finally(() => {
        open.delete(stream)
        if (line.length > 0) due()
      })
  }
  const leave = (one: Waiting) => {
    one.reject(one.signal.reason)
    line = line.filter((other) => other !== one)
    for (const stream of open) {
      if (!stream.waiting.delete(one.id)) continue
      if (stream.waiting.size === 0) stream.abort.abort()
      else {
        stopped = [...stopped, one.id]
        due()
      }
    }
  }

  return {
    ask: (job) =>
      new Promise((resolve, reject) => {
        if (job.signal.aborted) return reject(job.signal.reason)
        count += 1
        const handleAbort = () => leave(one)
        const settled = () => job.signal.removeEventListener('abort', handleAbort)
        const one: Waiting = {
          ...job,
          id: String(count),
          resolve: (answer) => {
            settled()
            resolve(answer)
          },
          reject: (reason) => {
            settled()
            reject(reason)
          },
        }
        job.signal.addEventListener('abort', handleAbort, { once: true })
        line = [...line, one]
        due()
      }),
  }
}

async function readStream(answer: ReturnType<Send>, stream: OpenStream, patienceSec: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Charts wait in line, so each line that comes gives the next one its time. */
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      fail(stream, lateAnswer(patienceSec))
      stream.abort.abort()
    }, patienceSec * 1000)
  }
  try {
    wait()
    await readLines(await answer, stream, wait)
  } finally {
    clearTimeout(timer)
  }
}

async function readLines(lines: ReadableStream<Uint8Array>, stream: OpenStream, onLine: () => void): Promise<void> {
  for await (const text of linesOf(lines)) {
    onLine()
    const { id, status, ms, body } = parseJson(text) as Line
    const one = stream.waiting.get(id)
    stream.waiting.delete(id)
    if (status === 200 || status === 202) one?.resolve({ body, durationMs: ms })
    else one?.reject(status < 400 ? unexpectedStatus(status) : errorOf(status, body))
  }
  fail(stream, networkFailure())
}

/** Whoever still waits hears why nothing comes. */
function fail({ waiting }: OpenStream, error: unknown): void {
  const reason = error instanceof HttpError ? error : networkFailure()
  const left = [...waiting.values()]
  waiting.clear()
  for (const one of left) one.reject(reason)
}

/** The lines of a stream of text. A line that the stream breaks off is dropped. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let parts: string[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const texts = decoder.decode(next.value, { stream: true }).split('\n')
    const last = texts.pop() ?? ''
    for (const text of texts) {
      yield [...parts, text].join('')
      parts = []
    }
    if (last !== '') parts.push(last)
  }
}
