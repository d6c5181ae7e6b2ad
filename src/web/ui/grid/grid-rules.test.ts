import { describe, expect, it } from 'vitest'
import { type GridColumn, groupDigits, type Row, shownText, typeSign } from './cell.ts'
import { clipboardText } from './clipboard-text.ts'
import { clampWidth, firstWidth } from './column-width.ts'
import { add, compare, divideByCount, exactText, toExact } from './exact-number.ts'
import { nextSort, rowOrder } from './row-order.ts'
import { rowWindow, scrollScale, scrollTopForRow } from './scroll-scale.ts'
import { boundsOf, cellCount, extendTo, selectAll, selectCell, selectionAfterKey, selectRows } from './selection.ts'
import { selectionStats } from './selection-stats.ts'

const number: GridColumn = { name: 'n', type: 'BIGINT', kind: 'number' }
const text: GridColumn = { name: 't', type: 'VARCHAR', kind: 'text' }
const exact = (value: string | number) => toExact(value) ?? { digits: -1n, scale: 0 }

describe('exact numbers', () => {
  it.each([
    [[0.1, 0.2], '0.3'],
    [['9007199254740993', '9007199254740993'], '18014398509481986'],
    [['12345678901234567890.123456789', '-0.000000001'], '12345678901234567890.123456788'],
    [[1e21, '1'], '1000000000000000000001'],
    [['-5', '5'], '0'],
    [['.5', '2.'], '2.5'],
  ])('%j add up to %s', (values, expected) => {
    expect(exactText(values.map(exact).reduce(add))).toBe(expected)
  })

  it.each([
    ['10', 3, '3.3333'],
    ['-10', 3, '-3.3333'],
    ['20', 3, '6.6667'],
    ['-20', 3, '-6.6667'],
    ['263.7', 10, '26.37'],
  ])('%s in %i parts is %s', (value, count, expected) => {
    expect(exactText(divideByCount(exact(value), count))).toBe(expected)
  })

  it('compare digits that a double cannot tell apart', () => {
    expect(compare(exact('9007199254740993'), exact('9007199254740992'))).toBe(1)
  })

  it.each(['NaN', 'Infinity', 'abc', '', '1.2.3'])('%s is none', (value) => {
    expect(toExact(value)).toBeNull()
  })
})

describe('a cell', () => {
  it.each([
    ['1234567.5', '1,234,567.5'],
    ['-1234', '−1,234'],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['1e21', '1e21'],
    ['12', '12'],
  ])('%s is shown as %s', (value, expected) => {
    expect(groupDigits(value)).toBe(expected)
  })

  it('is shown with the signs of the language', () => {
    expect(groupDigits('-1234567.5', 'de')).toBe('−1.234.567,5')
    expect(groupDigits('12.25', 'de')).toBe('12,25')
  })

  it('that is an identifier keeps its digits together', () => {
    expect(shownText('7205759448079762150', { ...number, name: 'last_flight_id' })).toBe('7205759448079762150')
  })

  it('of several lines stays in its row', () => {
    expect(shownText('a\nb\r\n\tc', text)).toBe('a↵b↵\tc')
  })

  it('that is a time loses the letter and the empty fraction', () => {
    const time: GridColumn = { name: 'at', type: 'TIMESTAMP', kind: 'time' }
    expect(shownText('2024-02-29T12:34:56.000000', time)).toBe('2024-02-29 12:34:56')
    expect(shownText('2024-02-29T12:34:56.789000', time)).toBe('2024-02-29 12:34:56.789000')
  })

  it.each([
    [number, '12'],
    [{ ...number, type: 'DECIMAL(10,2)' }, '.0'],
    [text, 'ab'],
    [{ ...text, kind: 'other' } as GridColumn, '{}'],
  ])('%j has the sign %s', (column, sign) => {
    expect(typeSign(column)).toBe(sign)
  })
})

describe('selection', () => {
  const size = { rows: 100, columns: 5, pageRows: 10 }
  const at = (row: number, column: number) => selectCell({ row, column })
  const press = (key: string, isShift = false, isMod = false) => ({ key, isShift, isMod })

  it.each([
    ['ArrowDown', false, { row: 51, column: 2 }],
    ['ArrowUp', true, { row: 0, column: 2 }],
    ['ArrowRight', true, { row: 50, column: 4 }],
    ['PageDown', false, { row: 60, column: 2 }],
    ['PageUp', false, { row: 40, column: 2 }],
    ['Home', false, { row: 50, column: 0 }],
    ['End', true, { row: 99, column: 4 }],
    ['Home', true, { row: 0, column: 0 }],
  ])('%s with Ctrl %s moves to %j', (key, isMod, expected) => {
    expect(selectionAfterKey(at(50, 2), press(key, false, isMod), size)).toEqual(selectCell(expected))
  })

  it('grows with Shift from where it began', () => {
    const grown = selectionAfterKey(at(3, 3), press('ArrowUp', true), size)
    expect(grown && boundsOf(grown)).toEqual({ top: 2, bottom: 3, left: 3, right: 3 })
  })

  it('stays inside the grid', () => {
    expect(selectionAfterKey(at(99, 4), press('ArrowDown'), size)).toEqual(at(99, 4))
    expect(selectionAfterKey(at(0, 0), press('PageUp'), size)).toEqual(at(0, 0))
  })

  it('takes everything with Ctrl A, nothing in an empty grid, and leaves other keys alone', () => {
    expect(selectionAfterKey(null, press('a', false, true), size)).toEqual(selectAll(size))
    expect(selectionAfterKey(null, press('a', false, true), { ...size, rows: 0 })).toBeNull()
    expect(selectionAfterKey(at(0, 0), press('x'), size)).toBeNull()
  })

  it('counts cells', () => {
    expect(cellCount(boundsOf(selectRows(3, 1, size)))).toBe(15)
    expect(cellCount(boundsOf(extendTo(null, { row: 4, column: 4 })))).toBe(1)
  })
})

