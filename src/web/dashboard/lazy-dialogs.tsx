import type { ComponentType, ReactNode } from 'react'
import { partAhead } from '../ui/part-ahead.tsx'

/** Dialogs load when they are first opened; the screen behind stays, also where they do not come. */
const lazyDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>): ((props: Props) => ReactNode) =>
  partAhead(load).part

export const PropertiesDialog = lazyDialog(() =>
  import('./dialogs/properties-dialog.tsx').then((module) => module.PropertiesDialog),
)
export const FilterConfigDialog = lazyDialog(() =>
  import('./dialogs/filter-config-dialog.tsx').then((module) => module.FilterConfigDialog),
)
export const OverwriteDialog = lazyDialog(() =>
  import('./dialogs/overwrite-dialog.tsx').then((module) => module.OverwriteDialog),
)
export const RefreshDialog = lazyDialog(() =>
  import('./dialogs/refresh-dialog.tsx').then((module) => module.RefreshDialog),
)
export const SaveAsDialog = lazyDialog(() =>
  import('./dialogs/save-as-dialog.tsx').then((module) => module.SaveAsDialog),
)
export const CrossFilterScopingDialog = lazyDialog(() =>
  import('./dialogs/cross-filter-scoping-dialog.tsx').then((module) => module.CrossFilterScopingDialog),
)
export const QueryDialog = lazyDialog(() => import('./dialogs/query-dialog.tsx').then((module) => module.QueryDialog))
export const ClickedDialog = lazyDialog(() =>
  import('./dialogs/clicked-dialog.tsx').then((module) => module.ClickedDialog),
)
export const MarkMenu = lazyDialog(() => import('./parts/mark-menu.tsx').then((module) => module.MarkMenu))
export const DetailDialog = lazyDialog(() =>
  import('./dialogs/detail-dialog.tsx').then((module) => module.DetailDialog),
)
export const DashboardVersions = lazyDialog(() =>
  import('./dialogs/dashboard-versions.tsx').then((module) => module.DashboardVersions),
)
export const DeleteDialog = lazyDialog(() =>
  import('./dialogs/delete-dialog.tsx').then((module) => module.DeleteDialog),
)
export const DownloadDialog = lazyDialog(() =>
  import('./dialogs/download-dialog.tsx').then((module) => module.DownloadDialog),
)
export const DashboardReportDialog = lazyDialog(() =>
  import('./dialogs/report-dialog.tsx').then((module) => module.DashboardReportDialog),
)
export const EmbeddedSide = lazyDialog(() => import('./parts/embedded-side.tsx').then((module) => module.EmbeddedSide))
export const EmbedDialog = lazyDialog(() => import('./dialogs/embed-dialog.tsx').then((module) => module.EmbedDialog))
export const ShareLink = lazyDialog(() => import('./dialogs/share-link.tsx').then((module) => module.ShareLink))
/** It only saves waiting, so nobody is told where it does not come. */
export const AskAhead = lazyDialog(() =>
  import('./ahead/ask-ahead.tsx').then(
    (module) => module.AskAhead,
    () => () => null,
  ),
)
