import { isRowOriented, type Layout, type LayoutItem, parentOf } from '../../../query/dashboard/layout.ts'
import { freeColumns, neededWidth, resize, widthOf } from '../../../query/dashboard/widths.ts'
import type { FilterConfig } from '../../../query/data-mask/filter-config.ts'
import { type DropOutcome, drop } from './drop.ts'
import type { MakeId, Place } from './edit-layout.ts'

export type Direction = 'up' | 'right' | 'down' | 'left'

interface Context {
  readonly makeId: MakeId
  readonly filters: readonly FilterConfig[]
}

const HEIGHT_STEP_UNITS = 2

/** Moves the selected item one step: past a sibling, out of its row, or into the row next to it. */
export function moveByKey(layout: Layout, id: string, direction: Direction, context: Context): DropOutcome {
  const place = stepPlace(layout, id, direction)
  if (!place) return { kind: 'unchanged' }
  const dragged = place.movesRow ? (parentOf(layout, id)?.id ?? id) : id
  return drop(layout, { kind: 'existing', id: dragged }, place, context)
}

/** Changes the size of the selected item by one step. */
export function resizeByKey(layout: Layout, id: string, direction: Direction): Layout {
  const item = layout[id]
  if (!item) return layout
  switch (direction) {
    case 'left':
      return resize(layout, id, { width: widthOf(item) - 1 })
    case 'right':
      return resize(layout, id, { width: widthOf(item) + 1 })
    case 'up':
      return resize(layout, id, { height: (item.meta.height ?? 0) - HEIGHT_STEP_UNITS })
    case 'down':
      return resize(layout, id, { height: (item.meta.height ?? 0) + HEIGHT_STEP_UNITS })
  }
}

/** A place for an item at the end of every container that takes it, for the menu "Move to". */
export function endOf(container: LayoutItem): Place {
  return { parentId: container.id, index: container.children.length }
}

type Step = Place & { readonly movesRow?: boolean }

function stepPlace(layout: Layout, id: string, direction: Direction): Step | null {
  const parent = parentOf(layout, id)
  if (!parent) return null
  const isAlong = isRowOriented(parent.type) === (direction === 'left' || direction === 'right')
  if (isAlong) return siblingStep(parent, id, isForward(direction))
  return parent.type === 'ROW'
    ? rowStep(layout, parent, id, isForward(direction))
    : columnStep(layout, parent, direction)
}

function siblingStep(parent: LayoutItem, id: string, forward: boolean): Step | null {
  const at = parent.children.indexOf(id)
  const target = forward ? at + 2 : at - 1
  return target < 0 || target > parent.children.length ? null : { parentId: parent.id, index: target }
}

/** Up and down from within a row: first into a row of its own, then into the neighbouring row, or past it. */
function rowStep(layout: Layout, row: LayoutItem, id: string, forward: boolean): Step | null {
  const holder = parentOf(layout, row.id)
  if (!holder) return null
  const at = holder.children.indexOf(row.id)
  if (row.children.length > 1) return { parentId: holder.id, index: forward ? at + 1 : at }
  const neighbour = layout[holder.children[forward ? at + 1 : at - 1] ?? '']
  if (!neighbour) return null
  if (fitsInRow(layout, neighbour, id)) {
    return { parentId: neighbour.id, index: forward ? 0 : neighbour.children.length }
  }
  return { parentId: holder.id, index: forward ? at + 2 : at - 1, movesRow: true }
}

function fitsInRow(layout: Layout, row: LayoutItem, id: string): boolean {
  const item = layout[id]
  return item !== undefined && row.type === 'ROW' && freeColumns(layout, row) >= neededWidth(layout, item)
}

/** Left and right from within a column: out of it, into the row in which the column stands. */
function columnStep(layout: Layout, column: LayoutItem, direction: Direction): Step | null {
  const row = parentOf(layout, column.id)
  if (column.type !== 'COLUMN' || row?.type !== 'ROW') return null
  const at = row.children.indexOf(column.id)
  return { parentId: row.id, index: direction === 'right' ? at + 1 : at }
}

function isForward(direction: Direction): boolean {
  return direction === 'right' || direction === 'down'
}
