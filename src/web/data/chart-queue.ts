interface QueuedJob<T> {
  readonly run: () => Promise<T>
  readonly signal?: AbortSignal | undefined
  /** Asked each time a place is free: lower goes first. A chart in view is 0, one below it more. */
  readonly rank: () => number
}

export interface ChartQueue {
  add<T>(job: QueuedJob<T>): Promise<T>
  /** How many wait before a job would start. */
  waiting(): number
}

interface Waiting {
  readonly rank: () => number
  readonly start: () => void
}

/**
 * Lets a few requests run at a time, those in view first: a page of thirty charts shows its first one as fast as if it
 * stood alone.
 */
export function createChartQueue(places: number): ChartQueue {
  let running = 0
  let line: readonly Waiting[] = []

  const startNext = () => {
    if (running >= places || line.length === 0) return
    const next = line.reduce((best, one) => (one.rank() < best.rank() ? one : best))
    line = line.filter((one) => one !== next)
    running += 1
    next.start()
  }
  const free = () => {
    running -= 1
    startNext()
  }

  return {
    waiting: () => line.length,
    add: ({ run, signal, rank }) =>
      new Promise((resolve, reject) => {
        const entry: Waiting = {
          rank,
          start: () => {
            signal?.removeEventListener('abort', handleAbort)
            run().then(resolve, reject).finally(free)
          },
        }
        const handleAbort = () => {
          line = line.filter((one) => one !== entry)
          reject(signal?.reason)
        }
        if (signal?.aborted) return handleAbort()
        signal?.addEventListener('abort', handleAbort, { once: true })
        line = [...line, entry]
        queueMicrotask(startNext)
      }),
  }
}
