import { syncedWithLayout } from '../../../query/dashboard/chart-configuration.ts'
import { savedTitle } from '../../../query/dashboard/title.ts'
import { queryClient } from '../../data/query-client.ts'
import { hasRoleAccess } from '../features.ts'
import { type Draft, savePayload } from '../model/draft.ts'
import { draftFrom, type WireDashboard } from '../model/wire.ts'
import { dashboardCalls, dashboardChartsQuery, dashboardQuery } from '../queries.ts'
import type { DashboardStore } from '../store.ts'

export const readStored = (id: number): Promise<WireDashboard> =>
  queryClient.fetchQuery({ ...dashboardQuery(String(id)), staleTime: 0 })

/** What is stored as a draft, with the charts that it has now. */
export async function storedAsDraft(stored: WireDashboard): Promise<Draft> {
  const charts = await queryClient.fetchQuery({ ...dashboardChartsQuery(String(stored.id)), staleTime: 0 })
  return draftFrom(stored, charts)
}

/** Saves what is edited; with `seen`, only if nobody has changed the dashboard since. */
export async function writeDraft(store: DashboardStore, seen: string | null): Promise<void> {
  const { dashboardId, history, markSaved } = store.getState()
  const draft = draftToSave(history.present)
  await dashboardCalls.save(dashboardId, savePayload(draft, { hasRoleAccess: hasRoleAccess() }), seen)
  const saved = await readStored(dashboardId)
  queryClient.setQueriesData<WireDashboard>(
    { queryKey: ['dashboard'], predicate: ({ queryKey }) => queryKey.length === 2 },
    (before) => (before?.id === saved.id ? saved : before),
  )
  markSaved(draft, saved.changed_on)
  await queryClient.invalidateQueries({ queryKey: ['dashboard'], refetchType: 'none' })
}

function draftToSave(draft: Draft): Draft {
  const title = savedTitle(draft.properties.title)
  return {
    ...draft,
    metadata: syncedWithLayout(draft.metadata, draft.layout),
    properties: { ...draft.properties, title },
  }
}
