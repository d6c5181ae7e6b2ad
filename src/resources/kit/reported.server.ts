import type { MetadataDb } from '../../metadata/open.server.ts'
import { ownReports } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'

/**
 * Throws 422 while reports are about one of the charts or dashboards, which would be sent of nothing. Those that the
 * caller may see are named.
 */
export async function refuseReported(
  db: MetadataDb,
  about: 'chart_id' | 'dashboard_id',
  ids: readonly number[],
  caller: Caller,
): Promise<void> {
  const reports = db
    .selectFrom('reports')
    .select(['id', 'name'])
    .where(about, 'in', [...ids])
    .orderBy('id')
  const all = await reports.execute()
  if (all.length === 0) return
  const named = await reports.where(ownReports(caller)).execute()
  throw new Problem(422, `There are associated alerts or reports${namesOf(named, named.length < all.length)}`)
}

function namesOf(named: readonly { readonly name: string }[], hasHidden: boolean): string {
  const names = named.map(({ name }) => name).join(',')
  if (!hasHidden) return `: ${names}`
  return names === '' ? ' that you may not see' : `: ${names}, and others that you may not see`
}
