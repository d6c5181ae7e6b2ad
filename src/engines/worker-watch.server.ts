import type { Applicant } from './admission.ts'
import { type RunSink, WorkerError, type WorkerProcess } from './worker-process.server.ts'
import type { RunDone, RunMessage, WorkerProgress } from './worker-protocol.ts'

const KILL_AFTER_MS = 900
/** What follows the first rows is for later: a statement that gave so many gives way while somebody looks at them. */
const FIRST_ROWS = 10_000

/** The statement took longer than it may. */
export class DeadlineError extends Error {}

/** A statement for a worker of a pool. */
export interface PoolRun extends Applicant {
  readonly message: RunMessage
  readonly sink: RunSink
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Probably short: it does not wait behind long statements. */
  readonly isTiny: boolean
}

interface Watch {
  readonly muchCpuMs: number
  /** It took so much CPU time, or gave the first rows that somebody looks at. */
  onMuch(): void
  /** Its first rows are there. */
  onFirst(): void
}

/** Asks a statement to stop when it should, and ends its worker when it does not listen; tells when it takes much CPU time. */
export async function watched(
  worker: WorkerProcess,
  run: PoolRun,
  signal: AbortSignal,
  { muchCpuMs, onMuch, onFirst }: Watch,
): Promise<RunDone> {
  signal.throwIfAborted()
  const onProgress = (progress: WorkerProgress) => {
    if (progress.cpuMs >= muchCpuMs) onMuch()
    run.sink.onProgress?.(progress)
  }
  let rows = 0
  const onRows = (pieces: readonly Buffer[], count: number) => {
    if (rows < FIRST_ROWS && rows + count >= FIRST_ROWS) onMuch()
    if (rows === 0) onFirst()
    rows += count
    return run.sink.onRows(pieces, count)
  }
  const { id, done } = worker.run(run.message, { ...run.sink, onRows, onProgress })
  let killer: NodeJS.Timeout | null = null
  const stop = () => {
    worker.stop(id)
    killer = setTimeout(() => worker.kill(), KILL_AFTER_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const result = await done
    signal.throwIfAborted()
    return result
  } finally {
    signal.removeEventListener('abort', stop)
    if (killer) clearTimeout(killer)
  }
}

/** A short question, and for how long it may be asked. */
export interface Asked {
  readonly name: string
  readonly args: unknown
  readonly timeoutMs: number
}

/** Asks a worker a short question. Throws DeadlineError when it takes too long; its worker is ended. */
export async function ask(worker: WorkerProcess, asked: Asked, signal?: AbortSignal): Promise<unknown> {
  signal?.throwIfAborted()
  await worker.ready
  return limited(worker.call(asked.name, asked.args), worker, asked.timeoutMs, signal)
}

/** The worker died, which may be another one's fault. */
export function isGone(error: unknown): boolean {
  return error instanceof WorkerError && error.failure.isFatal === true && error.failure.problem === undefined
}

/** A question that takes too long has blocked its worker, which is ended; others ask theirs again. */
async function limited(
  work: Promise<unknown>,
  worker: WorkerProcess,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<unknown> {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    worker.kill()
  }, timeoutMs)
  try {
    return await (signal ? abortable(work, signal) : work)
  } catch (error) {
    throw isLate ? new DeadlineError() : error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The signal of a statement that may take so many milliseconds: aborted with the reason of its stop, or with a
 * DeadlineError. `letGo` is called when the statement is over.
 */
export function timeLimited(stop: AbortSignal, ms: number): { readonly signal: AbortSignal; letGo(): void } {
  const controller = new AbortController()
  const onStop = () => controller.abort(stop.reason)
  const timer = setTimeout(() => controller.abort(new DeadlineError()), ms)
  timer.unref()
  stop.addEventListener('abort', onStop, { once: true })
  return {
    signal: controller.signal,
    letGo: () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', onStop)
    },
  }
}

/** The work, or the reason of a stop that comes before it. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
