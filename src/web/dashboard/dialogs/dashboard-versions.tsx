import { VersionsDialog } from '../../data/versions/versions-dialog.tsx'
import { useDashboard } from '../store.ts'

/** The versions of the dashboard; one that is brought back is shown at once. */
export function DashboardVersions({ onClose }: { onClose: () => void }) {
  const id = useDashboard((state) => state.dashboardId)
  const name = useDashboard((state) => state.draft.properties.title)
  return (
    <VersionsDialog
      resource="dashboard"
      id={id}
      name={name}
      onClose={onClose}
      onRestored={() => window.location.reload()}
    />
  )
}
