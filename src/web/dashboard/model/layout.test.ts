import { expect, test } from 'vitest'
import {
  chartIdsBelow,
  type Layout,
  type LayoutItem,
  type LayoutType,
  withParents,
} from '../../../query/dashboard/layout.ts'
import { parsePosition, positionsOf, withUnplacedCharts } from '../../../query/dashboard/position-json.ts'
import { chartsInScope, tabsWithCharts } from '../../../query/dashboard/scope.ts'
import { resize, widthBounds } from '../../../query/dashboard/widths.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { type Dragged, drop, NOT_ENOUGH_SPACE, OTHER_FILTER_SCOPE, TOP_LEVEL_TAB } from './drop.ts'
import { bestHint, dropHint } from './drop-zone.ts'
import { addItem, deleteItem, type NewItem } from './edit-layout.ts'
import { newFilter } from './filter-edit.ts'
import { type Direction, moveByKey, resizeByKey } from './keyboard.ts'

/** A layout from an outline: indentation is the tree, `C1:6` a chart of six columns, `R`, `COL:4`, `TABS`, `T1`. */
function outline(text: string): Layout {
  const items: Record<string, LayoutItem> = {}
  const path: string[] = ['ROOT_ID']
  items.ROOT_ID = item('ROOT_ID', 'ROOT')
  items.GRID_ID = item('GRID_ID', 'GRID')
  for (const line of text.split('\n').filter((one) => one.trim())) {
    const level = line.search(/\S/) / 2
    const [id = '', width] = line.trim().split(':')
    items[id] = { ...(items[id] ?? item(id, typeOf(id))), ...(width && { meta: metaOf(id, Number(width)) }) }
    path.length = level + 1
    const parent = items[path[level] ?? '']
    if (parent) items[parent.id] = { ...parent, children: [...parent.children, id] }
    path.push(id)
  }
  return withParents(items)
}

function show(layout: Layout, id = 'ROOT_ID', level = 0): string {
  const children = layout[id]?.children ?? []
  return children
    .map((child) => {
      const width = layout[child]?.meta.width
      return `${'  '.repeat(level)}${child}${width ? `:${width}` : ''}\n${show(layout, child, level + 1)}`
    })
    .join('')
}

const item = (id: string, type: LayoutType): LayoutItem => ({
  id,
  type,
  children: [],
  parents: [],
  meta: metaOf(id, null),
})
const metaOf = (id: string, width: number | null) => ({
  ...(id.startsWith('C') && !id.startsWith('COL') && { chartId: Number(id.slice(1)), height: 50 }),
  ...(width !== null && { width }),
})
function typeOf(id: string): LayoutType {
  const known: [string, LayoutType][] = [
    ['COL', 'COLUMN'],
    ['TABS', 'TABS'],
    ['C', 'CHART'],
    ['R', 'ROW'],
    ['T', 'TAB'],
    ['M', 'MARKDOWN'],
    ['H', 'HEADER'],
    ['GRID', 'GRID'],
  ]
  return known.find(([start]) => id.startsWith(start))?.[1] ?? 'DIVIDER'
}

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

const TWO_ROWS = `
GRID_ID
  R1
    C1:6
    C2:3
  R2
    C3:4
`
const TABBED = `
TABS1
  T1
    R1
      C1:6
  T2
    TABS2
      T3
        R2
          C2:12
GRID_ID
`.replace('\nGRID_ID\n', '\n')

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

test('a chart over the strip of tabs makes a tab at the end', () => {
  const layout = outline('GRID_ID\n  TABS1\n    T1\n  R1\n    C1:4\n')
  const pointer = { x: 150, y: 18, width: 200, height: 100 }
  expect(dropHint(layout, existing('C1'), 'TABS1', pointer)?.place).toEqual({ parentId: 'TABS1', index: 1 })
})

test('over itself there is no line', () => {
  expect(dropHint(outline(TWO_ROWS), existing('C1'), 'C1', { x: 1, y: 1, width: 9, height: 9 })).toBeNull()
})

test('a saved layout comes back as it was, with parents and title', () => {
  const layout = outline(TABBED)
  const saved = positionsOf(layout, 'Flights')
  expect(saved).toMatchObject({ DASHBOARD_VERSION_KEY: 'v2', HEADER_ID: { meta: { text: 'Flights' } } })
  const read = parsePosition(JSON.stringify(saved))
  expect(show(read)).toBe(show(layout))
  expect(read.C2?.parents).toEqual(['ROOT_ID', 'TABS1', 'T2', 'TABS2', 'T3', 'R2'])
})

test.each([null, '', 'nonsense', '[]', '{"ROOT_ID":{"type":"ROOT","children":["gone"]}}'])(
  '%s is an empty dashboard',
  (text) => {
    expect(show(parsePosition(text))).toBe('GRID_ID\n')
  },
)

test('a layout that mentions itself is read without going round', () => {
  const text =
    '{"ROOT_ID":{"type":"ROOT","children":["GRID_ID"]},"GRID_ID":{"type":"GRID","children":["R1","R1"]},"R1":{"type":"ROW","children":["GRID_ID","ROOT_ID"]}}'
  expect(show(parsePosition(text))).toBe('GRID_ID\n  R1\n')
})

test('charts of the dashboard that stand nowhere are put at its end', () => {
  const layout = withUnplacedCharts(outline(TWO_ROWS), [
    { id: 1, name: 'a' },
    { id: 7, name: 'b' },
  ])
  expect(chartIdsBelow(layout, 'ROOT_ID')).toEqual([1, 2, 3, 7])
  expect(layout['CHART-7']?.parents.slice(0, 2)).toEqual(['ROOT_ID', 'GRID_ID'])
})

test.each<[string[], number[], number[]]>([
  [['ROOT_ID'], [], [1, 2]],
  [['ROOT_ID'], [2], [1]],
  [['T1'], [], [1]],
  [['T2'], [], [2]],
  [['T3'], [], [2]],
  [['T1', 'T3'], [1], [2]],
])('the scope %j without %j reaches %j', (rootPath, excluded, charts) => {
  expect(chartsInScope(outline(TABBED), { rootPath, excluded })).toEqual(charts)
})

test('the tabs of charts are all tabs above them', () => {
  expect(tabsWithCharts(outline(TABBED), [2])).toEqual(['T2', 'T3'])
})

test('adding to a tab wraps a chart and not a heading', () => {
  const layout = outline(TABBED)
  const withChart = addItem(layout, { type: 'CHART', meta: { chartId: 5 } }, { parentId: 'T1', index: 0 }, ids())
  expect(withChart.layout[withChart.id]?.parents.at(-1)).toBe('Rnew1')
  const withHeading = addItem(layout, { type: 'HEADER' }, { parentId: 'T1', index: 0 }, ids())
  expect(withHeading.layout[withHeading.id]?.parents.at(-1)).toBe('T1')
})
