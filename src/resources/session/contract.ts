import { z } from 'zod'
import { LANGUAGES } from '../../kernel/language.ts'
import { isTimeZone, NO_TIME_ZONE } from '../../query/time-range/zone.ts'
import { route } from '../../wire/route.ts'
import { flag } from '../kit/fields.ts'

const text = z.string()

export const loginPage = route({
  method: 'GET',
  path: '/login/',
  needs: 'anyone',
  object: 'none',
  face: 'page',
  query: z.object({ next: text.optional() }),
  reply: z.unknown(),
  summary: 'Sign-in page; open to anyone because it is where one signs in',
})
export const loginForm = route({
  method: 'POST',
  path: '/login/',
  needs: 'anyone',
  object: 'none',
  face: 'page',
  csrf: false,
  rate: 'login',
  bodyFormat: 'form',
  bodyLimit: 16_384,
  query: z.object({ next: text.optional() }),
  body: z.object({
    username: text.default(''),
    password: text.default(''),
    csrf_token: text.optional(),
    next: text.optional(),
  }),
  reply: z.unknown(),
  summary: 'Signs in by form; open to anyone, with its own token',
})
export const logout = route({
  method: 'GET',
  path: '/logout/',
  needs: 'anyone',
  object: 'none',
  face: 'page',
  reply: z.unknown(),
  summary: 'Ends the session; open to anyone because it only takes away',
})
export const loginApi = route({
  method: 'POST',
  path: '/api/v1/security/login',
  needs: 'anyone',
  object: 'none',
  csrf: false,
  rate: 'login',
  bodyLimit: 16_384,
  body: z.object({
    username: text,
    password: text,
    provider: z.literal('db', { error: 'Alternative authentication provider is not allowed' }).optional(),
    refresh: flag().optional(),
  }),
  reply: z.object({ access_token: text, refresh_token: text.optional() }),
  summary: 'Gives tokens for a name and a password; open to anyone because it proves who one is',
})
export const refreshApi = route({
  method: 'POST',
  path: '/api/v1/security/refresh',
  needs: 'anyone',
  object: 'none',
  csrf: false,
  rate: 'login',
  reply: z.object({ access_token: text }),
  summary: 'Gives an access token for a refresh token; open to anyone because the token proves who one is',
})
export const csrfToken = route({
  method: 'GET',
  path: '/api/v1/security/csrf_token/',
  needs: 'signed-in',
  object: 'none',
  reply: z.object({ result: text }),
  summary: 'The token that changes carry',
})

export const shardingTicket = route({
  method: 'GET',
  path: '/api/v1/security/sharding_ticket/',
  needs: 'signed-in',
  object: 'none',
  reply: z.object({ result: z.object({ ticket: text, expires_in: z.number() }) }),
  summary: 'What opens the charts of dashboards under further host names, where the installation has them',
})

const me = z.object({
  id: z.number(),
  username: text,
  first_name: text,
  last_name: text,
  email: text,
  is_active: z.boolean(),
  is_anonymous: z.boolean(),
  login_count: z.number(),
})
/** A guest has a name and no account. */
const guest = me.omit({ id: true, email: true, login_count: true })
export const readMe = route({
  method: 'GET',
  path: '/api/v1/me/',
  needs: 'signed-in',
  object: 'none',
  reply: z.object({ result: z.union([me, guest]) }),
  summary: 'The signed-in user, or the guest of a token',
})
export const changeMe = route({
  method: 'PUT',
  path: '/api/v1/me/',
  needs: 'signed-in',
  object: 'none',
  body: z.strictObject({
    first_name: text.min(1).max(64).optional(),
    last_name: text.min(1).max(64).optional(),
    password: text.optional(),
    current_password: text.optional(),
  }),
  reply: z.object({ result: me }),
  summary: 'Changes the own name or password',
})
const preferences = z.object({
  result: z.object({ time_zone: text.nullable(), language: z.enum(LANGUAGES).nullable() }),
})
export const myPreferences = route({
  method: 'GET',
  path: '/api/v1/me/preferences/',
  needs: 'signed-in',
  object: 'none',
  reply: preferences,
  summary: 'What the signed-in user has chosen',
})
export const changePreferences = route({
  method: 'PUT',
  path: '/api/v1/me/preferences/',
  needs: 'signed-in',
  object: 'none',
  body: z.object({
    time_zone: text.refine(isTimeZone, { error: NO_TIME_ZONE }).nullish(),
    language: z.enum(LANGUAGES, { error: `Must be one of: ${LANGUAGES.join(', ')}.` }).nullish(),
  }),
  reply: preferences,
  summary:
    'Chooses the time zone in which relative times are meant, and the language; null leaves those of the product',
})
export const myRoles = route({
  method: 'GET',
  path: '/api/v1/me/roles/',
  needs: 'signed-in',
  object: 'none',
  reply: z.object({
    result: z.object({
      userId: z.number().optional(),
      username: text,
      firstName: text,
      lastName: text,
      email: text.optional(),
      isActive: z.boolean(),
      isAnonymous: z.boolean(),
      createdOn: text.optional(),
      loginCount: z.number().optional(),
      permissions: z.record(z.string(), z.array(text)),
      roles: z.record(z.string(), z.array(z.tuple([text, text]))),
    }),
  }),
  summary: 'The signed-in user with roles and their pairs',
})
export const avatar = route({
  method: 'GET',
  path: '/api/v1/user/{id}/avatar.png',
  needs: 'signed-in',
  object: 'visible',
  params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
  reply: z.unknown(),
  summary: 'Picture of a user; empty where there is none',
})

export const sessionRoutes = [
  loginPage,
  loginForm,
  logout,
  loginApi,
  refreshApi,
  csrfToken,
  shardingTicket,
  readMe,
  changeMe,
  myPreferences,
  changePreferences,
  myRoles,
  avatar,
] as const
