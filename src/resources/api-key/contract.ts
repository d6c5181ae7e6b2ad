import { z } from 'zod'
import { KEY_SCOPES, type KeyScope } from '../../wire/caller.ts'
import { route } from '../../wire/route.ts'
import { Message } from '../kit/contract.ts'
import { lengthBetween, maybe, text } from '../kit/fields.ts'

const BASE = '/api/v1/security/api_keys'
const VIEW = 'ApiKey'
const KeyParams = z.object({ uuid: z.string() })

const isScope = (word: string): word is KeyScope => (KEY_SCOPES as readonly string[]).includes(word)

/** What a key may do, as its text names it; null is all that its user may. Gives null also for a text without a word. */
export function scopesOf(words: string | null): readonly KeyScope[] | null {
  const scopes = wordsOf(words ?? '').filter(isScope)
  return scopes.length === 0 ? null : scopes
}

const wordsOf = (words: string) =>
  words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

const common = {
  uuid: z.string(),
  name: z.string(),
  /** Its first letters, by which one knows it again. */
  key_prefix: z.string(),
  scopes: z.string().nullable(),
  created_on: z.string(),
  expires_on: z.string().nullable(),
}
const ApiKey = z.object({
  ...common,
  active: z.boolean(),
  last_used_on: z.string().nullable(),
  revoked_on: z.string().nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

export const apiKeyRoutes = {
  list: route({
    method: 'GET',
    path: `${BASE}/`,
    needs: ['can_read', VIEW],
    object: 'listed',
    reply: z.object({ result: z.array(ApiKey) }),
    summary: 'API keys of the signed-in user, the newest first',
  }),
  create: route({
    method: 'POST',
    path: `${BASE}/`,
    needs: ['can_write', VIEW],
    object: 'none',
    body: z.strictObject({
      name: lengthBetween(1, 200).refine((name) => name.trim() !== '', 'Length must be between 1 and 200.'),
      scopes: maybe(
        text().refine(
          (words) => wordsOf(words).every(isScope),
          `Not a valid scope. Known: ${KEY_SCOPES.join(', ')}; none for all that its user may.`,
        ),
      ),
      expires_on: maybe(text()),
    }),
    reply: z.object({ result: z.object({ ...common, key: z.string() }) }),
    status: 201,
    summary: 'Make an API key; the key itself is told here and never again',
  }),
  read: route({
    method: 'GET',
    path: `${BASE}/{uuid}`,
    needs: ['can_read', VIEW],
    object: 'visible',
    params: KeyParams,
    reply: z.object({ result: ApiKey }),
    summary: 'One API key of the signed-in user',
  }),
  revoke: route({
    method: 'DELETE',
    path: `${BASE}/{uuid}`,
    needs: ['can_write', VIEW],
    object: 'visible',
    params: KeyParams,
    reply: Message,
    summary: 'Revoke an API key, at once and for ever',
  }),
} as const
