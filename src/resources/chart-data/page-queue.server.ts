/** First charts come soonest when few run at a time (reference: performance 0, finding 5). */
const AT_ONCE = 2
/** The first chart of a page has the database to itself for so long: nobody has seen anything yet. */
const HEAD_START_MS = 200

/** Why an answer that somebody waits for will not come. */
export type Ended = 'gone' | 'replaced' | 'stopped'

interface AskedChart {
  /** The caller's name for the chart; a later question under the same name replaces this one. */
  readonly id: string
  /** Lower goes first; equal ones in the order in which they came. */
  readonly rank: number
  /** Equal texts are one question. */
  readonly text: string
}

interface Waiting<T> {
  readonly id: string
  settle(answer: T | Ended): void
}

interface Job<T> {
  readonly rank: number
  readonly text: string
  readonly abort: AbortController
  waiting: readonly Waiting<T>[]
  run(signal: AbortSignal, onWait: () => void): Promise<T>
}

/** The charts that one open page waits for. */
export interface PageQueue<T> {
  /**
   * Asks for a chart; `run` is not called when an equal question is under way, and makes room for another by `onWait`
   * when it only waits. The promise never rejects unless `run` does.
   */
  ask(chart: AskedChart, run: (signal: AbortSignal, onWait: () => void) => Promise<T>): Promise<T | Ended>
  /** Nobody waits for these any more; what only they asked for is aborted. */
  end(ids: readonly string[], why: Ended): void
  readonly isIdle: boolean
  /** A question is under way that may yet come to wait. */
  readonly isBusy: boolean
}

/**
 * Runs a few questions of one page at a time, equal ones once, the latest of each chart only. `onCalm` is called when
 * none is under way that does not wait.
 */
export function pageQueue<T>(onCalm: () => void = () => {}): PageQueue<T> {
  let line: readonly Job<T>[] = []
  const running = new Set<Job<T>>()
  const atRest = new Set<Job<T>>()
  let headStart: NodeJS.Timeout | null = null
  let hasStarted = false

  const endHeadStart = () => {
    if (headStart) clearTimeout(headStart)
    headStart = null
    startNext()
  }
  const startNext = () => {
    if (running.size >= (headStart ? 1 : AT_ONCE) || line.length === 0) return
    if (!hasStarted) headStart = setTimeout(endHeadStart, HEAD_START_MS).unref()
    hasStarted = true
    const next = line.reduce((best, job) => (job.rank < best.rank ? job : best))
    line = line.filter((job) => job !== next)
    running.add(next)
    const makeRoom = () => {
      endHeadStart()
      if (running.size === 0 && line.length === 0) onCalm()
    }
    next
      .run(next.abort.signal, () => {
        if (!running.delete(next)) return
        atRest.add(next)
        makeRoom()
      })
      .then((answer) => finish(next, (one) => one.settle(answer)))
      .finally(() => {
        running.delete(next)
        atRest.delete(next)
        hasStarted = running.size + atRest.size > 0 || line.length > 0
        makeRoom()
      })
    startNext()
  }
  const finish = (job: Job<T>, tell: (one: Waiting<T>) => void) => {
    const waiting = job.waiting
    job.waiting = []
    for (const one of waiting) tell(one)
  }
  const end = (ids: readonly string[], why: Ended) => {
    const ended = new Set(ids)
    for (const job of [...running, ...atRest, ...line]) {
      const leaving = job.waiting.filter(({ id }) => ended.has(id))
      if (leaving.length === 0) continue
      job.waiting = job.waiting.filter(({ id }) => !ended.has(id))
      if (job.waiting.length === 0) {
        line = line.filter((one) => one !== job)
        job.abort.abort()
      }
      for (const one of leaving) one.settle(why)
    }
  }
  return {
    end,
    get isIdle() {
      return running.size + atRest.size === 0 && line.length === 0
    },
    get isBusy() {
      return running.size > 0 || line.length > 0
    },
    ask: ({ id, rank, text }, run) =>
      new Promise((settle) => {
        end([id], 'replaced')
        const same = [...running, ...atRest, ...line].find((job) => job.text === text && !job.abort.signal.aborted)
        const waiting = { id, settle }
        if (same) same.waiting = [...same.waiting, waiting]
        else line = [...line, { rank, text, abort: new AbortController(), waiting: [waiting], run }]
        queueMicrotask(startNext)
      }),
  }
}
