import type { MetadataDb } from '../../metadata/open.server.ts'
import { Problem } from '../../wire/problem.ts'

/** Throws 422 with their names while reports are about one of the charts or dashboards, which would be sent of nothing. */
export async function refuseReported(
  db: MetadataDb,
  about: 'chart_id' | 'dashboard_id',
  ids: readonly number[],
): Promise<void> {
  const reports = await db
    .selectFrom('reports')
    .select('name')
    .where(about, 'in', [...ids])
    .orderBy('id')
    .execute()
  if (reports.length === 0) return
  const names = reports.map(({ name }) => name).join(',')
  throw new Problem(422, `There are associated alerts or reports: ${names}`)
}
