import { expect, it } from 'vitest'
import { csvHeader, csvLines } from './csv.server.ts'

const lines = (rows: readonly unknown[]) => csvLines(Buffer.from(JSON.stringify(rows).slice(1, -1)))

it('keeps a spreadsheet from running what a cell says', () => {
  expect(lines([['=1+1', '@x', '-5', '+a', '|p', '%q', ' =z', -5]])).toBe("'=1+1,'@x,-5,'+a,'\\\\|p,'%q,' =z,-5\n")
  expect(csvHeader(['=cmd'])).toBe("'=cmd\n")
})

it('quotes what would break a line or a cell', () => {
  expect(lines([['a,b', 'c"d', 'e\nf']])).toBe('"a,b","c""d","e\nf"\n')
})

it('writes nothing for NULL and for an empty text', () => {
  expect(
    lines([
      [null, ''],
      [1, null],
    ]),
  ).toBe(',\n1,\n')
})

it('keeps every digit', () => {
  expect(csvLines(Buffer.from('[123456789012345678901234567890.12],["9007199254740993"]'))).toBe(
    '123456789012345678901234567890.12\n9007199254740993\n',
  )
})
