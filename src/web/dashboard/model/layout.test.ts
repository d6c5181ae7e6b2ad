import { expect, test } from 'vitest'
import { outline, show, TABBED, TWO_ROWS } from '../../../../test/layout-outline.ts'
import type { LayoutType } from '../../../query/dashboard/layout.ts'
import { resize, widthBounds } from '../../../query/dashboard/widths.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { type Dragged, drop, NOT_ENOUGH_SPACE, OTHER_FILTER_SCOPE, TOP_LEVEL_TAB } from './drop.ts'
import { bestHint, dropHint } from './drop-zone.ts'
import { addItem, deleteItem, type NewItem } from './edit-layout.ts'
import { newFilter } from './filter-edit.ts'
import { type Direction, moveByKey, resizeByKey } from './keyboard.ts'

function ids() {
  const counts: Record<string, number> = {}
  return (type: LayoutType) => {
    counts[type] = (counts[type] ?? 0) + 1
    return `${{ ROW: 'R', TABS: 'TABS', TAB: 'T', CHART: 'C', COLUMN: 'COL' }[type as string] ?? type}new${counts[type]}`
  }
}
const context = (filters: readonly NativeFilter[] = []) => ({ makeId: ids(), filters })
const existing = (id: string): Dragged => ({ kind: 'existing', id })
const fresh = (item: NewItem): Dragged => ({ kind: 'new', item })

test.each<[string, string, Dragged, [string, number], string]>([
  ['within a row', TWO_ROWS, existing('C1'), ['R1', 2], 'GRID_ID\n  R1\n    C2:3\n    C1:6\n  R2\n    C3:4\n'],
  [
    'to the grid, in a row of its own',
    TWO_ROWS,
    existing('C2'),
    ['GRID_ID', 1],
    'GRID_ID\n  R1\n    C1:6\n  Rnew1\n    C2:3\n  R2\n    C3:4\n',
  ],
  ['to another row, taking the emptied row away', TWO_ROWS, existing('C3'), ['R2', 0], ''],
  [
    'a row past another',
    TWO_ROWS,
    existing('R1'),
    ['GRID_ID', 2],
    'GRID_ID\n  R2\n    C3:4\n  R1\n    C1:6\n    C2:3\n',
  ],
  [
    'a new chart, shrunk to the space that is left',
    TWO_ROWS,
    fresh({ type: 'CHART', meta: { chartId: 9 } }),
    ['R1', 1],
    'GRID_ID\n  R1\n    C1:6\n    Cnew1:3\n    C2:3\n  R2\n    C3:4\n',
  ],
  [
    'new tabs with their first tab',
    TWO_ROWS,
    fresh({ type: 'TABS' }),
    ['GRID_ID', 0],
    'GRID_ID\n  TABSnew1\n    Tnew1\n  R1\n    C1:6\n    C2:3\n  R2\n    C3:4\n',
  ],
  [
    'new tabs at the top, taking in the grid',
    TWO_ROWS,
    fresh({ type: 'TABS' }),
    ['ROOT_ID', 0],
    'TABSnew1\n  Tnew1\n    R1\n      C1:6\n      C2:3\n    R2\n      C3:4\n',
  ],
  [
    'a chart to another tab',
    TABBED,
    existing('C1'),
    ['T3', 0],
    'TABS1\n  T1\n  T2\n    TABS2\n      T3\n        Rnew1\n          C1:6\n        R2\n          C2:12\n',
  ],
  [
    'a chart among tabs, in a tab and a row of its own',
    TABBED,
    existing('C1'),
    ['TABS2', 1],
    'TABS1\n  T1\n  T2\n    TABS2\n      T3\n        R2\n          C2:12\n      Tnew1\n        Rnew1\n          C1:6\n',
  ],
  [
    'a row among tabs, in a tab of its own',
    TABBED,
    existing('R1'),
    ['TABS2', 0],
    'TABS1\n  T1\n  T2\n    TABS2\n      Tnew1\n        R1\n          C1:6\n      T3\n        R2\n          C2:12\n',
  ],
])('drops %s', (_, text, dragged, [parentId, index], after) => {
  const before = outline(text)
  const outcome = drop(before, dragged, { parentId, index }, context())
  const result = outcome.kind === 'changed' ? show(outcome.layout) : ''
  expect(result).toBe(after)
})

