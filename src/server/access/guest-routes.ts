import type { RouteShape } from '../../wire/route.ts'

/**
 * All that a guest token opens, beside what is open to anyone: a dashboard, its charts and their answers, and what the
 * page around them asks. Any other route refuses a guest, whatever pairs the guests' role holds.
 */
export const GUEST_ROUTES: readonly string[] = [
  'GET /api/v1/me/',
  'GET /api/v1/me/roles/',
  'GET /api/v1/security/csrf_token/',
  'GET /api/v1/embedded_dashboard/{uuid}',
  'GET /api/v1/dashboard/',
  'GET /api/v1/dashboard/{id}',
  'GET /api/v1/dashboard/{id}/charts',
  'GET /api/v1/dashboard/{id}/datasets',
  'GET /api/v1/dashboard/{id}/tabs',
  'GET /api/v1/chart/',
  'GET /api/v1/dataset/',
  'POST /api/v1/chart/data',
  'POST /api/v1/chart/data/batch',
  'GET /api/v1/chart/data/{cache_key}',
  'GET /api/v1/async_event/',
  'GET /api/v1/time_range/',
  'POST /api/v1/dashboard/{id}/permalink',
  'GET /api/v1/dashboard/permalink/{key}',
  'POST /superset/log/',
]

const known: ReadonlySet<string> = new Set(GUEST_ROUTES)

/** True for a route that a guest token opens. */
export const opensToGuests = ({ method, path }: Pick<RouteShape, 'method' | 'path'>): boolean =>
  known.has(`${method} ${path}`)
