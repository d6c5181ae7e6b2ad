import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { packagedEntries } from '../../engines/packaged/register.server.ts'
import type { Job, JobReply } from './job.server.ts'

const HEAP_MB = 512
const YOUNG_MB = 64

/** Why a thread could not finish its job. */
export class ThreadEnded extends Error {
  readonly reason: 'memory' | 'stopped' | 'broken'
  constructor(reason: ThreadEnded['reason'], cause?: unknown) {
    super(`The thread has ended: ${reason}`, { cause })
    this.reason = reason
  }
}

/** A thread with bounded memory that does one job at a time and can be ended in the middle of it. */
export class Thread {
  readonly #worker: Worker
  readonly #ready: Promise<void>
  #onReply: ((reply: JobReply) => void) | null = null
  #onEnd: ((ended: ThreadEnded) => void) | null = null
  #ended: ThreadEnded | null = null
  isStopping = false

  constructor() {
    this.#worker = new Worker(workerFile(), {
      env: {},
      workerData: { engines: packagedEntries() },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker.unref()
    this.#ready = new Promise((resolve, reject) => {
      this.#onEnd = reject
      this.#worker.on('message', (message: JobReply | 'ready') => {
        if (message === 'ready') resolve()
        else this.#onReply?.(message)
      })
    })
    this.#ready.catch(() => {})
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#end(new ThreadEnded(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken', error))
    })
    this.#worker.on('exit', () => this.#end(new ThreadEnded('stopped')))
  }

  /** Does a job when the thread has started; `onStart` is told when it begins. Rejects with ThreadEnded. */
  async run(job: Job, onStart: () => void): Promise<JobReply> {
    await this.#ready
    if (this.#ended) throw this.#ended
    onStart()
    return new Promise<JobReply>((resolve, reject) => {
      this.#onReply = resolve
      this.#onEnd = reject
      this.#worker.postMessage(job)
    })
  }

  get hasEnded(): boolean {
    return this.#ended !== null || this.isStopping
  }

  stop(): void {
    this.isStopping = true
    void this.#worker.terminate()
  }

  #end(ended: ThreadEnded): void {
    this.#ended ??= ended
    this.#onEnd?.(this.#ended)
  }
}

/** The program of the thread: beside this file in development, `compute-worker.js` beside the bundle in the package. */
function workerFile(): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? './worker.server.ts' : './compute-worker.js', import.meta.url))
}
