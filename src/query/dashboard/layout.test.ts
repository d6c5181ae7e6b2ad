import { expect, test } from 'vitest'
import { outline, show, TABBED, TWO_ROWS } from '../../../test/layout-outline.ts'
import { chartIdsBelow } from './layout.ts'
import { parsePosition, positionsOf, withUnplacedCharts } from './position-json.ts'
import { chartsInScope, tabsWithCharts } from './scope.ts'
import { widthOf } from './widths.ts'

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

const readChart = (size: object) => {
  const grid = { type: 'GRID', children: ['R1'] }
  const row = { type: 'ROW', children: ['C1'], meta: {} }
  const chart = { type: 'CHART', children: [], meta: { chartId: 1, ...size } }
  return parsePosition(JSON.stringify({ GRID_ID: grid, R1: row, C1: chart })).C1
}

test.each([0, -3, 'wide', null, {}, undefined])('a chart of the size %s has the usual one', (size) => {
  const chart = readChart({ width: size, height: size })
  expect(chart && [widthOf(chart), chart.meta.height]).toEqual([4, 50])
})

test('a size keeps its fraction, and may be given as text', () => {
  expect(readChart({ width: '6', height: 20.5 })?.meta).toEqual({ chartId: 1, width: 6, height: 20.5 })
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
