import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleDashboards } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Endpoint } from '../../wire/mount.server.ts'
import { versionEndpoints } from '../kit/version-endpoints.server.ts'
import { dashboardRoutes, SaveBody } from './contract.ts'
import { objectOf } from './layout.ts'
import { saveDashboard } from './save.server.ts'

type Json = Readonly<Record<string, unknown>>
type Dashboard = Row<'dashboards'>

/** The versions of dashboards. Owners and roles are no part of them: who may see a dashboard is not undone. */
export const dashboardVersionEndpoints = (
  services: Services,
  allow: (dashboard: Dashboard, caller: Caller) => Promise<boolean>,
): Endpoint[] =>
  versionEndpoints(
    dashboardRoutes,
    {
      kind: 'dashboard',
      find: async (id, caller) =>
        (await services.db
          .selectFrom('dashboards')
          .selectAll()
          .where('id', '=', id)
          .where(visibleDashboards(caller))
          .executeTakeFirst()) ?? null,
      allow,
      state,
      restore: async (dashboard, { position, metadata, ...fields }, caller) => {
        const texts = { position_json: JSON.stringify(position), json_metadata: JSON.stringify(metadata) }
        const theme_id = await knownTheme(services, fields.theme_id)
        return saveDashboard(services, dashboard, SaveBody.parse({ ...fields, ...texts, theme_id }), caller)
      },
    },
    services,
  )

const FIELDS = [
  'dashboard_title',
  'slug',
  'description',
  'css',
  'theme_id',
  'certified_by',
  'certification_details',
] as const

/** The theme of a version, unless it was deleted since. */
async function knownTheme({ db }: Services, id: unknown): Promise<number | null> {
  if (typeof id !== 'number') return null
  return (await db.selectFrom('themes').select('id').where('id', '=', id).executeTakeFirst())?.id ?? null
}

/** A kept body is a whole record, or what a client sent to make the dashboard: with the layout inside the settings. */
function state(body: Json): Json {
  const { positions, ...metadata } = objectOf(textOf(body.json_metadata))
  const position = body.position_json ? objectOf(textOf(body.position_json)) : (positions ?? {})
  const fields = Object.fromEntries(FIELDS.map((name) => [name, body[name] ?? null]))
  return { ...fields, published: body.published === 1 || body.published === true, metadata, position }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
