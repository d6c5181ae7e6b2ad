import { describe, expect, it } from 'vitest'
import { findExplored } from '../../../charts/explored.ts'
import { addField, changeType, newForm, takesField } from './chart-form.ts'
import { withCompanions } from './companions.ts'
import {
  ask,
  hasUnsavedChanges,
  isStale,
  openForm,
  setField,
  setLive,
  stepBack,
  stepForward,
  switchType,
} from './explore-state.ts'
import { columnFields, metricFields } from './fields.ts'
import { filterOf, invert, openDraft, withColumn } from './filter-draft.ts'
import { filterProblem, filterText, OPERATORS, simpleFilter, sqlFilter, typedValue } from './filters.ts'
import { addMetric, moveItem, simpleMetric } from './metrics.ts'
import { saveRequest } from './saving.ts'
import { column, DATASET } from './test/orders.ts'
import { problemsOf } from './validation.ts'

const chart = (id: string) => {
  const found = findExplored(id)
  if (found === null) throw new Error(id)
  return found
}
const field = (name: string) => {
  const found = [...metricFields(DATASET), ...columnFields(DATASET)].find((one) => one.name === name)
  if (found === undefined) throw new Error(name)
  return found
}

describe('a new chart', () => {
  it('counts its dataset over the main time column', () => {
    expect(newForm(DATASET, { datasource: '5__table' })).toMatchObject({
      viz_type: 'echarts_timeseries_line',
      x_axis: 'placed',
      metrics: ['count'],
      row_limit: 1000,
      adhoc_filters: [{ subject: 'placed', operator: 'TEMPORAL_RANGE', comparator: 'No filter' }],
    })
  })
  it('is a table where there is no time', () => {
    const timeless = { ...DATASET, main_dttm_col: null, columns: [column('country', 1)] }
    expect(newForm(timeless, {})).toMatchObject({ viz_type: 'table', metrics: ['count'], adhoc_filters: [] })
  })
})

describe('a setting that needs another', () => {
  it('gets a window to smooth over, and columns for rows as they are stored', () => {
    expect(withCompanions({ rolling_type: 'mean' }, 'rolling_type', DATASET)).toMatchObject({ rolling_periods: 7 })
    const chosen = { rolling_type: 'sum', rolling_periods: 3 }
    expect(withCompanions(chosen, 'rolling_type', DATASET)).toEqual(chosen)
    const raw = (form: object) => withCompanions({ query_mode: 'raw', ...form }, 'query_mode', DATASET).all_columns
    expect(raw({ groupby: ['country'] })).toEqual(['country'])
    expect(raw({})).toEqual(['placed', 'country', 'price'])
    expect(raw({ all_columns: ['price'], groupby: ['country'] })).toEqual(['price'])
  })
  it('refuses a window that is none', () => {
    const messages = (rolling_periods: unknown) =>
      problemsOf(
        { x_axis: 'placed', metrics: ['count'], rolling_type: 'mean', rolling_periods },
        chart('echarts_timeseries_line'),
      ).map(({ message }) => message)
    expect([0, 1.5, null, 3].map(messages)).toEqual([
      ['has to be between {{least}} and {{most}}'],
      ['is expected to be an integer'],
      ['cannot be empty'],
      [],
    ])
  })
})

describe('changing the type', () => {
  const line = newForm(DATASET, { datasource: '5__table', groupby: ['country'] })
  it('keeps what both types name and fills the metric of a pie', () => {
    const pie = changeType(line, chart('pie'), DATASET)
    expect(pie).toMatchObject({ viz_type: 'pie', groupby: ['country'], metric: 'count' })
    expect(changeType(pie, chart('echarts_timeseries_line'), DATASET)).toMatchObject({
      x_axis: 'placed',
      metrics: ['count'],
    })
  })
  it('takes back what it filled in when the type before comes back at once', () => {
    const form = newForm(DATASET, { datasource: '5__table' })
    const turn = (id: string) => (now: typeof form) => changeType(now, chart(id), DATASET)
    const pie = switchType(openForm(form, null), 'pie', turn('pie'))
    expect(pie.history.form.groupby).toEqual(['country'])
    const line = switchType(pie, 'echarts_timeseries_line', turn('echarts_timeseries_line'))
    expect(line.history.form).toEqual(form)
  })
  it('asks for the time of a table once when it becomes bars over time', () => {
    const form = newForm(DATASET, { datasource: '5__table' })
    const table = changeType(form, chart('table'), DATASET)
    expect(table.groupby).toEqual(['placed'])
    const more = { ...table, groupby: ['placed', 'country'] }
    const bars = changeType(more, chart('echarts_timeseries_bar'), DATASET)
    expect(bars).toMatchObject({ x_axis: 'placed', groupby: ['country'] })
  })
  it('makes the first group of a pie the x-axis of bars', () => {
    const pie = { datasource: '5__table', viz_type: 'pie', groupby: ['country'], metric: 'count' }
    expect(changeType(pie, chart('echarts_timeseries_bar'), DATASET)).toMatchObject({
      x_axis: 'country',
      groupby: [],
      metrics: ['count'],
    })
  })
})

