import { init } from 'echarts'
import { describe, expect, it } from 'vitest'
import type { DrawContext, Drawing, Frame } from './chart.ts'
import { findAnyChart } from './every-chart.ts'
import { wrapLabel } from './parts/category-labels.ts'
import { colorScale } from './parts/color-scale.ts'
import { echartsTheme } from './parts/theme.ts'

const CONTEXT: DrawContext = {
  theme: 'light',
  locale: 'en',
  width: 600,
  height: 300,
  color: colorScale({ scheme: null, theme: 'light' }).color,
  titles: {},
  selected: null,
}
const MONTHS = [Date.UTC(2024, 0, 1), Date.UTC(2024, 1, 1), Date.UTC(2024, 3, 1)]
const FORM = { x_axis: 'day', time_grain_sqla: 'P1M', metrics: ['count'], groupby: ['country'] }

function frame(columns: Readonly<Record<string, readonly unknown[]>>, generics: readonly (0 | 1 | 2 | 3)[]): Frame {
  const cells = Object.values(columns)
  return { names: Object.keys(columns), generics, columns: cells, rowCount: cells[0]?.length ?? 0 }
}

function draw(
  vizType: string,
  form: Record<string, unknown>,
  frames: readonly Frame[],
  more: Partial<DrawContext> = {},
) {
  const chart = findAnyChart(vizType)
  if (chart === null) throw new Error(vizType)
  return chart.draw(chart.options.parse(form), frames, {
    ...CONTEXT,
    color: colorScale({ scheme: null, theme: 'light' }).color,
    ...more,
  })
}

function svg(drawing: Drawing, { width, height } = CONTEXT): string {
  if (drawing.kind !== 'echarts') throw new Error(drawing.kind)
  const view = init(null, echartsTheme('light'), { renderer: 'svg', ssr: true, width, height })
  view.setOption({ ...drawing.option, animation: false })
  const text = view.renderToSVGString()
  view.dispose()
  return text
}

const byMonth = frame({ day: MONTHS, DE: [10, null, 30], FR: [5, 6, 7] }, [2, 0, 0])

describe('a value axis', () => {
  const counted = (count: readonly number[]) => {
    const drawing = draw('echarts_timeseries_bar', { x_axis: 'city', metrics: ['count'] }, [
      frame({ city: ['Bonn', 'Ulm'], count }, [1, 0]),
    ])
    return [...svg(drawing).matchAll(/text-anchor="end"[^>]*>([^<]+)</g)].map(([, text]) => text)
  }
  it('has no fractions between things that are counted', () => {
    expect(counted([1, 1])).toEqual(['0', '1'])
    expect(counted([0.5, 1])).toContain('0.3')
  })
})

