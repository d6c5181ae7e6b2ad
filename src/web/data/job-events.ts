import type { ServerError } from './http.ts'

/** The server's answer to a question that it answers later, and what it tells of it afterwards. */
export interface JobEvent {
  readonly id?: string
  readonly job_id: string
  readonly status: string
  readonly errors?: readonly ServerError[] | null
  readonly result_url: string | null
}

/** How events arrive. */
export interface JobTransport {
  /** Opens a socket that tells events after an id, and its own end. */
  connect(lastId: string, heard: (event: JobEvent) => void, ended: () => void): void
  poll(lastId: string): Promise<readonly JobEvent[]>
  later(ms: number, run: () => void): void
  /** Writes down an event that changes nothing. */
  note(message: string, event: JobEvent): void
}

export interface JobEvents {
  /** The last event of a job; rejects with the signal's reason. Other events of it are only noted. */
  end(jobId: string, signal: AbortSignal): Promise<JobEvent>
}

/** Specification: charts and dashboards, section 4, async job. */
const RECONNECT_MS = 2_500
const MOST_TRIES = 6
const POLLING_MS = 500
/** A job may end before the socket is open: the first one tells what came before it too. */
const BEFORE_ALL = '0-0'
/** A listener that is missing is looked for six times, after 100 ms, 200 ms and so on. */
const LISTENER_WAIT_MS = (1 + 2 + 3 + 4 + 5 + 6) * 100
/** Ends that are told before somebody asks for them. */
const MOST_EARLY = 500

/** Waits for the ends of jobs: by a socket, and by polling when the socket keeps failing. */
export function createJobEvents(transport: JobTransport): JobEvents {
  const waiting = new Map<string, (event: JobEvent) => void>()
  const early = new Map<string, JobEvent>()
  let lastId = BEFORE_ALL
  let state: 'idle' | 'socket' | 'polling' = 'idle'
  let failures = 0

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
    transport.connect(
      lastId,
      (event) => {
        failures = 0
        hear(event)
      },
      () => {
        failures += 1
        if (failures <= MOST_TRIES) transport.later(RECONNECT_MS, connect)
        else poll()
      },
    )
  }
  const poll = () => {
    state = 'polling'
    if (waiting.size === 0) {
      state = 'idle'
      return
    }
    transport
      .poll(lastId)
      .then((events) => events.forEach(hear))
      .catch(() => undefined)
      .finally(() => transport.later(POLLING_MS, poll))
  }
  const listen = () => {
    if (state !== 'idle') return
    if (failures > MOST_TRIES) poll()
    else connect()
  }

  return {
    end: (jobId, signal) =>
      new Promise((resolve, reject) => {
        const known = early.get(jobId)
        early.delete(jobId)
        if (known) return resolve(known)
        const handleAbort = () => {
          waiting.delete(jobId)
          reject(signal.reason)
        }
        if (signal.aborted) return handleAbort()
        signal.addEventListener('abort', handleAbort, { once: true })
        waiting.set(jobId, (event) => {
          waiting.delete(jobId)
          signal.removeEventListener('abort', handleAbort)
          resolve(event)
        })
        listen()
      }),
  }
}

function keepEarly(early: Map<string, JobEvent>, event: JobEvent): void {
  early.set(event.job_id, event)
  const [oldest] = early.keys()
  if (early.size > MOST_EARLY && oldest !== undefined) early.delete(oldest)
}
