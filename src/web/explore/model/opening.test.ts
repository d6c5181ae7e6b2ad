import { describe, expect, it } from 'vitest'
import { hasUnsavedChanges, openForm } from './explore-state.ts'
import { openingOf, searchFor } from './opening.ts'
import { DATASET } from './test/orders.ts'
import type { ExploreSlice } from './wire.ts'

describe('the address', () => {
  it('names what is opened', () => {
    expect(searchFor(new URLSearchParams('slice_id=4&force=1'), null)).toBe('slice_id=4')
    expect(searchFor(new URLSearchParams('datasource=3__table&viz_type=pie'), null)).toBe(
      'datasource_id=3&datasource_type=table',
    )
    expect(searchFor(new URLSearchParams(), 'abc')).toBe('permalink_key=abc')
  })
  it('keeps the zone of the dashboard from which the chart was opened', () => {
    const path = 'slice_id=4&sightline_time_zone=Asia%2FTokyo'
    expect(searchFor(new URLSearchParams(path), null)).toBe(path)
    const zoneOf = (url_params: unknown) =>
      openingOf({ dataset: DATASET, form_data: { viz_type: 'pie', url_params }, slice: null, message: null }, null)
        .timeZone
    expect(zoneOf({ sightline_time_zone: 'Asia/Tokyo' })).toBe('Asia/Tokyo')
    for (const params of [{ sightline_time_zone: 'Mars' }, {}, undefined]) expect(zoneOf(params)).toBeNull()
  })
  it('keeps nothing of a chart that the address names and that does not exist', () => {
    const form_data = { viz_type: 'pie', slice_id: 99 }
    const { form } = openingOf({ dataset: DATASET, form_data, slice: null, message: null }, null)
    expect(form.slice_id).toBeUndefined()
  })
  it('makes a first question for a dataset, of the type it asks for', () => {
    const answer = {
      dataset: DATASET,
      form_data: { datasource: '5__table', adhoc_filters: [] },
      slice: null,
      message: null,
    }
    expect(openingOf(answer, 'pie').form).toMatchObject({ viz_type: 'pie', metric: 'count', groupby: ['country'] })
    expect(openingOf(answer, null)).toMatchObject({ saved: null, form: { viz_type: 'echarts_timeseries_line' } })
  })

  it('asks for no more rows than the server gives', () => {
    const answer = { dataset: DATASET, form_data: { datasource: '5__table' }, slice: null, message: null }
    expect(openingOf(answer, null, 500).form.row_limit).toBe(500)
    expect(openingOf(answer, 'mixed_timeseries', 500).form).toMatchObject({ row_limit: 500, row_limit_b: 500 })
    expect(openingOf(answer, null, 100_000).form.row_limit).toBe(1000)
  })

  it('shows the time range of an older chart as a filter, unless it has one', () => {
    const open = (form_data: object) =>
      openingOf({ dataset: DATASET, form_data: { ...form_data }, slice: null, message: null }, null).form
    const pie = { viz_type: 'pie', metric: 'count', granularity_sqla: 'placed', time_range: 'Last week' }
    const shown = open(pie)
    expect(shown.adhoc_filters).toMatchObject([
      { subject: 'placed', operator: 'TEMPORAL_RANGE', comparator: 'Last week' },
    ])
    expect([shown.granularity_sqla, shown.time_range]).toEqual([undefined, undefined])
    const own = [{ expressionType: 'SIMPLE', clause: 'WHERE', subject: 'x', operator: 'TEMPORAL_RANGE' }]
    expect(open({ ...pie, adhoc_filters: own }).adhoc_filters).toEqual(own)
    const line = { viz_type: 'echarts_timeseries_line', metrics: ['count'], granularity_sqla: 'placed' }
    expect(open({ ...line, time_range: 'Last week' }).granularity_sqla).toBe('placed')
    expect(open({ ...line, x_axis: 'shipped', time_range: 'Last week' }).adhoc_filters).toHaveLength(1)
  })

  it('asks what the panel shows where settings say nothing', () => {
    const open = (form_data: object, slice: ExploreSlice | null = null) =>
      openingOf({ dataset: DATASET, form_data: { ...form_data }, slice, message: null }, null)
    const area = { viz_type: 'echarts_area', x_axis: 'placed', metrics: ['count'] }
    expect(open(area).form).toMatchObject({ time_grain_sqla: 'P1D', row_limit: 10_000 })
    expect(open({ ...area, time_grain_sqla: null, row_limit: 50 }).form).toMatchObject({
      time_grain_sqla: null,
      row_limit: 50,
    })
    expect(open({ viz_type: 'treemap_v2', metric: 'count' }).form).toMatchObject({ sort_by_metric: true })
    const saved = { slice_id: 3, slice_name: 'Saved', owners: [], form_data: area } as unknown as ExploreSlice
    const opened = open(area, saved)
    expect(opened.form).toMatchObject({ time_grain_sqla: null, row_limit: null })
    expect(hasUnsavedChanges(openForm(opened.form, opened.saved))).toBe(false)
  })

  it('makes the range of an older calendar a filter and leaves it its time', () => {
    const form_data = { viz_type: 'cal_heatmap', granularity_sqla: 'placed', time_range: 'Last year', metrics: ['n'] }
    const { form } = openingOf({ dataset: DATASET, form_data, slice: null, message: null }, null)
    expect(form).toMatchObject({
      granularity_sqla: 'placed',
      adhoc_filters: [{ subject: 'placed', operator: 'TEMPORAL_RANGE', comparator: 'Last year' }],
    })
    expect(form.time_range).toBeUndefined()
  })
})
