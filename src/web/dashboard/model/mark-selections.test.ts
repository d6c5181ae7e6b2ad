import { expect, it } from 'vitest'
import type { Drawing, Selection } from '../../../charts/chart.ts'
import { findChart } from '../../../charts/charts.ts'
import { markSelections } from './mark-selections.ts'

const chosen = (column: string, ...values: unknown[]) => values.map((value) => [{ column, values: [value] }])
const filtersOf = (selections: readonly Selection[]) => selections.map(({ filters }) => filters)

function drawn(form: Readonly<Record<string, unknown>>, columns: readonly (readonly unknown[])[]): Drawing {
  const chart = findChart(String(form.viz_type))
  if (chart === null) throw new Error('no such chart')
  const frame = { names: ['kind', 'count'], generics: [1, 0], columns, rowCount: columns[0]?.length ?? 0 } as const
  const look = { theme: 'light', locale: 'en', width: 600, height: 400, color: () => '#123456' } as const
  return chart.draw(chart.options.parse(form), [frame], { ...look, titles: {}, selected: null })
}

const ROWS = [
  ['a', 'b', 'c'],
  [3, 2, 1],
]

it.each([
  { viz_type: 'echarts_timeseries_bar', x_axis: 'kind', metrics: ['count'], x_axis_force_categorical: true },
  { viz_type: 'echarts_timeseries_line', x_axis: 'kind', metrics: ['count'], x_axis_force_categorical: true },
  { viz_type: 'pie', groupby: ['kind'], metric: 'count' },
  { viz_type: 'table', query_mode: 'aggregate', groupby: ['kind'], metrics: ['count'] },
])('names what a click on each mark of a $viz_type chooses', (form) => {
  expect(filtersOf(markSelections(drawn(form, ROWS), 24))).toEqual(chosen('kind', 'a', 'b', 'c'))
  expect(filtersOf(markSelections(drawn(form, ROWS), 2))).toEqual(chosen('kind', 'a', 'b'))
})

it('finds nothing to click where a chart names no values', () => {
  const time = { viz_type: 'echarts_timeseries_line', x_axis: 'kind', metrics: ['count'] }
  const days = [
    [1_700_000_000_000, 1_700_086_400_000],
    [1, 2],
  ]
  const frame = { names: ['kind', 'count'], generics: [2, 0], columns: days, rowCount: 2 } as const
  const chart = findChart('echarts_timeseries_line')
  const look = { theme: 'light', locale: 'en', width: 600, height: 400, color: () => '#123456' } as const
  const drawing = chart?.draw(chart.options.parse(time), [frame], { ...look, titles: {}, selected: null })
  expect(drawing && markSelections(drawing, 24)).toEqual([])
  const figure = { value: '1', subtitle: null, change: null, trend: null, color: '' }
  expect(markSelections({ kind: 'figure', figure, summary: '' }, 24)).toEqual([])
})

it('looks into marks that lie inside of others, and at both sides of a pivot table', () => {
  const select = ({ name }: { readonly name: string }) => ({ filters: [{ column: 'c', values: [name] }], label: name })
  const option = { series: [{ data: [{ name: 'a', children: [{ name: 'b' }] }, { name: 'a' }] }] }
  expect(filtersOf(markSelections({ kind: 'echarts', option, select, summary: '' }, 24))).toEqual(chosen('c', 'a', 'b'))
  const head = (name: string | null) => ({
    labels: [],
    kind: 'cells' as const,
    selection: name === null ? null : select({ name }),
  })
  const pivot = {
    rowLabels: [],
    columnLabels: [],
    rows: [head('a'), head(null)],
    columns: [head('b')],
    text: () => null,
    paint: () => null,
  }
  expect(filtersOf(markSelections({ kind: 'pivot', pivot, summary: '' }, 24))).toEqual(chosen('c', 'a', 'b'))
})
