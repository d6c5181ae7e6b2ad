import { type Https, jsonOf } from '../../kit/https.ts'
import type { DatabricksAddress } from './address.ts'
import { DatabricksFailure } from './errors.ts'

const MARGIN_MS = 60_000
const ASK_MS = 30_000

/** The token of a workspace: the one that was given, or one that a service principal gets for its secret. */
export class Tokens {
  readonly #https: Https
  readonly #address: DatabricksAddress
  #held: { readonly token: Promise<string>; until: number } | null = null

  constructor(https: Https, address: DatabricksAddress) {
    this.#https = https
    this.#address = address
  }

  token(): Promise<string> {
    const { clientId, secret } = this.#address
    if (clientId === null) return Promise.resolve(secret)
    if (this.#held && this.#held.until > Date.now()) return this.#held.token
    const held = { token: this.#ask(clientId), until: Number.POSITIVE_INFINITY }
    this.#held = held
    held.token.catch(() => {
      this.#held = null
    })
    return held.token
  }

  async #ask(clientId: string): Promise<string> {
    const { origin, secret } = this.#address
    const answer = await this.#https.ask({
      method: 'POST',
      url: `${origin}/oidc/v1/token`,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials&scope=all-apis',
      signal: AbortSignal.timeout(ASK_MS),
      isRepeatable: true,
    })
    const said = (jsonOf(answer) ?? {}) as Readonly<Record<string, unknown>>
    if (answer.status !== 200 || typeof said.access_token !== 'string')
      throw new DatabricksFailure('The workspace does not accept the application id and its secret.', '', 401)
    if (this.#held) this.#held.until = Date.now() + Number(said.expires_in ?? 0) * 1000 - MARGIN_MS
    return said.access_token
  }
}
