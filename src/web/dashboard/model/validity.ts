import { type Layout, type LayoutItem, type LayoutType, parentOf } from '../../../query/dashboard/layout.ts'

type Allowed = Readonly<Partial<Record<LayoutType, number>>>

/** For each parent the children it takes, each up to a greatest depth of the parent. */
const ALLOWED: Readonly<Record<LayoutType, Allowed>> = {
  ROOT: { GRID: 0, TABS: 0 },
  GRID: { CHART: 1, DYNAMIC: 1, MARKDOWN: 1, COLUMN: 1, DIVIDER: 1, HEADER: 1, ROW: 1, TABS: 1 },
  ROW: { CHART: 4, DYNAMIC: 4, MARKDOWN: 4, COLUMN: 4 },
  TABS: { TAB: 3 },
  TAB: { CHART: 5, DYNAMIC: 5, MARKDOWN: 5, DIVIDER: 5, HEADER: 5, COLUMN: 3, ROW: 3, TABS: 3 },
  COLUMN: { CHART: 5, DYNAMIC: 5, HEADER: 5, MARKDOWN: 5, ROW: 3, DIVIDER: 3, TABS: 3 },
  CHART: {},
  MARKDOWN: {},
  HEADER: {},
  DIVIDER: {},
  DYNAMIC: {},
}

/** What comes into a tab of its own when it is put among tabs. */
const IN_OWN_TAB: ReadonlySet<LayoutType> = new Set(['CHART', 'MARKDOWN', 'COLUMN', 'ROW'])

/** Levels from the root; tabs below the first level stay on the level of their parent. */
export function depthOf(layout: Layout, id: string): number {
  const item = layout[id]
  const parent = parentOf(layout, id)
  if (!item || !parent) return 0
  const isLevel = parent.type === 'ROOT' || (item.type !== 'TABS' && item.type !== 'TAB')
  return depthOf(layout, parent.id) + (isLevel ? 1 : 0)
}

export function isValidChild(parentType: LayoutType, parentDepth: number, childType: LayoutType): boolean {
  if (parentType === 'TABS' && IN_OWN_TAB.has(childType))
    return parentDepth <= 3 && isValidChild('TAB', parentDepth, childType)
  const greatest = ALLOWED[parentType][childType]
  return greatest !== undefined && parentDepth <= greatest
}

/** True when a parent takes the child with everything that is below the child. */
export function takesSubtree(layout: Layout, parent: LayoutItem, childId: string): boolean {
  return takesAtDepth(layout, parent.type, depthOf(layout, parent.id), childId)
}

/** True when the type is put into a row of its own on arrival in the parent. */
export function isWrapped(parentType: LayoutType, childType: LayoutType): boolean {
  return (
    (parentType === 'GRID' || parentType === 'TAB' || parentType === 'TABS') &&
    (childType === 'CHART' || childType === 'COLUMN' || childType === 'MARKDOWN')
  )
}

/** True when the type is put into a tab of its own on arrival in the parent. */
export function isTabbed(parentType: LayoutType, childType: LayoutType): boolean {
  return parentType === 'TABS' && IN_OWN_TAB.has(childType)
}

function takesAtDepth(layout: Layout, parentType: LayoutType, parentDepth: number, childId: string): boolean {
  const child = layout[childId]
  if (!child || !isValidChild(parentType, parentDepth, child.type)) return false
  const wrapper = isWrapped(parentType, child.type) ? 1 : 0
  const isLevel = child.type !== 'TABS' && child.type !== 'TAB'
  const depth = parentDepth + wrapper + (isLevel || parentType === 'ROOT' ? 1 : 0)
  return child.children.every((below) => takesAtDepth(layout, child.type, depth, below))
}
