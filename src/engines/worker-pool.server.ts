import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AdmissionQueue, type Applicant } from './admission.ts'
import { WorkerFleet } from './worker-fleet.server.ts'
import { WorkerError, type WorkerProcess, type WorkerSpec } from './worker-process.server.ts'
import type { RunDone } from './worker-protocol.ts'
import { type Asked, abortable, ask, isGone, type PoolRun, timeLimited, watched } from './worker-watch.server.ts'

/** How a pool is sized. */
interface PoolSettings {
  readonly heavySlots: number
  /** Idle workers kept of each kind; as many as slots where it is not given. */
  readonly spares?: number
  /** How long a statement without rows yet has the engine to itself: where it uses all cores, two at once take longer. */
  readonly headStartMs: number
  readonly maxWorkers: number
  readonly recycleAfterRuns: number
  readonly recycleAfterCpuMs: number
  readonly idleMs: number
  readonly keepsService: boolean
}

interface Job extends Applicant {
  start(): void
  refuse(error: unknown): void
}

const CLOSED = { message: 'The database is closed.' }
/** A short statement that took so much CPU time is a long one; one that only waits for its turn is not. */
const PROMOTE_CPU_MS = 100
/** A statement that took so much CPU time gives way to others from then on, and at once when it comes again. */
const HEAVY_CPU_MS = 300
/** For a worker too busy to tell. */
const PROMOTE_AFTER_MS = 1_000
const KNOWN_HEAVY = 1_000

const textOf = ({ message }: PoolRun) => hash('sha256', message.sql, 'base64')

/** Statements take turns by user on the workers of one database; short ones have a worker that is soon free. */
export class WorkerPool {
  readonly #fleet: WorkerFleet
  readonly #settings: PoolSettings
  readonly #quick = new AdmissionQueue<Job>()
  readonly #heavy = new AdmissionQueue<Job>()
  /** What nobody waits for: one at a time, begun while nothing else runs, beside the places of the others. */
  readonly #spare = new AdmissionQueue<Job>()
  /** Users whose short statement turned out to be long: their next ones wait with the long ones. */
  readonly #promoted = new Map<string, number>()
  /** Hashes of statements that gave way before. */
  readonly #knownHeavy = new LRUCache<string, true>({ max: KNOWN_HEAVY })
  #quickRunning = 0
  /** Counts how often the source was opened anew. */
  generation = 0
  #heavyRunning = 0
  #isSpareRunning = false
  #headStart: NodeJS.Timeout | null = null

  constructor(spec: () => WorkerSpec, settings: PoolSettings) {
    this.#settings = settings
    this.#fleet = new WorkerFleet(spec, { ...settings, spares: settings.spares ?? settings.heavySlots })
  }

