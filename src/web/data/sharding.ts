import { bootstrap } from '../app/bootstrap.ts'
import type { BatchBody } from './chart-batch.ts'
import { http } from './http.ts'

type Send = (body: BatchBody, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>

interface Ticket {
  readonly text: string
  readonly until: number
}

const BATCH = '/api/v1/chart/data/batch'
/** A ticket is renewed while it is still good. */
const RENEW_MS = 30_000
const NEWLINE = 10
/** Specification: charts and dashboards, section 9. */
const OFF = 'disableDomainSharding'

/** Hosts that could not be reached: the page asks them no more. */
const lost = new Set<string>()
let turn = 0
let ticket: Promise<Ticket> | null = null
let isTurnedOff = false

/**
 * Sends a batch in parts, one to each host name of the installation, so that a browser that keeps few connections to a
 * host waits for none, and gives the lines of all. `sendOwn` asks the page's own host: for its part, and for that of a
 * host that does not answer.
 */
export async function sendSharded(body: BatchBody, signal: AbortSignal, sendOwn: Send): Promise<ReadableStream> {
  isTurnedOff ||= isOff(location.search)
  const hosts = isTurnedOff || bootstrap().user === null ? [] : shardOrigins(listedHosts(), location)
  const origins = [location.origin, ...hosts.filter((host) => !lost.has(host))]
  const { own, others } = dealt(body, origins, turn)
  turn += body.requests.length
  if (others.length === 0) return sendOwn(body, signal)
  const elsewhere = others.map(async ({ origin, part }) => {
    const answer = await sendTo(origin, part, signal)
    return answer ?? sendOwn(part, signal)
  })
  return joined([...(own ? [sendOwn(own, signal)] : []), ...elsewhere])
}

const listedHosts = () => (bootstrap().common.conf['SUPERSET_WEBSERVER_DOMAINS'] ?? []) as readonly string[]

/** Origins of hosts beside that of the page, whose protocol they have and, without one of their own, its port. */
export function shardOrigins(
  hosts: readonly string[],
  { protocol, port, origin }: Pick<Location, 'protocol' | 'port' | 'origin'>,
): readonly string[] {
  const withPort = hosts.map((host) => (host.includes(':') || port === '' ? host : `${host}:${port}`))
  return withPort.map((host) => new URL(`${protocol}//${host}`).origin).filter((one) => one !== origin)
}

/** The parts of a batch for each origin, in turn from the turn-th on; what is to be stopped goes to the first one. */
export function dealt(body: BatchBody, origins: readonly string[], from: number) {
  const [ownOrigin] = origins
  const parts = origins.map((origin, i) => ({
    origin,
    part: { ...body, requests: body.requests.filter((_, at) => (from + at) % origins.length === i) },
  }))
  const others = parts
    .filter(({ origin, part }) => origin !== ownOrigin && part.requests.length > 0)
    .map(({ origin, part: { stop: _, ...part } }) => ({ origin, part }))
  const own = parts[0]?.part
  return { own: own && (own.requests.length > 0 || own.stop) ? own : null, others }
}

/** What a host answers, to which no cookie goes; null where the page's own host has to be asked. */
async function sendTo(origin: string, part: BatchBody, signal: AbortSignal): Promise<ReadableStream | null> {
  const shown = await currentTicket()
  if (shown === null) return null
  try {
    const response = await fetch(origin + BATCH, {
      method: 'POST',
      body: JSON.stringify(part),
      signal,
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'x-sharding-ticket': shown.text },
    })
    if (response.ok) return response.body
    ticket = null
  } catch (error) {
    if (signal.aborted) throw error
    lost.add(origin)
  }
  return null
}

/** Null where none is given, such as after the session has ended; the page's own host says why. */
async function currentTicket(): Promise<Ticket | null> {
  const asked = ticket ?? askTicket()
  ticket = asked
  const known = await asked.catch(() => null)
  if (known !== null && known.until > Date.now()) return known
  if (ticket === asked) ticket = known === null ? null : askTicket()
  return ticket === null ? null : ticket.catch(() => null)
}

async function askTicket(): Promise<Ticket> {
  const { result } = await http.get<{ result: { ticket: string; expires_in: number } }>(
    '/api/v1/security/sharding_ticket/',
    { quiet: true },
  )
  return { text: result.ticket, until: Date.now() + result.expires_in * 1000 - RENEW_MS }
}

/** The lines of several streams as they come, none broken by one of another. */
export function joined(streams: readonly Promise<ReadableStream<Uint8Array>>[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (out) => {
      const ends = streams.map(async (stream) => {
        for await (const line of wholeLines(await stream)) for (const piece of line) out.enqueue(piece)
      })
      void Promise.allSettled(ends).then((all) => {
        const failed = all.find((one) => one.status === 'rejected')
        if (failed) out.error(failed.reason)
        else out.close()
      })
    },
  })
}

/** The bytes of a stream in groups that end with a line. */
async function* wholeLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<readonly Uint8Array[]> {
  let begun: readonly Uint8Array[] = []
  for await (const bytes of chunksOf(stream)) {
    const end = bytes.lastIndexOf(NEWLINE) + 1
    if (end > 0) yield [...begun, bytes.subarray(0, end)]
    begun = [...(end > 0 ? [] : begun), bytes.subarray(end)]
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

function isOff(search: string): boolean {
  const value = new URLSearchParams(search).get(OFF)
  return value !== null && value !== '0' && value !== 'false'
}
