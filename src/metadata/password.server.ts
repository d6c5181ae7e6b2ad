import { createHash, pbkdf2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Algorithm } from '@node-rs/argon2'

const ARGON2ID: Algorithm = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const MAX_AT_ONCE = 2
const MAX_WAITING = 50
const MAX_BYTES = 1024

/** More passwords wait to be checked than the server takes on. */
export class TooManyHashesError extends Error {}

// Loaded with the first password, so that a server without visitors starts sooner.
const argon2 = () => import('@node-rs/argon2')

let running = 0
const waiting: (() => void)[] = []

/** The hash of a password as it is stored. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => (await argon2()).hash(password, COST))

/**
 * Whether the password belongs to the stored hash; hashes of Werkzeug (scrypt, pbkdf2) are read too. Without a hash the
 * same work is done against a made-up one, so that an unknown name takes as long as a wrong password.
 */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_BYTES) return false
  return inTurn(async () => {
    if (stored?.startsWith('$argon2')) return (await argon2()).verify(stored, password)
    if (stored?.includes('$')) return checkWerkzeug(password, stored)
    await (await argon2()).hash(password, COST)
    return false
  })
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new TooManyHashesError('Too many passwords are being checked.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function checkWerkzeug(password: string, stored: string): Promise<boolean> {
  const [method = '', salt = '', hex = ''] = stored.split('$')
  const want = Buffer.from(hex, 'hex')
  const [kind, ...numbers] = method.split(':')
  if (want.length === 0) return false
  if (kind === 'scrypt') {
    const [N = 0, r = 0, p = 0] = numbers.map(Number)
    const got = await promisify(scryptWith)(password, salt, want.length, { N, r, p })
    return timingSafeEqual(got, want)
  }
  if (kind !== 'pbkdf2') return false
  const got = await promisify(pbkdf2)(password, salt, Number(numbers[1] ?? 0), want.length, numbers[0] ?? 'sha256')
  return timingSafeEqual(got, want)
}

function scryptWith(
  password: string,
  salt: string,
  length: number,
  cost: { N: number; r: number; p: number },
  done: (error: Error | null, key: Buffer) => void,
): void {
  scrypt(password, salt, length, { ...cost, maxmem: 256 * cost.N * cost.r }, done)
}

const COMMON = new Set([
  'password1234',
  'passwordpassword',
  '123456789012',
  '1234567890123',
  'qwertyuiop12',
  'administrator',
  'sightline123',
])

/** What is wrong with a new password, in words; null when nothing is. */
export function passwordFault(password: string, minimum: number): string | null {
  if ([...password].length < minimum) return `The password needs at least ${minimum} characters.`
  if (Buffer.byteLength(password) > MAX_BYTES) return `The password may have at most ${MAX_BYTES} bytes.`
  if (COMMON.has(password.toLowerCase()) || new Set(password).size < 4) return 'The password is too easy to guess.'
  return null
}

/** A random text that is shown once; only its hash is kept. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The stored form of a random token. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')
