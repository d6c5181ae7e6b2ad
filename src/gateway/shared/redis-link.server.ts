import { createClient, RESP_TYPES } from 'redis'
import type { Services } from '../services.server.ts'
import { RedisError } from './redis-error.ts'

export type Reply = Buffer | number | null | readonly Reply[]

/** What one server tells the others. */
interface News {
  readonly kind: string
  /** Who tells it. */
  readonly from: string
  readonly [field: string]: unknown
}

/**
 * The connection to Redis. It is never a reason to fail: while Redis is away, or does not answer in time, every call
 * says so at once, and the connection comes back by itself.
 */
export interface RedisLink {
  /** A name of this installation's own. */
  key(...parts: readonly string[]): string
  /** The channel on which the servers of this installation tell news. */
  readonly channel: string
  /** Runs a Lua script; undefined when Redis is away, or refuses. */
  run(script: string, keys: readonly string[], values: readonly (string | Uint8Array)[]): Promise<Reply | undefined>
  /** News as the text to be published. */
  news(kind: string, fields: Readonly<Record<string, unknown>>): string
  /** Tells what other servers tell. */
  onNews(kind: string, tell: (news: News) => void): void
  /** Tells that Redis is back; news may have been missed. */
  onBack(tell: () => void): void
  /** Tells that Redis is away. */
  onLost(tell: () => void): void
  close(): Promise<void>
}

export interface RedisLinkOptions {
  /** `redis://` or `rediss://`, with a password perhaps: never shown, never logged. */
  readonly url: string
  /** What keeps the names of several installations in one Redis apart. */
  readonly prefix: string
  readonly log: Services['log']
}

const CONNECT_MS = 5_000
/** A local cache is asked in less than a millisecond; what takes as long as this is out of order. */
const REPLY_MS = 1_500
const SILENT_MS = 6_000
const PING_MS = 2_000
const LONGEST_PAUSE_MS = 2_000
const COMPLAIN_EVERY_MS = 60_000
const MOST_WAITING = 10_000

/** Connects, and listens to the news of other servers. Throws RedisError when Redis cannot be reached. */
export async function openRedisLink({ url, prefix, log }: RedisLinkOptions): Promise<RedisLink> {
  const own = crypto.randomUUID()
  const channel = `${prefix}:news`
  const state = linkState(log)
  const listeners = new Map<string, (news: News) => void>()
  const client = await connected(url, state, channel, (text) => {
    const news = newsOf(text)
    if (news !== null && news.from !== own) listeners.get(news.kind)?.(news)
  })
  const commands = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  return {
    channel,
    key: (...parts) => [prefix, ...parts].join(':'),
    run: (script, keys, values) =>
      state.ask(
        () => commands.eval(script, { keys: [...keys], arguments: values.map(bufferOf) }) as unknown as Promise<Reply>,
      ),
    news: (kind, fields) => JSON.stringify({ kind, from: own, ...fields }),
    onNews: (kind, tell) => void listeners.set(kind, tell),
    onBack: state.onBack,
    onLost: state.onLost,
    close: async () => {
      state.end()
      client.destroy()
    },
  }
}

async function connected(url: string, state: LinkState, channel: string, hear: (text: string) => void) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    pingInterval: PING_MS,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries, cause) => (state.wasUp() ? Math.min(50 * 2 ** tries, LONGEST_PAUSE_MS) : cause),
    },
  })
  // A refused ping is an error too, of a connection that stands.
  client.on('error', (cause) => (client.isReady ? state.complain(cause) : state.lost(cause)))
  client.on('ready', state.back)
  try {
    await client.connect()
    await client.subscribe(channel, hear)
    return client
  } catch (cause) {
    client.destroy()
    throw new RedisError(`Redis of SIGHTLINE_REDIS_URL cannot be used: ${wordsOf(cause)}.`, { cause })
  }
}

const bufferOf = (value: string | Uint8Array): Buffer =>
  typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.buffer, value.byteOffset, value.byteLength)

function newsOf(text: string): News | null {
  try {
    const news: unknown = JSON.parse(text)
    return typeof news === 'object' && news !== null && 'kind' in news ? (news as News) : null
  } catch {
    return null
  }
}

type LinkState = ReturnType<typeof linkState>

/** Whether Redis answers, and who wants to know. */
function linkState(log: Services['log']) {
  const tellBack: (() => void)[] = []
  const tellLost: (() => void)[] = []
  let state: 'never up' | 'up' | 'lost' | 'ended' = 'never up'
  /** Commands that got no reply in time: until one comes, nobody else waits for Redis. */
  let late = 0
  let complainedAt = -COMPLAIN_EVERY_MS

  const lost = (cause: unknown) => {
    if (state !== 'up') return
    state = 'lost'
    log('warn', 'Redis is lost; this server goes on with its own memory', { cause: wordsOf(cause) })
    for (const tell of tellLost) tell()
  }
  const back = () => {
    late = 0
    if (state === 'lost') {
      state = 'up'
      log('warn', 'Redis is back')
      for (const tell of tellBack) tell()
    } else if (state === 'never up') state = 'up'
  }
  const complain = (cause: unknown) => {
    if (state !== 'up' || performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    log('warn', 'Redis does not do its part; this server goes on without', { cause: wordsOf(cause) })
  }
  const ask = async (work: () => Promise<Reply>): Promise<Reply | undefined> => {
    if (state !== 'up' || late > 0) return undefined
    try {
      return await inTime(work(), () => {
        late += 1
        complain(new Error(`no reply within ${REPLY_MS} ms`))
        for (const tell of tellLost) tell()
        return () => {
          late = Math.max(0, late - 1)
          if (state === 'up' && late === 0) for (const tell of tellBack) tell()
        }
      })
    } catch (cause) {
      complain(cause)
      return undefined
    }
  }
  return {
    lost,
    back,
    complain,
    ask,
    wasUp: () => state === 'up' || state === 'lost',
    onBack: (tell: () => void) => void tellBack.push(tell),
    onLost: (tell: () => void) => void tellLost.push(tell),
    end: () => {
      state = 'ended'
    },
  }
}

/** The reply, or undefined after the time for it; then `onLate` is called, and what it gives when the reply comes at last. */
function inTime(reply: Promise<Reply>, onLate: () => () => void): Promise<Reply | undefined> {
  return new Promise((resolve, reject) => {
    let onReply = () => {}
    const timer = setTimeout(() => {
      onReply = onLate()
      resolve(undefined)
    }, REPLY_MS)
    const settle = () => {
      clearTimeout(timer)
      onReply()
    }
    reply.then(
      (value) => {
        settle()
        resolve(value)
      },
      (cause) => {
        settle()
        reject(cause)
      },
    )
  })
}

/** What went wrong, without the address, which may hold a password. */
function wordsOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return wordsOf(cause.errors[0])
  if (!(cause instanceof Error)) return String(cause)
  if ('originalError' in cause) return wordsOf(cause.originalError)
  const { code } = cause as { readonly code?: unknown }
  return cause.message || String(code ?? cause.name)
}
