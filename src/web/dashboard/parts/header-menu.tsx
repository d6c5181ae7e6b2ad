import { type ComponentType, type ReactElement, useState } from 'react'
import { Menu } from '../../ui/menu.tsx'
import type { MenuPlace } from '../../ui/menu-item.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
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
import type { HeaderDialogName, HeaderMenuPanelProps } from './header-menu-panel.tsx'

const { part: HeaderMenuPanel, ahead } = partAhead<HeaderMenuPanelProps>(() =>
  import('./header-menu-panel.tsx').then((module) => module.HeaderMenuPanel),
)

/** What else can be done with a dashboard. */
export function HeaderMenu({ trigger, onRefresh }: { trigger: ReactElement; onRefresh: () => void }) {
  const [shown, setShown] = useState<HeaderDialogName | null>(null)
  const draw = (place: MenuPlace) => <HeaderMenuPanel {...place} onRefresh={onRefresh} show={setShown} />
  return (
    <>
      <Menu trigger={trigger} items={{ ahead, draw }} placement="bottom-end" />
      <HeaderDialog shown={shown} onClose={() => setShown(null)} />
    </>
  )
}

const DIALOGS: Readonly<Record<HeaderDialogName, ComponentType<{ onClose: () => void }>>> = {
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

function HeaderDialog({ shown, onClose }: { shown: HeaderDialogName | null; onClose: () => void }) {
  if (shown === null) return null
  const OpenDialog = DIALOGS[shown]
  return <OpenDialog onClose={onClose} />
}
