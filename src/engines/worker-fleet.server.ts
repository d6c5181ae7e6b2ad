import { WorkerError, WorkerProcess, type WorkerSpec } from './worker-process.server.ts'

interface FleetSettings {
  /** Idle workers kept of each kind: those that give way, and beside a fresh one those with their priority whole. */
  readonly spares: number
  /** No more than these are started ahead of need. */
  readonly maxWorkers: number
  /** A worker is replaced after so many statements, or so much CPU time. */
  readonly recycleAfterRuns: number
  readonly recycleAfterCpuMs: number
  /** Workers end when nothing was asked for so long. */
  readonly idleMs: number
  /** The worker for short questions stays even then. */
  readonly keepsService: boolean
}

const WORN = -1

/** The worker processes of one database: which is free for what, and when one has served enough. */
export class WorkerFleet {
  readonly #spec: () => WorkerSpec
  readonly #settings: FleetSettings
  readonly #workers = new Set<WorkerProcess>()
  readonly #taken = new Set<WorkerProcess>()
  readonly #generations = new WeakMap<WorkerProcess, number>()
  #service: WorkerProcess | null = null
  #generation = 0
  #idleTimer: NodeJS.Timeout | null = null
  isClosed = false

  constructor(spec: () => WorkerSpec, settings: FleetSettings) {
    this.#spec = spec
    this.#settings = settings
  }

  get size() {
    return this.#workers.size
  }
  get pids(): readonly number[] {
    return [...this.#workers].flatMap((worker) => (worker.pid === null ? [] : [worker.pid]))
  }

  /** The worker that answers short questions of everybody. */
  service(): WorkerProcess {
    if (this.#service && !this.#service.isDead) return this.#service
    this.#service = this.#free().find((worker) => !worker.isNiced) ?? this.#spawn()
    return this.#service
  }
  /** A worker for one statement alone, until it is released; of the kind that gives way, if there is a choice. */
  take(givesWay: boolean): WorkerProcess {
    const free = this.#free()
    const worker = free.find((candidate) => candidate.isNiced === givesWay) ?? free[0] ?? this.#spawn()
    this.#taken.add(worker)
    this.#keepFresh()
    return worker
  }
  /** A worker that nobody else will ever use. */
  takeFresh(): WorkerProcess {
    const worker = this.#spawn()
    this.#taken.add(worker)
    return worker
  }
  /** Short questions go to another worker from now on; this one is taken until it is released. */
  replaceService(worker: WorkerProcess) {
    this.#taken.add(worker)
    if (this.#service === worker) this.#service = null
    if (this.isClosed) return
    this.service()
    this.#keepFresh()
  }
  release(worker: WorkerProcess) {
    this.#taken.delete(worker)
    this.touch()
    const { recycleAfterRuns, recycleAfterCpuMs, spares } = this.#settings
    if (worker.served >= recycleAfterRuns || worker.cpuMs >= recycleAfterCpuMs) {
      this.#generations.set(worker, WORN)
      if (this.#service === worker) this.#service = null
    }
    this.#retireIfOld(worker)
    const alike = this.#free().filter((other) => other.isNiced === worker.isNiced)
    const kept = worker.isNiced ? spares : spares + 1
    for (const idle of alike.slice(0, Math.max(0, alike.length - kept))) if (idle.isIdle) idle.kill()
  }
  /** Later statements see a newly opened source; running ones finish on the old one. */
  renew() {
    this.#generation++
    this.#service = null
    for (const worker of this.#workers) this.#retireIfOld(worker)
  }
  /** Something was asked: the time without questions begins again. */
  touch() {
    const { idleMs, keepsService } = this.#settings
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    if (this.isClosed) return
    this.#idleTimer = setTimeout(() => {
      for (const worker of this.#workers) {
        const isKept = this.#taken.has(worker) || (keepsService && worker === this.#service)
        if (worker.isIdle && !isKept) worker.kill()
      }
    }, idleMs)
    this.#idleTimer.unref()
  }
  async close() {
    this.isClosed = true
    if (this.#idleTimer) clearTimeout(this.#idleTimer)
    const workers = [...this.#workers]
    for (const worker of workers) worker.kill()
    await Promise.all(workers.map((worker) => worker.exited))
  }

  /** One worker with its priority whole stands ready, for when a short statement turns out long. */
  #keepFresh() {
    const hasFresh = this.#free().some((worker) => !worker.isNiced)
    if (!hasFresh && !this.isClosed && this.#workers.size < this.#settings.maxWorkers) this.#spawn()
  }
  #retireIfOld(worker: WorkerProcess) {
    const isOld = this.#generations.get(worker) !== this.#generation
    if (!isOld || worker.isDead || this.#taken.has(worker)) return
    if (worker.isIdle) worker.kill()
    else setTimeout(() => this.#retireIfOld(worker), 100).unref()
  }
  #free(): WorkerProcess[] {
    return [...this.#workers].filter(
      (worker) =>
        !worker.isDead &&
        worker !== this.#service &&
        !this.#taken.has(worker) &&
        this.#generations.get(worker) === this.#generation,
    )
  }
  #spawn(): WorkerProcess {
    if (this.isClosed) throw new WorkerError({ message: 'The database is closed.' })
    const worker = new WorkerProcess(this.#spec())
    this.#workers.add(worker)
    this.#generations.set(worker, this.#generation)
    void worker.exited.then(() => {
      this.#workers.delete(worker)
      this.#taken.delete(worker)
      if (this.#service === worker) this.#service = null
    })
    return worker
  }
}
