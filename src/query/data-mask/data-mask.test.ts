import { expect, test } from 'vitest'
import { clausesOf, extraFormDataFor, type FilterInputs, missingFilters, parentsExtra } from './clauses.ts'
import { selectedValues, toggledMask } from './cross-filter.ts'
import { defaultMask, maskOf } from './emit.ts'
import { explainFilters } from './explain.ts'
import { EVERYWHERE, type ExtraFormData, type NativeFilter } from './filter-config.ts'
import { isEmptyExtra, mergeExtraFormData } from './merge.ts'
import { withTimeColumn } from './time-column.ts'

function filter(parts: Partial<NativeFilter> = {}): NativeFilter {
  return {
    id: 'NATIVE_FILTER-a',
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    name: 'Carrier',
    description: '',
    targets: [{ datasetId: 1, column: { name: 'carrier' } }],
    scope: EVERYWHERE,
    controlValues: {},
    defaultDataMask: {},
    cascadeParentIds: [],
    ...parts,
  }
}

function inputs(parts: Partial<FilterInputs> = {}): FilterInputs {
  return {
    filters: [filter()],
    masks: {},
    chartConfiguration: {},
    globalChartConfiguration: { scope: EVERYWHERE, chartsInScope: [1, 2, 3] },
    isCrossFilteringEnabled: true,
    chartsInScope: () => [1, 2],
    ...parts,
  }
}

const eu = { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] }

test.each<[string, ExtraFormData[], ExtraFormData]>([
  [
    'conditions of all filters are joined in order',
    [eu, { filters: [{ col: 'a', op: '==', val: 1 }] }],
    { filters: [...eu.filters, { col: 'a', op: '==', val: 1 }] },
  ],
  [
    'the last time range wins',
    [{ time_range: 'Last week' }, eu, { time_range: 'Last month' }],
    { ...eu, time_range: 'Last month' },
  ],
  ['the last grain wins', [{ time_grain_sqla: 'P1D' }, { time_grain_sqla: 'P1M' }], { time_grain_sqla: 'P1M' }],
  [
    'custom form data is merged by key',
    [{ custom_form_data: { a: 1, b: 1 } }, { custom_form_data: { b: 2 } }],
    { custom_form_data: { a: 1, b: 2 } },
  ],
  ['nothing stays nothing', [{}, { filters: [] }], {}],
])('%s', (_, parts, merged) => {
  expect(mergeExtraFormData(parts)).toEqual(merged)
})

const range = (controlValues = {}) => filter({ filterType: 'filter_range', controlValues })
const NO_ROWS = { adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: '1 = 0' }] }

test.each<[string, NativeFilter, unknown, ExtraFormData]>([
  ['several values', filter(), ['AA', null], { filters: [{ col: 'carrier', op: 'IN', val: ['AA', null] }] }],
  [
    'an inverse selection',
    filter({ controlValues: { inverseSelection: true } }),
    ['AA'],
    { filters: [{ col: 'carrier', op: 'NOT IN', val: ['AA'] }] },
  ],
  ['nothing', filter(), [], {}],
  ['nothing where a value is required', filter({ controlValues: { enableEmptyFilter: true } }), null, NO_ROWS],
  [
    'a range',
    range(),
    [1, 9],
    {
      filters: [
        { col: 'carrier', op: '>=', val: 1 },
        { col: 'carrier', op: '<=', val: 9 },
      ],
    },
  ],
  ['a range with an open end', range(), [null, 9], { filters: [{ col: 'carrier', op: '<=', val: 9 }] }],
  ['a range without bounds', range(), [null, null], {}],
  ['an exact number', range({ enableSingleValue: 2 }), [5, 5], { filters: [{ col: 'carrier', op: '==', val: 5 }] }],
  ['a time range', filter({ filterType: 'filter_time' }), 'Last week', { time_range: 'Last week' }],
  ['no time range', filter({ filterType: 'filter_time' }), 'No filter', {}],
  ['a time column', filter({ filterType: 'filter_timecolumn' }), ['day'], { granularity_sqla: 'day' }],
  ['a time grain', filter({ filterType: 'filter_timegrain' }), ['P1M'], { time_grain_sqla: 'P1M' }],
])('%s is asked as it is stored', (_, config, value, extra) => {
  expect(maskOf(config, value).extraFormData).toEqual(extra)
})

test('a filter starts from its default value', () => {
  const extraFormData = { filters: [{ col: 'carrier', op: 'IN', val: ['UA'] }] }
  const config = filter({ defaultDataMask: { extraFormData, filterState: { value: ['UA'] } } })
  expect(defaultMask(config)).toEqual({ id: config.id, extraFormData, filterState: { value: ['UA'] }, ownState: {} })
})

test('a chart takes the filters that reach it and never its own cross-filter', () => {
  const clicked = toggledMask(1, undefined, { filters: [{ column: 'origin', values: ['ORD'] }], label: 'ORD' })
  const all = clausesOf(inputs({ masks: { 'NATIVE_FILTER-a': maskOf(filter(), ['AA']), 1: clicked } }))
  const carrier = { col: 'carrier', op: 'IN', val: ['AA'] }
  const origin = { col: 'origin', op: 'IN', val: ['ORD'] }
  expect(extraFormDataFor(1, all)).toEqual({ filters: [carrier] })
  expect(extraFormDataFor(2, all)).toEqual({ filters: [carrier, origin] })
  expect(extraFormDataFor(3, all)).toEqual({ filters: [origin] })
})

