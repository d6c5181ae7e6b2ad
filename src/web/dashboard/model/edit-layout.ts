import {
  DEFAULT_CHART_HEIGHT,
  DEFAULT_CHART_WIDTH,
  DEFAULT_TAB_TITLE,
  GRID_ID,
  type Layout,
  type LayoutItem,
  type LayoutMeta,
  type LayoutType,
  parentOf,
  ROOT_ID,
  subtreeIds,
  TRANSPARENT,
  topLevelTabs,
  withChildren,
  withParents,
} from '../../../query/dashboard/layout.ts'
import { isTabbed, isWrapped } from './validity.ts'

type NewType = 'CHART' | 'MARKDOWN' | 'COLUMN' | 'ROW' | 'HEADER' | 'TABS' | 'TAB' | 'DIVIDER'

/** Something that is not in the layout yet. */
export interface NewItem {
  readonly type: NewType
  readonly meta?: LayoutMeta
}

/** A place among the children of an item. */
export interface Place {
  readonly parentId: string
  readonly index: number
}

/** Makes a fresh id for an item of a type. */
export type MakeId = (type: LayoutType) => string

export interface Added {
  readonly layout: Layout
  readonly id: string
}

const DEFAULT_META: Readonly<Record<NewType, LayoutMeta>> = {
  CHART: { width: DEFAULT_CHART_WIDTH, height: DEFAULT_CHART_HEIGHT },
  MARKDOWN: { width: DEFAULT_CHART_WIDTH, height: DEFAULT_CHART_HEIGHT, code: '' },
  COLUMN: { width: DEFAULT_CHART_WIDTH, background: TRANSPARENT },
  ROW: { background: TRANSPARENT },
  HEADER: { text: 'New header', headerSize: 'MEDIUM_HEADER', background: TRANSPARENT },
  TABS: {},
  TAB: { text: '', defaultText: DEFAULT_TAB_TITLE, placeholder: DEFAULT_TAB_TITLE },
  DIVIDER: {},
}

export function newItemMeta(item: NewItem): LayoutMeta {
  return { ...DEFAULT_META[item.type], ...item.meta }
}

/** Puts a new item in a place, in a row of its own where one is needed; new tabs begin with one tab. */
export function addItem(layout: Layout, item: NewItem, place: Place, makeId: MakeId): Added {
  const parent = layout[place.parentId]
  if (!parent) return { layout, id: '' }
  const id = makeId(item.type)
  const created = createdItem(id, item, makeId)
  const arrived = wrapOnArrival({ ...layout, ...created }, parent, id, makeId)
  return { layout: withParents(insertChild(arrived.layout, place, arrived.id)), id }
}

/** Moves an item with all below it. The container left empty goes away. */
export function moveItem(layout: Layout, id: string, place: Place, makeId: MakeId): Layout {
  const source = parentOf(layout, id)
  const item = layout[id]
  const parent = layout[place.parentId]
  if (!source || !item || !parent) return layout
  const from = source.children.indexOf(id)
  const isForward = source.id === place.parentId && from < place.index
  const index = isForward ? place.index - 1 : place.index
  if (source.id === place.parentId && index === from) return layout
  const taken = withChildren(layout, source.id, without(source.children, id))
  const arrived = wrapOnArrival(taken, parent, id, makeId)
  const inserted = insertChild(arrived.layout, { parentId: parent.id, index }, arrived.id)
  return withParents(withoutEmptied(inserted, source.id))
}

/** Deletes an item with all below it, and the row or tabs that it leaves empty. */
export function deleteItem(layout: Layout, id: string): Layout {
  if (id === topLevelTabs(layout)?.id) return deleteTopLevelTabs(layout, id)
  const parent = parentOf(layout, id)
  if (!parent || id === GRID_ID) return layout
  const gone = new Set(subtreeIds(layout, id))
  const kept = Object.fromEntries(Object.entries(layout).filter(([key]) => !gone.has(key)))
  const remaining = withChildren(kept, parent.id, without(parent.children, id))
  return withParents(withoutEmptied(remaining, parent.id))
}

/** Replaces what an item is, not where it stands. */
export function updateMeta(layout: Layout, id: string, meta: LayoutMeta): Layout {
  const item = layout[id]
  return item ? { ...layout, [id]: { ...item, meta: { ...item.meta, ...meta } } } : layout
}

