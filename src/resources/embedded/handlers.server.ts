import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { findVisibleDashboard } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound } from '../../wire/problem.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { issueGuestToken } from '../kit/guest-tokens.server.ts'
import { wireInstant } from '../kit/project.ts'
import { embeddedRoutes as routes } from './contract.ts'
import { embeddedPage } from './embedded-page.server.ts'
import { guestClaims } from './guest-claims.server.ts'

type Keyed = { readonly params: { readonly id: string } }
type Dashboard = Row<'dashboards'>
type Embedded = Row<'embedded'>

/** Dashboards inside other sites, and the tokens of those who see them there (reference: charts-dashboards A.4, A.9). */
export function embeddedEndpoints(services: Services): Endpoint[] {
  return [
    ...configurationEndpoints(services),
    objectEndpoint(routes.byUuid, {
      find: async ({ params }, caller) => (mayAsk(caller, params.uuid) ? findEmbedded(services, params.uuid) : null),
      handle: async (_input, caller, stored) => ({ result: await embeddedWire(services, stored, caller) }),
    }),
    endpoint(routes.guestToken, async ({ body }, caller, context) => {
      const claims = await guestClaims(services, body)
      const token = await issueGuestToken(services, claims)
      const detail = { guest: claims.user.username, rls: claims.rls.length }
      const object = `dashboards ${claims.resources.map(({ id }) => id).join(', ')}`
      services.audit(auditEvent('grant guest token', object, caller, context, detail))
      return { token }
    }),
    objectEndpoint(routes.page, {
      find: ({ params }) => findEmbedded(services, params.uuid),
      handle: (_input, _caller, stored, context) => embeddedPage(services, stored, context),
    }),
  ]
}

function configurationEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const find = ({ params }: Keyed, caller: Caller) => findVisibleDashboard(db, params.id, caller)
  const set = async (dashboard: Dashboard, domains: readonly string[], caller: Caller, context: RequestContext) => {
    const stored = await storeDomains(services, dashboard.id, domains, caller)
    services.audit(auditEvent('embed', `dashboard ${dashboard.id}`, caller, context, { domains }))
    return { result: await embeddedWire(services, stored, caller) }
  }
  return [
    objectEndpoint(routes.read, {
      find,
      handle: async (_input, caller, dashboard) => {
        const stored = await embeddingOf(services, dashboard.id)
        if (!stored) throw notFound()
        return { result: await embeddedWire(services, stored, caller) }
      },
    }),
    objectEndpoint(routes.set, {
      find,
      handle: ({ body }, caller, dashboard, context) => set(dashboard, body.allowed_domains, caller, context),
    }),
    objectEndpoint(routes.change, {
      find,
      handle: ({ body }, caller, dashboard, context) => set(dashboard, body.allowed_domains, caller, context),
    }),
    objectEndpoint(routes.remove, {
      find,
      handle: async (_input, caller, dashboard, context) => {
        await db.deleteFrom('embedded').where('dashboard_id', '=', dashboard.id).execute()
        services.audit(auditEvent('stop embedding', `dashboard ${dashboard.id}`, caller, context))
        return { message: 'OK' }
      },
    }),
  ]
}

/** A guest hears of the dashboards of its token only. */
const mayAsk = (caller: Caller, uuid: string) =>
  caller.kind !== 'guest' || caller.guest?.resources.some(({ id }) => id === uuid) === true

const findEmbedded = async ({ db }: Services, uuid: string): Promise<Embedded | null> =>
  (await db.selectFrom('embedded').selectAll().where('uuid', '=', uuid).executeTakeFirst()) ?? null

const embeddingOf = ({ db }: Services, dashboardId: number): Promise<Embedded | undefined> =>
  db.selectFrom('embedded').selectAll().where('dashboard_id', '=', dashboardId).executeTakeFirst()

/** Where it was embedded already, its uuid stays, so that sites which show it go on. */
async function storeDomains(
  services: Services,
  dashboardId: number,
  domains: readonly string[],
  caller: Caller,
): Promise<Embedded> {
  const { db, now } = services
  const have = await embeddingOf(services, dashboardId)
  const row = { allowed_domains: JSON.stringify(domains), changed_on: now().toISOString(), changed_by: caller.userId }
  const stored: Embedded = { uuid: have?.uuid ?? crypto.randomUUID(), dashboard_id: dashboardId, ...row }
  if (have) await db.updateTable('embedded').set(row).where('uuid', '=', have.uuid).execute()
  else await db.insertInto('embedded').values(stored).execute()
  return stored
}

async function embeddedWire({ db }: Services, stored: Embedded, caller: Caller) {
  const by =
    stored.changed_by === null || caller.kind === 'guest'
      ? undefined
      : await db
          .selectFrom('users')
          .select(['id', 'username', 'first_name', 'last_name'])
          .where('id', '=', stored.changed_by)
          .executeTakeFirst()
  return {
    uuid: stored.uuid,
    allowed_domains: JSON.parse(stored.allowed_domains) as string[],
    dashboard_id: String(stored.dashboard_id),
    changed_on: wireInstant(stored.changed_on) ?? stored.changed_on,
    changed_by: by ?? null,
  }
}
