import {
  IconArrowsMove,
  IconBoxMargin,
  IconChartHistogram,
  IconClick,
  IconCopy,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import { type MouseEvent, useContext, useState } from 'react'
import { type Layout, type LayoutItem, parentOf, ROOT_ID, subtreeIds } from '../../../query/dashboard/layout.ts'
import { freeColumns, neededWidth } from '../../../query/dashboard/widths.ts'
import { chartPath, mayExplore } from '../../app/places.ts'
import { pathInTimeZone, TimeZoneContext } from '../../data/time-zone.ts'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-item.ts'
import { useText } from '../../ui/text.ts'
import { CrossFilterScopeDialog } from '../dialogs/cross-filter-scope-dialog.tsx'
import { hasCrossFilters } from '../features.ts'
import { drop, isAllowed } from '../model/drop.ts'
import { itemName, itemPath, itemsAround } from '../model/item-name.ts'
import { endOf } from '../model/keyboard.ts'
import { type DashboardStore, useDashboardStore, useDraft } from '../store.ts'
import { removeItem, selectItem } from './canvas-keys.ts'
import { duplicate, makeId, reportOutcome } from './layout-actions.ts'

const keepSelected = (event: MouseEvent) => event.stopPropagation()

/** What can be done with the selected item. */
export function ItemToolbar({ item, name }: { item: LayoutItem; name: string }) {
  const t = useText()
  const store = useDashboardStore()
  const [isScoping, setScoping] = useState(false)
  const timeZone = useContext(TimeZoneContext)
  const canDuplicate = item.type === 'CHART' || item.type === 'MARKDOWN'
  const chartId = item.type === 'CHART' ? item.meta.chartId : undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps presses on the bar from reaching the canvas
    <div
      className="pop dash-toolbar"
      role="toolbar"
      aria-label={t('Arrange {{name}}', { name })}
      onClick={keepSelected}
    >
      <span className="dash-grip" data-tip={t('Drag to move')} aria-hidden="true">
        <IconGripVertical className="s" />
      </span>
      <AroundButton item={item} />
      {chartId !== undefined && mayExplore() && (
        <LinkButton
          to={pathInTimeZone(chartPath(chartId), timeZone)}
          target="_blank"
          variant="ghost"
          size="sm"
          className="ic"
          aria-label={t('Edit chart')}
          data-tip={t('Edit chart')}
          icon={<IconChartHistogram className="s" aria-hidden />}
        />
      )}
      {chartId !== undefined && hasCrossFilters() && (
        <IconButton
          label={t('What a click filters')}
          size="sm"
          icon={<IconClick className="s" aria-hidden />}
          onClick={() => setScoping(true)}
        />
      )}
      {canDuplicate && (
        <IconButton
          label={t('Duplicate')}
          size="sm"
          icon={<IconCopy className="s" aria-hidden />}
          onClick={() => duplicate(store, item)}
        />
      )}
      <Menu
        label={t('Move {{name}} to', { name })}
        trigger={<IconButton label={t('Move to')} size="sm" icon={<IconArrowsMove className="s" aria-hidden />} />}
        items={() => destinations(store, item, t)}
      />
      <span className="sep" />
      <IconButton
        label={t('Remove')}
        keys="Delete"
        size="sm"
        icon={<IconTrash className="s" aria-hidden />}
        onClick={() => removeItem(store, item.id)}
      />
      {isScoping && chartId !== undefined && (
        <CrossFilterScopeDialog chartId={chartId} onClose={() => setScoping(false)} />
      )}
    </div>
  )
}

/** Rows and columns are hard to hit beside what fills them. */
function AroundButton({ item }: { item: LayoutItem }) {
  const t = useText()
  const layout = useDraft((draft) => draft.layout)
  const store = useDashboardStore()
  const around = itemsAround(layout, item.id).at(-1)
  if (!around) return null
  return (
    <IconButton
      label={t('Select {{name}} around it', { name: itemName(layout, around, t) })}
      size="sm"
      icon={<IconBoxMargin className="s" aria-hidden />}
      onClick={() => selectItem(store, around.id)}
    />
  )
}

/** Every container that takes the item, at its end. */
function destinations(store: DashboardStore, item: LayoutItem, t: ReturnType<typeof useText>): readonly MenuItem[] {
  const { layout, metadata } = store.getState().history.present
  const here = parentOf(layout, item.id)?.id
  const dragged = { kind: 'existing', id: item.id } as const
  const takers = containers(layout).filter((one) => one.id !== here && isAllowed(layout, dragged, one))
  const rows = takers.map((one) => ({
    label: itemPath(layout, one, t),
    ...(neededWidth(layout, item) > freeColumns(layout, one) && { disabledReason: t('There is no room in it') }),
    onSelect: () => {
      reportOutcome(store, drop(layout, dragged, endOf(one), { makeId, filters: metadata.filters }))
      store.getState().reveal(item.id)
    },
  }))
  return rows.length > 0 ? rows : [{ label: t('There is no other place for it'), disabled: true }]
}

/** What holds other items, in reading order. */
function containers(layout: Layout): readonly LayoutItem[] {
  return subtreeIds(layout, ROOT_ID)
    .flatMap((id) => layout[id] ?? [])
    .filter((one) => ['GRID', 'TAB', 'ROW', 'COLUMN', 'TABS'].includes(one.type))
}
