import type { Services } from '../gateway/services.server.ts'
import { onlyServer, type Shared } from '../gateway/shared/shared.server.ts'
import { installationOf } from '../metadata/installation.server.ts'
import type { OpenStore } from './store.ts'

const PREFIX_LETTERS = 16

/** What this server shares with others by Redis, or keeps to itself without one. Throws RedisError when Redis cannot be reached. */
export async function openShared(
  { store, keys, now }: OpenStore,
  redisUrl: string | null,
  log: Services['log'],
): Promise<Shared> {
  if (redisUrl === null) return onlyServer(now)
  const { redisShared } = await import('../gateway/shared/redis-shared.server.ts')
  const installation = keys.sign(`redis ${await installationOf(store.db)}`).slice(0, PREFIX_LETTERS)
  return redisShared({ url: redisUrl, prefix: `sightline:${installation}`, seal: keys.seal, log })
}
