import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeRedis, startRedis } from '../../../test/redis.ts'
import { describeShared, type Pair, redisPair } from '../../../test/shared-kinds.ts'
import { answerCache } from '../chart/cache.server.ts'
import type { ChartRows } from '../chart/chart-rows.ts'
import { sharedRows } from '../chart/second-level.server.ts'
import type { Shared } from './shared.server.ts'

const SOON = { timeout: 15_000 }

const BIG = 9 * 1024 * 1024
const rows = (body: Uint8Array): ChartRows => ({
  names: ['ö'],
  generics: [0],
  rowCount: 1,
  sqlRowCount: 1,
  indexNames: null,
  floats: [],
  numbers: [0],
  body,
  sql: 'SELECT 1',
})

/** A server's cache, and a way to ask it for a text that is made when told to. */
function asking({ answers }: Shared) {
  const cache = answerCache<ChartRows>(
    64 * 1024 * 1024,
    () => new Date(),
    answers && sharedRows(answers, () => new Date()),
  )
  return (
    key: string,
    make: () => Promise<string>,
    more: { force?: boolean; signal?: AbortSignal; ttlMs?: number } = {},
  ) =>
    cache
      .get({
        key,
        force: more.force ?? false,
        ttlMs: more.ttlMs ?? 60_000,
        signal: more.signal ?? new AbortController().signal,
        isShared: true,
        make: async () => ({ value: rows(Buffer.from(await make())), bytes: 100 }),
      })
      .then(({ value, isCached }) => ({ text: Buffer.from(value.body).toString(), isCached, names: value.names }))
}

describeShared('answers of several servers', (start) => {
  let pair: Pair
  let servers: ReturnType<typeof asking>[]
  beforeAll(async () => {
    pair = await start()
    const [first, second] = [asking(pair.first), pair.first === pair.second ? null : asking(pair.second)]
    servers = [first, second ?? first]
  })
  afterAll(() => pair.stop())
  const [a, b] = [0, 1].map(
    (i): ReturnType<typeof asking> =>
      (...args) =>
        servers[i]?.(...args) ?? Promise.reject(new Error('no server')),
  ) as [ReturnType<typeof asking>, ReturnType<typeof asking>]

  it('are made once for all who ask at the same time', async () => {
    let runs = 0
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
    const make = async () => {
      runs += 1
      await allowed
      return 'made'
    }
    const asked = Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? a : b)('once', make))
    await expect.poll(() => runs, SOON).toBe(1)
    allow()
    const answers = await Promise.all(asked)
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['made']))
    expect(runs).toBe(1)
    expect(await b('once', make)).toEqual({ text: 'made', isCached: true, names: ['ö'] })
  })

  it('are made anew everywhere when one forces it', async () => {
    let runs = 0
    const make = async () => {
      runs += 1
      return `run ${runs}`
    }
    expect((await a('forced', make)).text).toBe('run 1')
    expect((await b('forced', make)).text).toBe('run 1')
    expect(await a('forced', make, { force: true })).toMatchObject({ text: 'run 2', isCached: false })
    await expect.poll(async () => (await b('forced', make)).text, SOON).toBe('run 2')
    expect((await a('forced', make)).text).toBe('run 2')
  })

  it('are made by another when the first one fails or goes away', async () => {
    await expect(a('fails', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect((await b('fails', async () => 'yes')).text).toBe('yes')
    const gone = new AbortController()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: never } = Promise.withResolvers<string>()
    const first = a(
      'leaves',
      () => {
        begin()
        return Promise.race([
          never,
          new Promise<string>((_, reject) => gone.signal.addEventListener('abort', () => reject(gone.signal.reason))),
        ])
      },
      { signal: gone.signal },
    )
    await begun
    const second = b('leaves', async () => 'taken over')
    gone.abort(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    if (pair.first !== pair.second) expect((await second).text).toBe('taken over')
    else await expect(second).rejects.toThrow('gone')
  })

  it('of any size are given, and none beyond its time', async () => {
    // Random, so that it stays as large as it is.
    const big = randomBytes(BIG).toString('base64')
    expect((await a('big', async () => big)).text).toBe(big)
    const own = pair.first === pair.second ? big : 'too large to be shared'
    expect((await b('big', async () => own)).text).toBe(own)
    const middle = randomBytes(BIG / 4).toString('base64')
    expect((await a('middle', async () => middle)).text).toBe(middle)
    expect((await b('middle', async () => 'another')).text).toBe(middle)
    let runs = 0
    const make = async () => {
      runs += 1
      return `run ${runs}`
    }
    await a('short', make, { ttlMs: 3_000 })
    await b('short', make, { ttlMs: 3_000 })
    expect(runs).toBe(1)
    await expect.poll(async () => (await b('short', make, { ttlMs: 3_000 })).text, SOON).not.toBe('run 1')
  })
})

describeRedis('an answer that was begun before a forced one', () => {
  it('is given to those who wait for it, and kept nowhere', async () => {
    const redis = await startRedis()
    const pair = await redisPair(redis)
    const [a, b] = [asking(pair.first), asking(pair.second)]
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: old, resolve: finish } = Promise.withResolvers<string>()
    const older = a('key', () => {
      begin()
      return old
    })
    await begun
    expect((await b('key', async () => 'forced', { force: true })).text).toBe('forced')
    finish('old')
    expect((await older).text).toBe('old')
    for (const ask of [a, b]) expect((await ask('key', async () => 'a third')).text).toBe('forced')
    await pair.stop()
    await redis.stop()
  })
})