describe('lines', () => {
  it('carry their names at their ends', () => {
    expect(svg(draw('echarts_timeseries_line', FORM, [byMonth]))).toContain('>DE<')
  })
  it('break at null', () => {
    const { option } = draw('echarts_timeseries_line', FORM, [byMonth]) as { option: { series: { data: unknown }[] } }
    expect(option.series.find((one) => JSON.stringify(one.data).includes('null'))).toMatchObject({
      connectNulls: false,
    })
  })
  it('name a chosen series by its dimension', () => {
    const drawing = draw('echarts_timeseries_line', FORM, [byMonth])
    const selection = drawing.kind === 'echarts' && drawing.select({ name: '', seriesName: 'DE', dataIndex: 0 })
    expect(selection).toEqual({ filters: [{ column: 'country', values: ['DE'] }], label: 'DE' })
  })
  it('show an earlier time dashed, in the colour of what it is compared with', () => {
    const form = { ...FORM, groupby: [], time_compare: ['1 year ago'] }
    const data = frame({ day: MONTHS, count: [1, 2, 3], 'count__1 year ago': [3, 2, 1] }, [2, 0, 0])
    const { option } = draw('echarts_timeseries_line', form, [data], { titles: { count: 'Orders' } }) as {
      option: { series: { name: string; lineStyle?: { color: string; type: unknown } }[] }
    }
    expect(option.series.map((one) => [one.name, one.lineStyle?.color, one.lineStyle?.type]).slice(0, 2)).toEqual([
      ['Orders', '#0D4C90', 'solid'],
      ['Orders, 1 year ago', 'rgba(13,76,144,0.6)', [4, 3]],
    ])
  })
  /** How low the names at the ends of lines with these last values stand, from the top. */
  const endHeights = (DE: number, FR: number, PL: number | null) => {
    const meeting = frame({ day: MONTHS, DE: [1, 2, DE], FR: [9, 9, FR], PL: [3, 3, PL] }, [2, 0, 0, 0])
    const picture = svg(draw('echarts_timeseries_line', FORM, [meeting]))
    const heightOf = (name: string) =>
      Number(new RegExp(`translate\\(\\S+ (\\S+)\\)"[^>]*>${name}<`).exec(picture)?.[1])
    return ['DE', 'FR', 'PL'].map(heightOf)
  }
  const leastGap = (heights: readonly number[]) => {
    const fromTop = heights.toSorted((a, b) => a - b)
    return Math.min(...fromTop.slice(1).map((height, at) => height - (fromTop[at] ?? 0)))
  }
  it('keep the names of lines that meet apart', () => {
    expect(leastGap(endHeights(5, 5, 5.01))).toBeGreaterThanOrEqual(13)
  })
  it('keep the names of lines that end at the axis above its labels', () => {
    const heights = endHeights(0, 0.01, 0.02)
    expect(leastGap(heights)).toBeGreaterThanOrEqual(13)
    expect(Math.max(...heights)).toBeLessThanOrEqual(CONTEXT.height - 26)
  })
  it('leave the name of a line that ends earlier beside its own end', () => {
    const [DE = 0, FR = 0, PL = 0] = endHeights(2.9, 2.8, null)
    expect(Math.abs(DE - PL)).toBeLessThan(13)
    expect(FR - DE).toBeCloseTo(13)
  })
  it('carry the long name of a metric', () => {
    const one = { ...FORM, groupby: [], metrics: ['count', 'rate'] }
    const data = frame({ day: MONTHS, count: [1, 2, 3], rate: [3, 2, 1] }, [2, 0, 0])
    const picture = svg(draw('echarts_timeseries_line', one, [data], { titles: { count: 'Orders' } }))
    expect(picture).toContain('>Orders<')
    expect(picture).toContain('>rate<')
  })
  it('step back when a cross-filter chooses others', () => {
    const { option } = draw('echarts_timeseries_line', FORM, [byMonth], { selected: ['FR'] }) as {
      option: { series: { name: string; lineStyle?: { opacity: number } }[] }
    }
    const opacities = option.series.flatMap((one) => (one.lineStyle ? [[one.name, one.lineStyle.opacity]] : []))
    expect(Object.fromEntries(opacities)).toEqual({ DE: 0.25, FR: 1 })
  })
  it('write what they show in words', () => {
    expect(draw('echarts_timeseries_line', FORM, [byMonth]).summary).toContain('DE: lowest 10 at January 2024')
  })
})

describe('the marks of a legend', () => {
  it('are of one size, also where bars are stacked', () => {
    const marks = (stack: string) =>
      [...svg(draw('echarts_timeseries_bar', { ...FORM, stack }, [byMonth])).matchAll(/<path d="[^"]+A[^>]+>/g)].map(
        ([path]) => Number(/stroke-width="([^"]+)"/.exec(path)?.[1] ?? 0),
      )
    expect(marks('Stack')).toEqual([0, 0])
  })
})

describe('areas', () => {
  it('keep nine series and gather the rest', () => {
    const many = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`s${i}`, [14 - i]]))
    const { option } = draw('echarts_area', FORM, [frame({ day: [MONTHS[0]], ...many }, [2])]) as {
      option: { series: { name: string }[] }
    }
    expect(option.series).toHaveLength(10)
    expect(option.series.at(-1)?.name).toBe('Other (5)')
  })
})

