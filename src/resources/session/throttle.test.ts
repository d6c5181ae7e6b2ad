import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeShared, type Pair } from '../../../test/shared-kinds.ts'
import { FAILURES_KEPT, type Failures, type LoginThrottle, loginThrottle } from './throttle.server.ts'

const MINUTE = 60_000

describeShared('guessing a password', (start) => {
  let pair: Pair
  let here: LoginThrottle
  let there: LoginThrottle
  beforeAll(async () => {
    pair = await start()
    here = loginThrottle(pair.first.notes<Failures>('sign-in', FAILURES_KEPT))
    there = loginThrottle(pair.second.notes<Failures>('sign-in', FAILURES_KEPT))
  })
  afterAll(() => pair.stop())

  it('is allowed once a minute after five failures, for a quarter of an hour', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect(await there.waitMs('Ada', 0)).toBe(0)
      await (i % 2 === 0 ? here : there).failed('ada', 0)
    }
    for (const throttle of [here, there]) expect(await throttle.waitMs('ADA', 0)).toBe(MINUTE)
    expect(await here.waitMs('bo', 0)).toBe(0)
    expect(await there.waitMs('ada', MINUTE)).toBe(0)
    await there.failed('ada', MINUTE)
    expect(await here.waitMs('ada', MINUTE)).toBe(MINUTE)
    expect(await here.waitMs('ada', 16 * MINUTE)).toBe(0)
  })

  it('is not slowed down by failures further apart than five minutes', async () => {
    for (let i = 0; i < 20; i += 1) {
      await here.failed('carl', i * 6 * MINUTE)
      expect(await there.waitMs('carl', i * 6 * MINUTE)).toBe(0)
    }
  })

  it('begins anew after the right password', async () => {
    for (let i = 0; i < 4; i += 1) await here.failed('dora', 0)
    await there.succeeded('dora')
    await here.failed('dora', 0)
    expect(await there.waitMs('dora', 0)).toBe(0)
  })
})
