import type { Dragged } from '../model/drop.ts'

const DRAGGED = Symbol('dragged')
const TARGET = Symbol('target')

/** What travels with a drag: the thing itself, and its name for the label under the pointer. */
export interface DragData extends Record<string | symbol, unknown> {
  readonly dragged: Dragged
  readonly label: string
}

export function dragData(dragged: Dragged, label: string): DragData {
  return { [DRAGGED]: true, dragged, label }
}

export function isDragData(data: Record<string | symbol, unknown>): data is DragData {
  return data[DRAGGED] === true
}

export function targetData(itemId: string): Record<string | symbol, unknown> {
  return { [TARGET]: true, itemId }
}

export function targetIdOf(data: Record<string | symbol, unknown>): string | null {
  return data[TARGET] === true ? String(data.itemId) : null
}