describe('bars', () => {
  it('leave the place of a missing month empty', () => {
    const { option } = draw('echarts_timeseries_bar', { ...FORM, groupby: [] }, [
      frame({ day: MONTHS, count: [1, 2, 3] }, [2, 0]),
    ]) as { option: { series: { data: unknown[] }[] } }
    expect(option.series[0]?.data).toEqual([1, 2, null, 3])
  })
  it('show figures at the right when they lie', () => {
    const lying = { x_axis: 'city', metrics: ['count'], orientation: 'horizontal' }
    const picture = svg(
      draw('echarts_timeseries_bar', lying, [frame({ city: ['Bonn', null], count: [1234, 5] }, [1, 0])]),
    )
    expect(picture).toContain('1,234')
    expect(picture).toContain('Bonn')
    expect(picture).toContain('&lt;NULL&gt;')
  })
  it('write every name, on two lines where it must', () => {
    expect([
      wrapLabel('United Kingdom', 10),
      wrapLabel('Köln', 10),
      wrapLabel('Donaudampfschifffahrtsgesellschaft', 8),
    ]).toEqual(['United\nKingdom', 'Köln', 'Donauda-\nmpfschi…'])
  })
  it('divide a word that has to be in its middle', () => {
    expect([wrapLabel('Climbing', 7), wrapLabel('Backpacks', 7)]).toEqual(['Climbing', 'Backp-\nacks'])
    expect([wrapLabel('Netherlands', 8), wrapLabel('Australia', 6), wrapLabel('2024-01-15', 7)]).toEqual([
      'Nether-\nlands',
      'Austr-\nalia',
      '2024-\n01-15',
    ])
  })
  it('choose the category that was clicked', () => {
    const drawing = draw('echarts_timeseries_bar', { x_axis: 'city', metrics: ['count'] }, [
      frame({ city: ['Bonn', 'Ulm'], count: [3, 4] }, [1, 0]),
    ])
    const selection = drawing.kind === 'echarts' && drawing.select({ name: 'Ulm', seriesName: 'count', dataIndex: 1 })
    expect(selection).toEqual({ filters: [{ column: 'city', values: ['Ulm'] }], label: 'Ulm' })
  })
})

describe('tooltips', () => {
  it('escape names from the data and keep exact digits', () => {
    const { option } = draw('echarts_timeseries_bar', { x_axis: 'city', metrics: ['n'], groupby: ['tag'] }, [
      frame({ city: ['Bonn'], '<img src=x onerror=alert(1)>': ['9007199254740993'] }, [1, 0]),
    ]) as { option: { tooltip: { formatter(points: unknown): string } } }
    const html = option.tooltip.formatter([{ dataIndex: 0, seriesName: '<img src=x onerror=alert(1)>' }])
    expect(html).not.toContain('<img')
    expect(html).toContain('9,007,199,254,740,993')
  })
})

describe('pie', () => {
  it('cuts no share where there is little room beside it, and writes it on a line of its own', () => {
    const rows = frame({ c: ['Consumer', 'Business', 'Education'], count: [72, 20, 8] }, [1, 0])
    const size = { ...CONTEXT, width: 335, height: 235 }
    const text = svg(draw('pie', { groupby: ['c'], metric: 'count' }, [rows], size), size)
    for (const share of ['72%', '20%', '8%']) expect(text).toContain(`>${share}<`)
    const topOf = (word: string) => {
      const [, tag = ''] = new RegExp(`<text ([^>]*)>${word}<`).exec(text) ?? []
      const [, move = '0'] = /translate\([-\d.]+ ([-\d.]+)\)/.exec(tag) ?? []
      return Number(/ y="([-\d.]+)"/.exec(tag)?.[1] ?? 0) + Number(move)
    }
    expect(topOf('72%') - topOf('Consumer')).toBeCloseTo(14)
  })

  it('shows five parts and gathers the rest', () => {
    const drawing = draw('pie', { groupby: ['c'], metric: 'count' }, [
      frame({ c: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], count: [70, 60, 50, 40, 30, 20, 10] }, [1, 0]),
    ])
    expect(svg(drawing)).toContain('Other (2)')
    expect(drawing.kind === 'echarts' && drawing.select({ name: 'Other (2)', dataIndex: 5 })).toBeNull()
  })
})

