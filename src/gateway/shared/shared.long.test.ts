import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeShared, type Pair } from '../../../test/shared-kinds.ts'
import type { Job, JobEvent } from './events.server.ts'

const SOON = { timeout: 15_000 }

const job = (channel: string, name: string, status: Job['status'] = 'done'): Job => ({
  channel_id: channel,
  job_id: name,
  user_id: 1,
  status,
  errors: [{ message: `"${name}" größer` }],
  result_url: `/r/${name}`,
})
const idsOf = (events: readonly JobEvent[]) => events.map(({ job_id }) => job_id)

describeShared('what servers know together', (start) => {
  let pair: Pair
  beforeAll(async () => {
    pair = await start()
  })
  afterAll(() => pair.stop())

  it('tells the events of a channel in their order, all or those after an id', async () => {
    const { first, second } = pair
    await first.events.add(job('a', 'one', 'running'))
    await second.events.add(job('a', 'one'))
    await first.events.add(job('b', 'other'))
    await first.events.add(job('a', 'two'))
    for (const { events } of [first, second]) {
      const all = await events.after('a', null)
      expect(all).toMatchObject([job('a', 'one', 'running'), job('a', 'one'), job('a', 'two')])
      expect(idsOf(await events.after('a', all[1]?.id ?? ''))).toEqual(['two'])
      expect(idsOf(await events.after('a', all[2]?.id ?? ''))).toEqual([])
      expect(await events.after('a', 'no id')).toHaveLength(3)
      expect(idsOf(await events.after('b', '0-0'))).toEqual(['other'])
      expect(await events.after('c', null)).toEqual([])
    }
  })

  it('tells listeners on every server, once, until they stop', async () => {
    const { first, second } = pair
    const heard: string[] = []
    const stops = [first, second].map(({ events }, i) =>
      events.listen('l', ({ job_id, id }) => heard.push(`${i} ${job_id} ${id}`)),
    )
    await first.events.add(job('l', 'one'))
    await second.events.add(job('l', 'two'))
    await expect.poll(() => heard, SOON).toHaveLength(4)
    const ids = (await second.events.after('l', null)).map(({ id, job_id }) => `${job_id} ${id}`)
    expect([...heard].sort()).toEqual(['0', '1'].flatMap((i) => ids.map((id) => `${i} ${id}`)))
    for (const stop of stops) stop()
    await first.events.add(job('l', 'three'))
    await expect.poll(async () => idsOf(await second.events.after('l', null)), SOON).toContain('three')
    expect(heard).toHaveLength(4)
  })

  it('keeps at most the last thousand events of a channel', { timeout: 60_000 }, async () => {
    for (let i = 0; i < 1300; i += 1) await pair.first.events.add(job('long', String(i)))
    const kept = idsOf(await pair.first.events.after('long', null))
    expect(kept.at(-1)).toBe('1299')
    expect(kept.length).toBeGreaterThanOrEqual(1000)
    expect(kept.length).toBeLessThan(1300)
  })

  it('remembers notes by purpose and key, and forgets them', async () => {
    const [here, there] = [pair.first, pair.second].map((one) =>
      one.notes<{ n: number }>('count', { most: 100, keptMs: 60_000 }),
    )
    const other = pair.second.notes<{ n: number }>('other', { most: 100, keptMs: 60_000 })
    await here?.write('a', { n: 1 })
    expect(await there?.read('a')).toEqual({ n: 1 })
    expect(await there?.read('b')).toBeNull()
    expect(await other.read('a')).toBeNull()
    await there?.remove('a')
    expect(await here?.read('a')).toBeNull()
  })

  it('loses no change of a note that many make at once', async () => {
    const counts = [pair.first, pair.second].map((one) =>
      one.notes<{ n: number }>('race', { most: 100, keptMs: 60_000 }),
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => counts[i % 2]?.change('a', (note) => ({ n: (note?.n ?? 0) + 1 }))),
    )
    expect(await counts[0]?.read('a')).toEqual({ n: 20 })
  })

  it('lets a note go when its time is over', async () => {
    const [here, there] = [pair.first, pair.second].map((one) =>
      one.notes<{ n: number }>('short', { most: 100, keptMs: 2_000 }),
    )
    await here?.write('a', { n: 1 })
    expect(await there?.read('a')).toEqual({ n: 1 })
    await expect.poll(() => there?.read('a'), SOON).toBeNull()
    await expect.poll(() => here?.read('a'), SOON).toBeNull()
  })

  it('gives every server another generation when answers are given up, and only of that dataset', async () => {
    const before = [pair.second.generations.of(7), pair.second.generations.of(8)]
    await pair.first.generations.next(7)
    expect(pair.first.generations.of(7)).not.toBe(before[0])
    await expect.poll(() => pair.second.generations.of(7), SOON).toBe(pair.first.generations.of(7))
    expect(pair.second.generations.of(8)).toBe(before[1])
    const between = pair.second.generations.of(7)
    await pair.second.generations.next(7)
    await expect.poll(() => pair.first.generations.of(7), SOON).not.toBe(between)
  })
})
