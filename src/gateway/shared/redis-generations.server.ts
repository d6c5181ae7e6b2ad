import type { Generations } from './generations.server.ts'
import type { RedisLink } from './redis-link.server.ts'

/** The field that tells one life of the hash from another: answers from before a loss of it are never given again. */
const LIFE = 'life'
const READ = `
redis.call('HSETNX', KEYS[1], '${LIFE}', ARGV[1])
return redis.call('HGETALL', KEYS[1])`
const NEXT = `
redis.call('HSETNX', KEYS[1], '${LIFE}', ARGV[1])
redis.call('HSET', KEYS[1], ARGV[2], ARGV[1])
return redis.call('PUBLISH', ARGV[3], ARGV[4])`
const NEWS = 'generations'

/** Generations in a hash; every server has a copy, which is read anew when another server tells of a change. */
export async function redisGenerations(link: RedisLink): Promise<Generations> {
  const key = link.key('generations')
  let known: ReadonlyMap<string, string> = new Map()
  /** What could not be told, while Redis was away. */
  const untold = new Map<string, string>()

  const read = async () => {
    const fields = await link.run(READ, [key], [crypto.randomUUID()])
    if (Array.isArray(fields)) known = new Map([...pairs(fields.map(String)), ...untold])
  }
  const tell = async (datasetId: string, generation: string) => {
    const told = await link.run(NEXT, [key], [generation, datasetId, link.channel, link.news(NEWS, {})])
    if (told !== undefined && untold.get(datasetId) === generation) untold.delete(datasetId)
  }
  link.onNews(NEWS, () => void read())
  link.onBack(() => void Promise.all([...untold].map(([id, generation]) => tell(id, generation))).then(read))
  await read()
  return {
    of: (datasetId) => {
      const [life, own] = [known.get(LIFE), known.get(String(datasetId))]
      return life === undefined && own === undefined ? null : `${life} ${own}`
    },
    next: async (datasetId) => {
      const [id, generation] = [String(datasetId), crypto.randomUUID()]
      untold.set(id, generation)
      known = new Map([...known, [id, generation]])
      await tell(id, generation)
    },
  }
}

const pairs = (flat: readonly string[]): (readonly [string, string])[] =>
  flat.flatMap((name, i) => (i % 2 === 0 ? [[name, flat[i + 1] ?? ''] as const] : []))
