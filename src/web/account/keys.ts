import { queryOptions } from '@tanstack/react-query'
import { http } from '../data/http.ts'

const KEYS = '/api/v1/security/api_keys/'
const DAY_MS = 86_400_000

export interface ApiKey {
  readonly uuid: string
  readonly name: string
  readonly key_prefix: string
  /** Words with commas; null for all that the user may. */
  readonly scopes: string | null
  readonly active: boolean
  readonly created_on: string
  readonly expires_on: string | null
  readonly last_used_on: string | null
  readonly revoked_on: string | null
}

export const keysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await http.get<{ readonly result: readonly ApiKey[] }>(KEYS, { signal })).result,
})

/** What a new key is for; `days` is 0 for one that stays until it is revoked. */
export interface NewKey {
  readonly name: string
  readonly scopes: string
  readonly days: number
}

/** Makes a key and gives it; nobody can read it later. */
export async function makeKey({ name, scopes, days }: NewKey): Promise<string> {
  const expires_on = days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString()
  const { result } = await http.post<{ readonly result: { readonly key: string } }>(KEYS, {
    name,
    scopes: scopes || null,
    expires_on,
  })
  return result.key
}

export const revokeKey = (uuid: string) => http.delete(`${KEYS}${uuid}`)
