import type { FastifyRequest } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { describeRedis, startRedis } from '../../../test/redis.ts'
import { redisPair } from '../../../test/shared-kinds.ts'
import { ownSpending } from '../../gateway/shared/spending.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { RouteShape } from '../../wire/route.ts'
import { rateCheck } from './rates.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest
const user = (userId: number | null) => ({ userId }) as Caller
const route = (rate: RouteShape['rate']) => ({ rate }) as RouteShape

test('a user gets as many as the class allows, then waits as long as told', () => {
  let now = 0
  const check = rateCheck(true, () => now, ownSpending())
  const send = () => check(from('::1'), user(1), route('log'))
  expect(Array.from({ length: 60 }, send).every((problem) => problem === null)).toBe(true)
  const refused = send()
  expect([refused?.status, refused?.message, refused?.detail.headers]).toEqual([
    429,
    'Too many requests',
    { 'retry-after': '1' },
  ])
  now += 1000
  expect(send()).toBeNull()
  expect(send()?.status).toBe(429)
})

test('users and classes do not share a bucket, sign-in counts by address', () => {
  const check = rateCheck(true, () => 0, ownSpending())
  for (let i = 0; i < 60; i += 1) check(from('::1'), user(1), route('log'))
  expect(check(from('::1'), user(1), route('log'))?.status).toBe(429)
  expect(check(from('::1'), user(2), route('log'))).toBeNull()
  expect(check(from('::1'), user(1), route('export'))).toBeNull()
  for (let i = 0; i < 50; i += 1) check(from('10.0.0.1'), user(i), route('login'))
  expect(check(from('10.0.0.1'), user(99), route('login'))?.status).toBe(429)
  expect(check(from('10.0.0.2'), user(99), route('login'))).toBeNull()
})

test('a bench may turn it off', () => {
  const check = rateCheck(false, () => 0, ownSpending())
  for (let i = 0; i < 500; i += 1) expect(check(from('::1'), user(1), route('login'))).toBeNull()
})

describeRedis('two servers with Redis', () => {
  test('count sign-ins together, go on alone without Redis, and leave charts to each', async () => {
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const pair = await redisPair(redis)
    onTestFinished(pair.stop)
    const [here, there] = [pair.first, pair.second].map(({ spending }) => rateCheck(true, () => 0, spending))
    const signIn = (check: typeof here, ip: string) => check?.(from(ip), user(null), route('login')) ?? null
    for (let i = 0; i < 25; i += 1) {
      expect(signIn(here, '10.0.0.1')).toBeNull()
      expect(signIn(there, '10.0.0.1')).toBeNull()
    }
    await expect.poll(() => signIn(here, '10.0.0.1')?.status).toBe(429)
    await expect.poll(() => signIn(there, '10.0.0.1')?.status).toBe(429)
    expect(signIn(there, '10.0.0.2')).toBeNull()
    for (let i = 0; i < 1_200; i += 1) here?.(from('10.0.0.3'), user(1), route('chart'))
    expect(here?.(from('10.0.0.3'), user(1), route('chart'))?.status).toBe(429)
    expect(there?.(from('10.0.0.3'), user(1), route('chart'))).toBeNull()
    await redis.kill()
    for (let i = 0; i < 50; i += 1) expect(signIn(here, '10.0.0.4')).toBeNull()
    expect(signIn(here, '10.0.0.4')?.status).toBe(429)
  })
})
