import type { ServerError } from './http.ts'

/** The server's answer to a question that it answers later, and what it tells of it afterwards. */
export interface JobEvent {
  readonly id?: string
  readonly job_id: string
  readonly status: string
  readonly errors?: readonly ServerError[] | null
  readonly result_url: string | null
}

/** Jobs and who waits for their ends. */
type Waiting = Map<string, (end: JobEvent | null) => void>

interface SocketListener {
  readonly opened: () => void
  readonly heard: (event: JobEvent) => void
  readonly ended: () => void
}

/** How events arrive. */
export interface JobTransport {
  /** Opens a socket that tells events after an id, and its own beginning and end. */
  connect(lastId: string, socket: SocketListener): void
  poll(lastId: string): Promise<readonly JobEvent[]>
  later(ms: number, run: () => void): void
  /** Writes down an event that changes nothing. */
  note(message: string, event: JobEvent): void
}

export interface JobEvents {
  /**
   * The last event of a job, null for a job that the server lost when it started anew; rejects with the signal's reason.
   * Other events of it are only noted.
   */
  end(jobId: string, signal: AbortSignal): Promise<JobEvent | null>
}

/** Specification: charts and dashboards, section 4, async job. */
const RECONNECT_MS = 2_500
const MOST_TRIES = 6
const POLLING_MS = 500
/** A job may end before the socket is open: the first one tells what came before it too. */
const BEFORE_ALL = '0-0'
/** A listener that is missing is looked for six times, after 100 ms, 200 ms and so on. */
const LISTENER_WAIT_MS = (1 + 2 + 3 + 4 + 5 + 6) * 100
/** So many events the server keeps of a page; among fewer, those of every job under way are there. */
const MOST_KEPT = 1000
/** Ends that are told before somebody asks for them. */
const MOST_EARLY = 500

/** Waits for the ends of jobs: by a socket, and by polling when the socket keeps failing. */
export function createJobEvents(transport: JobTransport): JobEvents {
  const waiting: Waiting = new Map()
  const early = new Map<string, JobEvent>()
  let lastId = BEFORE_ALL
  let state: 'idle' | 'socket' | 'polling' = 'idle'
  let failures = 0
  /** After a time without the server, which may have started anew and know no job of before. */
  let isUnsure = false

  const findLost = async () => {
    const asked = [...waiting.keys()]
    const kept = await transport.poll(BEFORE_ALL)
    isUnsure = false
    for (const jobId of lostOf(asked, kept)) waiting.get(jobId)?.(null)
  }
  const hear = (event: JobEvent) => {
    lastId = event.id ?? lastId
    if (event.status !== 'done' && event.status !== 'error') {
      transport.note(`A chart's job is ${event.status}`, event)
      return
    }
    const tell = waiting.get(event.job_id)
    if (tell) tell(event)
    else {
      keepEarly(early, event)
      transport.later(LISTENER_WAIT_MS, () => {
        if (early.get(event.job_id) === event) transport.note('Nobody waits for the end of a job', event)
      })
    }
  }
  const connect = () => {
    state = 'socket'
    transport.connect(lastId, {
      opened: () => void (isUnsure && findLost().catch(() => undefined)),
      heard: (event) => {
        failures = 0
        hear(event)
      },
      ended: () => {
        isUnsure = true
        failures += 1
        if (failures > MOST_TRIES) poll()
        else transport.later(RECONNECT_MS, connect)
      },
    })
  }
  const poll = () => {
    state = 'polling'
    if (waiting.size === 0) {
      state = 'idle'
      return
    }
    transport
      .poll(lastId)
      .then((events) => {
        events.forEach(hear)
        return isUnsure ? findLost() : undefined
      })
      .catch(() => {
        isUnsure = true
      })
      .finally(() => transport.later(POLLING_MS, poll))
  }
  const listen = () => {
    if (state !== 'idle') return
    if (failures > MOST_TRIES) poll()
    else connect()
  }

  return {
    end: async (jobId, signal) => {
      const known = takeEarly(early, jobId)
      if (known) return known
      const end = waitFor(waiting, jobId, signal)
      listen()
      return end
    },
  }
}

function waitFor(waiting: Waiting, jobId: string, signal: AbortSignal): Promise<JobEvent | null> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const handleAbort = () => {
      waiting.delete(jobId)
      reject(signal.reason)
    }
    signal.addEventListener('abort', handleAbort, { once: true })
    waiting.set(jobId, (event) => {
      waiting.delete(jobId)
      signal.removeEventListener('abort', handleAbort)
      resolve(event)
    })
  })
}

/** Jobs of which the server knows nothing; none where it may have forgotten some of its events. */
function lostOf(asked: readonly string[], kept: readonly JobEvent[]): readonly string[] {
  if (kept.length >= MOST_KEPT) return []
  const known = new Set(kept.map((event) => event.job_id))
  return asked.filter((jobId) => !known.has(jobId))
}

function takeEarly(early: Map<string, JobEvent>, jobId: string): JobEvent | undefined {
  const known = early.get(jobId)
  early.delete(jobId)
  return known
}

function keepEarly(early: Map<string, JobEvent>, event: JobEvent): void {
  early.set(event.job_id, event)
  const [oldest] = early.keys()
  if (early.size > MOST_EARLY && oldest !== undefined) early.delete(oldest)
}
