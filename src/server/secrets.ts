import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seal } from '../gateway/shared/seal.server.ts'

/** A secret that must not be used; the text is for the terminal. */
export class SecretError extends Error {}

/** Secrets that were published somewhere; none may start a server. */
const PUBLISHED = [
  'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET',
  '\u0002\u0001thisismyscretkey\u0001\u0002\\e\\y\\y\\h',
  '\\2\\1thisismyscretkey\\1\\2\\e\\y\\y\\h',
  'thisISaSECRET_1234',
  'YOUR_OWN_RANDOM_GENERATED_SECRET_KEY',
  'TEST_NON_DEV_SECRET',
  'c292a0a3aa32397cdb050e233733900f',
  'changeme',
  'secret',
]
const SHORTEST_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

export interface Keys {
  encrypt(text: string): string
  decrypt(text: string): string
  sign(text: string): string
  readonly seal: Seal
}

/** The server's keys, derived from `SIGHTLINE_SECRET` or from a secret generated once into a file that only its owner may read. */
export function openKeys(dataDir: string, fromEnv: string | null): Keys {
  const secret = fromEnv ?? secretFile(join(dataDir, 'secret'))
  refuseWeak(secret, fromEnv === null ? `the file ${join(dataDir, 'secret')}` : 'SIGHTLINE_SECRET')
  return keysOf(secret)
}

function secretFile(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}

function refuseWeak(secret: string, where: string): void {
  if (PUBLISHED.includes(secret))
    throw new SecretError(`The secret in ${where} is publicly known. Use 32 or more random bytes.`)
  if (Buffer.byteLength(secret) < SHORTEST_BYTES)
    throw new SecretError(
      `The secret in ${where} is shorter than ${SHORTEST_BYTES} bytes. Use 32 or more random bytes.`,
    )
  if (new Set(secret).size < 8 || isRepeated(secret))
    throw new SecretError(`The secret in ${where} repeats itself. Use 32 or more random bytes.`)
}

function isRepeated(text: string): boolean {
  return `${text}${text}`.indexOf(text, 1) < text.length
}

function keysOf(secret: string): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'sightline', purpose, 32))
  const encryption = derive('encrypt')
  const signing = derive('sign')
  return {
    encrypt: (text) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryption, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    decrypt: (text) => {
      const bytes = Buffer.from(text.replace(/^v1\./, ''), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },
    sign: (text) => createHmac('sha256', signing).update(text).digest('hex'),
    seal: sealOf(derive('seal')),
  }
}

function sealOf(key: Buffer): Seal {
  return {
    close: (bytes, about) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about))
      const body = [cipher.update(bytes), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...body])
    },
    open: (bytes, about) => {
      if (bytes.byteLength < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
