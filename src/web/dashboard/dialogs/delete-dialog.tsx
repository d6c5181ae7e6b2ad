import { PATHS } from '../../app/places.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { dashboardCalls } from '../queries.ts'
import { useDashboard } from '../store.ts'

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const id = useDashboard((state) => state.dashboardId)
  const title = useDashboard((state) => state.draft.properties.title)
  const handleDelete = async () => {
    try {
      await dashboardCalls.remove(id)
      toast.success(text('Deleted: {{name}}', { name: title }))
      await navigate(PATHS.dashboards, { isSettled: true })
    } catch (error) {
      toast.danger(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <ConfirmDialog
      title={t('Delete {{name}}', { name: title })}
      confirmLabel={t('Delete')}
      danger
      onConfirm={handleDelete}
      onClose={onClose}
    >
      <p>{t('The dashboard is gone for everyone. Its charts stay.')}</p>
    </ConfirmDialog>
  )
}
