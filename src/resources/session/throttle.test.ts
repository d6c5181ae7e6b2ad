import { expect, test } from 'vitest'
import { loginThrottle } from './throttle.ts'

const MINUTE = 60_000

test('after five failures one try a minute is allowed, for a quarter of an hour', () => {
  const throttle = loginThrottle()
  for (let i = 0; i < 5; i += 1) {
    expect(throttle.waitMs('Ada', 0)).toBe(0)
    throttle.failed('ada', 0)
  }
  expect(throttle.waitMs('ADA', 0)).toBe(MINUTE)
  expect(throttle.waitMs('bo', 0)).toBe(0)
  expect(throttle.waitMs('ada', MINUTE)).toBe(0)
  throttle.failed('ada', MINUTE)
  expect(throttle.waitMs('ada', MINUTE)).toBe(MINUTE)
  expect(throttle.waitMs('ada', 16 * MINUTE)).toBe(0)
})

test('failures further apart than five minutes do not add up', () => {
  const throttle = loginThrottle()
  for (let i = 0; i < 20; i += 1) {
    throttle.failed('ada', i * 6 * MINUTE)
    expect(throttle.waitMs('ada', i * 6 * MINUTE)).toBe(0)
  }
})

test('a right password clears the name', () => {
  const throttle = loginThrottle()
  for (let i = 0; i < 4; i += 1) throttle.failed('ada', 0)
  throttle.succeeded('ada')
  throttle.failed('ada', 0)
  expect(throttle.waitMs('ada', 0)).toBe(0)
})
