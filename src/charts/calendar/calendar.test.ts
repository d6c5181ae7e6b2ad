import { init } from 'echarts'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../chart.ts'
import { findAnyChart } from '../every-chart.ts'
import { linearColors } from '../parts/linear-schemes.ts'
import { echartsTheme } from '../parts/theme.ts'

const DAY_MS = 86_400_000
const SIZE = { width: 700, height: 300 }
const FORM = { granularity_sqla: 'day', metrics: ['n'], domain_granularity: 'month', subdomain_granularity: 'day' }

const calendar = findAnyChart('cal_heatmap')
const optionsOf = (more: object) => calendar?.options.parse({ ...FORM, ...more })

function drawn(more: object, day: readonly number[], n: readonly (number | null)[]) {
  const frame: Frame = { names: ['day', 'n'], generics: [2, 0], columns: [day, n], rowCount: day.length }
  const context = { ...SIZE, theme: 'light', locale: 'en', titles: { n: 'Orders' }, selected: null } as const
  const drawing = calendar?.draw(optionsOf(more), [frame], { ...context, color: () => '' })
  if (drawing?.kind !== 'echarts') throw new Error('not a picture')
  const view = init(null, echartsTheme('light'), { renderer: 'svg', ssr: true, ...SIZE })
  view.setOption({ ...drawing.option, animation: false })
  const svg = view.renderToSVGString()
  view.dispose()
  const words = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text]) => (text ?? '').trim())
  return {
    words,
    svg,
    summary: drawing.summary,
    option: drawing.option as { series: { data: { value: number[] }[] }[] },
  }
}

const daysFrom = (start: number, count: number) => Array.from({ length: count }, (_, at) => start + at * DAY_MS)
const placesIn = (option: { series: { data: { value: number[] }[] }[] }, at = 0) =>
  option.series[at]?.data.map(({ value }) => value.slice(0, 2))

describe('the question of a calendar', () => {
  it('is a row for each cell within the time range that was saved beside it', () => {
    const [query] = calendar?.query(optionsOf({ subdomain_granularity: 'hour' })) ?? []
    expect(query).toMatchObject({
      columns: [{ sqlExpression: 'day', timeGrain: 'PT1H', columnType: 'BASE_AXIS' }],
      metrics: ['n'],
      rowLimit: 50_000,
      extras: { timeGrain: 'PT1H' },
    })
  })
})

describe('a calendar', () => {
  it('has a row for each day of the week and a column for each week', () => {
    const { option, words, summary } = drawn({}, daysFrom(Date.UTC(2024, 0, 1), 40), Array(40).fill(5))
    expect(placesIn(option)?.slice(5, 9)).toEqual([
      [0, 5],
      [0, 6],
      [1, 0],
      [1, 1],
    ])
    expect(words).toEqual(expect.arrayContaining(['Orders', 'Mon', 'Sun', '2024', '1 Feb']))
    expect(summary).toBe(
      'Calendar. n: 40 cells from 1 Jan 2024 to 9 Feb 2024, lowest 5 at 1 Jan 2024, highest 5 at 1 Jan 2024.',
    )
  })
  it('has a block for each year where it is long or asked for', () => {
    const { option, words } = drawn(
      {},
      daysFrom(Date.UTC(2023, 0, 1), 731),
      Array.from({ length: 731 }, (_, at) => at),
    )
    expect(option.series).toHaveLength(2)
    expect(words).toEqual(expect.arrayContaining(['Orders, 2023', 'Orders, 2024']))
    expect([placesIn(option)?.[0], placesIn(option, 1)?.[0]]).toEqual([
      [0, 6],
      [0, 0],
    ])
    expect(
      drawn({ domain_granularity: 'year' }, daysFrom(Date.UTC(2024, 11, 30), 5), Array(5).fill(1)).words,
    ).toContain('Orders, 2025')
  })
  it('puts hours below each other, and weeks and months beside each other', () => {
    const hour = drawn({ subdomain_granularity: 'hour' }, [Date.UTC(2024, 0, 1, 7), Date.UTC(2024, 0, 3)], [1, 2])
    expect(placesIn(hour.option)).toEqual([
      [0, 7],
      [2, 0],
    ])
    const week = drawn({ subdomain_granularity: 'week' }, [Date.UTC(2024, 11, 23), Date.UTC(2024, 11, 30)], [1, 2])
    expect(placesIn(week.option)).toEqual([
      [51, 0],
      [0, 1],
    ])
    const month = drawn({ subdomain_granularity: 'month' }, [Date.UTC(2023, 11), Date.UTC(2024, 1)], [1, 2])
    expect(placesIn(month.option)).toEqual([
      [11, 0],
      [1, 1],
    ])
  })
  it('colours cells in steps, says what they are at the ends, and leaves out what has no value', () => {
    const { svg, words, option } = drawn({ steps: 3 }, daysFrom(Date.UTC(2024, 0, 1), 4), [-10, null, 0, 2000])
    const all = linearColors(null, 'light')
    for (const color of [all[0], all.at(-1)]) expect(svg).toContain(`fill="${color}"`)
    expect(words).toEqual(expect.arrayContaining(['−10', '2k']))
    expect(placesIn(option)).toHaveLength(3)
  })
  it('says its Monday where no month begins', () => {
    expect(drawn({}, daysFrom(Date.UTC(2024, 0, 8), 12), Array(12).fill(1)).words).toContain('8 Jan')
  })
  it('is empty without rows', () => {
    expect(drawn({}, [], [])).toMatchObject({ summary: 'Calendar without rows.' })
  })
})
