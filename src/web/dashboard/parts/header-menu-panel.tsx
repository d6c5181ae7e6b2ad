import {
  IconArrowBackUp,
  IconClick,
  IconCode,
  IconCopy,
  IconDownload,
  IconMail,
  IconMaximize,
  IconRefresh,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react'
import { can } from '../../app/bootstrap.ts'
import { canSendReports } from '../../data/can-send-reports.ts'
import { isEmbedded } from '../../data/embedding.ts'
import type { MenuItem, MenuPlace } from '../../ui/menu-item.ts'
import { MenuPanel } from '../../ui/menu-panel.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import { hasCrossFilters } from '../features.ts'
import { useDashboard, useDraft } from '../store.ts'
import { useSettingItems } from './use-setting-items.tsx'

export type HeaderDialogName =
  | 'download'
  | 'report'
  | 'scoping'
  | 'save-as'
  | 'refresh'
  | 'properties'
  | 'embed'
  | 'versions'
  | 'delete'

export interface HeaderMenuPanelProps extends MenuPlace {
  onRefresh: () => void
  show: (dialog: HeaderDialogName) => void
}

/** The opened menu of a dashboard. */
export function HeaderMenuPanel({ onRefresh, show, ...place }: HeaderMenuPanelProps) {
  const t = useText()
  const id = useDashboard((state) => state.dashboardId)
  const isPhone = useViewport() === 'phone'
  const own = useOwnerItems(show)
  const items: readonly MenuItem[] = [
    { label: t('Refresh'), icon: <IconRefresh aria-hidden />, keys: 'R', onSelect: onRefresh },
    { label: t('Refresh regularly'), icon: <IconRefresh aria-hidden />, onSelect: () => show('refresh') },
    { label: t('Full screen'), icon: <IconMaximize aria-hidden />, onSelect: () => void toggleFullScreen() },
    'divider',
    ...(isEmbedded()
      ? []
      : [{ label: t('Download'), icon: <IconDownload aria-hidden />, onSelect: () => show('download') }]),
    ...(can('can_write', 'Dashboard') && !isPhone
      ? [{ label: t('Save as'), icon: <IconCopy aria-hidden />, onSelect: () => show('save-as') }]
      : []),
    ...(can('can_export', 'Dashboard')
      ? [{ label: t('Export'), icon: <IconDownload aria-hidden />, onSelect: () => exportDashboard(id) }]
      : []),
    ...(canSendReports()
      ? [{ label: t('Manage email report'), icon: <IconMail aria-hidden />, onSelect: () => show('report') }]
      : []),
    ...(can('can_set_embedded', 'Dashboard') && !isPhone
      ? [{ label: t('Embed dashboard'), icon: <IconCode aria-hidden />, onSelect: () => show('embed') }]
      : []),
    ...own,
  ]
  return <MenuPanel {...place} items={items} />
}

/** What those may do who may change the dashboard. */
function useOwnerItems(show: (dialog: HeaderDialogName) => void): readonly MenuItem[] {
  const t = useText()
  const canEdit = useDashboard((state) => state.canEdit)
  const isEditing = useDashboard((state) => state.isEditing)
  const isPhone = useViewport() === 'phone'
  const isScoped = useDraft((draft) => draft.metadata.isCrossFilteringEnabled) && hasCrossFilters()
  const scoping = {
    label: t('Cross-filtering scoping'),
    icon: <IconClick aria-hidden />,
    onSelect: () => show('scoping'),
  }
  const settings = useSettingItems()
  if (!canEdit || isPhone) return []
  return [
    ...settings,
    ...(isScoped ? [scoping] : []),
    { label: t('Properties'), icon: <IconSettings aria-hidden />, onSelect: () => show('properties') },
    ...(isEditing
      ? []
      : [{ label: t('Versions'), icon: <IconArrowBackUp aria-hidden />, onSelect: () => show('versions') }]),
    'divider',
    { label: t('Delete'), icon: <IconTrash aria-hidden />, danger: true, onSelect: () => show('delete') },
  ]
}

function exportDashboard(id: number): void {
  window.location.assign(`/api/v1/dashboard/export/?q=!(${id})`)
}

async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen()
  else await document.documentElement.requestFullscreen()
}
