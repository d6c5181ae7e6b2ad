import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeRedis, startRedis, type TestRedis } from '../../../test/redis.ts'
import { type Pair, redisPair } from '../../../test/shared-kinds.ts'
import type { Job } from './events.server.ts'
import { redisShared } from './redis-shared.server.ts'

const SOON = { timeout: 15_000 }

const job = (channel: string, name: string): Job => ({
  channel_id: channel,
  job_id: name,
  user_id: 1,
  status: 'done',
  errors: [],
  result_url: null,
})
const KEPT = { most: 100, keptMs: 60_000 }
const never = new AbortController().signal

describeRedis('servers whose Redis goes away', () => {
  const said: string[] = []
  let redis: TestRedis
  let pair: Pair
  beforeAll(async () => {
    redis = await startRedis()
    pair = await redisPair(redis, said)
  })
  afterAll(async () => {
    await pair.stop()
    await redis.stop()
  })
  const back = () => expect.poll(() => pair.second.answers?.find('any'), { timeout: 15_000 })

  it('go on with their own memory, say so, and share again by themselves', { timeout: 60_000 }, async () => {
    const { first, second } = pair
    const [mine, yours] = [first, second].map((one) => one.notes<{ n: number }>('lost', KEPT))
    const heard: string[] = []
    second.events.listen('lost', ({ job_id }) => heard.push(job_id))
    await mine?.write('a', { n: 1 })
    const generation = second.generations.of(1)
    await redis.kill()
    await expect.poll(() => said.filter((line) => line.startsWith('warn Redis is lost')), SOON).toHaveLength(2)
    await mine?.write('b', { n: 2 })
    expect([await mine?.read('a'), await mine?.read('b')]).toEqual([{ n: 1 }, { n: 2 }])
    expect(await yours?.read('b')).toBeNull()
    await first.events.add(job('lost', 'while away'))
    expect(await first.events.after('lost', null)).toHaveLength(1)
    await first.generations.next(1)
    expect(first.generations.of(1)).not.toBe(generation)
    expect(await first.answers?.turn('k', false, never)).toEqual({ kind: 'alone' })
    expect(heard).toEqual([])

    const outdated: (string | null)[] = []
    second.answers?.onOutdated((key) => outdated.push(key))
    await redis.startAgain()
    await expect
      .poll(() => said.filter((line) => line.startsWith('warn Redis is back')), { timeout: 15_000 })
      .toHaveLength(2)
    expect(outdated).toEqual([null])
    await expect.poll(() => heard, SOON).toEqual(['while away'])
    await expect.poll(() => second.generations.of(1) === first.generations.of(1), SOON).toBe(true)
    expect(second.generations.of(1)).not.toBe(generation)
    await mine?.write('c', { n: 3 })
    expect(await yours?.read('c')).toEqual({ n: 3 })
    await first.events.add(job('lost', 'after it'))
    await expect.poll(() => heard, SOON).toEqual(['while away', 'after it'])
    expect(said.join('\n')).not.toContain(redis.password)
    expect(said.join('\n')).not.toContain(encodeURIComponent(redis.password))
  })

  it('wait no longer than seconds for a server that died over an answer', { timeout: 30_000 }, async () => {
    const dying = await redisPair(redis)
    // Only one of the installation can be it: the same prefix, and the answer is only claimed.
    expect((await dying.first.answers?.turn('dead', false, never))?.kind).toBe('make')
    const waiting = pair.second.answers?.turn('dead', false, never)
    const gone = new AbortController()
    const other = pair.first.answers?.turn('dead', false, gone.signal)
    gone.abort(new Error('gone'))
    await expect(other).rejects.toThrow('gone')
    await dying.stop()
    const startedAt = performance.now()
    const turn = await waiting
    expect(turn?.kind).toBe('make')
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    if (turn?.kind === 'make') await turn.giveUp()
  })

  it('do not wait for one that does not answer, nor fail when it answers again', { timeout: 60_000 }, async () => {
    await back().toBeNull()
    const claimed = await pair.first.answers?.turn('held', false, never)
    const waiting = pair.second.answers?.turn('held', false, never)
    redis.hold(true)
    const startedAt = performance.now()
    expect(await waiting).toEqual({ kind: 'alone' })
    for (let i = 0; i < 20; i += 1) expect(await pair.second.answers?.find('held')).toBeNull()
    expect(performance.now() - startedAt).toBeLessThan(12_000)
    redis.hold(false)
    expect(claimed?.kind === 'make' && (await claimed.keep(Buffer.from('kept'), 60_000))).toBe(true)
    await expect
      .poll(
        async () => {
          const turn = await pair.first.answers?.turn('again', true, never)
          if (turn?.kind === 'make') await turn.keep(Buffer.from('kept'), 60_000)
          return (await pair.first.answers?.find('again'))?.leftMs ?? 0
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
  })

  it('tell in their log why a question was not answered, and who asked has nothing', async () => {
    pair.second.peers.answer('broken', () => Promise.reject(new Error('the disk is gone')))
    pair.second.peers.answer('whole', async (asked) => Buffer.from(JSON.stringify(asked)))
    expect(await pair.first.peers.ask('broken', { a: 1 })).toBeNull()
    expect(said.join('\n')).toMatch(/warn A question of another server was not answered .*broken.*the disk is gone/)
    expect(await pair.first.peers.ask('unknown', {})).toBeNull()
    expect(Buffer.from((await pair.first.peers.ask('whole', { a: 'ä' })) ?? []).toString()).toBe('{"a":"ä"}')
  })

  it('read nothing that another key sealed', async () => {
    const turn = await pair.first.answers?.turn('sealed', true, never)
    expect(turn?.kind === 'make' && (await turn.keep(Buffer.from('mine'), 60_000))).toBe(true)
    expect(Buffer.from((await pair.first.answers?.find('sealed'))?.bytes ?? []).toString()).toBe('mine')
    const stranger = await redisPair(redis)
    expect(await stranger.first.answers?.find('sealed')).toBeNull()
    expect(await stranger.first.answers?.turn('sealed', false, never)).toEqual({ kind: 'alone' })
    await stranger.stop()
  })

  it('do not start without it, and say why without the password', async () => {
    const open = (url: string) =>
      redisShared({ url, prefix: 'x', seal: { close: (b) => b, open: (b) => b }, log: () => {} }).then(
        () => 'opened',
        (cause: Error) => `${cause.name} ${cause.message}`,
      )
    expect(await open('redis://:pass-word-9@127.0.0.1:1')).toMatch(/SIGHTLINE_REDIS_URL.*ECONNREFUSED/)
    const wrong = await open(redis.url.replace(/:[^:@]*@/, ':pass-word-9@'))
    expect(wrong).toMatch(/SIGHTLINE_REDIS_URL cannot be used: .*WRONGPASS/)
    expect(wrong).not.toContain('pass-word-9')
    expect(await open(redis.url.replace(/:[^:@]*@/, ''))).toMatch(/NOAUTH|HELLO/)
  })
})
