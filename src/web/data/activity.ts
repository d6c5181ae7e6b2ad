import { http } from './http.ts'

const PAUSE_MS = 1_000
const MAX_BATCH = 1_024

export interface ActivityEvent {
  readonly event_name: string
  readonly source: 'dashboard' | 'explore' | 'sqlLab'
  readonly source_id: number
}

let waiting: ActivityEvent[] = []
let timer: ReturnType<typeof setTimeout> | undefined

/** Tells the server what was looked at; many within a second travel together. What is lost is not missed. */
export function logActivity(event: ActivityEvent): void {
  waiting.push(event)
  clearTimeout(timer)
  if (waiting.length >= MAX_BATCH) send()
  else timer = setTimeout(send, PAUSE_MS)
}

function send(): void {
  const events = waiting
  waiting = []
  const ts = Date.now()
  http
    .form('/superset/log/?explode=events', { events: events.map((event) => ({ ...event, ts })) }, { quiet: true })
    .catch(() => undefined)
}
