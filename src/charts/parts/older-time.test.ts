import { expect, it } from 'vitest'
import { questionsOf } from '../chart.ts'
import { findAnyChart } from '../every-chart.ts'

const RANGE = '2026-01-01 : 2026-02-01'
const older = { granularity_sqla: 'placed', time_range: RANGE, adhoc_filters: [] }
const temporal = (subject: string) => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject,
  operator: 'TEMPORAL_RANGE',
  comparator: 'Last year',
})

function asked(form: { viz_type: string } & Record<string, unknown>) {
  const chart = findAnyChart(form.viz_type)
  if (chart === null) throw new Error(`no ${form.viz_type}`)
  return questionsOf(chart, form).map(({ filters, granularity, timeRange }) => ({ filters, granularity, timeRange }))
}

const bound = { column: 'placed', op: 'TEMPORAL_RANGE', value: RANGE, grain: null, isExtra: false }

it.each([
  { viz_type: 'pie', metric: 'count', groupby: ['country'] },
  { viz_type: 'table', query_mode: 'aggregate', metrics: ['count'], groupby: ['country'] },
  { viz_type: 'big_number_total', metric: 'count' },
  { viz_type: 'pivot_table_v2', metrics: ['count'], groupbyRows: ['country'] },
  { viz_type: 'echarts_timeseries_line', x_axis: 'shipped', metrics: ['count'] },
  { viz_type: 'mixed_timeseries', x_axis: 'placed', metrics: ['count'], metrics_b: ['count'] },
])('bounds a chart by the time column that it names beside its range: $viz_type', (form) => {
  const questions = asked({ ...form, ...older })
  expect(questions.length).toBeGreaterThan(0)
  for (const { filters, granularity } of questions)
    expect({ filters, granularity }).toEqual({ filters: [bound], granularity: null })
})

it('bounds it once, and not where there is no range', () => {
  const pie = { viz_type: 'pie', metric: 'count', groupby: ['country'], ...older }
  expect(asked({ ...pie, time_range: 'No filter' })[0]?.filters).toEqual([])
  expect(asked({ ...pie, granularity_sqla: null })[0]?.filters).toEqual([])
  expect(asked({ ...pie, adhoc_filters: [temporal('shipped')] })[0]?.filters).toMatchObject([{ column: 'shipped' }])
  expect(asked({ ...pie, extra_form_data: { granularity_sqla: 'shipped' } })).toMatchObject([
    { filters: [], granularity: 'shipped', timeRange: RANGE },
  ])
  const line = { viz_type: 'echarts_timeseries_line', metrics: ['count'], ...older }
  expect(asked(line)[0]).toEqual({ filters: [], granularity: 'placed', timeRange: RANGE })
})

it('keeps the condition that an older chart holds beside its filters', () => {
  const chart = findAnyChart('pie')
  if (chart === null) throw new Error('no pie')
  const filters = [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'b > 2' }]
  const form = { viz_type: 'pie', metric: 'count', groupby: ['country'], where: 'a = 1', adhoc_filters: filters }
  expect(questionsOf(chart, form)[0]?.extras.where).toBe('(a = 1) AND (b > 2)')
})
