import { describe, expect, it } from 'vitest'
import type { DrawContext, Frame, PivotDrawing } from '../chart.ts'
import { pivotTable } from './index.ts'

const CONTEXT: DrawContext = {
  theme: 'light',
  locale: 'en',
  width: 600,
  height: 300,
  color: () => '#000000',
  titles: { n: 'Orders' },
  selected: null,
}
const FORM = { groupbyRows: ['country', 'city'], groupbyColumns: ['channel'], metrics: ['n'], combineMetric: true }
const CELLS = [
  ['DE', 'Ulm', 'web', 4],
  ['DE', 'Bonn', 'web', 3],
  ['DE', 'Bonn', 'shop', 1],
  ['AT', 'Graz', 'shop', 9],
  [null, 'Graz', 'web', 2],
]

function frame(names: readonly string[], rows: readonly (readonly unknown[])[]): Frame {
  const columns = names.map((_, at) => rows.map((row) => row[at]))
  return { names, generics: names.map((name) => (name === 'n' ? 0 : 1)), columns, rowCount: rows.length }
}

/** The frames that a database gives which knows no more than the cells, with an average as its total. */
function answered(form: object, cells = CELLS): readonly Frame[] {
  const options = pivotTable.options.parse(form)
  const names = ['country', 'city', 'channel']
  return [...pivotTable.query(options), ...(pivotTable.totals?.(options) ?? [])].map((query) => {
    const groups = query.columns.map((column) => (typeof column === 'string' ? column : column.label))
    const byKey = Map.groupBy(cells, (row) => JSON.stringify(groups.map((group) => row[names.indexOf(group)])))
    const rows = [...byKey].map(([key, group]) => [
      ...JSON.parse(key),
      group.reduce((sum, row) => sum + Number(row[3]), 0) / group.length,
    ])
    return frame([...groups, 'n'], rows)
  })
}

function drawn(form: object, cells = CELLS): PivotDrawing {
  const drawing = pivotTable.draw(pivotTable.options.parse(form), answered(form, cells), CONTEXT)
  if (drawing.kind !== 'pivot') throw new Error(drawing.kind)
  return drawing.pivot
}

/** The table as text, a line for each row. */
function lines(form: object): readonly string[] {
  const pivot = drawn(form)
  const body = pivot.rows.map((row, at) =>
    [...row.labels, ...pivot.columns.map((_, column) => pivot.text(at, column) ?? '·')].join(' '),
  )
  const heads = pivot.columnLabels.map((label, level) =>
    [`${label}:`, ...pivot.columns.map((column) => column.labels[level] || '·')].join(' '),
  )
  return [...heads, ...body]
}

describe('a pivot table', () => {
  it('has a row for each group of its rows and a column for each of its columns', () => {
    expect(lines(FORM)).toEqual([
      'channel: shop web',
      'Metric: Orders Orders',
      'AT Graz 9 ·',
      'DE Bonn 1 3',
      'DE Ulm · 4',
      '<NULL> Graz · 2',
    ])
  })
  it('shows totals and subtotals as the database tells them, not as sums', () => {
    const form = { ...FORM, rowTotals: true, colTotals: true, rowSubTotals: true }
    expect(lines(form).slice(2)).toEqual([
      'AT Graz 9 · 9',
      'AT Subtotal 9 · 9',
      'DE Bonn 1 3 2',
      'DE Ulm · 4 4',
      'DE Subtotal 1 3.5 2.67',
      '<NULL> Graz · 2 2',
      '<NULL> Subtotal · 2 2',
      'Total  5 3 3.8',
    ])
    expect(drawn(form).rows.at(-1)?.kind).toBe('total')
  })
  it('puts subtotals above their rows where it is told to', () => {
    const form = { ...FORM, rowSubTotals: true, rowSubtotalPosition: true }
    expect(drawn(form).rows.map(({ labels }) => labels.join(' '))).toEqual([
      'AT Subtotal',
      'AT Graz',
      'DE Subtotal',
      'DE Bonn',
      'DE Ulm',
      '<NULL> Subtotal',
      '<NULL> Graz',
    ])
  })
  it('sorts groups by name or by the value of the whole group, what is missing last', () => {
    const order = (rowOrder: string) => drawn({ ...FORM, rowOrder }).rows.map(({ labels }) => labels.join(' '))
    expect(order('key_z_to_a')).toEqual(['DE Ulm', 'DE Bonn', 'AT Graz', '<NULL> Graz'])
    expect(order('value_a_to_z')).toEqual(['<NULL> Graz', 'DE Bonn', 'DE Ulm', 'AT Graz'])
    expect(order('value_z_to_a')).toEqual(['AT Graz', 'DE Ulm', 'DE Bonn', '<NULL> Graz'])
  })
  it('can be turned, and can have its metrics in rows', () => {
    expect(lines({ ...FORM, transposePivot: true, metricsLayout: 'ROWS', combineMetric: false })).toEqual([
      'country: AT DE DE <NULL>',
      'city: Graz Bonn Ulm Graz',
      'Orders shop 9 1 · ·',
      'Orders web · 3 4 2',
    ])
  })
  it('shows shares of the whole as the database tells it', () => {
    const form = { metrics: ['n'], groupbyRows: ['country'], aggregateFunction: 'Sum as Fraction of Total' }
    expect(lines(form).slice(1)).toEqual(['AT 236.8%', 'DE 70.2%', '<NULL> 52.6%'])
  })
  it('has one head where a side has no dimensions', () => {
    expect(lines({ metrics: ['n'], metricsLayout: 'ROWS' })).toEqual([': Total', 'Orders 3.8'])
    expect(lines({ metrics: ['n'], groupbyColumns: ['channel'] })).toEqual([
      'Metric: Orders Orders',
      'channel: shop web',
      'Total 5 3',
    ])
  })
  it('paints cells by rules, and no totals', () => {
    const rule = { column: 'n', operator: '>', targetValue: 3, colorScheme: '#ff0000' }
    const pivot = drawn({ ...FORM, rowTotals: true, conditional_formatting: [rule] })
    const painted = pivot.rows.map((_, row) => pivot.columns.map((_, column) => pivot.paint(row, column) !== null))
    expect(painted).toEqual([
      [true, false, false],
      [false, false, false],
      [false, true, false],
      [false, false, false],
    ])
  })
  it('keeps every digit and writes times and formats as asked', () => {
    const options = pivotTable.options.parse({ groupbyRows: ['day'], metrics: ['n'], date_format: '%d.%m.%Y' })
    const cells: Frame = {
      names: ['day', 'n'],
      generics: [2, 0],
      columns: [[Date.UTC(2024, 1, 3)], ['12345678901234567890']],
      rowCount: 1,
    }
    const drawing = pivotTable.draw(options, [cells], CONTEXT)
    if (drawing.kind !== 'pivot') throw new Error(drawing.kind)
    expect([drawing.pivot.rows[0]?.labels, drawing.pivot.text(0, 0)]).toEqual([
      ['03.02.2024'],
      '12,345,678,901,234,567,890',
    ])
  })
  it('says which rows of the dataset a head stands for', () => {
    expect(drawn(FORM).rows[1]?.selection).toEqual({
      label: 'DE, Bonn',
      filters: [
        { column: 'country', values: ['DE'] },
        { column: 'city', values: ['Bonn'] },
      ],
    })
  })
})
