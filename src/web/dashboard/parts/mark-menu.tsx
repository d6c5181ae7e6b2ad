import { IconCopy, IconFilter, IconSitemap, IconZoomIn } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Selection } from '../../../charts/chart.ts'
import { selectedValues, toggledMask } from '../../../query/data-mask/cross-filter.ts'
import { can } from '../../app/bootstrap.ts'
import { writeClipboard } from '../../ui/clipboard.ts'
import { MenuPanel } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-item.ts'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { hasCrossFilters } from '../features.ts'
import type { ClickBehavior } from '../model/click-behavior.ts'
import type { DashboardChart } from '../model/wire.ts'
import { dashboardDatasetsQuery } from '../queries.ts'
import { useDashboard, useDraft } from '../store.ts'

interface MarkMenuProps {
  chart: DashboardChart
  mark: Selection
  place: { readonly left: number; readonly top: number }
  /** Shows the rows behind the mark, or the chart of it broken down. */
  onShow: (behavior: ClickBehavior) => void
  onClose: () => void
}

/** What can be done with one mark of a chart, whatever a click on it does. */
export function MarkMenu({ chart, mark, place, onShow, onClose }: MarkMenuProps) {
  const filter = useFilterItem(chart.id, mark)
  const drill = useDrillItems(chart, mark, onShow)
  const copy = useCopyItem(mark)
  return (
    <MenuPanel
      anchor={{ ...place, width: 0, height: 0 }}
      label={mark.label}
      items={[{ heading: mark.label }, ...filter, ...drill, 'divider', copy]}
      onClose={onClose}
    />
  )
}

function useFilterItem(chartId: number, mark: Selection): readonly MenuItem[] {
  const t = useText()
  const isOn = useDraft((draft) => draft.metadata.isCrossFilteringEnabled)
  const mask = useDashboard((state) => state.masks[String(chartId)])
  const setMask = useDashboard((state) => state.setMask)
  if (!isOn || !hasCrossFilters()) return []
  const toggled = toggledMask(chartId, mask, mark)
  return [
    {
      label: t('Filter the other charts'),
      icon: <IconFilter aria-hidden />,
      checked: selectedValues(toggled) === null,
      onSelect: () => setMask(toggled),
    },
  ]
}

function useDrillItems(
  { datasetId }: DashboardChart,
  mark: Selection,
  show: MarkMenuProps['onShow'],
): readonly MenuItem[] {
  const t = useText()
  const dashboardId = useDashboard((state) => state.dashboardId)
  const { data = [] } = useQuery(dashboardDatasetsQuery(dashboardId))
  if (datasetId === null || !can('can_drill', 'Dashboard')) return []
  const taken = new Set(mark.filters.map(({ column }) => column))
  const columns = (data.find(({ id }) => id === datasetId)?.columns ?? []).filter(({ name }) => !taken.has(name))
  const rows = {
    label: t('Rows behind it'),
    icon: <IconZoomIn aria-hidden />,
    onSelect: () => show({ kind: 'rows' }),
  }
  const breakdown = {
    label: t('Break down by'),
    icon: <IconSitemap aria-hidden />,
    items: columns.map(({ name, label }) => ({ label, onSelect: () => show({ kind: 'breakdown', column: name }) })),
  }
  return columns.length === 0 ? [rows] : [rows, breakdown]
}

function useCopyItem(mark: Selection): MenuItem {
  const t = useText()
  const copy = async () => {
    if (await writeClipboard(mark.label)) toast.success(t('Copied to clipboard!'))
  }
  return { label: t('Copy the name'), icon: <IconCopy aria-hidden />, onSelect: () => void copy() }
}
