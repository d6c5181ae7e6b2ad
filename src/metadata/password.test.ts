import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkPassword, hashPassword, passwordFault, TooManyHashesError } from './password.server.ts'

test('a password fits its own hash only, and two hashes of it differ', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
  expect(await checkPassword('correct horse', first)).toBe(true)
  expect(await checkPassword('correct horse ', first)).toBe(false)
})

test('nothing is cut off a long password', async () => {
  const long = 'x'.repeat(100)
  const hash = await hashPassword(`${long}a`)
  expect(await checkPassword(`${long}b`, hash)).toBe(false)
})

test('hashes of Werkzeug are read', async () => {
  const scrypted = `scrypt:32768:8:1$salt$${scryptSync('pässword', 'salt', 64, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 26 }).toString('hex')}`
  const derived = `pbkdf2:sha256:1000$salt$${pbkdf2Sync('pässword', 'salt', 1000, 32, 'sha256').toString('hex')}`
  for (const stored of [scrypted, derived]) {
    expect(await checkPassword('pässword', stored)).toBe(true)
    expect(await checkPassword('password', stored)).toBe(false)
  }
})

test('an unknown name costs as much as a wrong password', async () => {
  const hash = await hashPassword('something')
  const timeOf = async (stored: string | null) => {
    const from = performance.now()
    expect(await checkPassword('guess', stored)).toBe(false)
    return performance.now() - from
  }
  // The shortest of many, taken in turns: a busy machine only adds.
  let [wrong, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let i = 0; i < 12; i += 1) {
    wrong = Math.min(wrong, await timeOf(hash))
    unknown = Math.min(unknown, await timeOf(null))
  }
  expect(unknown / wrong).toBeGreaterThan(0.5)
  expect(unknown / wrong).toBeLessThan(2)
})

test('a flood waits in a line of fifty, the rest is turned away', async () => {
  const results = await Promise.allSettled(Array.from({ length: 70 }, () => checkPassword('guess', null)))
  const refused = results.filter((r) => r.status === 'rejected')
  expect(refused.length).toBe(70 - 2 - 50)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(TooManyHashesError)
})

test.each([
  ['short', 12, 'The password needs at least 12 characters.'],
  ['aaaaaaaaaaaaaaaa', 12, 'The password is too easy to guess.'],
  ['Administrator', 12, 'The password is too easy to guess.'],
  ['x'.repeat(2000), 12, 'The password may have at most 1024 bytes.'],
  ['a good long password', 12, null],
])('%.20s with at least %d: %s', (password, minimum, fault) => {
  expect(passwordFault(password, minimum)).toBe(fault)
})