test.each<[string, string, Dragged, string, string | null]>([
  ['a chart that is too wide', TWO_ROWS, existing('C3'), 'R1', NOT_ENOUGH_SPACE],
  ['a new chart in a full row', 'GRID_ID\n  R1\n    C1:12\n', fresh({ type: 'CHART' }), 'R1', NOT_ENOUGH_SPACE],
  ['a top-level tab in nested tabs', TABBED, existing('T1'), 'TABS2', TOP_LEVEL_TAB],
  ['a row in a row', TWO_ROWS, existing('R1'), 'R2', null],
  ['a row in itself', 'GRID_ID\n  R1\n    COL1:4\n      R2\n        C1:4\n', existing('R1'), 'COL1', null],
  ['a heading in a row', TWO_ROWS, fresh({ type: 'HEADER' }), 'R1', null],
])('refuses %s', (_, text, dragged, parentId, warning) => {
  const outcome = drop(outline(text), dragged, { parentId, index: 0 }, context())
  expect(outcome).toEqual(warning === null ? { kind: 'unchanged' } : { kind: 'refused', warning })
})

test('never nests deeper than a column in a row in a column', () => {
  const deep = outline('GRID_ID\n  R1\n    COL1:12\n      R2\n        COL2:12\n          C1:12\n  R3\n    C2:4\n')
  expect(drop(deep, existing('R3'), { parentId: 'COL2', index: 0 }, context())).toEqual({ kind: 'unchanged' })
  expect(drop(deep, existing('C2'), { parentId: 'COL2', index: 0 }, context()).kind).toBe('changed')
})

test('refuses a row whose own columns would become too deep', () => {
  const deep = outline('GRID_ID\n  R1\n    COL1:6\n      R2\n        C1:6\n  R3\n    COL3:4\n      R4\n        C2:4\n')
  expect(drop(deep, existing('R3'), { parentId: 'COL1', index: 0 }, context())).toEqual({ kind: 'unchanged' })
})

test('warns when a chart comes under other filters', () => {
  const inFirst = { ...newFilter('NATIVE_FILTER-1', 'Carrier'), scope: { rootPath: ['T1'], excluded: [] } }
  const outcome = drop(outline(TABBED), existing('C1'), { parentId: 'T3', index: 0 }, context([inFirst]))
  expect(outcome).toMatchObject({ kind: 'changed', warning: OTHER_FILTER_SCOPE })
})

test.each<[string, string, string, string]>([
  ['a chart and the row it leaves empty', TWO_ROWS, 'C3', 'GRID_ID\n  R1\n    C1:6\n    C2:3\n'],
  ['a row with its charts', TWO_ROWS, 'R1', 'GRID_ID\n  R2\n    C3:4\n'],
  ['the last tab with its tabs', TABBED, 'T3', 'TABS1\n  T1\n    R1\n      C1:6\n  T2\n'],
  [
    'the top tabs, leaving their content in the grid',
    TABBED,
    'TABS1',
    'GRID_ID\n  R1\n    C1:6\n  TABS2\n    T3\n      R2\n        C2:12\n',
  ],
  [
    'the chart of a column, leaving the column',
    'GRID_ID\n  R1\n    COL1:4\n      C1:4\n',
    'C1',
    'GRID_ID\n  R1\n    COL1:4\n',
  ],
])('deletes %s', (_, text, id, after) => {
  expect(show(deleteItem(outline(text), id))).toBe(after)
})

test.each<[string, Direction, string | null]>([
  ['C1', 'right', 'GRID_ID\n  R1\n    C2:3\n    C1:6\n  R2\n    C3:4\n'],
  ['C1', 'left', null],
  ['C2', 'down', 'GRID_ID\n  R1\n    C1:6\n  Rnew1\n    C2:3\n  R2\n    C3:4\n'],
  ['C3', 'up', 'GRID_ID\n  R2\n    C3:4\n  R1\n    C1:6\n    C2:3\n'],
  ['C3', 'down', null],
  ['R2', 'up', 'GRID_ID\n  R2\n    C3:4\n  R1\n    C1:6\n    C2:3\n'],
])('the key moves %s %s', (id, direction, after) => {
  const outcome = moveByKey(outline(TWO_ROWS), id, direction, context())
  expect(outcome.kind === 'changed' ? show(outcome.layout) : null).toBe(after)
})

test('a chart alone in its row joins the neighbouring row where it fits', () => {
  const before = outline('GRID_ID\n  R1\n    C1:6\n  R2\n    C2:6\n')
  const outcome = moveByKey(before, 'C2', 'up', context())
  expect(outcome.kind === 'changed' ? show(outcome.layout) : null).toBe('GRID_ID\n  R1\n    C1:6\n    C2:6\n')
})

