import {
  type Layout,
  type LayoutItem,
  MIN_COLUMN_COUNT,
  parentOf,
  subtreeIds,
  topLevelTabs,
} from '../../../query/dashboard/layout.ts'
import { changesFilterScope } from '../../../query/dashboard/scope.ts'
import { freeColumns, neededWidth } from '../../../query/dashboard/widths.ts'
import type { FilterConfig } from '../../../query/data-mask/filter-config.ts'
import {
  addItem,
  addTopLevelTabs,
  type MakeId,
  moveItem,
  type NewItem,
  newItemMeta,
  type Place,
} from './edit-layout.ts'
import { depthOf, isValidChild, takesSubtree } from './validity.ts'

export const NOT_ENOUGH_SPACE =
  'There is not enough space for this component. Try decreasing its width, or increasing the destination width.'
export const TOP_LEVEL_TAB = 'Can not move top level tab into nested tabs'
export const OTHER_FILTER_SCOPE = 'This chart has been moved to a different filter scope.'

/** What is being dragged: something of the layout, or something to be made. */
export type Dragged =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly item: NewItem }

export type DropOutcome =
  | { readonly kind: 'changed'; readonly layout: Layout; readonly id: string; readonly warning: string | null }
  | { readonly kind: 'refused'; readonly warning: string }
  | { readonly kind: 'unchanged' }

const UNCHANGED: DropOutcome = { kind: 'unchanged' }

/** Drops something in a place: refused with the reason, or the layout that results. */
export function drop(
  layout: Layout,
  dragged: Dragged,
  place: Place,
  context: { readonly makeId: MakeId; readonly filters: readonly FilterConfig[] },
): DropOutcome {
  const parent = layout[place.parentId]
  if (!parent || !isAllowed(layout, dragged, parent)) return UNCHANGED
  if (isTopLevelTabIntoNested(layout, dragged, parent)) return { kind: 'refused', warning: TOP_LEVEL_TAB }
  if (overflows(layout, dragged, parent)) return { kind: 'refused', warning: NOT_ENOUGH_SPACE }
  if (parent.type === 'ROOT') {
    const raised = addTopLevelTabs(layout, dragged.kind === 'existing' ? dragged.id : null, context.makeId)
    return raised.id === '' ? UNCHANGED : { kind: 'changed', ...raised, warning: null }
  }
  if (dragged.kind === 'new') {
    const item = fitted(layout, dragged.item, parent)
    return { kind: 'changed', ...addItem(layout, item, place, context.makeId), warning: null }
  }
  const moved = moveItem(layout, dragged.id, place, context.makeId)
  if (moved === layout) return UNCHANGED
  const warning = changesFilterScope(layout, moved, context.filters) ? OTHER_FILTER_SCOPE : null
  return { kind: 'changed', layout: moved, id: dragged.id, warning }
}

/** True when the parent takes what is dragged, space aside. */
export function isAllowed(layout: Layout, dragged: Dragged, parent: LayoutItem): boolean {
  if (dragged.kind === 'new') return isValidChild(parent.type, depthOf(layout, parent.id), dragged.item.type)
  if (subtreeIds(layout, dragged.id).includes(parent.id)) return false
  return takesSubtree(layout, parent, dragged.id)
}

function overflows(layout: Layout, dragged: Dragged, parent: LayoutItem): boolean {
  if (parent.type === 'ROOT') return false
  if (dragged.kind === 'new') return freeColumns(layout, parent) < MIN_COLUMN_COUNT && parent.type === 'ROW'
  const item = layout[dragged.id]
  // Tabs are put into another order whatever they hold.
  if (item?.type === 'TAB' && parentOf(layout, dragged.id)?.id === parent.id) return false
  return item !== undefined && neededWidth(layout, item) > freeColumns(layout, parent, dragged.id)
}

/** As wide as there is room, and at least as high as what it comes to stand beside. */
function fitted(layout: Layout, item: NewItem, parent: LayoutItem): NewItem {
  const { width, height } = newItemMeta(item)
  const beside = parent.type === 'ROW' ? parent.children.map((id) => layout[id]?.meta.height ?? 0) : []
  return {
    ...item,
    meta: {
      ...item.meta,
      ...(width !== undefined && { width: Math.min(width, freeColumns(layout, parent)) }),
      ...(height !== undefined && { height: Math.max(height, ...beside) }),
    },
  }
}

function isTopLevelTabIntoNested(layout: Layout, dragged: Dragged, parent: LayoutItem): boolean {
  if (dragged.kind !== 'existing' || layout[dragged.id]?.type !== 'TAB' || parent.type !== 'TABS') return false
  const top = topLevelTabs(layout)
  return top !== null && parentOf(layout, dragged.id)?.id === top.id && parent.id !== top.id
}
