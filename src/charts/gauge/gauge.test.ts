import { describe, expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../../test/charts.ts'
import { tokensOf } from '../parts/tokens.ts'

const FORM = { groupby: ['city'], metric: 'n' }
const ANSWER = frameOf({ city: ['Ulm', 'Bonn'], n: [30, null] })
const drawn = (form: object = {}, answer = ANSWER) => pictureOf('gauge_chart', { ...FORM, ...form }, answer)
const one = (form: object) => drawn({ groupby: [], ...form }, frameOf({ n: [34] }))

describe('a gauge', () => {
  it('has one for each group, all with one scale, in which the largest value is the middle', () => {
    const { svg, summary, option } = drawn()
    for (const text of ['Ulm', 'Bonn', '30', '–']) expect(svg).toContain(`>${text}<`)
    expect(svg).not.toContain('NaN')
    expect(summary).toBe('Gauge, 2 values. Ulm: 30. Bonn: –.')
    expect(option).toMatchObject({
      series: [
        { min: 0, max: 60, progress: { show: true }, pointer: { show: true } },
        { min: 0, max: 60, progress: { show: false }, pointer: { show: false } },
      ],
    })
  })
  it('takes the scale, its angles and the text around the value as they are saved', () => {
    const form = {
      min_val: 10,
      max_val: 50,
      start_angle: 180,
      end_angle: 0,
      value_formatter: '{value} km',
      show_pointer: false,
    }
    const { svg, option, summary } = one(form)
    expect(option).toMatchObject({
      series: [{ min: 10, max: 50, startAngle: 180, endAngle: 0, pointer: { show: false } }],
    })
    for (const text of ['34 km', '10', '50']) expect(svg).toContain(`>${text}<`)
    expect(summary).toBe('Gauge, 1 value. n: 34 km.')
  })
  it('colours ranges of the scale by places in the scheme', () => {
    const { cat } = tokensOf('light')
    const form = { max_val: 100, intervals: '30,60,100', interval_color_indices: '4,2', show_progress: false }
    const ranges = [
      [0.3, cat[3]],
      [0.6, cat[1]],
      [1, cat[2]],
    ]
    expect(one(form).option).toMatchObject({ series: [{ axisLine: { lineStyle: { color: ranges } } }] })
  })
  it('shortens names to the width of their gauge, and says how many gauges have no room', () => {
    const cities = Array.from({ length: 200 }, (_, at) => `A name without an end ${at}`)
    const { svg, summary, option } = drawn({}, frameOf({ city: cities, n: cities.map((_, at) => at) }))
    const shown = (option.series as readonly object[]).length
    expect(shown).toBeLessThan(40)
    expect(svg).toContain(`>Other (${200 - shown})<`)
    expect(svg).toMatch(/>A name[^<]*…</)
    expect(summary).toContain('194 more.')
  })
  it('leaves out the ends of a scale between which the value has no room', () => {
    const form = { number_format: '.1%', min_val: 0, max_val: 1 }
    const four = frameOf({ city: ['Ulm', 'Bonn', 'Kiel', 'Graz'], n: [0.42, 0.43, 0.41, 0.4] })
    const small = pictureOf('gauge_chart', { ...FORM, ...form }, four, { width: 420, height: 380 })
    expect(small.svg).toContain('>42.0%<')
    expect(small.svg).not.toContain('>100.0%<')
    expect(one(form).svg).toContain('>100.0%<')
  })
  it('chooses the group of a gauge', () => {
    const { select } = drawn()
    expect(select({ name: '', seriesName: '1', dataIndex: 0 })).toEqual({
      filters: [{ column: 'city', values: ['Bonn'] }],
      label: 'Bonn',
    })
    expect(one({}).select({ name: '', seriesName: '0', dataIndex: 0 })).toBeNull()
  })
})
