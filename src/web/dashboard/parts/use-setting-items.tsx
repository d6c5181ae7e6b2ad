import { IconClick, IconLayoutNavbar, IconLayoutSidebar } from '@tabler/icons-react'
import type { Metadata } from '../../../query/dashboard/metadata.ts'
import type { MenuItem } from '../../ui/menu-item.ts'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { hasCrossFilters } from '../features.ts'
import { seenAfterOwnChange } from '../own-change.ts'
import { dashboardCalls } from '../queries.ts'
import { saveFailure } from '../save-failure.ts'
import { type DashboardStore, useDashboardStore, useDraft } from '../store.ts'

/** Settings of the whole dashboard that are changed while it is read: they act at once and are kept. */
export function useSettingItems(): readonly MenuItem[] {
  const t = useText()
  const store = useDashboardStore()
  const isVertical = useDraft((draft) => draft.metadata.filterBarOrientation === 'VERTICAL')
  const isOn = useDraft((draft) => draft.metadata.isCrossFilteringEnabled)
  const place = {
    label: isVertical ? t('Filters above the charts') : t('Filters beside the charts'),
    icon: isVertical ? <IconLayoutNavbar aria-hidden /> : <IconLayoutSidebar aria-hidden />,
    onSelect: () => void keep(store, { filterBarOrientation: isVertical ? 'HORIZONTAL' : 'VERTICAL' }),
  }
  const clicks = {
    label: isOn ? t('Clicks filter nothing') : t('Clicks filter the other charts'),
    icon: <IconClick aria-hidden />,
    onSelect: () => void keep(store, { isCrossFilteringEnabled: !isOn }),
  }
  return [place, ...(hasCrossFilters() ? [clicks] : [])]
}

async function keep(store: DashboardStore, change: Partial<Metadata>): Promise<void> {
  const { dashboardId, draft, applyUnsaved } = store.getState()
  const set = (metadata: Partial<Metadata>) =>
    applyUnsaved((before) => ({ ...before, metadata: { ...before.metadata, ...metadata } }))
  const { filterBarOrientation, isCrossFilteringEnabled } = draft.metadata
  set(change)
  try {
    await dashboardCalls.saveMetadata(dashboardId, { ...draft.metadata, ...change })
    await seenAfterOwnChange(store)
  } catch (error) {
    set({ filterBarOrientation, isCrossFilteringEnabled })
    toast.danger(saveFailure(error))
  }
}
