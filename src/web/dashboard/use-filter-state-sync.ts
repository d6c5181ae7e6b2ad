import { useEffect, useRef } from 'react'
import type { DataMasks } from '../../query/data-mask/filter-config.ts'
import { bootstrap } from '../app/bootstrap.ts'
import { useNavigate } from '../ui/router.tsx'
import { dashboardCalls } from './queries.ts'
import { useDashboard } from './store.ts'

const SETTLE_MS = 500

/** Keeps the chosen filters on the server under a key in the address, so that a reload shows them again. */
export function useFilterStateSync(): void {
  const navigate = useNavigate()
  const dashboardId = useDashboard((state) => state.dashboardId)
  const masks = useDashboard((state) => state.masks)
  const saved = useRef<DataMasks>(masks)
  useEffect(() => {
    if (masks === saved.current || !bootstrap().user) return
    const timer = setTimeout(() => {
      saved.current = masks
      void keep(dashboardId, masks).then((key) => {
        const search = new URLSearchParams(window.location.search)
        if (key === null || search.get('native_filters_key') === key) return
        search.set('native_filters_key', key)
        search.delete('permalink_key')
        void navigate({ search: search.toString(), hash: window.location.hash }, { replace: true })
      })
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [masks, dashboardId, navigate])
}

/** Null when the state could not be kept: the filters act all the same. */
async function keep(dashboardId: number, masks: DataMasks): Promise<string | null> {
  const known = new URLSearchParams(window.location.search).get('native_filters_key')
  const call = known
    ? dashboardCalls.updateFilterState(dashboardId, known, masks)
    : dashboardCalls.createFilterState(dashboardId, masks)
  return call.then(
    (body) => body.key,
    () => null,
  )
}
