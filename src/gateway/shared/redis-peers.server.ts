import type { Services } from '../services.server.ts'
import type { Peers } from './peers.server.ts'
import type { RedisLink } from './redis-link.server.ts'
import { openedText, type Seal, sealedText } from './seal.server.ts'

/** Gives how many servers heard it, the one that tells it among them. */
const TELL = `return redis.call('PUBLISH', ARGV[1], ARGV[2])`
const REPLY = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return redis.call('PUBLISH', ARGV[3], ARGV[4])`
const TAKE = `
local reply = redis.call('GET', KEYS[1])
redis.call('DEL', KEYS[1])
return reply`
const QUESTION = 'question'
const REPLIED = 'replied'
const WAIT_MS = 3_000
/** How long a reply lies for who asked. */
const REPLY_KEPT_MS = 10_000

/** Questions as news that every server hears, and each reply under a name that only the question gives. */
export function redisPeers(link: RedisLink, seal: Seal, log: Services['log']): Peers {
  const givers = new Map<string, (question: unknown) => Promise<Uint8Array | null>>()
  const open = new Map<string, OpenQuestion>()
  const place = (id: string) => link.key('reply', id)
  /** Who asks has nothing of the reason; the server that knows it writes it down. */
  const noteFailure = (topic: string) => (cause: unknown) => {
    log('warn', 'A question of another server was not answered', { topic, cause: String(cause) })
    return null
  }

  link.onNews(QUESTION, ({ id, topic, question }) => {
    if (typeof id !== 'string' || typeof topic !== 'string' || typeof question !== 'string') return
    void reply(id, topic, question)
  })
  link.onNews(REPLIED, ({ id, hasReply }) => open.get(String(id))?.hear(hasReply === true))
  link.onLost(() => {
    for (const one of open.values()) one.end()
  })

  const reply = async (id: string, topic: string, text: string) => {
    const question = openedText(seal, text, id)
    if (question === null) return
    const bytes = (await givers.get(topic)?.(question).catch(noteFailure(topic))) ?? null
    const news = link.news(REPLIED, { id, hasReply: bytes !== null })
    if (bytes === null) await link.run(TELL, [], [link.channel, news])
    else await link.run(REPLY, [place(id)], [seal.close(bytes, id), String(REPLY_KEPT_MS), link.channel, news])
  }
  return {
    ask: async (topic, question) => {
      const id = crypto.randomUUID()
      const asked = openQuestion()
      open.set(id, asked)
      try {
        const news = link.news(QUESTION, { id, topic, question: sealedText(seal, question, id) })
        const heardBy = await link.run(TELL, [], [link.channel, news])
        asked.heardBy(typeof heardBy === 'number' ? heardBy - 1 : 0)
        if (!(await asked.hasReply)) return null
        const sealed = await link.run(TAKE, [place(id)], [])
        return Buffer.isBuffer(sealed) ? seal.open(sealed, id) : null
      } finally {
        open.delete(id)
      }
    },
    answer: (topic, give) => void givers.set(topic, give),
  }
}

interface OpenQuestion {
  /** Whether a server has replied; false once all who heard the question have nothing, or the time is over. */
  readonly hasReply: Promise<boolean>
  heardBy(servers: number): void
  hear(hasReply: boolean): void
  end(): void
}

function openQuestion(): OpenQuestion {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), WAIT_MS)
  void promise.then(() => clearTimeout(timer))
  let asked: number | null = null
  let without = 0
  const judge = () => {
    if (asked !== null && without >= asked) resolve(false)
  }
  return {
    hasReply: promise,
    heardBy: (servers) => {
      asked = servers
      judge()
    },
    hear: (hasReply) => {
      if (hasReply) return resolve(true)
      without += 1
      judge()
    },
    end: () => resolve(false),
  }
}
