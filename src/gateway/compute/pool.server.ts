import { AdmissionQueue, type Applicant } from '../../engines/admission.ts'
import { TemplateError } from '../../query/template/value.ts'
import { Problem } from '../../wire/problem.ts'
import type { PictureJob } from '../render/picture-job.ts'
import type { CellsAnswer, CellsJob } from './client-job.ts'
import type { FrameAnswer, FrameJob } from './frame-job.ts'
import { doJob, type Job, type JobReply, type Made, madeBy, type QuickJob } from './job.server.ts'
import { isQuick } from './quick.server.ts'
import type { SheetJob } from './sheet-job.server.ts'
import type { TemplateAnswer, TemplateJob } from './template-job.ts'
import { Thread, ThreadEnded } from './thread.server.ts'

const THREADS = 2
/** One user leaves a thread to the others. */
const THREADS_PER_USER = 1
const TEMPLATE_MS = 2_000
const FRAME_MS = 30_000
const PICTURE_MS = 60_000
/** Pictures have a thread of their own, so that nothing that is quick waits for one. */
const PICTURE_THREADS = 1
const IDLE_MS = 60_000

/** For whom a job is done, and until when. */
export interface JobOwner {
  readonly user: string
  readonly signal: AbortSignal
}

/** Makes the answer of post-processing: here where that is quick, else in a thread with bounds of time and memory. */
export async function computedFrame(job: FrameJob, owner: JobOwner): Promise<FrameAnswer> {
  return (await made({ kind: 'frame', job }, owner)) as FrameAnswer
}

/** Makes of rows what a table or pivot table shows, as `computedFrame` makes an answer. */
export async function computedCells(job: CellsJob, owner: JobOwner): Promise<CellsAnswer> {
  return (await made({ kind: 'cells', job }, owner)) as CellsAnswer
}

/** Writes the rows of an answer as CSV or as a worksheet, as `computedFrame` makes one. */
export async function computedSheet(job: SheetJob, owner: JobOwner): Promise<Uint8Array> {
  return (await made({ kind: 'sheet', job }, owner)) as Uint8Array
}

/** Renders a template in a thread. Throws TemplateError, also when the template takes too long or too much memory. */
export async function computedText(job: TemplateJob, owner: JobOwner): Promise<TemplateAnswer> {
  return (await made({ kind: 'template', job }, owner)) as TemplateAnswer
}

/** Draws a picture of a dashboard or a chart in a thread with bounds of time and memory. Throws a Problem. */
export async function computedPicture(job: PictureJob, owner: JobOwner): Promise<Uint8Array> {
  return madeBy(await pictures.run({ kind: 'picture', job }, owner)) as Uint8Array
}

async function made(job: QuickJob, owner: JobOwner): Promise<Made> {
  if (isQuick(job)) return doJob(job)
  return madeBy(await pool.run(job, owner))
}

interface Waiting extends Applicant {
  readonly job: Job
  readonly signal: AbortSignal
  resolve(reply: JobReply): void
  reject(cause: unknown): void
}

class Pool {
  readonly #threads: number
  readonly #queue = new AdmissionQueue<Waiting>()
  readonly #idle: { readonly thread: Thread; readonly timer: NodeJS.Timeout }[] = []
  #busy = 0

  constructor(threads: number) {
    this.#threads = threads
  }

  run(job: Job, { user, signal }: JobOwner): Promise<JobReply> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const waiting: Waiting = { user, lane: 'interactive', job, signal, resolve, reject }
      const leave = () => {
        if (this.#queue.remove(waiting)) reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.add(waiting)
      this.#next()
    })
  }

  #next(): void {
    if (this.#busy >= this.#threads) return
    const waiting = this.#queue.next()
    if (!waiting) return
    if (this.#queue.runningOf(waiting.user) > THREADS_PER_USER) {
      // The queue gives whoever has least running, so that nobody else waits either.
      this.#queue.finished(waiting.user)
      this.#queue.add(waiting)
      return
    }
    this.#busy += 1
    void this.#do(waiting).finally(() => {
      this.#busy -= 1
      this.#queue.finished(waiting.user)
      this.#next()
    })
    this.#next()
  }

  async #do({ job, signal, resolve, reject }: Waiting): Promise<void> {
    const thread = this.#take()
    let timer: NodeJS.Timeout | null = null
    const stop = () => thread.stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      resolve(
        await thread.run(job, () => {
          timer = setTimeout(stop, limitOf(job))
        }),
      )
    } catch (cause) {
      reject(signal.aborted ? signal.reason : failureOf(cause, job))
    } finally {
      if (timer) clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      this.#giveBack(thread)
    }
  }

  #take(): Thread {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      clearTimeout(idle.timer)
      if (!idle.thread.hasEnded) return idle.thread
    }
    return new Thread()
  }

  #giveBack(thread: Thread): void {
    if (thread.hasEnded) return
    const timer = setTimeout(() => thread.stop(), IDLE_MS)
    timer.unref()
    this.#idle.push({ thread, timer })
  }
}

const pool = new Pool(THREADS)
const pictures = new Pool(PICTURE_THREADS)

function limitOf({ kind }: Job): number {
  if (kind === 'template') return TEMPLATE_MS
  return kind === 'picture' ? PICTURE_MS : FRAME_MS
}

const WHAT = {
  picture: 'picture',
  sheet: 'file of this chart',
  cells: 'post-processing of this chart',
  frame: 'post-processing of this chart',
} as const

function failureOf(cause: unknown, job: Job): unknown {
  if (!(cause instanceof ThreadEnded) || cause.reason === 'broken') return cause
  const isMemory = cause.reason === 'memory'
  if (job.kind === 'template')
    return new TemplateError(isMemory ? 'The template needs too much memory.' : 'The template takes too long.')
  const what = WHAT[job.kind]
  return isMemory
    ? new Problem(400, `Error: The ${what} needs more memory than allowed.`, { cause })
    : new Problem(408, `Error: The ${what} took longer than ${limitOf(job) / 1000} seconds.`, {
        type: 'BACKEND_TIMEOUT_ERROR',
        cause,
      })
}
