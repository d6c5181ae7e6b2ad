import { randomUuid } from '../../../kernel/random-id.ts'
import {
  GRID_ID,
  type Layout,
  type LayoutItem,
  type LayoutType,
  parentOf,
  topLevelTabs,
} from '../../../query/dashboard/layout.ts'
import { freeColumns } from '../../../query/dashboard/widths.ts'
import { queryClient } from '../../data/query-client.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { type DropOutcome, drop, NOT_ENOUGH_SPACE } from '../model/drop.ts'
import type { NewItem, Place } from '../model/edit-layout.ts'
import { type ActiveTabs, activeTabOf } from '../model/tabs.ts'
import { chartDefinitionQuery } from '../queries.ts'
import type { DashboardStore } from '../store.ts'

export const makeId = (type: LayoutType): string => `${type}-${randomUuid().replaceAll('-', '').slice(0, 21)}`

/** Puts an outcome into the dashboard: the change, and what there is to say about it. */
export function reportOutcome(store: DashboardStore, outcome: DropOutcome): void {
  if (outcome.kind === 'unchanged') return
  if (outcome.warning !== null) toast.warning(text(outcome.warning))
  if (outcome.kind === 'refused') return
  store.getState().editLayout(() => outcome.layout)
  store.getState().select(outcome.id)
}

/** Places what can be drawn; a chart that was stored without settings, or is gone, is refused in words. */
export async function placeDrawable(item: NewItem, place: () => void): Promise<void> {
  const { chartId } = item.meta ?? {}
  const isDrawable =
    item.type !== 'CHART' ||
    chartId === undefined ||
    (await queryClient.fetchQuery(chartDefinitionQuery(chartId)).catch(() => false))
  if (isDrawable) place()
  else toast.danger(text('Sorry, there is no chart definition associated with the chart trying to be added.'))
}

/** Adds something beside what is selected, or at the end of what is shown. */
export function addAtSelection(store: DashboardStore, item: NewItem): void {
  const { history, selectedId, activeTabs } = store.getState()
  const { layout, metadata } = history.present
  const context = { makeId, filters: metadata.filters }
  let outcome: DropOutcome = { kind: 'refused', warning: NOT_ENOUGH_SPACE }
  for (const place of placesFor(layout, selectedId, activeTabs)) {
    if (outcome.kind === 'changed') break
    const attempt = drop(layout, { kind: 'new', item }, place, context)
    if (attempt.kind !== 'unchanged') outcome = attempt
  }
  reportOutcome(store, outcome)
}

/** Places to try in turn: in the selection, beside it, in its row's container, at the end. */
function placesFor(layout: Layout, selectedId: string | null, activeTabs: ActiveTabs): readonly Place[] {
  const selected = selectedId === null ? undefined : layout[selectedId]
  const path = selected ? [selected, ...selected.parents.toReversed().flatMap((id) => layout[id] ?? [])] : []
  const around = path.flatMap((item, index) => {
    const below = path[index - 1]
    const at = below ? item.children.indexOf(below.id) + 1 : item.children.length
    const isRoomy = item.type !== 'ROW' || freeColumns(layout, item) > 0
    return item.type !== 'ROOT' && isRoomy ? [{ parentId: item.id, index: at }] : []
  })
  const end = openContainer(layout, activeTabs)
  return [...around, { parentId: end.id, index: end.children.length }]
}

function openContainer(layout: Layout, activeTabs: ActiveTabs): LayoutItem {
  const tabs = topLevelTabs(layout)
  const openId = tabs ? activeTabOf(tabs, activeTabs) : null
  const grid: LayoutItem = { id: GRID_ID, type: 'GRID', children: [], parents: [], meta: {} }
  return (openId !== null && layout[openId]) || layout[GRID_ID] || grid
}

/** A copy of a tile beside it. */
export function duplicate(store: DashboardStore, item: LayoutItem): void {
  const { history } = store.getState()
  const { layout, metadata } = history.present
  const row = parentOf(layout, item.id)
  if (!row || (item.type !== 'CHART' && item.type !== 'MARKDOWN')) return
  const copy: NewItem = { type: item.type, meta: item.meta }
  const fits = freeColumns(layout, row) >= (item.meta.width ?? 1)
  const holder = parentOf(layout, row.id)
  const place =
    fits || !holder
      ? { parentId: row.id, index: row.children.indexOf(item.id) + 1 }
      : { parentId: holder.id, index: holder.children.indexOf(row.id) + 1 }
  reportOutcome(store, drop(layout, { kind: 'new', item: copy }, place, { makeId, filters: metadata.filters }))
}
