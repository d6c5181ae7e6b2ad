import { init } from 'echarts'
import { describe, expect, it } from 'vitest'
import type { DrawContext, Frame } from './chart.ts'
import { findAnyChart } from './every-chart.ts'
import { colorScale } from './parts/color-scale.ts'
import { linearColors } from './parts/linear-schemes.ts'
import { echartsTheme } from './parts/theme.ts'

const SIZE = { width: 600, height: 300 }

function frame(columns: Readonly<Record<string, readonly unknown[]>>): Frame {
  const cells = Object.values(columns)
  const generics = cells.map((column) => (typeof column[0] === 'number' ? 0 : 1) as 0 | 1)
  return { names: Object.keys(columns), generics, columns: cells, rowCount: cells[0]?.length ?? 0 }
}

function drawn(vizType: string, form: object, answer: Frame, more: Partial<DrawContext> = {}) {
  const chart = findAnyChart(vizType)
  const { color } = colorScale({ scheme: null, theme: 'light' })
  const context: DrawContext = { ...SIZE, theme: 'light', locale: 'en', color, titles: {}, selected: null, ...more }
  const drawing = chart?.draw(chart.options.parse(form), [answer], context)
  if (drawing?.kind !== 'echarts') throw new Error(vizType)
  const view = init(null, echartsTheme('light'), { renderer: 'svg', ssr: true, ...SIZE })
  view.setOption({ ...drawing.option, animation: false })
  const svg = view.renderToSVGString()
  view.dispose()
  const words = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text ?? '')
  return { ...drawing, words, svg, option: drawing.option as { tooltip: { formatter(mark: object): string } } }
}

describe('a sunburst', () => {
  const form = { columns: ['land', 'city'], metric: 'n', show_labels: true }
  const rows = {
    land: ['DE', 'DE', 'AT', 'AT', null],
    city: ['Ulm', 'A town with a name that has no end', 'Graz', 'Linz', 'Ulm'],
    n: [40, 20, 90, -1, 2],
  }
  it('nests groups, largest first, without what has no size', () => {
    const { words, summary } = drawn('sunburst_v2', form, frame(rows))
    expect(summary).toBe('Sunburst, 3 groups. AT: 90, 59.2%. DE: 60, 39.5%. <NULL>: 2, 1.3%.')
    expect(words).toEqual(expect.arrayContaining(['AT', 'DE', 'Graz', 'Ulm']))
    expect(words).not.toContain('Linz')
  })
  it('writes on parts of the share that is asked for, what has room there', () => {
    const words = (more: object) => drawn('sunburst_v2', { ...form, ...more }, frame(rows)).words
    expect(words({ show_labels: false })).toEqual([])
    expect(words({ show_labels_threshold: 50 })).toEqual(['AT', 'Graz'])
    expect(words({ label_type: 'key_value' })).toEqual(expect.arrayContaining(['AT', '90']))
    expect(words({}).find((word) => word.startsWith('A t'))).toMatch(/…$/)
    expect(words({ show_total: true })).toEqual(expect.arrayContaining(['152', 'Total']))
  })
  it('colours parts by the share of a second metric', () => {
    const answer = frame({ ...rows, m: [4, 20, 9, 1, 1] })
    const { svg } = drawn('sunburst_v2', { ...form, secondary_metric: 'm' }, answer)
    expect(svg).toContain(`fill="${linearColors(null, 'light').at(-1)}"`)
    expect(svg).not.toContain('#0D4C90')
  })
  it('chooses a part by the way to it', () => {
    expect(drawn('sunburst_v2', form, frame(rows)).select({ name: '["DE","Ulm"]', dataIndex: 3 })).toEqual({
      filters: [
        { column: 'land', values: ['DE'] },
        { column: 'city', values: ['Ulm'] },
      ],
      label: 'DE, Ulm',
    })
  })
})

