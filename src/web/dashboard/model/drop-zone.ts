import {
  isRowOriented,
  type Layout,
  type LayoutItem,
  type LayoutType,
  parentOf,
  subtreeIds,
} from '../../../query/dashboard/layout.ts'
import { type Dragged, isAllowed } from './drop.ts'
import type { Place } from './edit-layout.ts'

type Edge = 'top' | 'right' | 'bottom' | 'left'
type DropZone = Edge | 'forbidden'

/** The line to draw and the place it stands for. */
export interface DropHint {
  readonly itemId: string
  readonly zone: DropZone
  readonly place: Place | null
}

/** Where the pointer is within the hovered item, in pixels. */
export interface PointerBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const EDGE_PX = 20
const EDGE_SHARE = 0.25
const ROW_EDGE_PX = 14
/** Of tabs the strip is aimed at, which stands at their upper edge. */
const TABS_EDGE_PX = 6

/** What a drop would do while something is held over an item; null over itself. */
export function dropHint(layout: Layout, dragged: Dragged, itemId: string, pointer: PointerBox): DropHint | null {
  const item = layout[itemId]
  if (!item || isSelf(dragged, itemId)) return null
  if (isWithin(layout, dragged, itemId)) return forbidden(itemId)
  const asChild = isAllowed(layout, dragged, item)
  const sibling = siblingHint(layout, dragged, itemId, pointer)
  if (sibling && (!asChild || isNearEdge(item.type, sibling.zone, pointer))) return sibling
  return asChild ? childHint(item) : forbidden(itemId)
}

/** An item under the pointer. */
export interface HoverTarget {
  readonly itemId: string
  readonly pointer: PointerBox
}

/**
 * The hint for a stack of hovered items, the innermost first. Near the upper or lower edge of a row the row wins over
 * the tile inside, so that something can be put between two rows that touch. Over an item that takes nothing of the
 * kind, what is around it takes it only beside itself and towards that edge, never as its last child, which may be far.
 */
export function bestHint(layout: Layout, dragged: Dragged, targets: readonly HoverTarget[]): DropHint | null {
  const hints = targets.map((target) => ({ target, hint: dropHint(layout, dragged, target.itemId, target.pointer) }))
  const innermost = hints[0]?.hint ?? null
  if (innermost === null) return null
  const between = hints.find(({ target, hint }) => isRowEdge(layout, target, hint))
  if (between) return between.hint
  if (innermost.zone !== 'forbidden') return innermost
  const around = hints
    .slice(1)
    .find(({ target, hint }) => isBeside(target, hint) && isTowardsEdge(hint, target.pointer))
  return around?.hint ?? innermost
}

const isBeside = (target: HoverTarget, hint: DropHint | null) => hint?.place?.parentId !== target.itemId

function isTowardsEdge(hint: DropHint | null, { x, y, width, height }: PointerBox): boolean {
  switch (hint?.zone) {
    case 'left':
      return x <= width * EDGE_SHARE
    case 'right':
      return x >= width * (1 - EDGE_SHARE)
    case 'top':
      return y <= height * EDGE_SHARE
    case 'bottom':
      return y >= height * (1 - EDGE_SHARE)
    default:
      return false
  }
}

function isRowEdge(layout: Layout, target: HoverTarget, hint: DropHint | null): boolean {
  if (layout[target.itemId]?.type !== 'ROW' || (hint?.zone !== 'top' && hint?.zone !== 'bottom')) return false
  const distance = hint.zone === 'top' ? target.pointer.y : target.pointer.height - target.pointer.y
  return distance <= ROW_EDGE_PX
}

function isSelf(dragged: Dragged, itemId: string): boolean {
  return dragged.kind === 'existing' && dragged.id === itemId
}

function isWithin(layout: Layout, dragged: Dragged, itemId: string): boolean {
  return dragged.kind === 'existing' && subtreeIds(layout, dragged.id).includes(itemId)
}

function forbidden(itemId: string): DropHint {
  return { itemId, zone: 'forbidden', place: null }
}

function childHint(item: LayoutItem): DropHint {
  const place = { parentId: item.id, index: item.children.length }
  const hasChildren = item.children.length > 0
  if (isRowOriented(item.type)) return { itemId: item.id, zone: hasChildren ? 'right' : 'left', place }
  return { itemId: item.id, zone: hasChildren ? 'bottom' : 'top', place }
}

type EdgeHint = DropHint & { readonly zone: Edge }

function siblingHint(layout: Layout, dragged: Dragged, itemId: string, pointer: PointerBox): EdgeHint | null {
  const parent = parentOf(layout, itemId)
  if (!parent || parent.type === 'ROOT' || !isAllowed(layout, dragged, parent)) return null
  const zone = siblingEdge(parent, pointer)
  const at = parent.children.indexOf(itemId)
  const index = zone === 'right' || zone === 'bottom' ? at + 1 : at
  return { itemId, zone, place: { parentId: parent.id, index } }
}

function siblingEdge(parent: LayoutItem, pointer: PointerBox): Edge {
  if (isRowOriented(parent.type)) return pointer.x < pointer.width / 2 ? 'left' : 'right'
  return pointer.y < pointer.height / 2 ? 'top' : 'bottom'
}

function isNearEdge(type: LayoutType, edge: Edge, pointer: PointerBox): boolean {
  const across = edge === 'left' || edge === 'right' ? pointer.width : pointer.height
  const limit = Math.min(type === 'TABS' ? TABS_EDGE_PX : EDGE_PX, across * EDGE_SHARE)
  const distance = {
    left: pointer.x,
    right: pointer.width - pointer.x,
    top: pointer.y,
    bottom: pointer.height - pointer.y,
  }[edge]
  return distance <= limit
}
