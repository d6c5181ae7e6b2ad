import { describe, expect, it } from 'vitest'
import type { Frame } from '../../charts/chart.ts'
import { linePath, previewOf, rangeOf } from './preview-model.ts'

const frame = (columns: Frame['columns'], generics: Frame['generics']): Frame => ({
  names: columns.map((_, at) => `c${at}`),
  generics,
  columns,
  rowCount: columns[0]?.length ?? 0,
})

describe('the preview of a chart', () => {
  it('draws number columns after the first and keeps gaps', () => {
    const answer = frame(
      [
        ['a', 'b', 'c'],
        [1, null, '3'],
        ['x', 'y', 'z'],
      ],
      [1, 0, 1],
    )
    expect(previewOf('echarts_timeseries_line', answer)).toEqual({
      kind: 'lines',
      series: [[1, null, 3]],
      isArea: false,
    })
  })

  it('is nothing without rows or numbers', () => {
    expect(previewOf('pie', undefined)).toBeNull()
    expect(previewOf('pie', frame([[], []], [1, 0]))).toBeNull()
    expect(previewOf('pie', frame([['a'], ['b']], [1, 1]))).toBeNull()
  })

  it('gives parts of a pie that add up to one, largest first', () => {
    expect(
      previewOf(
        'pie',
        frame(
          [
            ['a', 'b'],
            [1, 3],
          ],
          [1, 0],
        ),
      ),
    ).toEqual({ kind: 'parts', shares: [0.75, 0.25] })
  })

  it('keeps the latest bars of a long time series', () => {
    const values = Array.from({ length: 60 }, (_, at) => at)
    const preview = previewOf('echarts_timeseries_bar', frame([values, values], [2, 0]))
    expect(preview?.kind === 'bars' && preview.stacks.map(([value]) => value)).toEqual(values.slice(-24))
  })

  it('lifts the pen at nulls', () => {
    expect(linePath([0, null, 4], { least: 0, most: 4 }, { width: 10, height: 8 })).toBe('M0.0 8.0M10.0 0.0')
  })

  it('shows zero, negative values and lines far above zero whole', () => {
    expect(rangeOf([[1, 10]], false).least).toBe(0)
    expect(rangeOf([[-5, 10]], false).least).toBe(-5)
    expect(rangeOf([[90, 100]], false).least).toBeGreaterThan(80)
    expect(rangeOf([[90, 100]], true).least).toBe(0)
    expect(rangeOf([[0, 0]], false)).toEqual({ least: 0, most: 1 })
  })
})
