import type { KeyScope } from '../../wire/caller.ts'
import type { RouteShape } from '../../wire/route.ts'

/** What reads though it is posted, since its question is too long for an address. */
const READING: ReadonlySet<string> = new Set([
  'POST /api/v1/chart/data',
  'POST /api/v1/chart/data/annotation',
  'POST /api/v1/chart/data/batch',
  'POST /api/v1/query/',
  'POST /api/v1/dashboard/{id}/cache_dashboard_screenshot/',
  'POST /api/v1/dashboard/{id}/download/',
  'POST /api/v1/datasource/{type}/{id}/validate_expression/',
  'POST /datasource/samples',
  'POST /superset/explore_json/',
  // Every tool of an agent is held against this list again, as the route that it asks.
  'POST /mcp',
])
/** Statements of one's own; they change data where their database lets their user do so. */
const SQL: ReadonlySet<string> = new Set([
  'POST /api/v1/database/{id}/validate_sql/',
  'POST /api/v1/query/stop',
  'POST /api/v1/sqllab/estimate/',
  'POST /api/v1/sqllab/execute/',
  'POST /api/v1/sqllab/export_streaming/',
  'POST /api/v1/sqllab/format_sql/',
])

/** True for a route that an API key of such scopes opens, if its user may: whatever only reads, and by `sql` statements. */
export function opensToKeys(
  { method, path }: Pick<RouteShape, 'method' | 'path'>,
  scopes: readonly KeyScope[],
): boolean {
  const key = `${method} ${path}`
  return method === 'GET' || READING.has(key) || (scopes.includes('sql') && SQL.has(key))
}