describe('adding a field', () => {
  const line = newForm(DATASET, {})
  it('sums numbers, splits by words and puts time on the axis', () => {
    const line2 = addField(line, chart('echarts_timeseries_line'), field('price'), DATASET)
    expect(line2.metrics).toEqual(['count', expect.objectContaining({ label: 'SUM(price)' })])
    expect(addField(line, chart('echarts_timeseries_line'), field('country'), DATASET).groupby).toEqual(['country'])
    expect(addField({ ...line, x_axis: null }, chart('echarts_timeseries_line'), field('placed'), DATASET).x_axis).toBe(
      'placed',
    )
  })
  it('does not add a metric twice', () => {
    expect(addMetric(['count'], 'count')).toEqual(['count'])
  })
  it('lets a control refuse what it cannot hold', () => {
    const groups = chart('pie').controls.find((control) => control.field === 'groupby')
    expect(groups && takesField(groups, field('count'))).toBe(false)
    expect(groups && takesField(groups, field('country'))).toBe(true)
  })
})

describe('undo', () => {
  it('takes back any control, one step for a typed text', () => {
    const opened = openForm({ viz_type: 'pie' }, null)
    const typed = ['a', 'ab', 'abc'].reduce((state, text) => setField(state, 'y_axis_title', text, true), opened)
    const limited = setField(typed, 'row_limit', 50)
    const back = stepBack(stepBack(limited))
    expect(back.history.form).toEqual({ viz_type: 'pie' })
    expect(stepForward(back).history.form).toEqual({ viz_type: 'pie', y_axis_title: 'abc' })
  })
  it('forgets what was ahead after a new change', () => {
    const state = setField(stepBack(setField(openForm({}, null), 'a', 1)), 'b', 2)
    expect(stepForward(state).history.form).toEqual({ b: 2 })
  })
})

describe('asking', () => {
  it('waits for Update chart unless it is live', () => {
    const changed = setField(openForm({ row_limit: 10 }, null), 'row_limit', 50)
    expect(isStale(changed)).toBe(true)
    expect(isStale(ask(changed))).toBe(false)
    expect(setField(setLive(changed, true), 'row_limit', 100).asked).toEqual({ row_limit: 100 })
  })
  it('knows changes that are not saved, whatever their order', () => {
    const state = openForm({ a: 1, b: 2, adhoc_filters: [] }, { b: 2, a: 1, slice_id: 4 })
    expect(hasUnsavedChanges(state)).toBe(false)
    expect(hasUnsavedChanges(setField(state, 'a', 2))).toBe(true)
  })
})

describe('filters', () => {
  const operator = (id: string) => OPERATORS.find((one) => one.id === id) ?? OPERATORS[0]
  it('say what they do', () => {
    const any = operator('IN')
    expect(any && filterText(simpleFilter('carrier', any, ['UA', null]))).toBe('carrier in UA, null')
    expect(filterText(sqlFilter('a > b', 'WHERE'))).toBe('a > b')
  })
  it('need a value', () => {
    const any = operator('IN')
    expect(any && filterProblem(simpleFilter('carrier', any, []))).toBe('cannot be empty')
  })
  it('keep digits that a number would lose', () => {
    expect([typedValue('12', true), typedValue('9007199254740993', true), typedValue('12', false)]).toEqual([
      12,
      '9007199254740993',
      '12',
    ])
  })
})

it('moves an item within its list only', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})

it('says which settings are missing or too large', () => {
  const form = { ...newForm(DATASET, {}), metrics: [], row_limit: 200_000 }
  expect(problemsOf(form, chart('echarts_timeseries_line'))).toEqual([
    { field: 'metrics', label: 'Metrics', message: 'cannot be empty' },
    { field: 'row_limit', label: 'Row limit', message: 'Value cannot exceed {{limit}}', values: { limit: 100_000 } },
  ])
})

it.each([-1, 0, 1.5, 'x'])('takes no limit of %s', (limit) => {
  const form = { ...newForm(DATASET, {}), row_limit: limit, limit: 7 }
  expect(problemsOf(form, chart('echarts_timeseries_line'))).toEqual([
    { field: 'row_limit', label: 'Row limit', message: 'is expected to be an integer' },
  ])
})

it('saves settings and the question they make', () => {
  const request = saveRequest({ ...newForm(DATASET, { datasource: '5__table' }), slice_id: 3 }, 'Orders', {
    dashboards: [7],
    owners: [2],
  })
  expect(request).toMatchObject({
    slice_name: 'Orders',
    datasource_id: 5,
    datasource_type: 'table',
    dashboards: [7],
    owners: [2],
  })
  expect(JSON.parse(request.params)).not.toHaveProperty('slice_id')
  expect(JSON.parse(request.query_context ?? '')).toMatchObject({
    datasource: { id: 5 },
    queries: [{ metrics: ['count'] }],
  })
})

it('names a metric by its aggregate unless it has a label', () => {
  expect(simpleMetric('price', 'SUM')).toMatchObject({ label: 'SUM(price)', hasCustomLabel: false })
  expect(simpleMetric('price', 'SUM', ' Sales ')).toMatchObject({ label: 'Sales', hasCustomLabel: true })
})

describe('the editor of a filter', () => {
  const country = DATASET.columns[1] ?? null
  it('keeps a chosen value that is not listed when it inverts', () => {
    const draft = openDraft(
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'country', operator: 'IN', comparator: ['DE', 'XX'] },
      country,
    )
    expect(filterOf(invert(draft, ['DE', 'FR']))).toMatchObject({ operator: 'IN', comparator: ['XX', 'FR'] })
  })
  it('forgets the values of another column', () => {
    const draft = withColumn(openDraft(null, country), DATASET.columns[2] ?? column('x', 0))
    expect(filterOf({ ...draft, text: '5' })).toMatchObject({ subject: 'price', operator: '>', comparator: 5 })
  })
  it('reads the saved SQL back', () => {
    const saved = sqlFilter('price > 3', 'HAVING')
    expect(filterOf(openDraft(saved, null))).toEqual(saved)
  })
})
