import { useEffect } from 'react'
import { logActivity } from '../data/activity.ts'
import { http } from '../data/http.ts'
import { useLocation } from '../ui/router.tsx'

const DASHBOARD = /^\/superset\/dashboard\/([^/]+)\/?$/

/** Notes which dashboard or chart is open, for "recent" on the home page. */
export function useActivityLog(isSignedIn: boolean): void {
  const { pathname, search } = useLocation()
  const dashboard = DASHBOARD.exec(pathname)?.[1]
  const chart = pathname.startsWith('/explore') ? Number(new URLSearchParams(search).get('slice_id')) : 0
  useEffect(() => {
    if (!isSignedIn) return
    if (chart > 0) logActivity({ event_name: 'mount_explorer', source: 'explore', source_id: chart })
    if (dashboard === undefined) return
    const abort = new AbortController()
    dashboardId(dashboard, abort.signal)
      .then((id) => logActivity({ event_name: 'mount_dashboard', source: 'dashboard', source_id: id }))
      .catch(() => undefined)
    return () => abort.abort()
  }, [isSignedIn, dashboard, chart])
}

async function dashboardId(idOrSlug: string, signal: AbortSignal): Promise<number> {
  if (/^\d+$/.test(idOrSlug)) return Number(idOrSlug)
  const { result } = await http.get<{ result: { id: number } }>(`/api/v1/dashboard/${idOrSlug}`, {
    signal,
    quiet: true,
  })
  return result.id
}
