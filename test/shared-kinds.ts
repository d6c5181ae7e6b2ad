import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { redisShared } from '../src/gateway/shared/redis-shared.server.ts'
import { onlyServer, type Shared } from '../src/gateway/shared/shared.server.ts'
import { openKeys } from '../src/server/secrets.ts'
import { describeRedis, startRedis, type TestRedis } from './redis.ts'

/** Two servers of one installation, or one that is both. */
export interface Pair {
  readonly first: Shared
  readonly second: Shared
  stop(): Promise<void>
}

/** Runs the same tests on what one server keeps to itself, and on what two servers share by Redis. */
export function describeShared(name: string, tests: (start: () => Promise<Pair>) => void): void {
  describe(`${name}, on the only server`, () =>
    tests(async () => {
      const only = onlyServer(() => new Date())
      return { first: only, second: only, stop: only.close }
    }))
  describeRedis(`${name}, on two servers with Redis`, () =>
    tests(async () => {
      const redis = await startRedis()
      const pair = await redisPair(redis)
      return {
        ...pair,
        stop: async () => {
          await pair.stop()
          await redis.stop()
        },
      }
    }),
  )
}

export async function redisPair(redis: TestRedis, said: string[] = []): Promise<Pair> {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-keys-'))
  const { seal } = openKeys(dir, null)
  rmSync(dir, { recursive: true })
  const log = (level: string, text: string, detail = {}) => void said.push(`${level} ${text} ${JSON.stringify(detail)}`)
  const open = () => redisShared({ url: redis.url, prefix: 'sightline:test', seal, log })
  const [first, second] = [await open(), await open()]
  return {
    first,
    second,
    stop: async () => {
      await first.close()
      await second.close()
    },
  }
}
