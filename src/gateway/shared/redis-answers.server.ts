import type { KeptBytes, SharedAnswers, Turn } from './answers.server.ts'
import type { RedisLink, Reply } from './redis-link.server.ts'
import type { Seal } from './seal.server.ts'

/** A larger answer is not sent through Redis; every server makes its own. */
const MOST_BYTES = 8 * 1024 * 1024
const TOO_LARGE = Buffer.from('-')
/** Who makes an answer says so again before this time is over; who does not is taken for dead. */
const CLAIM_MS = 6_000
const CLAIM_AGAIN_MS = 2_000
/** News of an answer may be lost. */
const LOOK_AGAIN_MS = 1_000

const FIND = `
local kept = redis.call('GET', KEYS[1])
if kept then return {kept, redis.call('PTTL', KEYS[1])} end
return nil`
const TAKE = `
if ARGV[3] == '0' then
  local kept = redis.call('GET', KEYS[1])
  if kept then return {kept, redis.call('PTTL', KEYS[1])} end
  if redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
  return 0
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
return 1`
const CLAIM = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`
/** Without a claim, because Redis lost it, an answer counts where there is none; under the claim of another, never. */
const KEEP = `
local claim = redis.call('GET', KEYS[2])
if claim and claim ~= ARGV[1] then return 0 end
if not claim and redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('DEL', KEYS[2])
redis.call('PUBLISH', ARGV[4], ARGV[5])
return 1`
const GIVE_UP = `
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
  redis.call('PUBLISH', ARGV[2], ARGV[3])
end
return 1`
const NEWS = 'answer'

/** Answers in Redis, each sealed for its key, made by one server at a time. */
export function redisAnswers(link: RedisLink, seal: Seal): SharedAnswers {
  const waiting = waiters()
  const tellers: ((key: string | null) => void)[] = []
  const outdated = (key: string | null) => {
    for (const tell of tellers) tell(key)
  }
  link.onNews(NEWS, ({ key, isForced }) => {
    if (typeof key !== 'string') return
    if (isForced === true) outdated(key)
    waiting.wake(key)
  })
  link.onBack(() => outdated(null))
  link.onLost(() => waiting.wakeAll())

  const opened = (key: string, reply: readonly Reply[]): KeptBytes | null => {
    const [sealed, leftMs] = reply
    const bytes = Buffer.isBuffer(sealed) ? seal.open(sealed, key) : null
    return bytes && typeof leftMs === 'number' ? { bytes, leftMs } : null
  }
  const take = async (key: string, token: string, force: boolean): Promise<Turn | 'wait'> => {
    const reply = await link.run(TAKE, places(link, key), [token, String(CLAIM_MS), force ? '1' : '0'])
    if (reply === 0) return 'wait'
    if (reply === 1) return claimed(link, seal, { key, token, isForced: force })
    const kept = Array.isArray(reply) ? opened(key, reply) : null
    return kept ? { kind: 'kept', ...kept } : { kind: 'alone' }
  }
  return {
    find: async (key) => {
      const reply = await link.run(FIND, places(link, key), [])
      return Array.isArray(reply) ? opened(key, reply) : null
    },
    turn: async (key, force, signal) => {
      const token = crypto.randomUUID()
      for (;;) {
        signal.throwIfAborted()
        const news = waiting.news(key, signal)
        const turn = await take(key, token, force)
        if (turn !== 'wait') {
          news.stop()
          return turn
        }
        await news.heard
      }
    },
    onOutdated: (tell) => void tellers.push(tell),
  }
}

const places = (link: RedisLink, key: string) => [link.key('answer', key), link.key('maker', key)]

interface Claim {
  readonly key: string
  readonly token: string
  readonly isForced: boolean
}

/** The turn to make an answer, claimed again and again until it is there. */
function claimed(link: RedisLink, seal: Seal, { key, token, isForced }: Claim): Turn {
  const [answer = '', maker = ''] = places(link, key)
  const news = link.news(NEWS, { key, isForced })
  const again = setInterval(() => void link.run(CLAIM, [maker], [token, String(CLAIM_MS)]), CLAIM_AGAIN_MS).unref()
  return {
    kind: 'make',
    keep: async (bytes, ttlMs) => {
      clearInterval(again)
      const sealed = bytes.byteLength > MOST_BYTES ? TOO_LARGE : seal.close(bytes, key)
      const values = [token, sealed, String(Math.ceil(ttlMs)), link.channel, news]
      return (await link.run(KEEP, [answer, maker], values)) !== 0
    },
    giveUp: async () => {
      clearInterval(again)
      await link.run(GIVE_UP, [maker], [token, link.channel, news])
    },
  }
}

/** Those who wait for news of a key; they look again after a while in any case. */
function waiters() {
  const wakers = new Map<string, Set<() => void>>()
  return {
    wake: (key: string) => {
      for (const wake of wakers.get(key) ?? []) wake()
    },
    wakeAll: () => {
      for (const set of wakers.values()) for (const wake of set) wake()
    },
    news: (key: string, signal: AbortSignal) => {
      let stop = () => {}
      const heard = new Promise<void>((resolve) => {
        const timer = setTimeout(() => stop(), LOOK_AGAIN_MS)
        const set = wakers.get(key) ?? new Set()
        wakers.set(key, set)
        stop = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', stop)
          set.delete(stop)
          if (set.size === 0 && wakers.get(key) === set) wakers.delete(key)
          resolve()
        }
        set.add(stop)
        signal.addEventListener('abort', stop, { once: true })
      })
      return { heard, stop: () => stop() }
    },
  }
}
