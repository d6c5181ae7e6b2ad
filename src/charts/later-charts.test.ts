import { describe, expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../test/charts.ts'
import { findChart, isLookedUp, loadLaterCharts } from './charts.ts'
import { LATER_CHARTS } from './later-charts.ts'
import { LATER_LABELS } from './parts/later-labels.ts'
import { DEFAULT_LINEAR_SCHEME, linearColors } from './parts/linear-schemes.ts'
import { RARE_LABELS } from './parts/rare-labels.ts'
import { tokensOf } from './parts/tokens.ts'
import { RARE_CHARTS } from './rare-charts.ts'

it('are known by name before their code is there, and drawn when it is', async () => {
  const names = (charts: readonly { readonly id: string; readonly label: string }[]) =>
    charts.map(({ id, label }) => [id, label])
  expect(names(LATER_CHARTS)).toEqual(expect.arrayContaining(Object.entries(LATER_LABELS)))
  expect(names(RARE_CHARTS)).toEqual(Object.entries(RARE_LABELS))
  expect([findChart('funnel'), isLookedUp('funnel'), isLookedUp('')]).toEqual([null, false, true])
  await loadLaterCharts('funnel')
  expect([findChart('funnel')?.id, isLookedUp('world_map'), findChart('world_map')]).toEqual(['funnel', false, null])
  await loadLaterCharts('world_map')
  expect([findChart('world_map')?.id, isLookedUp('nothing'), findChart('nothing')]).toEqual(['world_map', true, null])
})

it('draw an answer without rows', () => {
  const isPicture = (id: string) =>
    !['pivot_table_v2', 'pop_kpi', 'time_table', 'paired_ttest', 'handlebars'].includes(id)
  for (const { id } of [...LATER_CHARTS, ...RARE_CHARTS].filter((chart) => isPicture(chart.id)))
    expect(pictureOf(id, { metric: 'n', metrics: ['n'], groupby: ['c'] }, frameOf({})).svg, id).toContain('<svg')
})

describe('a histogram', () => {
  const bins = frameOf({ city: ['Bonn', 'Ulm'], '0.0 - 12.5': [3, 1], '12.5 - 2500.0': [0, 4] })
  it('is drawn where two groups have one name', () => {
    const twins = frameOf({ city: [null, '<NULL>'], '0.0 - 1.0': [3, 1] })
    expect(pictureOf('histogram_v2', { column: 'price', groupby: ['city'] }, twins).summary).toContain('<NULL>, <NULL>')
  })
  it('has a bar for each bin and group, and names bins as people write numbers', () => {
    const { svg, summary } = pictureOf('histogram_v2', { column: 'price', groupby: ['city'] }, bins)
    for (const text of ['0 – 12.5', '12.5 – 2.5k', 'Bonn', 'Ulm']) expect(svg).toContain(`>${text}<`)
    expect(summary).toBe('Histogram, 2 bins from 0 – 12.5 to 12.5 – 2.5k. Bonn, Ulm.')
  })
})

describe('a heatmap', () => {
  const form = { x_axis: 'day', groupby: ['city'], metric: 'n', show_values: true, show_percentage: true }
  const answer = frameOf({
    day: ['Mon', 'Mon', 'Tue'],
    city: ['Ulm', 'Bonn', 'Ulm'],
    n: [1, 7, 12],
    rank: [0.3, 0.6, 1],
  })
  const option = (more: object) => pictureOf('heatmap_v2', { ...form, ...more }, answer).option
  it('says values and takes the linear scheme that the registry has as its default', () => {
    const { svg, option: own, summary } = pictureOf('heatmap_v2', form, answer)
    for (const text of ['Mon', 'Tue', 'Ulm', 'Bonn', '7', '12']) expect(svg).toContain(`>${text}<`)
    expect(summary).toBe('Heatmap, 2 by 2. Lowest 1 at Mon, Ulm, highest 12 at Tue, Ulm.')
    expect(own).toMatchObject({ visualMap: { min: 1, max: 12, inRange: { color: tokensOf('light').seq } } })
    expect(linearColors(DEFAULT_LINEAR_SCHEME, 'dark')).toBe(tokensOf('dark').seq)
  })
  it('takes a scheme, bounds and ranks as they are set', () => {
    expect(option({ linear_color_scheme: 'superset_seq_1', value_bounds: [0, 20] })).toMatchObject({
      visualMap: { min: 0, max: 20, inRange: { color: expect.arrayContaining(['#F4FAD4']) } },
    })
    expect(option({ normalized: true })).toMatchObject({
      visualMap: { min: 0, max: 1 },
      series: [{ data: [{ value: [0, 0, 0.3] }, { value: [0, 1, 0.6] }, { value: [1, 0, 1] }] }],
    })
  })
  it('sorts its axes by name or by the sum of their cells', () => {
    expect(option({ sort_x_axis: 'alpha_desc', sort_y_axis: 'value_asc' })).toMatchObject({
      xAxis: { data: ['Tue', 'Mon'] },
      yAxis: { data: ['Bonn', 'Ulm'] },
    })
  })
  it('chooses the row of a cell', () => {
    expect(pictureOf('heatmap_v2', form, answer).select({ name: '', dataIndex: 1 })).toEqual({
      filters: [{ column: 'city', values: ['Bonn'] }],
      label: 'Bonn',
    })
  })
})

describe('a treemap', () => {
  const form = { groupby: ['country', 'city'], metric: 'n' }
  const answer = frameOf({
    country: ['DE', 'DE', 'AT', 'AT'],
    city: ['Ulm', 'Bonn', 'Graz', 'Linz'],
    n: [30, 20, 60, -1],
  })
  it('nests groups, largest first, without what has no size', () => {
    const { svg, summary } = pictureOf('treemap_v2', form, answer)
    expect(summary).toBe('Treemap, 2 groups. AT: 60. DE: 50.')
    for (const text of ['DE  50', 'Ulm', 'Graz']) expect(svg).toContain(text)
    expect(svg).not.toContain('Linz')
  })
  it('writes into a rectangle what it has room for, and no part of a figure', () => {
    const texts = (count: number) => {
      const country = Array.from({ length: count }, (_, at) => `Land ${at}`)
      const { svg } = pictureOf(
        'treemap_v2',
        { groupby: ['country'], metric: 'n' },
        frameOf({ country, n: country.map(() => 1_000_000) }),
      )
      return [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text ?? '')
    }
    expect(texts(20)).toEqual(expect.arrayContaining(['Land 0', '1,000,000']))
    expect(texts(40).filter((text) => !text.startsWith('Land'))).toEqual([])
    expect(texts(200)).toEqual([])
  })
  it('chooses a rectangle by the way to it', () => {
    const { select } = pictureOf('treemap_v2', form, answer)
    expect(select({ name: '["DE","Bonn"]', dataIndex: 2 })).toEqual({
      filters: [
        { column: 'country', values: ['DE'] },
        { column: 'city', values: ['Bonn'] },
      ],
      label: 'DE, Bonn',
    })
  })
})

describe('a funnel', () => {
  const answer = frameOf({ step: ['seen', 'paid', 'tried'], n: [100, 20, 50] })
  const summary = (more: object) => pictureOf('funnel', { groupby: ['step'], metric: 'n', ...more }, answer).summary
  it('shows what is left of the first step, of the step before or of all', () => {
    expect(summary({})).toBe('Funnel, 3 steps. seen: 100, 100.0%. tried: 50, 50.0%. paid: 20, 20.0%.')
    expect(summary({ percent_calculation_type: 'prev_step' })).toContain('paid: 20, 40.0%')
    expect(summary({ percent_calculation_type: 'total' })).toContain('seen: 100, 58.8%')
  })
  it('chooses a step', () => {
    const { select } = pictureOf('funnel', { groupby: ['step'], metric: 'n' }, answer)
    expect(select({ name: 'paid', dataIndex: 1 })).toEqual({
      filters: [{ column: 'step', values: ['paid'] }],
      label: 'paid',
    })
  })
})

describe('labels of a funnel', () => {
  const words = (svg: string) => [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text ?? '')
  it('are left out where they would lie on each other', () => {
    const names = Array.from({ length: 40 }, (_, at) => `step ${at}`)
    const { svg } = pictureOf(
      'funnel',
      { groupby: ['c'], metric: 'n' },
      frameOf({ c: names, n: names.map((_, at) => at + 1) }),
    )
    const shown = words(svg).filter((text) => text.startsWith('step'))
    expect(shown.length).toBeGreaterThan(2)
    expect(shown.length).toBeLessThan(24)
  })
  it('keep the figure whole and cut a long name, on two lines that do not meet', () => {
    const name = 'a name without an end that goes on and on and on'
    const narrow = pictureOf('funnel', { groupby: ['c'], metric: 'n' }, frameOf({ c: [name], n: [20] }), { width: 300 })
    const [top, below] = [...narrow.svg.matchAll(/ y="(\d+)"[^>]*>(?:a name|20 )/g)].map(([, y]) => Number(y))
    expect(words(narrow.svg)).toContain('20 · 100.0%')
    expect(words(narrow.svg).find((text) => text.startsWith('a name'))).toMatch(/…$/)
    expect((below ?? 0) - (top ?? 0)).toBeGreaterThanOrEqual(14)
  })
})

describe('a bubble chart', () => {
  const form = { entity: 'city', series: 'country', x: 'n', y: 'price', size: 'area' }
  const answer = frameOf({ city: ['Ulm', 'Graz'], country: ['DE', 'AT'], n: [1, 2], price: [3, 4], area: [100, 25] })
  it('has a bubble for each entity whose area says its size', () => {
    const { option, summary } = pictureOf('bubble_v2', { ...form, opacity: 1 }, answer)
    const [ulm] = option.series as { symbolSize(value: number[]): number; itemStyle: object }[]
    expect([ulm?.symbolSize([1, 3, 100]), ulm?.symbolSize([2, 4, 25])]).toEqual([50, 25])
    expect(ulm?.itemStyle).toMatchObject({ opacity: 1 })
    expect(summary).toBe('Bubble chart, 2 points, Orders and price. Largest area: Ulm.')
  })
  it('names the entity that is pointed at, escaped, and chooses it', () => {
    const odd = frameOf({ city: ['<b>'], country: ['DE'], n: [1], price: [3], area: [100] })
    const { option, select } = pictureOf('bubble_v2', form, odd)
    const { formatter } = option.tooltip as { formatter(point: object): string }
    expect(formatter({ seriesName: 'DE', dataIndex: 0, color: '#000' })).toContain('&#60;b&#62;')
    expect(select({ name: '', seriesName: 'DE', dataIndex: 0 })?.filters).toEqual([{ column: 'city', values: ['<b>'] }])
  })
})
