import { describe, expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../test/charts.ts'

const DAY = 86_400_000
const START = Date.UTC(2024, 0, 1)
const times = (frame: ReturnType<typeof frameOf>, ...names: readonly string[]) => ({
  ...frame,
  generics: frame.names.map((name, at) => (names.includes(name) ? 2 : (frame.generics[at] ?? 1))) as (0 | 1 | 2)[],
})
const wordsOf = (svg: string) => [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => text ?? '')

describe('parallel coordinates', () => {
  const form = { series: 'city', metrics: ['n', 'price'], secondary_metric: 'area' }
  const answer = frameOf({ city: ['Ulm', 'Bonn', null], n: [1, 5, 3], price: [20, null, -4], area: [7, 9, 8] })
  it('asks for the axes and for the metric of the colours, by the first metric', () => {
    expect(pictureOf('para', form, answer).query).toMatchObject({
      columns: ['city'],
      metrics: ['n', 'price', 'area'],
      orderby: [['n', false]],
    })
  })
  it('has a line for each row, with a gap where a value is missing', () => {
    const { summary, option, svg } = pictureOf('para', form, answer)
    expect(summary).toBe('Parallel coordinates, 3 lines over 2 axes. Orders: 1 to 5. price: −4 to 20.')
    expect(option).toMatchObject({
      series: [
        { data: [{ value: [1, 20, 'Ulm', 7] }, { value: [5, '-', 'Bonn', 9] }, { value: [3, -4, '<NULL>', 8] }] },
      ],
      visualMap: { min: 7, max: 9, dimension: 3 },
    })
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Orders', 'price']))
  })
  it('names its lines on an axis, and chooses one', () => {
    const { svg, select } = pictureOf('para', { ...form, include_series: true }, answer)
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Ulm', 'Bonn']))
    expect(select({ name: '', dataIndex: 1 })?.filters).toEqual([{ column: 'city', values: ['Bonn'] }])
  })
  it('draws ten thousand lines', () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `n${at}`)
    const many = frameOf({ city: names, n: names.map((_, at) => at), price: names.map((_, at) => -at) })
    expect(pictureOf('para', { ...form, secondary_metric: null }, many).summary).toContain('10000 lines')
  })
})

describe('a candlestick chart', () => {
  const form = { x_axis: 'day', open: 'o', close: 'c', low: 'l', high: 'h', moving_averages: [2, '3', 'x', 1] }
  const answer = times(
    frameOf({
      day: [START, START + DAY, START + 4 * DAY],
      o: [10, 12, 9],
      c: [12, 9, null],
      l: [8, 7, 6],
      h: [13, 14, 11],
    }),
    'day',
  )
  it('asks for the earliest first, also by the names of older charts', () => {
    const query = pictureOf('candlestick', form, answer).query
    expect(query).toMatchObject({ metrics: ['o', 'c', 'l', 'h'], orderby: [['day', true]] })
    const older = { x_axis: 'day', metric_open: 'o', metric_close: 'c', metric_low: 'l', metric_high: 'h' }
    expect(pictureOf('candlestick', older, answer).query?.metrics).toEqual(['o', 'c', 'l', 'h'])
  })
  it('has a candle for each day that has one, and averages once there are enough', () => {
    const { option, summary } = pictureOf('candlestick', form, answer)
    expect(option.series).toMatchObject([
      {
        type: 'candlestick',
        data: [{ value: [10, 12, 8, 13] }, { value: [12, 9, 7, 14] }, { value: [9, '-', 6, 11] }],
      },
      { name: 'Mean of 2', data: ['-', 10.5, 9] },
      { name: 'Mean of 3', data: ['-', '-', 10.5] },
    ])
    expect(summary).toBe(
      'Candlestick chart, 3 candles from 1 Jan 2024 to 5 Jan 2024. Opened at 10, closed at –, lowest 6, highest 14.',
    )
  })
  it('leaves out what has no time, in the order of time', () => {
    const loose = times(
      frameOf({
        ...Object.fromEntries(['o', 'c', 'l', 'h'].map((name) => [name, [1, 2, 3]])),
        day: [START, START + DAY, null],
      }),
      'day',
    )
    const { svg, summary } = pictureOf('candlestick', form, loose)
    expect(summary).toContain('2 candles from 1 Jan 2024 to 2 Jan 2024')
    expect(svg).not.toContain('1970')
  })
  it('has the colours of the look unless others are picked, and draws ticks', () => {
    const colors = (more: object) => pictureOf('candlestick', { ...form, ...more }, answer).option.series
    const incumbent = { increase_color: { r: 90, g: 193, b: 137, a: 1 }, decrease_color: { r: 1, g: 2, b: 3, a: 1 } }
    expect(colors(incumbent)).toMatchObject([{ itemStyle: { color: '#017FA2', color0: 'rgba(1,2,3,1)' } }, {}, {}])
    expect(pictureOf('candlestick', { ...form, series_style: 'ohlc' }, answer).svg).toContain('<path')
  })
})

