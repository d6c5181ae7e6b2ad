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
import { type ComponentType, type ReactElement, useState } from 'react'
import { can } from '../../app/bootstrap.ts'
import { canSendReports } from '../../data/can-send-reports.ts'
import { isEmbedded } from '../../data/embedding.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import { hasCrossFilters } from '../features.ts'
import {
  CrossFilterScopingDialog,
  DashboardReportDialog,
  DashboardVersions,
  DeleteDialog,
  DownloadDialog,
  EmbedDialog,
  PropertiesDialog,
  RefreshDialog,
  SaveAsDialog,
} from '../lazy-dialogs.tsx'
import { useDashboard, useDraft } from '../store.ts'
import { useSettingItems } from './use-setting-items.tsx'

type Shown =
  | 'download'
  | 'report'
  | 'scoping'
  | 'save-as'
  | 'refresh'
  | 'properties'
  | 'embed'
  | 'versions'
  | 'delete'
  | null

/** What else can be done with a dashboard. */
export function HeaderMenu({ trigger, onRefresh }: { trigger: ReactElement; onRefresh: () => void }) {
  const t = useText()
  const [shown, setShown] = useState<Shown>(null)
  const id = useDashboard((state) => state.dashboardId)
  const isPhone = useViewport() === 'phone'
  const close = () => setShown(null)
  const own = useOwnerItems(setShown)
  const items: readonly MenuItem[] = [
    { label: t('Refresh'), icon: <IconRefresh aria-hidden />, keys: 'R', onSelect: onRefresh },
    { label: t('Refresh regularly'), icon: <IconRefresh aria-hidden />, onSelect: () => setShown('refresh') },
    { label: t('Full screen'), icon: <IconMaximize aria-hidden />, onSelect: () => void toggleFullScreen() },
    'divider',
    ...(isEmbedded()
      ? []
      : [{ label: t('Download'), icon: <IconDownload aria-hidden />, onSelect: () => setShown('download') }]),
    ...(can('can_write', 'Dashboard') && !isPhone
      ? [{ label: t('Save as'), icon: <IconCopy aria-hidden />, onSelect: () => setShown('save-as') }]
      : []),
    ...(can('can_export', 'Dashboard')
      ? [{ label: t('Export'), icon: <IconDownload aria-hidden />, onSelect: () => exportDashboard(id) }]
      : []),
    ...(canSendReports()
      ? [{ label: t('Manage email report'), icon: <IconMail aria-hidden />, onSelect: () => setShown('report') }]
      : []),
    ...(can('can_set_embedded', 'Dashboard') && !isPhone
      ? [{ label: t('Embed dashboard'), icon: <IconCode aria-hidden />, onSelect: () => setShown('embed') }]
      : []),
    ...own,
  ]
  return (
    <>
      <Menu trigger={trigger} items={items} placement="bottom-end" />
      <HeaderDialog shown={shown} onClose={close} />
    </>
  )
}

const DIALOGS: Readonly<Record<Exclude<Shown, null>, ComponentType<{ onClose: () => void }>>> = {
  scoping: CrossFilterScopingDialog,
  'save-as': SaveAsDialog,
  download: DownloadDialog,
  report: DashboardReportDialog,
  refresh: RefreshDialog,
  properties: PropertiesDialog,
  embed: EmbedDialog,
  versions: DashboardVersions,
  delete: DeleteDialog,
}

function HeaderDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  if (shown === null) return null
  const OpenDialog = DIALOGS[shown]
  return <OpenDialog onClose={onClose} />
}

/** What those may do who may change the dashboard. */
function useOwnerItems(show: (dialog: Shown) => void): readonly MenuItem[] {
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
