import { expect, it } from 'vitest'
import type { FormData } from '../parts/form-options.ts'
import { storedQueries } from './stored-queries.ts'
import { succeed } from './succeed.ts'

const NOW = new Date('2024-05-15T14:37:21Z')
const next = (form: FormData): FormData => {
  const result = succeed(form, NOW)
  if (result.state !== 'succeeded') throw new Error(`${result.state} ${JSON.stringify(form)}`)
  return result.form
}

it('leaves a type that is drawn as it is', () => {
  for (const viz_type of ['pie', 'table', 'echarts_area', 'constructor', '', undefined])
    expect(succeed({ viz_type, groupby: ['a'] }, NOW)).toEqual({ state: 'current' })
})

it('gives every older type a question, whatever else its settings hold', () => {
  const forms: FormData[] = [
    {},
    { metrics: null, metric: 7, groupby: 'a', columns: {}, all_columns_x: 3, adhoc_filters: 'x' },
    { time_compare: ['', ' '], granularity_sqla: 'placed', constructor: 1, toString: 2 },
    { groupby: ['a'], columns: ['b'], metrics: ['m'], entity: 'a', x: 'm', y: 'm', size: 'm', source: 'a' },
  ]
  const types = 'area bar bubble dist_bar dual_line heatmap histogram line pivot_table sankey sunburst treemap'.split(
    ' ',
  )
  for (const viz_type of types)
    for (const form of forms) {
      const moved = next({ ...form, viz_type })
      expect(storedQueries(moved)?.length, `${viz_type} ${JSON.stringify(form)}`).toBeGreaterThan(0)
    }
})

it('keeps fields that neither type knows, under their names', () => {
  expect(next({ viz_type: 'treemap', constructor: 1, toString: 2, my_own: [3] })).toEqual({
    viz_type: 'treemap_v2',
    constructor: 1,
    toString: 2,
    my_own: [3],
  })
})

it.each([
  [{ line_interpolation: 'step-before' }, { viz_type: 'echarts_timeseries_step', seriesType: 'start' }],
  [{ time_compare: '1 week ago' }, { time_compare: ['1 week ago'] }],
  [{ time_compare: '' }, { time_compare: [] }],
  [{ comparison_type: 'absolute' }, { comparison_type: 'difference' }],
  [{ x_ticks_layout: '45°' }, { xAxisLabelRotation: 45 }],
  [
    { y_axis_label: 'Pieces', left_margin: 'auto' },
    { y_axis_title: 'Pieces', y_axis_title_margin: 30 },
  ],
])('carries %j of a line over', (form, wanted) => {
  expect(next({ viz_type: 'line', ...form })).toMatchObject(wanted)
})

it('adds no filter for custom SQL without a range, and refuses a range that cannot be read', () => {
  const column = { sqlExpression: 'a + 1', label: 'b', expressionType: 'SQL' }
  expect(next({ viz_type: 'line', granularity_sqla: column })).toMatchObject({ x_axis: column, adhoc_filters: [] })
  const wrong = { viz_type: 'line', granularity_sqla: column, time_range: '2024-02-01 : 2024-01-01' }
  expect(succeed(wrong, NOW).state).toBe('stuck')
})

it('asks of a heatmap its axes once, sorted by value, and ranks within a row', () => {
  const metric = { expressionType: 'SIMPLE', column: { column_name: 'qty' }, aggregate: 'SUM', label: 'Pieces' }
  const form = { viz_type: 'heatmap', all_columns_x: 'day', all_columns_y: 'city', metric, normalize_across: 'y' }
  const [query] = storedQueries(next({ ...form, sort_x_axis: 'value_asc', time_grain_sqla: 'P1D' })) ?? []
  expect(query).toMatchObject({
    columns: [{ columnType: 'BASE_AXIS', sqlExpression: 'day', timeGrain: 'P1D' }, 'city'],
    orderby: [['Pieces', true]],
    postProcessing: [{ operation: 'rank', options: { metric: 'Pieces', group_by: 'city' } }],
  })
})
