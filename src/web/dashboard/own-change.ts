import { queryClient } from '../data/query-client.ts'
import { dashboardQuery } from './queries.ts'
import type { DashboardStore } from './store.ts'

/** After a change made here apart from saving, so that saving does not take it for someone else's. */
export async function seenAfterOwnChange(store: DashboardStore): Promise<void> {
  const { dashboardId } = store.getState()
  const latest = await queryClient.fetchQuery({ ...dashboardQuery(String(dashboardId)), staleTime: 0 })
  store.setState({ changedOn: latest.changed_on })
}
