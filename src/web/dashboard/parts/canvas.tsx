import { GRID_ID, topLevelTabs } from '../../../query/dashboard/layout.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { useDashboard, useDraft } from '../store.ts'
import { LayoutNode, NodeList } from './layout-node.tsx'

/** The tiles of a dashboard: its top tabs, or its grid. */
export function Canvas() {
  const tabs = useDraft((draft) => topLevelTabs(draft.layout)?.id ?? null)
  const isEmpty = useDraft((draft) => (draft.layout[GRID_ID]?.children.length ?? 0) === 0)
  if (tabs !== null) return <LayoutNode id={tabs} />
  if (isEmpty) return <EmptyDashboard />
  return (
    <div className="dash-grid">
      <NodeList parentId={GRID_ID} />
    </div>
  )
}

function EmptyDashboard() {
  const t = useText()
  const canEdit = useDashboard((state) => state.canEdit)
  const startEditing = useDashboard((state) => state.startEditing)
  return (
    <EmptyState
      centred
      title={t('There are no charts on this dashboard')}
      action={
        canEdit && (
          <Button variant="primary" onClick={startEditing}>
            {t('Edit the dashboard')}
          </Button>
        )
      }
    >
      {canEdit ? t('Add charts, text and tabs in edit mode.') : t('Its owners have not added any yet.')}
    </EmptyState>
  )
}
