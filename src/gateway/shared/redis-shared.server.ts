import { redisAnswers } from './redis-answers.server.ts'
import { redisEvents } from './redis-events.server.ts'
import { redisGenerations } from './redis-generations.server.ts'
import { openRedisLink, type RedisLinkOptions } from './redis-link.server.ts'
import { redisNotes } from './redis-notes.server.ts'
import { redisPeers } from './redis-peers.server.ts'
import { redisSpending } from './redis-spending.server.ts'
import type { Seal } from './seal.server.ts'
import type { Shared } from './shared.server.ts'

export interface RedisSharedOptions extends RedisLinkOptions {
  readonly seal: Seal
}

/** What several servers know together, in Redis. Throws RedisError when Redis cannot be reached. */
export async function redisShared({ seal, ...options }: RedisSharedOptions): Promise<Shared> {
  const link = await openRedisLink(options)
  return {
    answers: redisAnswers(link, seal),
    generations: await redisGenerations(link),
    events: redisEvents(link, seal),
    spending: redisSpending(link, seal),
    peers: redisPeers(link, seal, options.log),
    notes: (purpose, noteOptions) => redisNotes(link, seal, purpose, noteOptions),
    close: link.close,
  }
}