test('a chart with a scope of its own filters only the charts in it', () => {
  const clicked = toggledMask(1, undefined, { filters: [{ column: 'origin', values: ['ORD'] }], label: 'ORD' })
  const chartConfiguration = {
    1: { id: 1, crossFilters: { scope: { rootPath: ['TAB-1'], excluded: [] }, chartsInScope: [1, 3] } },
  }
  const all = clausesOf(inputs({ masks: { 1: clicked }, chartConfiguration }))
  expect(extraFormDataFor(2, all)).toEqual({})
  expect(extraFormDataFor(3, all).filters).toHaveLength(1)
})

test('cross-filters are silent when the dashboard switches them off', () => {
  const clicked = toggledMask(1, undefined, { filters: [{ column: 'origin', values: ['ORD'] }], label: 'ORD' })
  expect(clausesOf(inputs({ masks: { 1: clicked }, isCrossFilteringEnabled: false }))).toEqual([])
})

test('the same click again clears, another takes over, and the chart keeps its own state', () => {
  const ord = { filters: [{ column: 'origin', values: ['ORD'] }], label: 'ORD' }
  const first = { ...toggledMask(1, undefined, ord), ownState: { page: 2 } }
  const cleared = toggledMask(1, first, ord)
  expect(isEmptyExtra(cleared.extraFormData)).toBe(true)
  expect(selectedValues(cleared)).toBeNull()
  expect(cleared.ownState).toEqual({ page: 2 })
  const other = toggledMask(1, first, { filters: [{ column: 'origin', values: [null] }], label: 'null' })
  expect(other.extraFormData).toEqual({ filters: [{ col: 'origin', op: 'IS NULL' }] })
})

test('a required filter without a value holds back only the charts in its scope', () => {
  const required = filter({ controlValues: { enableEmptyFilter: true } })
  const all = inputs({ filters: [required] })
  expect(missingFilters(1, all)).toEqual([required])
  expect(missingFilters(3, all)).toEqual([])
  expect(
    missingFilters(1, inputs({ filters: [required], masks: { [required.id]: maskOf(required, ['AA']) } })),
  ).toEqual([])
})

test('a dependent filter asks within the choice of its parents', () => {
  const parent = filter()
  const child = filter({ id: 'NATIVE_FILTER-b', cascadeParentIds: [parent.id] })
  const masks = { [parent.id]: maskOf(parent, ['AA']) }
  expect(parentsExtra(child, [parent, child], masks).filters).toEqual([{ col: 'carrier', op: 'IN', val: ['AA'] }])
  expect(parentsExtra(parent, [parent, child], masks)).toEqual({})
})

test('an explanation says what acts, what does not and why, and what is empty', () => {
  const aircraft = filter({ id: 'NATIVE_FILTER-b', name: 'Aircraft', targets: [{ column: { name: 'aircraft_type' } }] })
  const far = filter({ id: 'NATIVE_FILTER-c', name: 'Far' })
  const empty = filter({ id: 'NATIVE_FILTER-d', name: 'Empty' })
  const all = inputs({
    filters: [filter(), aircraft, far, empty],
    masks: {
      'NATIVE_FILTER-a': maskOf(filter(), ['AA']),
      'NATIVE_FILTER-b': maskOf(aircraft, ['Narrow']),
      'NATIVE_FILTER-c': maskOf(far, ['x']),
    },
    chartsInScope: (one) => (one.name === 'Far' ? [9] : [1]),
  })
  const rejected = [{ column: 'aircraft_type', reason: 'not_in_datasource' }]
  const explained = explainFilters(1, clausesOf(all), all, { rejected, columns: null, hasTime: true })
  expect(explained.applied.map((entry) => entry.key)).toEqual(['NATIVE_FILTER-a'])
  expect(explained.notApplied.map((entry) => [entry.key, entry.reason])).toEqual([
    ['NATIVE_FILTER-b', { kind: 'noColumn', column: 'aircraft_type' }],
    ['NATIVE_FILTER-c', { kind: 'outOfScope' }],
  ])
  expect(explained.unset).toEqual(['Empty'])
})

test.each<[string, Record<string, unknown>, string | null, string | undefined]>([
  ['its time axis', { x_axis: 'shipped' }, 'ordered', 'shipped'],
  ['the main time column', { x_axis: 'category' }, 'ordered', 'ordered'],
  ['nothing of its own', {}, null, 'ordered'],
  ['the filter it has', { adhoc_filters: [{ operator: 'TEMPORAL_RANGE', subject: 'shipped' }] }, 'ordered', undefined],
  ['the column it names', { granularity_sqla: 'shipped', x_axis: 'ordered' }, 'ordered', 'shipped'],
])('a time range bounds a chart by %s', (_, formData, main, column) => {
  const time = { main, columns: ['ordered', 'shipped'] }
  expect(withTimeColumn({ time_range: 'Last week' }, formData, time).granularity_sqla).toBe(column)
  expect(withTimeColumn({}, formData, time)).toEqual({})
})

test('a time range is not applied to a chart without time, and says so', () => {
  const time = filter({ filterType: 'filter_time' })
  const all = inputs({ filters: [time], masks: { [time.id]: maskOf(time, 'Last week') } })
  const explained = explainFilters(1, clausesOf(all), all, { rejected: [], columns: null, hasTime: false })
  expect(explained.notApplied.map((entry) => entry.reason.kind)).toEqual(['noTimeColumn'])
})