  /** Starts what the first question will need. */
  warm() {
    this.#fleet.service()
  }
  /** Later statements see a newly opened source. */
  renew() {
    this.generation++
    this.#fleet.renew()
  }
  async close() {
    const closing = this.#fleet.close()
    for (const queue of [this.#quick, this.#heavy, this.#spare]) {
      for (let job = queue.next(); job; job = queue.next()) job.refuse(new WorkerError(CLOSED))
    }
    await closing
  }
  get pids(): readonly number[] {
    return this.#fleet.pids
  }

  /** A short question. It may be asked again when its worker dies, then of a worker that serves nobody else. */
  async call(asked: Asked, signal?: AbortSignal): Promise<unknown> {
    this.#fleet.touch()
    try {
      return await ask(this.#fleet.service(), asked, signal)
    } catch (error) {
      if (!isGone(error) || this.#fleet.isClosed) throw error
    }
    const worker = this.#fleet.takeFresh()
    try {
      return await ask(worker, asked, signal)
    } finally {
      worker.kill()
    }
  }

  run(run: PoolRun): Promise<RunDone> {
    this.#fleet.touch()
    run.signal.throwIfAborted()
    const hasRoom = this.#heavyRunning < this.#settings.maxWorkers
    const isSpare = run.lane === 'spare'
    const isQuick = run.isTiny && hasRoom && !isSpare && !this.#promoted.has(run.user)
    const queue = isSpare ? this.#spare : isQuick ? this.#quick : this.#heavy
    const { signal, letGo } = timeLimited(run.signal, run.timeoutMs)
    const done = new Promise<RunDone>((resolve, reject) => {
      const fail = (error: unknown) => {
        const isCut = this.#fleet.isClosed && isGone(error)
        reject(signal.aborted ? signal.reason : isCut ? new WorkerError(CLOSED) : error)
      }
      const leave = () => {
        if (queue.remove(job)) fail(signal.reason)
      }
      const job: Job = {
        user: run.user,
        lane: run.lane,
        refuse: fail,
        start: () => {
          signal.removeEventListener('abort', leave)
          this.#begun(run, signal, isQuick).then(resolve, fail)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.add(job)
      this.#admit()
    })
    return done.finally(letGo)
  }

  #begun(run: PoolRun, signal: AbortSignal, isQuick: boolean): Promise<RunDone> {
    if (run.lane === 'spare') return this.#runSpare(run, signal)
    return isQuick ? this.#runQuick(run, signal) : this.#runHeavy(run, signal)
  }

  #admit() {
    while (this.#quickRunning === 0 && this.#quick.length > 0) {
      this.#quickRunning++
      this.#quick.next()?.start()
    }
    while (this.#hasHeavyRoom() && this.#heavy.length > 0) {
      this.#heavyRunning++
      this.#beginHeadStart()
      this.#heavy.next()?.start()
    }
    const isQuiet = this.#quickRunning + this.#heavyRunning === 0 && !this.#isSpareRunning
    if (isQuiet && this.#spare.length > 0) {
      this.#isSpareRunning = true
      this.#spare.next()?.start()
    }
  }
  #hasHeavyRoom() {
    return this.#heavyRunning < (this.#headStart ? 1 : this.#settings.heavySlots)
  }
  #beginHeadStart() {
    const { headStartMs } = this.#settings
    if (headStartMs === 0) return
    if (this.#headStart) clearTimeout(this.#headStart)
    this.#headStart = setTimeout(() => this.#endHeadStart(), headStartMs).unref()
  }
  #endHeadStart() {
    if (this.#headStart) clearTimeout(this.#headStart)
    this.#headStart = null
    this.#admit()
  }

  async #runHeavy(run: PoolRun, signal: AbortSignal): Promise<RunDone> {
    let timer: NodeJS.Timeout | null = null
    let worker: WorkerProcess | null = null
    const giveWay = () => {
      worker?.nice()
      this.#knownHeavy.set(textOf(run), true)
    }
    const headStart = this.#headStart
    const onFirst = () => {
      if (headStart !== null && headStart === this.#headStart) this.#endHeadStart()
    }
    try {
      const isHeavy = this.#knownHeavy.size > 0 && this.#knownHeavy.has(textOf(run))
      worker = this.#fleet.take(isHeavy)
      if (!worker.isReady) await abortable(worker.ready, signal)
      if (isHeavy) giveWay()
      else timer = setTimeout(giveWay, PROMOTE_AFTER_MS)
      return await watched(worker, run, signal, { muchCpuMs: HEAVY_CPU_MS, onMuch: giveWay, onFirst })
    } finally {
      if (timer) clearTimeout(timer)
      this.#heavyRunning--
      this.#heavy.finished(run.user)
      if (worker) this.#fleet.release(worker)
      this.#admit()
    }
  }

  /** Runs on a worker that gives way, and leaves the engine to whatever comes meanwhile. */
  async #runSpare(run: PoolRun, signal: AbortSignal): Promise<RunDone> {
    let worker: WorkerProcess | null = null
    try {
      worker = this.#fleet.take(true)
      if (!worker.isReady) await abortable(worker.ready, signal)
      worker.nice()
      return await watched(worker, run, signal, { muchCpuMs: Number.POSITIVE_INFINITY, onMuch() {}, onFirst() {} })
    } finally {
      this.#isSpareRunning = false
      this.#spare.finished(run.user)
      if (worker) this.#fleet.release(worker)
      this.#admit()
    }
  }

  /** Runs on the worker for short questions. Who stays too long takes that worker along and counts as long. */
  async #runQuick(run: PoolRun, signal: AbortSignal): Promise<RunDone> {
    let isPromoted = false
    let timer: NodeJS.Timeout | null = null
    let worker: WorkerProcess | null = null
    const promote = () => {
      if (!worker || isPromoted) return
      isPromoted = true
      this.#quickRunning--
      this.#heavyRunning++
      this.#promoted.set(run.user, (this.#promoted.get(run.user) ?? 0) + 1)
      worker.nice()
      this.#fleet.replaceService(worker)
      this.#admit()
    }
    try {
      worker = this.#fleet.service()
      if (!worker.isReady) await abortable(worker.ready, signal)
      timer = setTimeout(promote, PROMOTE_AFTER_MS)
      return await watched(worker, run, signal, { muchCpuMs: PROMOTE_CPU_MS, onMuch: promote, onFirst: () => {} })
    } finally {
      if (timer) clearTimeout(timer)
      this.#quick.finished(run.user)
      if (isPromoted) this.#demote(run.user)
      else this.#quickRunning--
      if (worker) this.#fleet.release(worker)
      this.#admit()
    }
  }
  #demote(user: string) {
    this.#heavyRunning--
    const left = (this.#promoted.get(user) ?? 1) - 1
    if (left > 0) this.#promoted.set(user, left)
    else this.#promoted.delete(user)
  }
}
