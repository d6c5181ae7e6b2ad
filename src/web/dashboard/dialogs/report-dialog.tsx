import { useMemo } from 'react'
import { ReportDialog } from '../../data/report-dialog.tsx'
import { useDashboard } from '../store.ts'

/** The report of the user about the dashboard. */
export function DashboardReportDialog({ onClose }: { onClose: () => void }) {
  const id = useDashboard((state) => state.dashboardId)
  const name = useDashboard((state) => state.draft.properties.title)
  const target = useMemo(() => ({ method: 'dashboards', id, name }) as const, [id, name])
  return <ReportDialog target={target} onClose={onClose} />
}
