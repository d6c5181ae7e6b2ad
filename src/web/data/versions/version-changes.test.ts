import { expect, it } from 'vitest'
import { translator } from '../../ui/text.ts'
import { referredIn, versionChanges } from './version-changes.ts'

const t = translator('en', {})
const item = (type: string, children: readonly string[] = [], meta = {}) => ({ type, children, meta })
const lines = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  versionChanges(before, after, t).map((change) => [change.label, change.before, change.after])

it('names fields, with yes and no for what is on or off', () => {
  expect(lines({ sql: 'a', label: 'x', published: false }, { sql: 'b', label: 'x', published: true })).toEqual([
    ['SQL', 'a', 'b'],
    ['Published', 'No', 'Yes'],
  ])
})

it('names the settings of a chart, and leaves out what follows from them', () => {
  const chart = (viz_type: string, params: object) => ({ slice_name: 'Sales', viz_type, params, query_context: params })
  const before = chart('pie', { viz_type: 'pie', metric: 'count', showLegend: true, row_limit: 10 })
  const after = chart('table', { viz_type: 'table', metric: 'count', showLegend: false, row_limit: 50 })
  expect(lines(before, after)).toEqual([
    ['Chart type', 'Pie', 'Table'],
    ['Show legend', 'Yes', 'No'],
    ['Row limit', 10, 50],
  ])
})

it('names what changed on the layout: added, removed, moved, resized', () => {
  const chart = (name: string, width: number) => item('CHART', [], { sliceName: name, width, chartId: 1 })
  const before = {
    GRID_ID: item('GRID', ['R', 'S']),
    R: item('ROW', ['A', 'B']),
    S: item('ROW', ['D']),
    A: chart('Sales', 4),
    B: chart('Costs', 4),
    D: item('MARKDOWN', [], { code: 'one' }),
  }
  const after = {
    GRID_ID: item('GRID', ['R', 'S']),
    R: item('ROW', ['B', 'E']),
    S: item('ROW', ['D', 'A']),
    A: chart('Sales', 6),
    B: chart('Costs', 4),
    E: item('HEADER', [], { text: 'Facts' }),
  }
  expect(lines({ position: before }, { position: after })).toEqual([
    ['Chart “Sales”: place', 'In Row 1', 'In Row 2'],
    ['Chart “Sales”: width', 4, 6],
    ['Text', 'In Row 2', 'Removed'],
    ['Heading “Facts”', null, 'Added to Row 1'],
  ])
  expect(
    lines({ position: before }, { position: { ...before, R: item('ROW', ['B', 'A']) } }).map(([label]) => label),
  ).toEqual(['Chart “Sales”: place', 'Chart “Costs”: place'])
})

it('calls filters by their names, and passes over settings that nobody chose', () => {
  const filter = (controlValues: object) => ({ id: 'F-1', name: 'Region', controlValues })
  const before = { native_filter_configuration: [filter({ multiSelect: true })], chart_configuration: { 1: {} } }
  const after = { native_filter_configuration: [filter({})], refresh_frequency: 0, color_scheme: '' }
  expect(lines({ metadata: before }, { metadata: after })).toEqual([
    ['Filters › Region › controlValues › multiSelect', 'Yes', null],
  ])
})

it('tells no difference between what nobody said and what holds then, and settings in words', () => {
  const saved = { stagger_refresh: true, stagger_time: 5000, cross_filters_enabled: true }
  const before = { css: null, certified_by: null, metadata: {} }
  const after = { css: '', certified_by: '', metadata: { ...saved, filter_bar_orientation: 'HORIZONTAL' } }
  expect(lines(before, after)).toEqual([])
  const changed = { ...saved, stagger_time: 9000, cross_filters_enabled: false, filter_bar_orientation: 'VERTICAL' }
  expect(lines({ metadata: {} }, { metadata: changed })).toEqual([
    ['Cross-filters', 'Yes', 'No'],
    ['Place of the filter bar', 'Above the charts', 'Beside the charts'],
    ['Spread, ms', 5000, 9000],
  ])
})

it('calls by name what is held by its number, and the number where there is no name', () => {
  const before = { theme_id: 1, datasource_id: 5, db_id: 3, cache_timeout: 60 }
  const after = { theme_id: 2, datasource_id: 6, db_id: 3, cache_timeout: 90 }
  const keyOf = ({ resource, id }: { resource: string; id: number }) => `${resource} ${id}`
  expect(referredIn(before, after, t).map(keyOf)).toEqual(['theme 1', 'theme 2', 'dataset 5', 'dataset 6'])
  const names: Readonly<Record<string, string>> = { 'theme 1': 'Autumn', 'dataset 5': 'orders', 'dataset 6': 'sales' }
  const changes = versionChanges(before, after, t, (one) => names[keyOf(one)] ?? null)
  expect(changes.map((change) => [change.label, change.before, change.after])).toEqual([
    ['Theme', 'Autumn', 2],
    ['Dataset', 'orders', 'sales'],
    ['Cache timeout', 60, 90],
  ])
})
