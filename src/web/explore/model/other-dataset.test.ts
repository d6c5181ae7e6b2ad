import { expect, it } from 'vitest'
import { withDataset } from './other-dataset.ts'
import { column, DATASET } from './test/orders.ts'

const OTHER = {
  ...DATASET,
  id: 6,
  name: 'returns',
  main_dttm_col: 'sent',
  columns: [column('sent', 2), column('country', 1)],
  metrics: [...DATASET.metrics],
}
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'price' }, label: 'SUM(price)' }
const filter = (subject: string) => ({
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject,
  operator: '==',
  comparator: 1,
})

it('keeps what the other dataset has by name, and names the rest', () => {
  const form = {
    viz_type: 'echarts_timeseries_bar',
    datasource: '5__table',
    x_axis: 'placed',
    metrics: ['count', sum],
    groupby: ['country', 'price'],
    adhoc_filters: [filter('country'), filter('price')],
    y_axis_title: 'Money',
    slice_id: 9,
  }
  const { form: next, left } = withDataset(form, OTHER)
  expect(next).toMatchObject({
    datasource: '6__table',
    metrics: ['count'],
    adhoc_filters: [filter('country')],
    y_axis_title: 'Money',
    slice_id: 9,
  })
  expect(left.toSorted()).toEqual(['SUM(price)', 'placed', 'price'])
  expect([next.x_axis, next.groupby]).toEqual(['country', []])
})

it('keeps everything where the datasets are alike', () => {
  const form = { viz_type: 'pie', datasource: '5__table', metric: sum, groupby: ['country'], row_limit: 10 }
  const { form: next, left } = withDataset(form, { ...DATASET, id: 7 })
  expect([next.metric, next.groupby, next.row_limit, left]).toEqual([sum, ['country'], 10, []])
})
