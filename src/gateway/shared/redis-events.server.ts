import {
  CHANNEL_MS,
  comparedIds,
  eventsAfter,
  type Job,
  type JobEvent,
  type JobEvents,
  MOST_EVENTS,
  ownEvents,
} from './events.server.ts'
import type { RedisLink, Reply } from './redis-link.server.ts'
import { openedText, type Seal, sealedText } from './seal.server.ts'

/** The news is put together here, because only here the id is known. */
const ADD = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'job', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
redis.call('PUBLISH', ARGV[4], '{"id":"' .. id .. '",' .. string.sub(ARGV[5], 2))
return id`
const READ = `return redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[1])`
const NEWS = 'event'
/** Events that could not be told while Redis was away. */
const MOST_UNTOLD = 5_000

/** Events in a stream for each channel, and in the memory of this server: what it made itself and what others told it. */
export function redisEvents(link: RedisLink, seal: Seal): JobEvents {
  // Redis counts by the real time, even where the server's clock is frozen.
  const own = ownEvents(Date.now)
  const untold: Job[] = []

  const add = async (job: Job): Promise<boolean> => {
    const text = sealedText(seal, job, job.channel_id)
    const news = link.news(NEWS, { channel: job.channel_id, job: text })
    const id = await link.run(
      ADD,
      [link.key('events', job.channel_id)],
      [String(MOST_EVENTS), text, String(CHANNEL_MS), link.channel, news],
    )
    if (!Buffer.isBuffer(id)) return false
    own.put({ id: id.toString(), ...job })
    return true
  }
  const kept = async (channel: string): Promise<readonly JobEvent[]> => {
    const entries = await link.run(READ, [link.key('events', channel)], [String(2 * MOST_EVENTS)])
    return Array.isArray(entries) ? entries.flatMap((entry: Reply) => eventOf(seal, channel, entry)) : []
  }
  link.onNews(NEWS, ({ id, channel, job }) => {
    if (typeof channel !== 'string') return
    for (const event of opened(seal, channel, id, job)) own.put(event)
  })
  const catchUp = async () => {
    for (const job of untold.splice(0)) if (!(await add(job))) untold.push(job)
    for (const { channel, lastId } of own.listened())
      for (const event of eventsAfter(await kept(channel), lastId)) own.put(event)
  }
  link.onBack(() => void catchUp())
  return {
    add: async (job) => {
      if (await add(job)) return
      untold.push(job)
      if (untold.length > MOST_UNTOLD) untold.shift()
      await own.add(job)
    },
    after: async (channel, lastId) => {
      const events = new Map((await kept(channel)).map((event) => [event.id, event]))
      for (const event of await own.after(channel, null)) events.set(event.id, event)
      return eventsAfter(
        [...events.values()].sort((a, b) => comparedIds(a.id, b.id)),
        lastId,
      )
    },
    listen: own.listen,
  }
}

/** An entry of a stream: its id, and its fields with their values. */
function eventOf(seal: Seal, channel: string, entry: Reply): JobEvent[] {
  if (!Array.isArray(entry) || !Array.isArray(entry[1])) return []
  return opened(seal, channel, String(entry[0]), String(entry[1][1]))
}

function opened(seal: Seal, channel: string, id: unknown, text: unknown): JobEvent[] {
  if (typeof id !== 'string' || typeof text !== 'string') return []
  const job = openedText(seal, text, channel)
  return job === null ? [] : [{ id, ...(job as Job) }]
}
