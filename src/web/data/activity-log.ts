/** Where something happens: the page's kind and the id of what it shows, 0 for nothing that is stored. */
export interface ActivityPlace {
  readonly source: 'dashboard' | 'explore' | 'sqlLab'
  readonly source_id: number
}

export interface Activity {
  readonly event_name: string
  /** What the user did, or how long something took. */
  readonly event_type: 'user' | 'timing'
  readonly target_id?: number
  readonly target_name?: string
  /** Milliseconds. */
  readonly duration?: number
}

/** An event as it travels (specification: charts and dashboards, section 3, log event). */
export interface LogEvent extends Activity, ActivityPlace {
  readonly impression_id: string
  readonly version: 'v2'
  /** Milliseconds since 1970, when it happened. */
  readonly ts: number
  readonly event_id: string
  /** The last thing the user did before. */
  readonly trigger_event: string
  readonly visibility: 'visible' | 'hidden'
}

/** The world as the log needs it. */
interface ActivityTransport {
  now(): number
  newId(): string
  isVisible(): boolean
  /** Runs something later; gives what calls it off. */
  later(ms: number, run: () => void): () => void
  /** A page that is left can only send what needs no answer. */
  send(path: string, events: readonly LogEvent[], isLeaving: boolean): void
}

interface ActivityLog {
  /** Says which page is open; null while none is that is logged. Events that came before it are taken along. */
  open(place: ActivityPlace | null): void
  log(activity: Activity): void
  /** Sends what waits before the page is gone. */
  leave(): void
}

type Unplaced = Omit<LogEvent, keyof ActivityPlace>
type Waiting = { readonly place: ActivityPlace | null; readonly event: Unplaced }

/** Specification: charts and dashboards, section 9. */
const PAUSE_MS = 1_000
const MAX_BATCH = 1_024

/** Collects events and sends those of a second together. What is lost is not missed. */
export function createActivityLog(transport: ActivityTransport): ActivityLog {
  const impression = transport.newId()
  let place: ActivityPlace | null = null
  let trigger = ''
  let waiting: Waiting[] = []
  let cancel = () => {}

  const send = (isLeaving: boolean) => {
    cancel()
    const events = placed(waiting)
    waiting = []
    for (const [path, ofPlace] of byPath(events)) transport.send(path, ofPlace, isLeaving)
  }
  const identified = (activity: Activity): Unplaced => {
    const id = transport.newId()
    if (activity.event_type === 'user') trigger = id
    return {
      ...activity,
      impression_id: impression,
      version: 'v2',
      ts: transport.now(),
      event_id: id,
      trigger_event: trigger,
      visibility: transport.isVisible() ? 'visible' : 'hidden',
    }
  }
  return {
    open: (next) => {
      place = next
      waiting = waiting.map((one) => (one.place === null ? { ...one, place: next } : one))
    },
    log: (activity) => {
      waiting.push({ place, event: identified(activity) })
      cancel()
      if (waiting.length >= MAX_BATCH) send(false)
      else cancel = transport.later(PAUSE_MS, () => send(false))
    },
    leave: () => send(true),
  }
}

const placed = (waiting: readonly Waiting[]): readonly LogEvent[] =>
  waiting.flatMap(({ place, event }) => (place === null ? [] : [{ ...place, ...event }]))

/** One call per page: its id stands in the address. */
function byPath(events: readonly LogEvent[]): ReadonlyMap<string, readonly LogEvent[]> {
  const paths = new Map<string, LogEvent[]>()
  for (const event of events) {
    const path = pathOf(event)
    const known = paths.get(path)
    if (known) known.push(event)
    else paths.set(path, [event])
  }
  return paths
}

function pathOf({ source, source_id: id }: ActivityPlace): string {
  const base = '/superset/log/?explode=events'
  if (id === 0 || source === 'sqlLab') return base
  return `${base}&${source === 'dashboard' ? 'dashboard_id' : 'slice_id'}=${id}`
}
