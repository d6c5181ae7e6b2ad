import { expect, it, vi } from 'vitest'
import { createChartBatch } from './chart-batch.ts'
import { HttpError } from './http.ts'

interface Sent {
  readonly page: string
  readonly stop?: readonly string[]
  readonly requests: readonly { readonly id: string; readonly body: unknown }[]
}

/** A server in memory: keeps what was sent and writes the lines that it is told. */
function server() {
  const sent: Sent[] = []
  const writers: WritableStreamDefaultWriter<Uint8Array>[] = []
  const signals: AbortSignal[] = []
  const batch = createChartBatch(
    async (body, signal) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({}, undefined, { highWaterMark: 100 })
      const writer = writable.getWriter()
      sent.push(body as Sent)
      signals.push(signal)
      writers.push(writer)
      signal.addEventListener('abort', () => writer.abort(signal.reason).catch(() => undefined))
      return readable
    },
    'page',
    () => 60,
  )
  const write = (stream: number, text: string) => writers[stream]?.write(new TextEncoder().encode(text))
  const answer = (stream: number, id: string, body: unknown, status = 200) =>
    write(stream, `${JSON.stringify({ id, status, ms: 3, body })}\n`)
  return { sent, signals, write, answer, close: (stream: number) => writers[stream]?.close(), batch }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
const never = () => new AbortController().signal

it('asks in one request for what is wanted at the same time, in view first', async () => {
  const { batch, sent, answer } = server()
  const below = batch.ask({ body: 'below', rank: 1000, signal: never() })
  const top = batch.ask({ body: 'top', rank: 0, signal: never() })
  await turn()
  expect(sent.map(({ requests }) => requests.map(({ body }) => body))).toEqual([['top', 'below']])
  await answer(0, '2', 'first')
  await expect(top).resolves.toEqual({ body: 'first', durationMs: 3 })
  await answer(0, '1', 'second')
  await expect(below).resolves.toMatchObject({ body: 'second' })
})

it('says which status nobody expects an answer to have', async () => {
  const { batch, answer } = server()
  const one = batch.ask({ body: 1, rank: 0, signal: never() })
  await turn()
  await answer(0, '1', null, 204)
  await expect(one).rejects.toThrow('Received unexpected response status (204) while fetching chart data')
})

it('reads lines that come in pieces and keeps long integers exact', async () => {
  const { batch, write } = server()
  const one = batch.ask({ body: 1, rank: 0, signal: never() })
  await turn()
  await write(0, '{"id":"1","status":2')
  await write(0, '00,"ms":1,"body":{"n":90071992')
  await write(0, '54740993}}\n')
  await expect(one).resolves.toMatchObject({ body: { n: '9007199254740993' } })
})

it('fails a chart alone, with the words of the server', async () => {
  const { batch, answer } = server()
  const bad = batch.ask({ body: 'bad', rank: 0, signal: never() })
  const good = batch.ask({ body: 'good', rank: 1, signal: never() })
  await turn()
  await answer(0, '1', { message: 'Error: no such column' }, 400)
  await expect(bad).rejects.toMatchObject({ status: 400, message: 'Error: no such column' })
  await answer(0, '2', 'rows')
  await expect(good).resolves.toMatchObject({ body: 'rows' })
})

it('stops one chart on the server while others go on, and leaves when nobody waits', async () => {
  const { batch, sent, signals, answer } = server()
  const gone = new AbortController()
  const stays = new AbortController()
  const stopped = batch.ask({ body: 'a', rank: 0, signal: gone.signal })
  const other = batch.ask({ body: 'b', rank: 0, signal: stays.signal })
  await turn()
  gone.abort()
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
  const again = batch.ask({ body: 'a2', rank: 0, signal: never() })
  await turn()
  expect(sent[1]).toMatchObject({ page: 'page', stop: ['1'], requests: [{ body: 'a2' }] })
  expect(signals[0]?.aborted).toBe(false)
  stays.abort()
  await expect(other).rejects.toMatchObject({ name: 'AbortError' })
  expect(signals[0]?.aborted).toBe(true)
  await answer(1, '3', 'rows')
  await expect(again).resolves.toMatchObject({ body: 'rows' })
})

it('tells everybody who still waits when the line breaks', async () => {
  const { batch, close } = server()
  const one = batch.ask({ body: 'a', rank: 0, signal: never() })
  await turn()
  await Promise.all([expect(one).rejects.toBeInstanceOf(HttpError), close(0)])
})

it('keeps few requests open, and sends the rest when one ends', async () => {
  const { batch, sent, answer, close } = server()
  for (let i = 0; i < 4; i += 1) {
    void batch.ask({ body: i, rank: 0, signal: never() })
    await turn()
  }
  expect(sent).toHaveLength(3)
  await answer(0, '1', 'rows')
  await close(0)
  await turn()
  expect(sent[3]?.requests).toMatchObject([{ body: 3 }])
})

it('gives up on charts about which nothing is heard for as long as a chart may take', async () => {
  vi.useFakeTimers()
  try {
    const { batch, answer, signals } = server()
    const [first, second] = [1, 2].map((body) => batch.ask({ body, rank: body, signal: never() }))
    const late = expect(second).rejects.toMatchObject({ status: 408, message: 'Request timed out' })
    await vi.advanceTimersByTimeAsync(59_000)
    await answer(0, '1', 'in time')
    await expect(first).resolves.toMatchObject({ body: 'in time' })
    await vi.advanceTimersByTimeAsync(59_000)
    expect(signals[0]?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    await late
    expect(signals[0]?.aborted).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