describe('figures of the selection', () => {
  const rows: readonly Row[] = [
    ['1', 'b'],
    ['9007199254740993', 'a'],
    [null, 'a'],
    [2.5, null],
  ]
  const rowAt = (index: number) => rows[index] ?? null

  it('keep every digit and count nulls apart', () => {
    const stats = selectionStats({ top: 0, bottom: 3, left: 0, right: 0 }, [number, text], rowAt)
    expect(stats).toMatchObject({
      cells: 4,
      counted: 4,
      nulls: 1,
      distinct: 3,
      sum: '9007199254740996.5',
      min: '1',
      max: '9007199254740993',
      average: '3002399751580332.16667',
    })
  })

  it('of texts have no sum', () => {
    const stats = selectionStats({ top: 0, bottom: 3, left: 1, right: 1 }, [number, text], rowAt)
    expect(stats).toMatchObject({ sum: null, average: null, min: 'a', max: 'b', distinct: 2, nulls: 1 })
  })

  it('say how much of the selection was looked at', () => {
    const stats = selectionStats({ top: 0, bottom: 99, left: 0, right: 1 }, [number, text], rowAt)
    expect([stats.cells, stats.counted]).toEqual([200, 8])
  })
})

it('copied text is what a spreadsheet reads', () => {
  const rows: readonly Row[] = [
    ['1', 'a\tb'],
    [null, 'say "x"\nnow'],
    [true, { a: 1 } as never],
  ]
  const copied = clipboardText({ top: 0, bottom: 2, left: 0, right: 1 }, [number, text], (i) => rows[i] ?? null, true)
  expect(copied).toBe('n\tt\n1\t"a\tb"\n\t"say ""x""\nnow"\ntrue\t"{""a"":1}"')
})

describe('order of rows', () => {
  const rows: readonly Row[] = [
    ['10', 'x'],
    ['9', 'Y'],
    [null, 'z'],
    ['9007199254740993', 'y'],
    ['9007199254740992', 'y'],
  ]
  const order = (direction: 'ascending' | 'descending', filter = '') =>
    rowOrder(rows, [number, text], { column: 0, direction }, filter)

  it('is by value, with nulls last both ways', () => {
    expect(order('ascending')).toEqual([1, 0, 4, 3, 2])
    expect(order('descending')).toEqual([3, 4, 0, 1, 2])
  })
  it('holds only rows with the text, whatever its case', () => {
    expect(order('ascending', 'y')).toEqual([1, 4, 3])
    expect(rowOrder(rows, [number, text], null, 'X')).toEqual([0])
    expect(rowOrder(rows, [number, text], null, '  ')).toBeNull()
  })
  it('goes up, down and back', () => {
    const up = nextSort(null, 1)
    const down = nextSort(up, 1)
    expect([up?.direction, down?.direction, nextSort(down, 1)]).toEqual(['ascending', 'descending', null])
    expect(nextSort(down, 0)).toEqual({ column: 0, direction: 'ascending' })
  })
})

describe('scrolling', () => {
  const view = { rows: 1_000_000, rowPx: 24, viewPx: 480, overscan: 2 }
  const scale = scrollScale(view.rows, view.rowPx, view.viewPx)

  it('shortens the track and still reaches the last row', () => {
    expect(scale.trackPx).toBe(15_000_000)
    const last = rowWindow(scale, scale.trackPx - view.viewPx, view)
    expect(last.end).toBe(1_000_000)
    expect(last.topPx + (last.end - last.first) * 24).toBeCloseTo(scale.trackPx, 3)
  })

  it('is one to one for small results', () => {
    const small = scrollScale(1000, 24, 480)
    expect(small).toEqual({ trackPx: 24_000, ratio: 1 })
    expect(rowWindow(small, 240, { ...view, rows: 1000 })).toEqual({ first: 8, end: 33, topPx: 192 })
  })

  it.each([0, 500_000, 999_999])('brings row %i into view', (row) => {
    const top = scrollTopForRow(scale, 7_000_000, row, view)
    const shown = rowWindow(scale, top, { ...view, overscan: 0 })
    expect(row).toBeGreaterThanOrEqual(shown.first)
    expect(row).toBeLessThan(shown.end)
  })

  it('leaves a row in view where it is', () => {
    const small = scrollScale(1000, 24, 480)
    expect(scrollTopForRow(small, 240, 12, view)).toBe(240)
    expect(scrollTopForRow(small, 240, 9, view)).toBe(216)
  })
})

it('a column is wide enough for its name and values, within reason', () => {
  expect(firstWidth(text, 1, [['', 'x'.repeat(20)]])).toBe(174)
  expect(firstWidth(text, 1, [['', 'x'.repeat(2000)]])).toBe(320)
  expect(clampWidth(3)).toBe(56)
})
