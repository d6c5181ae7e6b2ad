import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Services } from '../../gateway/services.server.ts'
import { deleteValue, getValue, newKey, putValue } from '../../metadata/key-values.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { findVisibleDashboard, visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { redirect } from '../../wire/raw.ts'
import { PermalinkBody, permalinkFailure, dashboardStateRoutes as routes } from './contract.ts'

const STATE_KIND = 'dashboard_filter_state'
const PERMALINK_KIND = 'dashboard_permalink'
const STATE_TTL_SEC = 90 * 86_400

type Dashboard = Row<'dashboards'>
interface StoredPermalink {
  readonly dashboardId: string
  readonly state: PermalinkBody
}

/** Shared states of dashboards: permalinks, filter values (reference: charts-dashboards A.4). */
export function dashboardStateEndpoints(services: Services): Endpoint[] {
  return [...permalinkEndpoints(services), ...stateEndpoints(services)]
}

const findIn =
  ({ db }: Services) =>
  ({ params }: { readonly params: { readonly id: string } }, caller: Caller): Promise<Dashboard | null> =>
    findVisibleDashboard(db, params.id, caller)

function permalinkEndpoints(services: Services): Endpoint[] {
  const { db, now } = services
  return [
    objectEndpoint(routes.storePermalink, {
      find: findIn(services),
      missing: 'Dashboard not found.',
      handle: async ({ body }, caller, dashboard, { origin }) => {
        const key = newKey()
        const value: StoredPermalink = { dashboardId: dashboard.uuid, state: readState(body) }
        await putValue(db, { kind: PERMALINK_KIND, key, value, userId: caller.userId, now: now(), ttlSec: null })
        return { key, url: `${origin}/superset/dashboard/p/${key}/` }
      },
    }),
    objectEndpoint(routes.readPermalink, {
      find: ({ params }) => getValue(db, PERMALINK_KIND, params.key, now()),
      handle: async (_input, caller, { value }) => {
        const stored = value as StoredPermalink
        const seen = await db
          .selectFrom('dashboards')
          .select('id')
          .where('uuid', '=', stored.dashboardId)
          .where(visibleDashboards(caller))
          .executeTakeFirst()
        if (!seen) throw new Problem(403, "You don't have access to this dashboard.")
        return { ...stored }
      },
    }),
    objectEndpoint(routes.permalinkPage, {
      find: ({ params }) => getValue(db, PERMALINK_KIND, params.key, now()),
      missing: 'Error: Invalid permalink key',
      handle: ({ params }, _caller, { value }) => redirect(addressOf(value as StoredPermalink, params.key)),
    }),
  ]
}

function readState(body: unknown): PermalinkBody {
  const result = z.safeDecode(PermalinkBody, body as never)
  if (result.success) return result.data
  const fields: Record<string, string[]> = {}
  for (const issue of result.error.issues)
    for (const name of issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '_schema')])
      fields[name] = [issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message]
  throw new Problem(400, permalinkFailure(fields))
}

/** The dashboard with the key of its state; parameters and anchor of the shared address are part of it. */
function addressOf({ dashboardId, state }: StoredPermalink, key: string): string {
  const pairs = (state.urlParams ?? []).map(([name, value]) => [name ?? '', value ?? ''])
  const hash = state.anchor ? `#${encodeURIComponent(state.anchor.toWellFormed())}` : ''
  return `/superset/dashboard/${dashboardId}/?${new URLSearchParams([['permalink_key', key], ...pairs])}${hash}`
}

function stateEndpoints(services: Services): Endpoint[] {
  const { db, now, sign } = services
  const find = findIn(services)
  const write = (key: string, dashboard: Dashboard, value: string, caller: Caller) =>
    putValue(db, {
      kind: STATE_KIND,
      key,
      value: { dashboardId: dashboard.id, value: jsonOf(value) },
      userId: caller.userId,
      now: now(),
      ttlSec: STATE_TTL_SEC,
    })
  const read = async (key: string, dashboard: Dashboard) => {
    const found = await getValue(db, STATE_KIND, key, now())
    const value = found?.value as { dashboardId: number; value: string } | undefined
    return value?.dashboardId === dashboard.id ? { value: value.value, userId: found?.row.user_id ?? null } : null
  }
  return [
    objectEndpoint(routes.storeState, {
      find,
      missing: 'Resource was not found.',
      handle: async ({ body, query }, caller, dashboard) => {
        const name = JSON.stringify([caller.userId, caller.sessionId, query.tab_id, dashboard.id])
        const key = query.tab_id ? createHash('sha256').update(sign(name)).digest('base64url').slice(0, 22) : newKey()
        await write(key, dashboard, body.value, caller)
        return { key }
      },
    }),
    objectEndpoint(routes.readState, {
      find,
      missing: 'Resource was not found.',
      handle: async ({ params }, _caller, dashboard) => {
        const found = await read(params.key, dashboard)
        if (!found) throw notFound()
        return { value: found.value }
      },
    }),
    objectEndpoint(routes.updateState, {
      find,
      missing: 'Resource was not found.',
      handle: async ({ params, body }, caller, dashboard) => {
        const found = await read(params.key, dashboard)
        if (found && found.userId !== caller.userId) throw new Problem(403, 'Forbidden')
        await write(params.key, dashboard, body.value, caller)
        return { key: params.key }
      },
    }),
    objectEndpoint(routes.deleteState, {
      find,
      missing: 'Resource was not found.',
      handle: async ({ params }, caller, dashboard) => {
        const found = await read(params.key, dashboard)
        if (!found) throw notFound()
        if (found.userId !== caller.userId) throw new Problem(403, 'Forbidden')
        await deleteValue(db, STATE_KIND, params.key)
        return { message: 'Deleted successfully' }
      },
    }),
  ]
}

function jsonOf(text: string): string {
  try {
    JSON.parse(text)
    return text
  } catch (cause) {
    throw new Problem(400, { value: ['JSON not valid'] }, { cause })
  }
}
