import { describe, expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../../test/charts.ts'

const FORM = { groupby: ['city'], metrics: ['n', 'price', 'area'] }
const ANSWER = frameOf({ city: ['Ulm', 'Bonn'], n: [1, 4], price: [30, null], area: [-5, 10] })
const drawn = (form: object = {}, answer = ANSWER) => pictureOf('radar', { ...FORM, ...form }, answer)

describe('a radar', () => {
  it('has a profile for each group over an axis for each metric, from zero or below to the largest value', () => {
    const { svg, summary, option } = drawn()
    for (const text of ['Ulm', 'Bonn', 'Orders', 'price', 'area', '30']) expect(svg).toContain(`>${text}<`)
    expect(svg).not.toContain('NaN')
    expect(summary).toBe('Radar, 2 profiles. Ulm: Orders 1, price 30, area −5. Bonn: Orders 4, price –, area 10.')
    expect(option).toMatchObject({
      radar: {
        indicator: [
          { min: 0, max: 4 },
          { min: 0, max: 30 },
          { min: -5, max: 10 },
        ],
        shape: 'polygon',
      },
    })
  })
  it('takes ends of axes, a round shape and names at the values as they are saved', () => {
    const column_config = { n: { radarMetricMinValue: 1, radarMetricMaxValue: 8 } }
    const { svg, option } = drawn({ column_config, is_circle: true, label_type: 'key_value' })
    expect(option).toMatchObject({ radar: { indicator: [{ min: 1, max: 8 }, {}, {}], shape: 'circle' } })
    expect(svg).toContain('>Ulm: 30<')
    expect(drawn({ show_labels: false }).svg).not.toContain('>30<')
  })
  it('has no values at the points of many profiles, which would stand on each other', () => {
    const cities = Array.from({ length: 9 }, (_, at) => `City ${at}`)
    const many = frameOf({ city: cities, n: cities.map((_, at) => 100 + at) })
    expect(drawn({ metrics: ['n'] }, many).svg).not.toContain('>104<')
  })
  it('chooses the group of a profile', () => {
    expect(drawn().select({ name: '', dataIndex: 1 })).toEqual({
      filters: [{ column: 'city', values: ['Bonn'] }],
      label: 'Bonn',
    })
  })
})
