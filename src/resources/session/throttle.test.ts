import { expect, test } from 'vitest'
import { ownNotes } from '../../gateway/shared/notes.server.ts'
import { FAILURES_KEPT, type Failures, loginThrottle } from './throttle.server.ts'

const MINUTE = 60_000

test('after five failures one try a minute is allowed, for a quarter of an hour', async () => {
  const throttle = loginThrottle(ownNotes<Failures>(FAILURES_KEPT))
  for (let i = 0; i < 5; i += 1) {
    expect(await throttle.waitMs('Ada', 0)).toBe(0)
    await throttle.failed('ada', 0)
  }
  expect(await throttle.waitMs('ADA', 0)).toBe(MINUTE)
  expect(await throttle.waitMs('bo', 0)).toBe(0)
  expect(await throttle.waitMs('ada', MINUTE)).toBe(0)
  await throttle.failed('ada', MINUTE)
  expect(await throttle.waitMs('ada', MINUTE)).toBe(MINUTE)
  expect(await throttle.waitMs('ada', 16 * MINUTE)).toBe(0)
})

test('failures further apart than five minutes do not add up', async () => {
  const throttle = loginThrottle(ownNotes<Failures>(FAILURES_KEPT))
  for (let i = 0; i < 20; i += 1) {
    await throttle.failed('ada', i * 6 * MINUTE)
    expect(await throttle.waitMs('ada', i * 6 * MINUTE)).toBe(0)
  }
})

test('a right password clears the name', async () => {
  const throttle = loginThrottle(ownNotes<Failures>(FAILURES_KEPT))
  for (let i = 0; i < 4; i += 1) await throttle.failed('ada', 0)
  await throttle.succeeded('ada')
  await throttle.failed('ada', 0)
  expect(await throttle.waitMs('ada', 0)).toBe(0)
})
