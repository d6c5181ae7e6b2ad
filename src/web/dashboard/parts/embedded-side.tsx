import { useContext, useEffect, useRef } from 'react'
import { extraFormDataFor } from '../../../query/data-mask/clauses.ts'
import { encodeQueryContext } from '../../../query/wire/encode.ts'
import { chartRequest, type ExtraFormData } from '../../data/chart-request.ts'
import { type EmbeddedView, showEmbeddedView } from '../../data/embedded-view.ts'
import { useTimeZone } from '../../data/time-zone.ts'
import { ChartsContext } from '../charts-context.ts'
import { useFilterView } from '../filters/filter-inputs.tsx'
import { openTabIds } from '../model/tabs.ts'
import { dashboardCalls } from '../queries.ts'
import { type DashboardStore, useDashboardStore } from '../store.ts'

/** Lets the site around an embedded dashboard ask it: what it shows, and when that changes. */
export function EmbeddedSide() {
  const store = useDashboardStore()
  const payloads = usePayloads(store)
  const latest = useRef(payloads)
  latest.current = payloads
  useEffect(() => {
    showEmbeddedView(viewOf(store, (chartId) => latest.current(chartId)))
    return () => showEmbeddedView(null)
  }, [store])
  return null
}

function usePayloads(store: DashboardStore): EmbeddedView['chartPayloads'] {
  const charts = useContext(ChartsContext)
  const { clauses } = useFilterView()
  const timeZone = useTimeZone()
  return (chartId) => {
    const { dashboardId } = store.getState()
    const asked = [...charts.values()].filter(({ id }) => chartId === null || id === chartId)
    return Object.fromEntries(
      asked.flatMap(({ id, formData }) => {
        const extra = extraFormDataFor(id, clauses) as ExtraFormData
        const request = chartRequest({ ...formData, dashboardId }, { extra, timeZone })
        return request === null ? [] : [[String(id), encodeQueryContext(request)]]
      }),
    )
  }
}

function viewOf(store: DashboardStore, chartPayloads: EmbeddedView['chartPayloads']): EmbeddedView {
  const activeTabs = () => {
    const { history, activeTabs: active } = store.getState()
    return openTabIds(history.present.layout, active)
  }
  return {
    activeTabs,
    chartPayloads,
    dataMask: () => store.getState().masks,
    permalink: (anchor) => {
      const { dashboardId, masks } = store.getState()
      return dashboardCalls.permalink(dashboardId, {
        dataMask: masks,
        activeTabs: activeTabs(),
        ...(anchor === null ? {} : { anchor }),
      })
    },
    observe: (changed) =>
      store.subscribe(({ masks }, before) => {
        if (masks !== before.masks) changed(masks, before.masks)
      }),
  }
}
