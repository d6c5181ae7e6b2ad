import { useContext } from 'react'
import { isEmptyExtra } from '../../query/data-mask/merge.ts'
import { chartPath } from '../app/places.ts'
import type { ExtraFormData } from '../data/chart-request.ts'
import { pathInTimeZone, TimeZoneContext } from '../data/time-zone.ts'
import { useNavigate } from '../ui/router.tsx'
import { exploreForm } from './model/explore-form.ts'
import type { DashboardChart } from './model/wire.ts'
import { dashboardCalls } from './queries.ts'
import { useDashboard } from './store.ts'

/** Opens a chart in Explore under the filters and in the time zone that it has here. */
export function useOpenInExplore(extra: ExtraFormData): (chart: DashboardChart) => Promise<void> {
  const navigate = useNavigate()
  const dashboardId = useDashboard((state) => state.dashboardId)
  const timeZone = useContext(TimeZoneContext)
  return async (chart) => {
    const path = pathInTimeZone(chartPath(chart.id), timeZone)
    if (chart.datasetId === null || isEmptyExtra(extra)) {
      await navigate(path)
      return
    }
    const form = exploreForm(chart.formData, extra, dashboardId)
    const { key } = await dashboardCalls.keepForm(chart.id, chart.datasetId, form)
    await navigate(`${path}&form_data_key=${encodeURIComponent(key)}`)
  }
}