describe('groups that are times', () => {
  const rows = frame({ day: [MONTHS[0], null], count: [3, 1] }, [2, 0])
  const form = { groupby: ['day'], metric: 'count' }
  it.each(['pie', 'funnel', 'treemap_v2'])('are dates in a chart of type %s', (type) => {
    expect(svg(draw(type, form, [rows]))).toMatch(/>2024-01-01[ <]/)
    expect(svg(draw(type, form, [rows]))).toContain('&lt;NULL&gt;')
  })
  it('are written in the format of the chart', () => {
    expect(svg(draw('pie', { ...form, date_format: '%d.%m.%Y' }, [rows]))).toContain('>01.01.2024')
  })
  it('are dates along the side of a heatmap and in the names of a histogram', () => {
    const grid = frame({ city: ['Bonn'], day: [MONTHS[0]], count: [3], rank: [0] }, [1, 2, 0, 0])
    expect(svg(draw('heatmap_v2', { x_axis: 'city', groupby: 'day', metric: 'count' }, [grid]))).toContain(
      '>2024-01-01<',
    )
    const bins = frame({ day: [MONTHS[0], MONTHS[1]], '0.0 - 1.0': [3, 4] }, [2, 0])
    expect(svg(draw('histogram_v2', { column: 'n', groupby: ['day'] }, [bins]))).toContain('>2024-02-01<')
  })
})

describe('big number', () => {
  it('is short and compares with an earlier bucket', () => {
    const drawing = draw(
      'big_number',
      { x_axis: 'day', metric: 'count', compare_lag: 1, compare_suffix: 'vs month before' },
      [frame({ day: MONTHS, count: [1_000_000, 2_000_000, 1_500_000] }, [2, 0])],
    )
    expect(drawing).toMatchObject({
      figure: {
        value: '1.5M',
        change: { text: '−25.0% vs month before', direction: 'down' },
        trend: [1_000_000, 2_000_000, 1_500_000],
      },
    })
  })
})

it('draws the trend of a big number in the colour that is picked, else in the fixed default', () => {
  const data = frame({ day: MONTHS, count: [1, 2, 3] }, [2, 0])
  const color = (more: object) => draw('big_number', { x_axis: 'day', metric: 'count', ...more }, [data])
  expect(color({})).toMatchObject({ figure: { color: 'rgba(0,122,135,1)' } })
  expect(color({ color_picker: { r: 9, g: 8, b: 7, a: 0.5 } })).toMatchObject({ figure: { color: 'rgba(9,8,7,0.5)' } })
})

describe('table', () => {
  it('knows which page of how many rows the database gave', () => {
    const form = {
      query_mode: 'raw',
      all_columns: ['c'],
      server_pagination: true,
      server_page_length: 20,
      server_page: 2,
    }
    const drawing = draw('table', form, [frame({ c: ['a', 'b'] }, [1]), frame({ rowcount: [42] }, [0])])
    if (drawing.kind !== 'table') throw new Error(drawing.kind)
    expect(drawing.table.serverPage).toEqual({ page: 2, length: 20, rowCount: 42 })
    expect(drawing.table.pageLength).toBeNull()
  })
  it('keeps every digit, leaves null empty and puts totals from the database below', () => {
    const drawing = draw('table', { groupby: ['c'], metrics: ['n'], show_totals: true }, [
      frame({ c: ['a', null], n: ['12345678901234567890', -5] }, [1, 0]),
      frame({ n: ['12345678901234567885'] }, [0]),
    ])
    if (drawing.kind !== 'table') throw new Error(drawing.kind)
    const [c, n] = drawing.table.columns
    expect([c?.text(1), n?.text(0), n?.text(1), n?.align]).toEqual([null, '12,345,678,901,234,567,890', '−5', 'right'])
    expect(drawing.table.totals).toEqual(['Total', '12,345,678,901,234,567,885'])
  })
})

it('draws an answer without rows', () => {
  const empty = frame({}, [])
  for (const type of ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area', 'pie'])
    expect(svg(draw(type, FORM, [empty]))).toContain('<svg')
})
