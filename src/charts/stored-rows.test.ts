import { expect, it } from 'vitest'
import { drawingOf, frameOf, pictureOf } from '../../test/charts.ts'
import { numberFormatter, storedNumber } from './parts/number-format.ts'

const prices = frameOf({ price: [1234.56, 12_345.6789, 0.000123456789, 7] })

function cellsOf(form: object) {
  const drawing = drawingOf('table', form, prices)
  if (drawing.kind !== 'table') throw new Error(drawing.kind)
  const { columns, rowCount } = drawing.table
  return Array.from({ length: rowCount }, (_, row) => columns[0]?.text(row))
}

it('shows rows as they are stored with their decimals, and metrics with what their size needs', () => {
  expect(cellsOf({ query_mode: 'raw', all_columns: ['price'] })).toEqual([
    '1,234.56',
    '12,345.6789',
    '0.000123457',
    '7',
  ])
  expect(cellsOf({ groupby: [], metrics: ['price'] })).toEqual(['1,235', '12,346', '0.000123', '7'])
})

it('keeps every digit of numbers that came as text', () => {
  expect(storedNumber('12345678901234567890.1234')).toBe('12,345,678,901,234,567,890.1234')
})

it('writes numbers beyond all prefixes by their power of ten', () => {
  expect(numberFormatter('SMART_NUMBER')(-1e300)).toBe('−1e+300')
})

it('cuts a long name of a pie and leaves its share whole', () => {
  const long = 'A name that is much longer than the room beside any pie could ever be'
  const { svg } = pictureOf('pie', { groupby: ['who'], metric: 'n' }, frameOf({ who: [long, 'b'], n: [3, 1] }))
  expect(svg).toContain('>75%<')
  expect(svg).toMatch(/>A name that[^<]*…</)
})
