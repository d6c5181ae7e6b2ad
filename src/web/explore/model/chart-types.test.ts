import { describe, expect, it } from 'vitest'
import { type ExploredChart, findExplored } from '../../../charts/explored.ts'
import { DEFAULT_LINEAR_SCHEME } from '../../../charts/parts/linear-schemes.ts'
import { changeType, hasTimeAxis } from './chart-form.ts'
import { colorFrom, hexOf } from './color-text.ts'
import { problemsOf } from './validation.ts'
import type { ExploreDataset } from './wire.ts'

const DATASET: ExploreDataset = { id: 5, type: 'table', name: 'orders', columns: [], metrics: [] }

function chart(id: string): ExploredChart {
  const found = findExplored(id)
  if (found === null) throw new Error(id)
  return found
}

describe('the opacity of areas', () => {
  const problems = (opacity: unknown) =>
    problemsOf({ x_axis: 'day', metrics: ['count'], opacity }, chart('echarts_area'))
  it.each([0, 1, 0.5, '0.3', null, undefined])('may be %s', (opacity) => {
    expect(problems(opacity)).toEqual([])
  })
  it.each([-0.1, 1.1, 'much'])('may not be %s', (opacity) => {
    expect(problems(opacity)).toEqual([
      {
        field: 'opacity',
        label: 'Opacity',
        message: 'has to be between {{least}} and {{most}}',
        values: { least: 0, most: 1 },
      },
    ])
  })
})

describe('another type for the same question', () => {
  const line = { viz_type: 'echarts_timeseries_line', x_axis: 'day', groupby: ['city'], metrics: ['count'] }
  it('makes the axis the rows of a pivot table and the groups its columns, and back', () => {
    const pivot = changeType(line, chart('pivot_table_v2'), DATASET)
    expect(pivot).toMatchObject({ groupbyRows: ['day'], groupbyColumns: ['city'], metrics: ['count'] })
    const { x_axis: _, ...without } = { ...pivot, groupby: [], x_axis: null }
    expect(changeType(without, chart('table'), DATASET)).toMatchObject({ groupby: ['day', 'city'] })
    expect(changeType(without, chart('echarts_timeseries_line'), DATASET)).toMatchObject({
      x_axis: 'day',
      groupby: ['city'],
    })
  })
  it('makes the groups the levels of a sunburst or the ends of a sankey, and back', () => {
    const grouped = { viz_type: 'pie', groupby: ['land', 'city'], metric: 'count' }
    const sunburst = changeType(grouped, chart('sunburst_v2'), DATASET)
    expect(sunburst).toMatchObject({ columns: ['land', 'city'], sort_by_metric: true })
    const sankey = changeType({ ...sunburst, groupby: undefined }, chart('sankey_v2'), DATASET)
    expect(sankey).toMatchObject({ source: 'land', target: 'city' })
    expect(changeType({ ...sankey, groupby: undefined }, chart('pie'), DATASET).groupby).toEqual(['land', 'city'])
  })
  it('starts a mixed chart as a line over bars, and keeps a second question that is there', () => {
    expect(changeType(line, chart('mixed_timeseries'), DATASET)).toMatchObject({
      metrics: ['count'],
      metrics_b: ['count'],
      seriesType: 'bar',
      yAxisIndexB: 1,
    })
    expect(changeType({ ...line, metrics_b: ['mean'] }, chart('mixed_timeseries'), DATASET)).toMatchObject({
      metrics_b: ['mean'],
    })
  })
  it('makes the words of a word cloud of the groups, else of an axis without times, and back', () => {
    const columns = [
      { column_name: 'day', is_dttm: true, type: 'DATE', type_generic: 2 },
      { column_name: 'city', is_dttm: false, type: 'VARCHAR', type_generic: 1 },
    ]
    const dataset = { ...DATASET, columns } as unknown as ExploreDataset
    const cloud = (form: object) => changeType({ ...line, ...form }, chart('word_cloud'), dataset)
    const series = [{}, { groupby: [], x_axis: 'land' }, { groupby: [] }, { series: 'day' }].map(
      (form) => cloud(form).series,
    )
    expect(series).toEqual(['city', 'land', 'city', 'day'])
    expect(changeType(cloud({}), chart('pie'), dataset)).toMatchObject({ groupby: ['city'] })
    expect(changeType(cloud({ groupby: ['a'], series: 'day' }), chart('pie'), dataset)).toMatchObject({
      groupby: ['day'],
    })
  })
})

