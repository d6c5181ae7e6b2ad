import { createPrivateKey, createSign, type KeyObject } from 'node:crypto'
import { EngineFault } from '../../kit/fault.ts'
import { type Https, jsonOf } from '../../kit/https.ts'

/** What a token may be used for. */
export type Scope = 'bigquery' | 'bigquery.readonly'

interface ServiceKey {
  readonly email: string
  readonly keyId: string | undefined
  readonly key: KeyObject
  readonly tokenUrl: string
}

interface Held {
  readonly token: Promise<string>
  readonly until: number
}

const LIFE_S = 3_600
/** A token that ends so soon is not used any more. */
const MARGIN_MS = 120_000
const TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Tokens for a key, each held while it is good. */
export class Tokens {
  readonly #https: Https
  readonly #service: ServiceKey
  readonly #held = new Map<Scope, Held>()

  constructor(https: Https, key: string, user: string) {
    this.#https = https
    this.#service = readKey(key, user)
  }

  of(scope: Scope): Promise<string> {
    const held = this.#held.get(scope)
    if (held && held.until > Date.now()) return held.token
    const token = this.#ask(scope)
    this.#held.set(scope, { token, until: Date.now() + LIFE_S * 1000 - MARGIN_MS })
    token.catch(() => this.#held.delete(scope))
    return token
  }

  async #ask(scope: Scope): Promise<string> {
    const { tokenUrl } = this.#service
    const answer = await this.#https.ask({
      method: 'POST',
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertion(this.#service, scope, Math.floor(Date.now() / 1000)),
      }).toString(),
      isRepeatable: true,
      signal: AbortSignal.timeout(30_000),
    })
    const said = (jsonOf(answer) ?? {}) as Readonly<Record<string, unknown>>
    if (answer.status === 200 && typeof said.access_token === 'string') return said.access_token
    throw refused(`Google does not accept the key: ${String(said.error_description ?? said.error ?? answer.status)}.`)
  }
}

const refused = (message: string, cause?: unknown) =>
  new EngineFault(message, { type: 'CONNECTION_ACCESS_DENIED_ERROR', invalid: ['password'], cause })

/** Reads the JSON of a key. Throws in words for who gave it. */
function readKey(text: string, user: string): ServiceKey {
  const given = keyParts(text)
  const email = user === '' ? given.client_email : user
  if (given.type !== 'service_account' || !email || !given.private_key)
    throw refused('The key is none of a service account: give the whole JSON of one.')
  try {
    return { email, keyId: given.private_key_id, key: createPrivateKey(given.private_key), tokenUrl: tokenUrl(given) }
  } catch (cause) {
    throw refused('The private key in the key cannot be read.', cause)
  }
}

function tokenUrl({ token_uri = TOKEN_URL }: Readonly<Record<string, string>>): string {
  if (URL.parse(token_uri)?.protocol !== 'https:') throw refused('The key names no encrypted place for tokens.')
  return token_uri
}

function keyParts(text: string): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, string>>
  } catch (cause) {
    throw refused('The key is no JSON: give the whole text of the file.', cause)
  }
  throw refused('The key is no JSON object: give the whole text of the file.')
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function assertion({ email, keyId, key, tokenUrl: aud }: ServiceKey, scope: Scope, now: number): string {
  const head = part({ alg: 'RS256', typ: 'JWT', ...(keyId ? { kid: keyId } : {}) })
  const claims = part({
    iss: email,
    scope: `https://www.googleapis.com/auth/${scope}`,
    ...{ aud, iat: now, exp: now + LIFE_S },
  })
  const signature = createSign('RSA-SHA256').update(`${head}.${claims}`).sign(key, 'base64url')
  return `${head}.${claims}.${signature}`
}
