import { describe, expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../../test/charts.ts'
import { tokensOf } from '../parts/tokens.ts'

const FORM = { x_axis: 'step', metric: 'n' }
const drawn = (columns: Readonly<Record<string, readonly unknown[]>>, form: object = {}, more: object = {}) =>
  pictureOf('waterfall', { ...FORM, ...form }, frameOf(columns), more)

/** Where the bars of a picture begin and end. */
function spans(option: Readonly<Record<string, unknown>>) {
  const [ground, ...bars] = option.series as { data: (number | null)[] }[]
  return ground?.data.map((from, at) => {
    const parts = bars.map(({ data }) => data[at] ?? 0)
    const [up, down] = [parts.filter((part) => part > 0), parts.filter((part) => part < 0)]
    const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)
    return [Math.min(0, from ?? 0) + sum(down), Math.max(0, from ?? 0) + sum(up)]
  })
}

describe('a waterfall', () => {
  const columns = { step: ['a', 'b', 'c', 'd'], n: [30, -50, null, 60] }
  it('has bars that begin where the one before ends, through zero, and their sum at the end', () => {
    const { option, summary, svg } = drawn(columns, { show_value: true })
    expect(spans(option)).toEqual([
      [0, 30],
      [-20, 30],
      [-20, 0],
      [-20, 40],
      [0, 40],
    ])
    expect(option).toMatchObject({ xAxis: { data: ['a', 'b', 'c', 'd', 'Total'] } })
    expect(summary).toBe('Waterfall, 4 steps to 40. a: 30. b: −50. c: 0. d: 60.')
    for (const text of ['Increase', 'Decrease', 'Total', '−50', '60', '40']) expect(svg).toContain(`>${text}<`)
  })
  it('names the places of its sums where there is no room for the name of each step', () => {
    const quarters = Array.from({ length: 9 }, (_, at) => `Quarter ${at + 1}`)
    const parts = ['Web', 'App', 'Store', 'Partner']
    const step = quarters.flatMap((quarter) => parts.map(() => quarter))
    const { svg } = drawn({ step, city: quarters.flatMap(() => parts), n: step.map(() => 1) }, { groupby: ['city'] })
    expect(svg.match(/>(Quarter \d|Web|App|Store|Partner)</g)).toEqual(
      [1, 3, 5, 7, 9].map((number) => `>Quarter ${number}<`),
    )
  })
  it('has a sum after each place of the axis where a place has several steps', () => {
    const parts = { step: ['a', 'a', 'b', 'b'], city: ['Ulm', 'Bonn', 'Ulm', null], n: [1, 2, 3, -4] }
    const { option } = drawn(parts, { groupby: ['city'] })
    expect(option).toMatchObject({ xAxis: { data: ['Ulm', 'Bonn', 'a', 'Ulm', '<NULL>', 'b'] } })
    expect(spans(option)?.[5]).toEqual([0, 2])
    expect(drawn(parts, { groupby: ['city'], show_total: false }).option).toMatchObject({
      xAxis: { data: ['Ulm', 'Bonn', 'Ulm', '<NULL>'] },
    })
  })
  it('takes names and colours as they are saved, else those of the look', () => {
    const green = { r: 90, g: 193, b: 137, a: 1 }
    const { option, svg } = drawn(columns, { increase_color: green, increase_label: 'More', total_label: 'Sum' })
    const colors = (option.series as { name: string; itemStyle: { color: string } }[]).map((one) => one.itemStyle.color)
    expect(colors).toContain('rgba(90,193,137,1)')
    expect(colors).toContain(tokensOf('light').cat[1])
    for (const text of ['More', 'Sum']) expect(svg).toContain(`>${text}<`)
    const usual = { decrease_color: { r: 218, g: 126, b: 27, a: 1 } }
    expect(JSON.stringify(drawn(columns, usual, { theme: 'dark' }).option)).toContain(tokensOf('dark').cat[1])
  })
  it('leaves out values that would stand on the next bar', () => {
    const many = Array.from({ length: 60 }, (_, at) => at)
    const { svg } = drawn({ step: many.map((at) => `s${at}`), n: many.map(() => 1_234_567) }, { show_value: true })
    expect(svg).not.toContain('>1.23M<')
  })
  it('says the change and the sum so far to who points at a bar', () => {
    const { formatter } = drawn(columns).option.tooltip as { formatter(points: object[]): string }
    expect(formatter([{ dataIndex: 1 }])).toMatch(/b.*Decrease.*−50.*Total: −20/s)
  })
})
