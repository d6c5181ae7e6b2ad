import { chartIdsBelow, type Layout, type LayoutItem, ROOT_ID } from '../../../query/dashboard/layout.ts'

/** The open tab of each group of tabs. */
export type ActiveTabs = Readonly<Record<string, string>>

/** The tab that is open in a group: the chosen one, or the first. */
export function activeTabOf(tabs: LayoutItem, active: ActiveTabs): string | null {
  const chosen = active[tabs.id]
  return chosen !== undefined && tabs.children.includes(chosen) ? chosen : (tabs.children[0] ?? null)
}

/** Opens every tab above an item. */
export function withTabsOpenFor(layout: Layout, active: ActiveTabs, id: string): ActiveTabs {
  const path = [...(layout[id]?.parents ?? []), id]
  const opened = path.flatMap((tabId) => {
    const tab = layout[tabId]
    const tabsId = tab?.type === 'TAB' ? tab.parents.at(-1) : undefined
    return tabsId === undefined ? [] : [[tabsId, tabId] as const]
  })
  return opened.length === 0 ? active : { ...active, ...Object.fromEntries(opened) }
}

/** Ids of the open tabs, as permalinks list them. */
export function openTabIds(layout: Layout, active: ActiveTabs): readonly string[] {
  return visibleItems(layout, active, ROOT_ID).filter((id) => layout[id]?.type === 'TAB')
}

/** The open tabs of a list of tab ids. */
export function activeTabsFrom(layout: Layout, tabIds: readonly string[]): ActiveTabs {
  const pairs = tabIds.flatMap((tabId) => {
    const tabsId = layout[tabId]?.parents.at(-1)
    return tabsId === undefined ? [] : [[tabsId, tabId] as const]
  })
  return Object.fromEntries(pairs)
}

/** Charts that stand in open tabs, in reading order. */
export function visibleChartIds(layout: Layout, active: ActiveTabs): readonly number[] {
  return visibleItems(layout, active, ROOT_ID).flatMap((id) =>
    layout[id]?.type === 'CHART' ? chartIdsBelow(layout, id) : [],
  )
}

function visibleItems(layout: Layout, active: ActiveTabs, id: string): readonly string[] {
  const item = layout[id]
  if (!item) return []
  const open = item.type === 'TABS' ? activeTabOf(item, active) : null
  const children = item.type === 'TABS' ? (open === null ? [] : [open]) : item.children
  return [id, ...children.flatMap((child) => visibleItems(layout, active, child))]
}