/** Puts tabs at the top: what stood in the grid goes into the first of them. */
export function addTopLevelTabs(layout: Layout, dragged: string | null, makeId: MakeId): Added {
  const grid = layout[GRID_ID]
  if (!grid || topLevelTabs(layout)) return { layout, id: '' }
  return dragged === null ? newTopLevelTabs(layout, grid, makeId) : raisedTabs(layout, grid, dragged)
}

function newTopLevelTabs(layout: Layout, grid: LayoutItem, makeId: MakeId): Added {
  const id = makeId('TABS')
  const created = createdItem(id, { type: 'TABS' }, makeId)
  const [tabId] = created[id]?.children ?? []
  if (tabId === undefined) return { layout, id: '' }
  const filled = withChildren({ ...layout, ...created }, tabId, grid.children)
  return { layout: withTopLevel(filled, id), id }
}

function raisedTabs(layout: Layout, grid: LayoutItem, id: string): Added {
  const source = parentOf(layout, id)
  const [tabId] = layout[id]?.children ?? []
  if (!source || tabId === undefined) return { layout, id: '' }
  const taken = withoutEmptied(withChildren(layout, source.id, without(source.children, id)), source.id)
  const moved = [...(taken[tabId]?.children ?? []), ...without(taken[grid.id]?.children ?? [], id)]
  return { layout: withTopLevel(withChildren(taken, tabId, moved), id), id }
}

function withTopLevel(layout: Layout, tabsId: string): Layout {
  return withParents(withChildren(withChildren(layout, ROOT_ID, [tabsId]), GRID_ID, []))
}

function deleteTopLevelTabs(layout: Layout, id: string): Layout {
  const inTabs = (layout[id]?.children ?? []).flatMap((tab) => layout[tab]?.children ?? [])
  const inGrid = layout[GRID_ID]?.children ?? []
  return withParents(withChildren(withChildren(layout, GRID_ID, [...inGrid, ...inTabs]), ROOT_ID, [GRID_ID]))
}

function createdItem(id: string, item: NewItem, makeId: MakeId): Record<string, LayoutItem> {
  const meta = newItemMeta(item)
  if (item.type !== 'TABS') return { [id]: { id, type: item.type, children: [], parents: [], meta } }
  const tabId = makeId('TAB')
  return {
    [id]: { id, type: 'TABS', children: [tabId], parents: [], meta },
    [tabId]: { id: tabId, type: 'TAB', children: [], parents: [], meta: newItemMeta({ type: 'TAB' }) },
  }
}

function wrapOnArrival(layout: Layout, parent: LayoutItem, id: string, makeId: MakeId): Added {
  const item = layout[id]
  if (!item) return { layout, id }
  const inRow = isWrapped(parent.type, item.type) ? wrapped(layout, id, 'ROW', makeId) : { layout, id }
  return isTabbed(parent.type, item.type) ? wrapped(inRow.layout, inRow.id, 'TAB', makeId) : inRow
}

function wrapped(layout: Layout, childId: string, type: 'ROW' | 'TAB', makeId: MakeId): Added {
  const id = makeId(type)
  const wrapper: LayoutItem = { id, type, children: [childId], parents: [], meta: DEFAULT_META[type] }
  return { layout: { ...layout, [id]: wrapper }, id }
}

function insertChild(layout: Layout, place: Place, id: string): Layout {
  const children = layout[place.parentId]?.children ?? []
  const index = Math.max(0, Math.min(place.index, children.length))
  return withChildren(layout, place.parentId, [...children.slice(0, index), id, ...children.slice(index)])
}

function withoutEmptied(layout: Layout, id: string): Layout {
  const item = layout[id]
  if (!item || item.children.length > 0 || (item.type !== 'ROW' && item.type !== 'TABS')) return layout
  if (layout[ROOT_ID]?.children.includes(id)) return withChildren(layout, ROOT_ID, [GRID_ID])
  const parent = Object.values(layout).find((other) => other.children.includes(id))
  return parent ? withChildren(layout, parent.id, without(parent.children, id)) : layout
}

function without(ids: readonly string[], id: string): readonly string[] {
  return ids.filter((other) => other !== id)
}
