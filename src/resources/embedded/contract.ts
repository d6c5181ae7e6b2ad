import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Message } from '../kit/contract.ts'
import { integer, list, maybe, text } from '../kit/fields.ts'
import { isDomain } from './domains.ts'

const DASHBOARD = '/api/v1/dashboard/{id}/embedded'
const MOST_DOMAINS = 100
const MOST_RULES = 100
const MOST_RESOURCES = 100
const LONGEST_CLAUSE = 4000

const Key = z.object({ id: z.string() })
const Uuid = z.object({ uuid: z.string().max(64) })
const Domains = z.strictObject({
  allowed_domains: list(text().refine(isDomain, 'Not a domain such as https://app.example.com.')).max(
    MOST_DOMAINS,
    `At most ${MOST_DOMAINS} domains.`,
  ),
})

const Person = z.object({ id: z.number(), username: z.string(), first_name: z.string(), last_name: z.string() })
const Embedding = z.object({
  result: z.object({
    uuid: z.string(),
    allowed_domains: z.array(z.string()),
    dashboard_id: z.string(),
    changed_on: z.string(),
    changed_by: Person.nullable(),
  }),
})

const Guest = z.object({
  username: maybe(text().max(256)),
  first_name: maybe(text().max(256)),
  last_name: maybe(text().max(256)),
})
const Resource = z.object({ type: z.literal('dashboard', { error: 'Must be one of: dashboard.' }), id: text().max(64) })
const Rule = z.object({
  dataset: maybe(integer()),
  clause: text().max(LONGEST_CLAUSE, `At most ${LONGEST_CLAUSE} characters.`),
})

export const embeddedRoutes = {
  read: route({
    method: 'GET',
    path: DASHBOARD,
    needs: ['can_read', 'Dashboard'],
    object: 'visible',
    params: Key,
    reply: Embedding,
    summary: 'How a dashboard is embedded',
  }),
  set: route({
    method: 'POST',
    path: DASHBOARD,
    needs: ['can_set_embedded', 'Dashboard'],
    object: 'visible',
    params: Key,
    body: Domains,
    reply: Embedding,
    summary: 'Allow embedding',
  }),
  change: route({
    method: 'PUT',
    path: DASHBOARD,
    needs: ['can_set_embedded', 'Dashboard'],
    object: 'visible',
    params: Key,
    body: Domains,
    reply: Embedding,
    summary: 'Change where a dashboard is embedded',
  }),
  remove: route({
    method: 'DELETE',
    path: DASHBOARD,
    needs: ['can_set_embedded', 'Dashboard'],
    object: 'visible',
    params: Key,
    reply: Message,
    summary: 'Stop embedding',
  }),
  byUuid: route({
    method: 'GET',
    path: '/api/v1/embedded_dashboard/{uuid}',
    needs: ['can_read', 'EmbeddedDashboard'],
    object: 'visible',
    params: Uuid,
    reply: Embedding,
    summary: 'An embedded dashboard by its uuid',
  }),
  guestToken: route({
    method: 'POST',
    path: '/api/v1/security/guest_token/',
    needs: ['can_grant_guest_token', 'SecurityRestApi'],
    object: 'none',
    rate: 'guest',
    body: z.object({
      user: maybe(Guest),
      resources: list(Resource).min(1, 'At least one dashboard.').max(MOST_RESOURCES),
      rls: list(Rule).max(MOST_RULES),
    }),
    reply: z.object({ token: z.string() }),
    summary: 'A token with which a guest sees embedded dashboards',
  }),
  page: route({
    method: 'GET',
    path: '/embedded/{uuid}',
    needs: 'anyone',
    object: 'visible',
    face: 'page',
    params: Uuid,
    reply: z.unknown(),
    summary: 'Page of an embedded dashboard; open to anyone because it shows nothing without a guest token',
  }),
}
