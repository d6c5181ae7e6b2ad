import { createHash, createPrivateKey, createPublicKey, createSign, type KeyObject } from 'node:crypto'
import { EngineFault } from '../../kit/fault.ts'
import type { SnowflakeAddress } from './address.ts'

const LIFE_S = 60

/** What a sign-in says of who signs in, besides the name. Throws in words for who gave the secret. */
export function proofOf(address: SnowflakeAddress, now: number): Readonly<Record<string, string>> {
  const { secret, isToken } = address
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(secret))
    return { AUTHENTICATOR: 'SNOWFLAKE_JWT', TOKEN: signedToken(address, keyOf(secret), now) }
  return isToken ? { AUTHENTICATOR: 'PROGRAMMATIC_ACCESS_TOKEN', TOKEN: secret } : { PASSWORD: secret }
}

function keyOf(secret: string): KeyObject {
  try {
    return createPrivateKey(wrapped(secret))
  } catch (cause) {
    throw new EngineFault('The private key cannot be read; it must be one without a password of its own.', {
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
      invalid: ['password'],
      cause,
    })
  }
}

/** A key whose lines were joined when it was pasted. */
function wrapped(secret: string): string {
  const [, head = '', body = '', tail = ''] =
    /(-----BEGIN [A-Z ]+-----)(.*?)(-----END [A-Z ]+-----)/s.exec(secret) ?? []
  return `${head}\n${body.replaceAll(/\s+/g, '').replaceAll(/.{64}/g, '$&\n')}\n${tail}\n`
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signedToken({ account, user }: SnowflakeAddress, key: KeyObject, now: number): string {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const print = createHash('sha256').update(spki).digest('base64')
  const name = `${account}.${user.toUpperCase()}`
  const seconds = Math.floor(now / 1000)
  const claims = { iss: `${name}.SHA256:${print}`, sub: name, iat: seconds, exp: seconds + LIFE_S }
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
}
