import { expect, test } from 'vitest'
import { valueLabel } from '../../../query/dashboard/filter-label.ts'
import { boundsFrom, optionsRequest, valuesFrom } from '../../../query/dashboard/filter-options.ts'
import { parsePosition } from '../../../query/dashboard/position-json.ts'
import { maskOf } from '../../../query/data-mask/emit.ts'
import type { NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { isColor } from '../../data/color-text.ts'
import { detailFilters } from './detail-filters.ts'
import { newFilter } from './filter-edit.ts'
import { canEditDashboard } from './rights.ts'
import { scopeFrom, scopeTree } from './scope-tree.ts'
import { withSettledMasks } from './settled-masks.ts'
import { activeTabsFrom, openTabIds, visibleChartIds, withTabsOpenFor } from './tabs.ts'

const chart = (id: number) => ({ type: 'CHART', meta: { chartId: id, width: 4 } })
const layout = parsePosition(
  JSON.stringify({
    ROOT_ID: { type: 'ROOT', children: ['TABS'] },
    GRID_ID: { type: 'GRID', children: [] },
    TABS: { type: 'TABS', children: ['T1', 'T2'] },
    T1: { type: 'TAB', children: ['R1'] },
    T2: { type: 'TAB', children: ['INNER'] },
    INNER: { type: 'TABS', children: ['T3', 'T4'] },
    T3: { type: 'TAB', children: ['R3'] },
    T4: { type: 'TAB', children: ['R4'] },
    R1: { type: 'ROW', children: ['C1', 'C2'] },
    R3: { type: 'ROW', children: ['C3'] },
    R4: { type: 'ROW', children: ['C4'] },
    C1: chart(1),
    C2: chart(2),
    C3: chart(3),
    C4: chart(4),
  }),
)
const country: NativeFilter = {
  ...newFilter('NATIVE_FILTER-c', 'Country'),
  targets: [{ datasetId: 7, column: { name: 'country' } }],
}

test('charts of open tabs are seen; the first tab is open until another is', () => {
  expect(visibleChartIds(layout, {})).toEqual([1, 2])
  expect(visibleChartIds(layout, { TABS: 'T2' })).toEqual([3])
  expect(visibleChartIds(layout, { TABS: 'gone' })).toEqual([1, 2])
})

test('revealing an item opens every tab above it, and a permalink brings the same tabs back', () => {
  const active = withTabsOpenFor(layout, {}, 'C4')
  expect(visibleChartIds(layout, active)).toEqual([4])
  expect(openTabIds(layout, active)).toEqual(['T2', 'T4'])
  expect(visibleChartIds(layout, activeTabsFrom(layout, openTabIds(layout, active)))).toEqual([4])
})

test('the scope tree shows tabs and charts, and a whole tab is named so that later charts come under it', () => {
  expect(scopeTree(layout, 'ROOT_ID', 1)?.children.map((node) => [node.id, node.chartIds])).toEqual([
    ['T1', [2]],
    ['T2', [3, 4]],
  ])
  expect(scopeFrom(layout, new Set([1, 2, 3, 4]))).toEqual({ rootPath: ['ROOT_ID'], excluded: [] })
  expect(scopeFrom(layout, new Set([1, 2]))).toEqual({ rootPath: ['T1'], excluded: [] })
  expect(scopeFrom(layout, new Set([1, 3]))).toEqual({ rootPath: ['ROOT_ID'], excluded: [2, 4] })
})

test('choices are asked within the parents, the search and the filter of the list', () => {
  const filter = { ...country, adhoc_filters: [{ subject: 'kind', operator: '==', comparator: 'x' }] }
  const parents = { filters: [{ col: 'region', op: 'IN', val: ['EU'] }], time_range: 'Last week' }
  expect(optionsRequest(filter, '50%', parents)).toMatchObject({
    datasource: { id: 7, type: 'table' },
    queries: [
      {
        columns: ['country'],
        time_range: 'Last week',
        filters: [{ col: 'region' }, { col: 'kind', val: 'x' }, { col: 'country', op: 'ILIKE', val: '%50\\%%' }],
      },
    ],
  })
  expect(optionsRequest(newFilter('a', 'A'), '', {})).toBeNull()
})

test('answers are read as values and as bounds', () => {
  const answer = { result: [{ data: [{ country: 'DE', min: '1.5', max: null }, { country: null }] }] }
  expect(valuesFrom(answer, 'country')).toEqual(['DE', null])
  expect(boundsFrom(answer)).toEqual({ min: 1.5, max: null })
  expect(valuesFrom(null, 'country')).toEqual([])
})

test('a choice survives a change of the filter unless the filter asks something else', () => {
  const masks = { 'NATIVE_FILTER-c': maskOf(country, ['DE']), 5: maskOf(country, ['x']) }
  const renamed = withSettledMasks(masks, [country], [{ ...country, name: 'Land' }])
  expect(renamed['NATIVE_FILTER-c']?.filterState.value).toEqual(['DE'])
  expect(renamed['5']).toBeDefined()
  const other = { ...country, targets: [{ datasetId: 7, column: { name: 'city' } }] }
  expect(withSettledMasks(masks, [country], [other])['NATIVE_FILTER-c']?.filterState.value).toBeNull()
})

test('rows behind a chart are bounded by its own filters and those of the dashboard', () => {
  const formData = {
    adhoc_filters: [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: '==', comparator: 1 },
      {
        expressionType: 'SIMPLE',
        clause: 'WHERE',
        subject: 'day',
        operator: 'TEMPORAL_RANGE',
        comparator: 'Last week',
      },
    ],
  }
  expect(detailFilters(formData, { filters: [{ col: 'b', op: 'IN', val: [2] }] })).toEqual({
    filters: [
      { col: 'b', op: 'IN', val: [2] },
      { col: 'a', op: '==', val: 1 },
    ],
    time_range: 'Last week',
    granularity: 'day',
  })
  expect(detailFilters(formData, { time_range: 'Last day' }).time_range).toBe('Last day')
})

test.each<[unknown, NativeFilter['filterType'], string | null]>([
  [['DE', 'FR', 'ES', 'IT'], 'filter_select', 'DE, FR, ES +1'],
  [[null], 'filter_select', 'null'],
  [[1, 9], 'filter_range', '1 – 9'],
  [[null, 9], 'filter_range', '≤ 9'],
  [[1, null], 'filter_range', '≥ 1'],
  ['Last week', 'filter_time', 'Last week'],
  [null, 'filter_select', null],
])('the choice %j of a %s reads %s', (value, filterType, label) => {
  const filter = { ...country, filterType }
  expect(valueLabel(filter, maskOf(filter, value))).toBe(label)
})

test.each<[number, string[], number[], boolean]>([
  [1, ['Gamma'], [1], true],
  [2, ['Gamma'], [1], false],
  [2, ['ADMIN'], [1], true],
])('user %i with %j may edit a dashboard of %j: %s', (id, roles, owners, may) => {
  expect(canEditDashboard({ owners: owners.map((owner) => ({ id: owner })) }, { id, roles })).toBe(may)
  expect(canEditDashboard({ owners: [{ id }], is_managed_externally: true }, { id, roles })).toBe(false)
})

test.each([
  ['#fff', true],
  ['#0a6878', true],
  ['rgb(1, 2, 3)', true],
  ['rgba(1,2,3,0.5)', true],
  ['petrol', false],
  ['#12', false],
])('%s is a colour: %s', (text, is) => {
  expect(isColor(text)).toBe(is)
})
