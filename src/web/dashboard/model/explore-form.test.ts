import { expect, test } from 'vitest'
import { exploreForm } from './explore-form.ts'

const region = { col: 'region', op: 'IN', val: ['EU'] }

test('filters of the dashboard come along as extra ones', () => {
  const form = exploreForm({ viz_type: 'pie' }, { filters: [region] }, 3)
  expect(form.adhoc_filters).toMatchObject([{ subject: 'region', operator: 'IN', comparator: ['EU'], isExtra: true }])
  expect(form).toMatchObject({ viz_type: 'pie', dashboardId: 3 })
})

test('the time of the dashboard takes the place of that of the chart, or is added where there is none', () => {
  const own = { adhoc_filters: [{ subject: 'day', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }] }
  expect(exploreForm(own, { time_range: 'Last week' }, 3).adhoc_filters).toMatchObject([
    { subject: 'day', comparator: 'Last week' },
  ])
  const added = exploreForm({}, { time_range: 'Last week', granularity_sqla: 'day' }, 3)
  expect(added.adhoc_filters).toMatchObject([{ subject: 'day', operator: 'TEMPORAL_RANGE', comparator: 'Last week' }])
})
