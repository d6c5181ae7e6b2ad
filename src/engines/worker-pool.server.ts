import { AdmissionQueue, type Applicant } from './admission.ts'
import { type RunSink, WorkerError, WorkerProcess, type WorkerSpec } from './worker-process.server.ts'
import type { RunDone, RunMessage } from './worker-protocol.ts'

/** How a pool is sized. */
export interface PoolSettings {
  readonly heavySlots: number
  readonly maxWorkers: number
  /** A worker is replaced after so many statements, or so much CPU time. */
  readonly recycleAfterRuns: number
  readonly recycleAfterCpuMs: number
  /** Workers end when nothing was asked for so long; null keeps them. */
  readonly idleMs: number | null
}

export interface PoolRun extends Applicant {
  readonly message: RunMessage
  readonly sink: RunSink
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** Short for sure: it does not wait behind long statements. */
  readonly isTiny: boolean
}

/** The statement took longer than it may. */
export class DeadlineError extends Error {}

interface Job extends Applicant {
  readonly run: PoolRun
  start(): void
}

const KILL_AFTER_MS = 1_200
const PROMOTE_AFTER_MS = 150

/** Workers for one database. Statements take turns by user; short questions have a worker that is always free. */
export class WorkerPool {
  readonly #spec: () => WorkerSpec
  readonly #settings: PoolSettings
  readonly #queue = new AdmissionQueue<Job>()
  readonly #workers = new Set<WorkerProcess>()
  readonly #busy = new Set<WorkerProcess>()
  #service: WorkerProcess | null = null
  #serviceRuns = 0
  #heavyRunning = 0
  #idleTimer: NodeJS.Timeout | null = null
  #isClosed = false
  #generation = 0
  readonly #generations = new WeakMap<WorkerProcess, number>()

  constructor(spec: () => WorkerSpec, settings: PoolSettings) {
    this.#spec = spec
    this.#settings = settings
  }

