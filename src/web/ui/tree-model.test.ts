import { describe, expect, it } from 'vitest'
import { rowWindow } from './row-window.ts'
import { type TreeRow, treeMove } from './tree-model.ts'

const row = (label: string, level: number, more: Partial<TreeRow> = {}): TreeRow => ({
  id: label,
  label,
  level,
  isExpandable: false,
  isExpanded: false,
  ...more,
})
const ROWS = [
  row('main', 0, { isExpandable: true, isExpanded: true }),
  row('flights', 1, { isExpandable: true }),
  row('orders', 1),
  row('temp', 0, { isExpandable: true }),
]

describe('keys in a tree', () => {
  it.each([
    [0, 'ArrowDown', { move: 'focus', index: 1 }],
    [3, 'ArrowDown', { move: 'focus', index: 3 }],
    [0, 'ArrowRight', { move: 'focus', index: 1 }],
    [1, 'ArrowRight', { move: 'toggle', index: 1 }],
    [2, 'ArrowRight', null],
    [0, 'ArrowLeft', { move: 'toggle', index: 0 }],
    [2, 'ArrowLeft', { move: 'focus', index: 0 }],
    [1, 'Enter', { move: 'activate', index: 1 }],
    [0, 'End', { move: 'focus', index: 3 }],
    [0, 'o', { move: 'focus', index: 2 }],
    [2, 'm', { move: 'focus', index: 0 }],
  ])('row %i, %s', (at, key, move) => expect(treeMove(ROWS, at, key)).toEqual(move))
})

describe('the rows in view', () => {
  it('cover the view and keep the height of all', () => {
    const view = rowWindow(2_400, 240, 24, 10_000)
    expect(view.first).toBeLessThanOrEqual(100)
    expect(view.end).toBeGreaterThanOrEqual(110)
    expect(view.padTop + view.padBottom + (view.end - view.first) * 24).toBe(240_000)
  })

  it('never leave the list', () => {
    expect(rowWindow(1e9, 240, 24, 50)).toEqual({ first: 50, end: 50, padTop: 1_200, padBottom: 0 })
  })
})