describe('a sankey', () => {
  const form = { source: 'from', target: 'to', metric: 'n' }
  const rows = { from: ['Web', 'Web', 'Shop', 'Shop'], to: ['Ulm', 'Graz', 'Ulm', null], n: [50, 20, 30, -4] }
  const node = (name: string) => JSON.stringify(['from', name])
  it('draws what flows from one place to another, and says the shares of both', () => {
    const { words, summary, option } = drawn('sankey_v2', form, frame(rows))
    expect(summary).toBe('Sankey, 3 flows between 4 places. Web to Ulm: 50. Shop to Ulm: 30. Web to Graz: 20.')
    expect(words.toSorted()).toEqual(['Graz', 'Shop', 'Ulm', 'Web'])
    const told = option.tooltip.formatter({ name: `${node('Web')} > ${node('Ulm')}`, color: '#000' })
    expect(told).toContain('71.4% of Web · 62.5% of Ulm')
  })
  it('chooses a place as source, else as target, and both ends of a flow', () => {
    const { select } = drawn('sankey_v2', form, frame(rows))
    const filters = (name: string) => select({ name, dataIndex: 0 })?.filters
    expect(filters(node('Web'))).toEqual([{ column: 'from', values: ['Web'] }])
    expect(filters(node('Graz'))).toEqual([{ column: 'to', values: ['Graz'] }])
    expect(filters(`${node('Shop')} > ${node('Ulm')}`)).toEqual([
      { column: 'from', values: ['Shop'] },
      { column: 'to', values: ['Ulm'] },
    ])
  })
  it('stands on two sides where flows come back, and leaves none out', () => {
    const circle = frame({ from: ['a', 'b', 'c', 'a'], to: ['b', 'c', 'a', 'a'], n: [3, 2, 1, 5] })
    const { words, summary } = drawn('sankey_v2', form, circle, { selected: ['a'] })
    expect(words.toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
    expect(summary).toContain('4 flows between 6 places.')
    expect(summary).toContain('Some flows come back, so sources stand left and targets right.')
  })
  it('shows no label over another where there are hundreds', () => {
    const all = Array.from({ length: 300 }, (_, at) => `place ${at}`)
    const { words } = drawn(
      'sankey_v2',
      form,
      frame({ from: all, to: all.map((name) => `to ${name}`), n: all.map(() => 1) }),
    )
    expect(words.length).toBeGreaterThan(4)
    expect(words.length).toBeLessThan(60)
  })
})

describe('a network', () => {
  const form = { source: 'from', target: 'to', metric: 'n' }
  const answer = frame({
    from: ['Ulm', 'Bonn', 'Ulm', null, 'Linz'],
    to: ['Bonn', 'Graz', 'Ulm', 'Ulm', 'Graz'],
    n: [50, 20, 4, 3, -8],
    land: ['DE', 'DE', 'DE', 'NL', 'AT'],
  })
  interface Placed {
    readonly series: readonly {
      readonly data: readonly { readonly name: string; readonly x: number; readonly y: number }[]
    }[]
  }
  const placesOf = (option: unknown) => (option as Placed).series[0]?.data ?? []
  it('has a place for each end and a link for each pair, circles and loops too', () => {
    const { summary, words } = drawn('graph_chart', form, answer)
    expect(summary).toBe('Network, 4 links between 4 places. Bonn: 70. Ulm: 61. Graz: 20. <NULL>: 3.')
    expect(words).toEqual(expect.arrayContaining(['Bonn', 'Ulm', 'Graz', '&lt;NULL&gt;']))
  })
  it.each(['force', 'circular'])('lies within the picture and is the same each time: %s', (layout) => {
    const option = () => drawn('graph_chart', { ...form, layout }, answer).option
    const places = placesOf(option())
    expect(placesOf(option())).toEqual(places.map((place) => expect.objectContaining({ x: place.x, y: place.y })))
    for (const { x, y } of places) {
      expect(x).toBeGreaterThan(0)
      expect(x).toBeLessThan(SIZE.width)
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(SIZE.height)
    }
    expect(new Set(places.map(({ x, y }) => `${Math.round(x)} ${Math.round(y)}`)).size).toBe(4)
  })
  it('names categories, and labels places of a value', () => {
    expect(drawn('graph_chart', { ...form, source_category: 'land' }, answer).words).toContain('DE')
    expect(drawn('graph_chart', { ...form, showSymbolThreshold: 30 }, answer).words.toSorted()).toEqual(['Bonn', 'Ulm'])
  })
  it('chooses a place or a link', () => {
    const { select } = drawn('graph_chart', form, answer)
    expect(select({ name: 'Graz', dataIndex: 0 })?.filters).toEqual([{ column: 'to', values: ['Graz'] }])
    expect(select({ name: 'Ulm > Bonn', dataIndex: 0 })?.filters).toEqual([
      { column: 'from', values: ['Ulm'] },
      { column: 'to', values: ['Bonn'] },
    ])
  })
  it('places a thousand', () => {
    const names = Array.from({ length: 1000 }, (_, at) => `place ${at}`)
    const many = frame({ from: names, to: names.map((_, at) => `hub ${at % 20}`), n: names.map(() => 1) })
    expect(placesOf(drawn('graph_chart', form, many).option)).toHaveLength(1020)
  })
})