test('keys and handles never size a tile past its bounds', () => {
  const layout = outline(TWO_ROWS)
  expect(widthBounds(layout, 'C1')).toEqual({ min: 1, max: 9 })
  expect(resize(layout, 'C1', { width: 12, height: 500 }).C1?.meta).toMatchObject({ width: 9, height: 100 })
  expect(resize(layout, 'C1', { width: 0, height: 1 }).C1?.meta).toMatchObject({ width: 1, height: 5 })
  expect(resizeByKey(layout, 'C2', 'right').C2?.meta.width).toBe(4)
  expect(resizeByKey(layout, 'C2', 'down').C2?.meta.height).toBe(52)
})

test('a column is never narrower than its rows', () => {
  const layout = outline('GRID_ID\n  R1\n    COL1:6\n      R2\n        C1:3\n        C2:2\n')
  expect(widthBounds(layout, 'COL1')).toEqual({ min: 5, max: 12 })
})

test.each<[string, Dragged, string, { x: number; y: number }, string, [string, number] | null]>([
  ['left half of a chart', existing('C3'), 'C1', { x: 10, y: 50 }, 'left', ['R1', 0]],
  ['right half of a chart', existing('C3'), 'C1', { x: 180, y: 50 }, 'right', ['R1', 1]],
  ['middle of a row', existing('C3'), 'R1', { x: 100, y: 50 }, 'right', ['R1', 2]],
  ['upper edge of a row', existing('C3'), 'R1', { x: 100, y: 3 }, 'top', ['GRID_ID', 0]],
  ['lower edge of a row', existing('C3'), 'R1', { x: 100, y: 98 }, 'bottom', ['GRID_ID', 1]],
  ['a row over a chart', existing('R2'), 'C1', { x: 100, y: 50 }, 'forbidden', null],
  ['a row over its own chart', existing('R1'), 'C1', { x: 100, y: 50 }, 'forbidden', null],
  ['a row over the grid', existing('R1'), 'GRID_ID', { x: 100, y: 50 }, 'bottom', ['GRID_ID', 2]],
])('over the %s the line says where', (_, dragged, itemId, at, zone, place) => {
  const hint = dropHint(outline(TWO_ROWS), dragged, itemId, { ...at, width: 200, height: 100 })
  expect(hint).toEqual({ itemId, zone, place: place && { parentId: place[0], index: place[1] } })
})

test.each<[string, number, string]>([
  ['the middle', 50, 'forbidden'],
  ['the upper quarter', 22, 'top'],
  ['the lower quarter', 80, 'bottom'],
])('tabs over %s of a chart', (_, y, zone) => {
  const pointer = { x: 100, y, width: 200, height: 100 }
  const targets = ['C1', 'R1', 'GRID_ID'].map((itemId) => ({ itemId, pointer }))
  expect(bestHint(outline(TWO_ROWS), fresh({ type: 'TABS' }), targets)?.zone).toBe(zone)
})

test('tabs over a chart at the end of the dashboard are forbidden, not put below it', () => {
  const [tile, grid] = [
    { x: 100, y: 50, width: 200, height: 100 },
    { x: 100, y: 350, width: 200, height: 400 },
  ]
  const targets = [
    { itemId: 'C3', pointer: tile },
    { itemId: 'R2', pointer: tile },
    { itemId: 'GRID_ID', pointer: grid },
  ]
  const hint = bestHint(outline(TWO_ROWS), fresh({ type: 'TABS' }), targets)
  expect(hint).toEqual({ itemId: 'C3', zone: 'forbidden', place: null })
})

test('a chart over the strip of tabs makes a tab at the end', () => {
  const layout = outline('GRID_ID\n  TABS1\n    T1\n  R1\n    C1:4\n')
  const pointer = { x: 150, y: 18, width: 200, height: 100 }
  expect(dropHint(layout, existing('C1'), 'TABS1', pointer)?.place).toEqual({ parentId: 'TABS1', index: 1 })
})

test('over itself there is no line', () => {
  expect(dropHint(outline(TWO_ROWS), existing('C1'), 'C1', { x: 1, y: 1, width: 9, height: 9 })).toBeNull()
})

test('adding to a tab wraps a chart and not a heading', () => {
  const layout = outline(TABBED)
  const withChart = addItem(layout, { type: 'CHART', meta: { chartId: 5 } }, { parentId: 'T1', index: 0 }, ids())
  expect(withChart.layout[withChart.id]?.parents.at(-1)).toBe('Rnew1')
  const withHeading = addItem(layout, { type: 'HEADER' }, { parentId: 'T1', index: 0 }, ids())
  expect(withHeading.layout[withHeading.id]?.parents.at(-1)).toBe('T1')
})
