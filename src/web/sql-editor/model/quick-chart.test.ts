import { expect, it } from 'vitest'
import { GENERIC } from '../../../query/generic-type.ts'
import { type ChartColumn, firstChoice, isWhole, quickForm } from './quick-chart.ts'

const time: ChartColumn = { name: 'at', generic: GENERIC.time }
const kind: ChartColumn = { name: 'kind', generic: GENERIC.text }
const total: ChartColumn = { name: 'total', generic: GENERIC.number }
const count: ChartColumn = { name: 'n', generic: GENERIC.number }

it.each([
  [[time, kind, total], { shape: 'line', x: 'at', measure: 'total' }],
  [[kind, total], { shape: 'bar', x: 'kind', measure: 'total' }],
  [[kind], { shape: 'bar', x: 'kind', measure: null }],
  [[total], { shape: 'number', x: null, measure: 'total' }],
  [[count, total], { shape: 'line', x: 'n', measure: 'total' }],
  [[], { shape: 'number', x: null, measure: null }],
] as const)('starts with what most would pick of %j', (columns, picked) => {
  expect(firstChoice(columns)).toMatchObject(picked)
  expect(isWhole(firstChoice(columns))).toBe(true)
})

it('asks for each shape what Explore would', () => {
  const choice = { ...firstChoice([time, kind, total]), grain: 'P1M', split: 'kind' }
  const metric = { expressionType: 'SIMPLE', column: { column_name: 'total' }, aggregate: 'SUM', label: 'SUM(total)' }
  expect(quickForm(7, choice)).toEqual({
    viz_type: 'echarts_timeseries_line',
    datasource: '7__table',
    x_axis: 'at',
    time_grain_sqla: 'P1M',
    metrics: [metric],
    groupby: ['kind'],
    row_limit: 10_000,
  })
  expect(quickForm(7, { ...choice, shape: 'pie' })).toMatchObject({ viz_type: 'pie', groupby: ['at'], metric })
  expect(quickForm(7, { ...choice, shape: 'table' })).toMatchObject({ groupby: ['at', 'kind'], metrics: [metric] })
  const rows = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }
  expect(quickForm(7, { ...choice, shape: 'number', measure: null })).toMatchObject({
    viz_type: 'big_number_total',
    metric: rows,
  })
})

it('needs a column for what stands along it', () => {
  expect(isWhole({ ...firstChoice([]), shape: 'bar' })).toBe(false)
})