describe('a gantt chart', () => {
  const form = { start_time: 'from', end_time: 'to', y_axis: 'team', series: 'kind', tooltip_metrics: ['n'] }
  const answer = times(
    frameOf({
      from: [START, START, START + DAY, null],
      to: [START + 3 * DAY, START + DAY, START, START],
      team: ['A', 'A', 'B', 'B'],
      kind: ['x', 'y', 'x', 'y'],
      n: [5, 6, 7, 8],
    }),
    'from',
    'to',
  )
  it('asks for each bar once, in the order that is saved as text', () => {
    const { query } = pictureOf('gantt_chart', { ...form, order_by_cols: ['["from",false]', 'broken'] }, answer)
    expect(query).toMatchObject({
      columns: ['from', 'to', 'team', 'kind'],
      metrics: ['n'],
      orderby: [['from', false]],
    })
  })
  it('draws bars of one time below each other, and says what has none', () => {
    const { summary, svg } = pictureOf('gantt_chart', form, answer)
    expect(summary).toMatch(/^Gantt chart, 2 bars on 1 rows from 1 Jan 2024 to 4 Jan 2024\./)
    expect(summary).toMatch(/2 without a start and an end after it are left out\.$/)
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['A', 'x', 'y']))
  })
  it('tells what is asked for besides, and chooses the colour of a bar or its row', () => {
    const { option, select } = pictureOf('gantt_chart', form, answer)
    const { formatter } = option.tooltip as { formatter(point: object): string }
    expect(formatter({ seriesName: 'x', dataIndex: 0 })).toMatch(/A, x.*4 Jan 2024.*Orders.*5/s)
    expect(select({ name: '', seriesName: 'x', dataIndex: 0 })?.filters).toEqual([{ column: 'kind', values: ['x'] }])
    const plain = pictureOf('gantt_chart', { ...form, series: null }, answer)
    expect(plain.select({ name: '', seriesName: 'tasks', dataIndex: 0 })?.filters).toEqual([
      { column: 'team', values: ['A'] },
    ])
  })
})

describe('a tree', () => {
  const form = { id: 'id', parent: 'boss', name: 'name', metric: 'n' }
  const answer = frameOf({
    id: ['1', '2', '3', '4', '5', '6', '3'],
    boss: [null, '1', '1', '2', '6', '5', '1'],
    name: ['Ann', 'Bob', 'Cy', 'Dee', 'loop', 'loop too', 'Cy again'],
    n: [1, 2, 3, 4, 5, 6, 7],
  })
  it('grows from the node without one above it, and leaves circles and second nodes out', () => {
    const { summary, svg } = pictureOf('tree_chart', form, answer)
    expect(summary).toBe('Tree, 4 nodes on 3 levels. Below Ann: Bob, Cy. 2 more have no way to it.')
    expect(wordsOf(svg)).toEqual(expect.arrayContaining(['Ann', 'Bob', 'Cy', 'Dee']))
  })
  it('grows from the node that is named', () => {
    expect(pictureOf('tree_chart', { ...form, root_node_id: '2' }, answer).summary).toContain('Tree, 2 nodes')
    expect(pictureOf('tree_chart', { ...form, root_node_id: '5' }, answer).summary).toContain('Tree, 2 nodes')
  })
  it.each(['LR', 'RL', 'TB', 'BT', 'radial'])('is drawn %s', (way) => {
    const layout = way === 'radial' ? { layout: way } : { orient: way }
    expect(wordsOf(pictureOf('tree_chart', { ...form, ...layout }, answer).svg)).toContain('Dee')
  })
})