it('starts a box plot with a box for each group of words, of values for each time', () => {
  const column = (name: string, more: object) => ({
    column_name: name,
    type: 'TEXT',
    is_dttm: false,
    type_generic: 1,
    ...more,
  })
  const columns = [column('day', { is_dttm: true, type_generic: 2 }), column('city', {})]
  const dataset = { ...DATASET, columns, main_dttm_col: 'day' } as unknown as ExploreDataset
  const line = { viz_type: 'echarts_timeseries_line', x_axis: 'day', metrics: ['count'], groupby: [] }
  const whole = changeType(line, chart('box_plot'), dataset)
  expect(whole).toMatchObject({ groupby: ['city'], columns: ['day'], temporal_columns_lookup: { day: true } })
  expect(hasTimeAxis(whole, dataset)).toBe(true)
})

it('starts a template with words rather than times, which a grain cuts', () => {
  const columns = [
    { column_name: 'day', is_dttm: true, type: 'DATE', type_generic: 2 },
    { column_name: 'city', is_dttm: false, type: 'VARCHAR', type_generic: 1 },
  ]
  const dataset = { ...DATASET, columns, main_dttm_col: 'day' } as unknown as ExploreDataset
  const line = { viz_type: 'echarts_timeseries_line', x_axis: 'day', metrics: ['count'], groupby: [] }
  const start = { groupby: ['city'], temporal_columns_lookup: { day: true } }
  expect(changeType(line, chart('handlebars'), dataset)).toMatchObject(start)
})

it('starts maps of points with the columns that are called after places', () => {
  const columns = ['latency', 'long_name', 'lat', 'lon'].map((column_name) => ({
    column_name,
    is_dttm: false,
    type: 'DOUBLE',
    type_generic: 0,
  }))
  const dataset = { ...DATASET, columns } as unknown as ExploreDataset
  const line = { viz_type: 'echarts_timeseries_line', metrics: ['count'], groupby: [] }
  const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' }
  expect(changeType(line, chart('deck_scatter'), dataset)).toMatchObject({ spatial })
  const clusters = changeType(line, chart('mapbox'), dataset)
  expect(clusters).toMatchObject({ all_columns_x: 'lon', all_columns_y: 'lat', autozoom: true })
})

it('does not ask a bubble chart without an entity', () => {
  const form = { entity: null, x: 'count', y: 'count', size: 'count' }
  expect(problemsOf(form, chart('bubble_v2'))).toEqual([
    { field: 'entity', label: 'Entity', message: 'cannot be empty' },
  ])
  expect(problemsOf({ ...form, entity: 'city' }, chart('bubble_v2'))).toEqual([])
})

it('offers the default of the registry of linear schemes', () => {
  const control = chart('heatmap_v2').controls.find(({ field }) => field === 'linear_color_scheme')
  expect(control?.default).toBe(DEFAULT_LINEAR_SCHEME)
})

it('offers the fixed colour that is the default, and writes what is picked as it is saved', () => {
  const control = chart('big_number').controls.find(({ kind }) => kind === 'color')
  expect(control?.default).toEqual({ r: 0, g: 122, b: 135, a: 1 })
  expect(hexOf({ r: 0, g: 122, b: 135, a: 1 })).toBe('#007a87')
  expect(colorFrom('#ff8000', 0.5)).toEqual({ r: 255, g: 128, b: 0, a: 0.5 })
})
