import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { zipOf } from '../../gateway/zip.server.ts'
import { visibleDashboards } from '../../metadata/visible.server.ts'
import { type Endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Raw } from '../../wire/raw.ts'
import { dashboardExampleRoutes as routes } from './contract.ts'
import { exampleFiles } from './files.server.ts'

/** Dashboards as examples that bring their data along. */
export function dashboardExampleEndpoints(services: Services): Endpoint[] {
  const { db, now } = services
  return [
    objectEndpoint(routes.example, {
      find: async ({ params }, caller) =>
        /^\d{1,9}$/.test(params.id)
          ? ((await db
              .selectFrom('dashboards')
              .selectAll()
              .where('id', '=', Number(params.id))
              .where(visibleDashboards(caller))
              .executeTakeFirst()) ?? null)
          : null,
      missing: 'Not found',
      handle: async ({ query }, caller, dashboard, context) => {
        const sample = Number(/^[1-9]\d{0,8}$/.exec(query.sample_rows ?? '')?.[0] ?? 0) || null
        const wishes = { hasData: query.export_data?.toLowerCase() !== 'false', sampleRows: sample }
        const files = await exampleFiles(services, caller, dashboard, wishes, context.signal)
        services.audit(auditEvent('dashboard.export_as_example', `dashboard ${dashboard.id}`, caller, context))
        const name = `${asciiOf(dashboard.slug ?? '') || `dashboard_${dashboard.id}`}_example.zip`
        const headers = { 'content-type': 'application/zip', 'content-disposition': `attachment; filename=${name}` }
        return new Raw(200, headers, await zipOf(files, now()))
      },
    }),
  ]
}

const asciiOf = (slug: string) => slug.normalize('NFKD').replace(/[^\w.-]+/g, '')
