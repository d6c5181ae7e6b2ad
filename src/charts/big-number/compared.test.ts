import { describe, expect, it } from 'vitest'
import { drawingOf, frameOf } from '../../../test/charts.ts'
import type { FigureDrawing } from '../chart.ts'

const RANGE = {
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject: 'day',
  operator: 'TEMPORAL_RANGE',
  comparator: 'Last year',
}
const FORM = { metric: 'n', time_compare: 'inherit', adhoc_filters: [RANGE] }

function drawn(more: object, n: number | null, before?: number | null) {
  const answer = before === undefined ? { n: [n] } : { n: [n], n__inherit: [before] }
  const drawing = drawingOf('pop_kpi', { ...FORM, ...more }, frameOf(answer))
  if (drawing.kind !== 'figure') throw new Error(drawing.kind)
  return drawing
}
const changeOf = (figure: FigureDrawing) => [figure.change?.text, figure.change?.direction]

describe('a number compared', () => {
  it('stands beside the value before, with the difference of both and its share', () => {
    const { figure, summary } = drawn({}, 12_500, 10_000)
    expect(figure).toMatchObject({ value: '12.5k', subtitle: 'Before: 10k' })
    expect(changeOf(figure)).toEqual(['+2.5k · +25.0%', 'up'])
    expect(summary).toBe('Orders: 12.5k, +2.5k · +25.0%, Before: 10k')
    expect(changeOf(drawn({}, 75, -50).figure)).toEqual(['+125 · +250.0%', 'up'])
    expect(changeOf(drawn({}, 40, 80).figure)).toEqual(['−40 · −50.0%', 'down'])
    expect(changeOf(drawn({}, 40, 40).figure)).toEqual(['0 · 0.0%', 'flat'])
  })
  it('has no share of nothing, and says where there is nothing before', () => {
    expect(changeOf(drawn({}, 3, 0).figure)).toEqual(['+3', 'up'])
    expect(drawn({}, 3, null).figure).toMatchObject({ change: null, subtitle: 'No value before' })
    expect(drawn({}, null, 3).figure).toMatchObject({ value: '–', change: null })
  })
  it('is coloured by what is good, where that is asked for', () => {
    const colors = [
      {},
      { comparison_color_enabled: true },
      { comparison_color_enabled: true, comparison_color_scheme: 'Red' },
    ].map((more) => drawn(more, 3, 2).figure.change?.color)
    expect(colors[0]).toBeUndefined()
    expect(colors[1]).toMatch(/^#/)
    expect(colors[2]).toMatch(/^#/)
    expect(colors[1]).not.toBe(colors[2])
    expect(drawn({ comparison_color_enabled: true, comparison_color_scheme: 'Red' }, 2, 3).figure.change?.color).toBe(
      colors[1],
    )
  })
  it('leaves out what is switched off, and writes as it is told', () => {
    const off = { column_config: { '#': { visible: false }, '%': { visible: false } } }
    expect(drawn(off, 3, 2).figure).toMatchObject({ subtitle: null, change: { text: '+1' } })
    const formats = { y_axis_format: ',.2f', percentDifferenceFormat: '.0%', subtitle: 'all shops' }
    expect(drawn(formats, 3, 2).figure).toMatchObject({
      value: '3.00',
      subtitle: 'Before: 2.00 · all shops',
      change: { text: '+1.00 · +50%' },
    })
  })
  it('asks for no earlier time where its own has no bounds, and says so', () => {
    const unbounded = { adhoc_filters: [{ ...RANGE, comparator: 'No filter' }] }
    const { query, figure } = drawn(unbounded, 3)
    expect(query?.timeOffsets).toEqual([])
    expect(figure.subtitle).toBe('A time range is needed to compare')
    expect(drawn({ ...unbounded, extra_form_data: { time_range: 'Last week' } }, 3).query?.timeOffsets).toEqual([
      'inherit',
    ])
    expect(drawn({ extra_form_data: { time_range: 'No filter' } }, 3).query?.timeOffsets).toEqual([])
    expect(drawn({ time_compare: null }, 3).figure.subtitle).toBeNull()
  })
})
