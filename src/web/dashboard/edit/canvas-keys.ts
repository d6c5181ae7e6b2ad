import type { KeyboardEvent } from 'react'
import { deleteItem } from '../model/edit-layout.ts'
import { type Direction, moveByKey, resizeByKey } from '../model/keyboard.ts'
import type { DashboardStore } from '../store.ts'
import { makeId, reportOutcome } from './layout-actions.ts'

const DIRECTION: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowDown: 'down',
  ArrowLeft: 'left',
}

/** Arranging by keyboard: arrows move, Shift and arrows size, Delete removes, Escape lets go. */
export function handleCanvasKey(event: KeyboardEvent, store: DashboardStore): void {
  const { selectedId } = store.getState()
  if (selectedId === null || isTyping(event.target) || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const direction = DIRECTION[event.key]
  if (direction) handleArrow(store, selectedId, direction, event.shiftKey)
  else if (event.key === 'Delete' || event.key === 'Backspace') removeItem(store, selectedId)
  else if (event.key === 'Escape') store.getState().select(null)
  else return
  event.preventDefault()
  event.stopPropagation()
  refocus(selectedId)
}

export function removeItem(store: DashboardStore, id: string): void {
  store.getState().editLayout((layout) => deleteItem(layout, id))
}

function handleArrow(store: DashboardStore, id: string, direction: Direction, isResize: boolean): void {
  const { history, editLayout } = store.getState()
  const { layout, metadata } = history.present
  if (isResize) editLayout(() => resizeByKey(layout, id, direction), `size ${id}`)
  else reportKeyMove(store, id, moveByKey(layout, id, direction, { makeId, filters: metadata.filters }))
}

/** The tile stays selected even when its row was moved in its place. */
function reportKeyMove(store: DashboardStore, id: string, outcome: ReturnType<typeof moveByKey>): void {
  reportOutcome(store, outcome)
  store.getState().select(id)
}

/** Selects an item from outside of it, so that the next key is for the item. */
export function selectItem(store: DashboardStore, id: string): void {
  store.getState().select(id)
  document.getElementById(id)?.focus()
}

/** A moved tile is drawn anew in another row, so the focus follows it there. */
function refocus(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus({ preventScroll: false }))
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}
