import {
  IconChartHistogram,
  IconCode,
  IconDownload,
  IconInfoCircle,
  IconMaximize,
  IconMinimize,
  IconPhoto,
  IconRefresh,
  IconTable,
  IconZoomIn,
} from '@tabler/icons-react'
import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { can } from '../../app/bootstrap.ts'
import type { EChartsType } from '../../data/chart-echarts.ts'
import { downloadCsv, downloadImage } from '../../data/chart-export.ts'
import { useTimeZone } from '../../data/time-zone.ts'
import type { MenuItem, MenuPlace } from '../../ui/menu-item.ts'
import { MenuPanel } from '../../ui/menu-panel.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import type { DashboardChart } from '../model/wire.ts'
import { useDashboard, useDraft } from '../store.ts'
import { useOpenInExplore } from '../use-open-in-explore.ts'
import type { TileChart } from './use-tile-chart.ts'

export interface TileMenuProps {
  item: LayoutItem
  name: string
  chart: DashboardChart
  tile: TileChart
  asTable: boolean
  picture: EChartsType | null
  onToggleTable: () => void
}

export interface TileMenuPanelProps extends MenuPlace {
  of: TileMenuProps
  show: (dialog: 'query' | 'detail') => void
}

/** The opened menu of a chart. */
export function TileMenuPanel({ of, show, ...place }: TileMenuPanelProps) {
  return <MenuPanel {...place} items={useTileItems(of, show)} />
}

function useTileItems(props: TileMenuProps, show: (dialog: 'query' | 'detail') => void): readonly MenuItem[] {
  const t = useText()
  const timeZone = useTimeZone()
  const { item, name, chart, tile, asTable, picture, onToggleTable } = props
  const openInExplore = useOpenInExplore(tile.extra)
  const fullSizeId = useDashboard((state) => state.fullSizeId)
  const showFullSize = useDashboard((state) => state.showFullSize)
  const isFull = fullSizeId === item.id
  const refreshItem = {
    label: t('Refresh'),
    icon: <IconRefresh aria-hidden />,
    onSelect: () => tile.handle.refresh(true),
  }
  const fullItem = {
    label: isFull ? t('Leave full screen') : t('Full screen'),
    icon: isFull ? <IconMinimize aria-hidden /> : <IconMaximize aria-hidden />,
    onSelect: () => showFullSize(isFull ? null : item.id),
  }
  const tableItem = {
    label: t('View as table'),
    icon: <IconTable aria-hidden />,
    checked: asTable,
    onSelect: onToggleTable,
  }
  const toggleDescription = useDashboard((state) => state.toggleDescription)
  const isDescribed = useDraft((draft) => draft.metadata.expandedCharts[String(chart.id)] === true)
  const descriptionItem = {
    label: t('Show description'),
    icon: <IconInfoCircle aria-hidden />,
    checked: isDescribed,
    onSelect: () => toggleDescription(chart.id),
  }
  const exploreItem = {
    label: t('Open in Explore'),
    icon: <IconChartHistogram aria-hidden />,
    onSelect: () => attempt(openInExplore(chart)),
  }
  const queryItem = { label: t('View query'), icon: <IconCode aria-hidden />, onSelect: () => show('query') }
  const detailItem = { label: t('Rows behind it'), icon: <IconZoomIn aria-hidden />, onSelect: () => show('detail') }
  const csvItem = {
    label: t('Download CSV'),
    icon: <IconDownload aria-hidden />,
    onSelect: () => attempt(downloadCsv(tile.form, { extra: tile.extra, timeZone }, name)),
  }
  const imageItem = {
    label: t('Download image'),
    icon: <IconPhoto aria-hidden />,
    onSelect: () => picture && attempt(downloadImage(picture, name)),
  }
  const sources = [
    ...(can('can_explore', 'Superset') ? [exploreItem] : []),
    ...(can('can_view_query', 'Dashboard') ? [queryItem] : []),
    ...(chart.datasetId === null || !can('can_drill', 'Dashboard') ? [] : [detailItem]),
  ]
  const files = [...(can('can_csv', 'Superset') ? [csvItem] : []), ...(picture ? [imageItem] : [])]
  return [
    refreshItem,
    fullItem,
    tableItem,
    ...(chart.description === null ? [] : [descriptionItem]),
    ...[sources, files].flatMap((group) => (group.length === 0 ? [] : ['divider' as const, ...group])),
  ]
}

function attempt(work: Promise<void>): void {
  work.catch((error: unknown) => void toast.danger(error instanceof Error ? error.message : String(error)))
}
