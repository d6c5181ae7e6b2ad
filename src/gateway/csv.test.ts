import { expect, it } from 'vitest'
import { csvHeader, csvLines, csvText } from './csv.server.ts'

const lines = (rows: readonly unknown[]) => csvLines(Buffer.from(JSON.stringify(rows).slice(1, -1))).toString()

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
  expect(csvLines(Buffer.from('[123456789012345678901234567890.12],["9007199254740993"]')).toString()).toBe(
    '123456789012345678901234567890.12\n9007199254740993\n',
  )
})

it('writes every text as the rule for one field says', () => {
  const pieces = [
    '',
    ' ',
    '"',
    ',',
    '=',
    '-',
    '|',
    '\\',
    '\n',
    '\r',
    '\t',
    '\u0001',
    '\u007f',
    'a',
    '7',
    '.',
    'é',
    'д',
    '\u00a0',
  ]
  const texts = [...pieces, '\u2028', '\u3000', '\ufeff', '😀'].flatMap((a, _i, all) =>
    all.flatMap((b) => ['', '=', 'x'].map((c) => a + b + c)),
  )
  for (const text of texts)
    expect(
      lines([
        [text, 1],
        [null, text],
      ]),
    ).toBe(`${csvText(text)},1\n,${csvText(text)}\n`)
})

it('keeps cells of lists and objects as they are, and gives nothing for no rows', () => {
  expect(lines([[[1, [2, ']']], { a: ',' }, 'b'], [true]])).toBe('[1,[2,"]"]],{"a":","},b\nTrue\n')
  expect(lines([])).toBe('')
})

it('writes times, truth and a lone empty cell as other programs read them', () => {
  const rows = [
    ['2024-02-29T10:20:30.500000', '2024-02-29T10:20:30', true],
    [null, '2024-02-29', false],
  ]
  const text = csvLines(Buffer.from(JSON.stringify(rows).slice(1, -1)), new Set([0])).toString()
  expect(text).toBe('2024-02-29 10:20:30.500000,2024-02-29T10:20:30,True\n,2024-02-29,False\n')
  expect(lines([[null], ['']])).toBe('""\n""\n')
})

it('keeps room for plain cells after a text that grew', () => {
  const odd = `=${'|'.repeat(100)}`
  const plain = 'plain '.repeat(500)
  expect(lines([[odd], [plain]])).toBe(`${csvText(odd)}\n${plain}\n`)
})
