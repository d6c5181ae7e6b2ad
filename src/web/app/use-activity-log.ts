import { useEffect, useRef } from 'react'
import { leaveActivityLog, logActivity, openActivityPlace } from '../data/activity.ts'
import type { ActivityPlace } from '../data/activity-log.ts'
import { http } from '../data/http.ts'
import { useLocation } from '../ui/router.tsx'

const DASHBOARD = /^\/superset\/dashboard\/([^/]+)\/?$/

/** Notes which dashboard or chart is open, for "recent" on the home page, and where the events of the page happen. */
export function useActivityLog(isSignedIn: boolean): void {
  const { pathname, search } = useLocation()
  const dashboard = DASHBOARD.exec(pathname)?.[1]
  const chart = pathname.startsWith('/explore') ? Number(new URLSearchParams(search).get('slice_id')) : 0
  const isEditor = pathname.startsWith('/sqllab')
  const last = useRef<ActivityPlace | null>(null)
  useEffect(() => {
    if (!isSignedIn) return
    // An id in the address gives way to the slug of the same dashboard.
    const mount = (name: string, place: ActivityPlace) => {
      const isSame = last.current?.source === place.source && last.current.source_id === place.source_id
      last.current = place
      openActivityPlace(place)
      if (!isSame) logActivity({ event_name: name, event_type: 'timing', duration: Math.round(performance.now()) })
    }
    if (dashboard === undefined) last.current = null
    if (chart > 0) mount('mount_explorer', { source: 'explore', source_id: chart })
    if (isEditor) openActivityPlace({ source: 'sqlLab', source_id: 0 })
    const abort = new AbortController()
    if (dashboard !== undefined)
      dashboardId(dashboard, abort.signal)
        .then((id) => mount('mount_dashboard', { source: 'dashboard', source_id: id }))
        .catch(() => undefined)
    return () => {
      abort.abort()
      openActivityPlace(null)
    }
  }, [isSignedIn, dashboard, chart, isEditor])
  useEffect(() => {
    addEventListener('pagehide', leaveActivityLog)
    return () => removeEventListener('pagehide', leaveActivityLog)
  }, [])
}

async function dashboardId(idOrSlug: string, signal: AbortSignal): Promise<number> {
  if (/^\d+$/.test(idOrSlug)) return Number(idOrSlug)
  const { result } = await http.get<{ result: { id: number } }>(`/api/v1/dashboard/${idOrSlug}`, {
    signal,
    quiet: true,
  })
  return result.id
}