  /** Starts what will be needed first. */
  warm() {
    this.#serviceWorker()
    this.#keepSpare()
  }
  /** Statements that begin from now on see a newly opened source; running ones finish on the old one. */
  renew() {
    this.#generation++
    this.#service = null
    for (const worker of this.#workers) this.#retireIfOld(worker)
  }
  async close() {
    this.#isClosed = true
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    const workers = [...this.#workers]
    for (const worker of workers) worker.kill()
    await Promise.all(workers.map((worker) => worker.exited))
  }
  get pids(): readonly number[] {
    return [...this.#workers].flatMap((worker) => (worker.pid === null ? [] : [worker.pid]))
  }

  /** A short question that may safely be asked again when its worker dies. */
  async call(name: string, args: unknown, signal?: AbortSignal): Promise<unknown> {
    this.#touch()
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted()
      const worker = this.#serviceWorker()
      try {
        await worker.ready
        return await abortable(worker.call(name, args), signal)
      } catch (error) {
        const isWorkerGone = error instanceof WorkerError && !error.failure.problem && worker.isDead
        if (!isWorkerGone || attempt >= 1 || this.#isClosed) throw error
      }
    }
  }

  run(run: PoolRun): Promise<RunDone> {
    this.#touch()
    run.signal.throwIfAborted()
    const isQuick = run.isTiny && this.#queue.runningOf(run.user) === 0 && this.#serviceRuns === 0
    return new Promise<RunDone>((resolve, reject) => {
      const deadline = AbortSignal.timeout(run.timeoutMs)
      const signal = AbortSignal.any([run.signal, deadline])
      const fail = (error: unknown) => {
        const isLate = deadline.aborted && !run.signal.aborted
        reject(signal.aborted ? (isLate ? new DeadlineError() : run.signal.reason) : error)
      }
      const job: Job = {
        user: run.user,
        lane: run.lane,
        run,
        start: () => {
          signal.removeEventListener('abort', leave)
          this.#execute(run, isQuick, signal).then(resolve, fail)
        },
      }
      const leave = () => {
        if (this.#queue.remove(job)) fail(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      if (isQuick) {
        this.#queue.started(run.user)
        job.start()
      } else {
        this.#queue.add(job)
        this.#admit()
      }
    })
  }

  #admit() {
    while (this.#heavyRunning < this.#settings.heavySlots && this.#queue.length > 0) {
      const job = this.#queue.next()
      if (!job) return
      this.#heavyRunning++
      job.start()
    }
  }

  async #execute(run: PoolRun, isQuick: boolean, signal: AbortSignal): Promise<RunDone> {
    const worker = isQuick ? this.#serviceWorker() : this.#heavyWorker()
    const lane = { isHeavy: !isQuick }
    if (isQuick) this.#serviceRuns++
    else this.#busy.add(worker)
    const promote = () => {
      lane.isHeavy = true
      this.#serviceRuns--
      this.#heavyRunning++
      this.#busy.add(worker)
      worker.nice()
      if (this.#service === worker) this.#service = null
      this.#serviceWorker()
    }
    let timer: NodeJS.Timeout | null = null
    try {
      await abortable(worker.ready, signal)
      if (isQuick) timer = setTimeout(promote, PROMOTE_AFTER_MS)
      else worker.nice()
      return await this.#watched(worker, run, signal)
    } finally {
      if (timer) clearTimeout(timer)
      if (lane.isHeavy) {
        this.#heavyRunning--
        this.#busy.delete(worker)
      } else this.#serviceRuns--
      this.#queue.finished(run.user)
      this.#afterRun(worker)
      this.#admit()
    }
  }

  /** Asks a statement to stop when it should, and ends its worker when it does not listen. */
  async #watched(worker: WorkerProcess, run: PoolRun, signal: AbortSignal): Promise<RunDone> {
    signal.throwIfAborted()
    const { id, done } = worker.run(run.message, run.sink)
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

  #afterRun(worker: WorkerProcess) {
    const { recycleAfterRuns, recycleAfterCpuMs } = this.#settings
    const isWorn = worker.served >= recycleAfterRuns || worker.cpuMs >= recycleAfterCpuMs
    if (isWorn) this.#generations.set(worker, -1)
    if (isWorn && this.#service === worker) this.#service = null
    this.#retireIfOld(worker)
    this.#trim()
    this.#touch()
  }
  #retireIfOld(worker: WorkerProcess) {
    const isOld = this.#generations.get(worker) !== this.#generation
    if (!isOld || this.#busy.has(worker)) return
    if (worker.isIdle) worker.kill()
    else setTimeout(() => this.#retireIfOld(worker), 100).unref()
  }
  /** Nothing but the service worker, a spare and the workers of the heavy slots is kept. */
  #trim() {
    const idle = [...this.#workers].filter((worker) => worker !== this.#service && !this.#busy.has(worker))
    const extra = idle.length - this.#settings.heavySlots
    for (const worker of idle.slice(0, Math.max(0, extra))) if (worker.isIdle) worker.kill()
  }

  #serviceWorker(): WorkerProcess {
    if (this.#service && !this.#service.isDead) return this.#service
    const fresh = this.#free().find((worker) => !worker.isNiced)
    this.#service = fresh ?? this.#spawn()
    return this.#service
  }
  #heavyWorker(): WorkerProcess {
    const free = this.#free()
    return free.find((worker) => worker.isNiced) ?? free[0] ?? this.#spawn()
  }
  #free(): WorkerProcess[] {
    return [...this.#workers].filter(
      (worker) =>
        !worker.isDead &&
        worker !== this.#service &&
        !this.#busy.has(worker) &&
        this.#generations.get(worker) === this.#generation,
    )
  }
  #keepSpare() {
    if (!this.#isClosed && this.#free().length === 0 && this.#workers.size < this.#settings.maxWorkers) this.#spawn()
  }
  #spawn(): WorkerProcess {
    if (this.#isClosed) throw new WorkerError({ message: 'The database is closed.' })
    const worker = new WorkerProcess(this.#spec())
    this.#workers.add(worker)
    this.#generations.set(worker, this.#generation)
    void worker.exited.then(() => {
      this.#workers.delete(worker)
      this.#busy.delete(worker)
      if (this.#service === worker) this.#service = null
    })
    return worker
  }
  #touch() {
    const { idleMs } = this.#settings
    if (idleMs === null || this.#isClosed) return
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => {
      for (const worker of this.#workers) if (worker.isIdle && !this.#busy.has(worker)) worker.kill()
    }, idleMs)
    this.#idleTimer.unref()
  }
}

function abortable<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
