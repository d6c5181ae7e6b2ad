import { expect, it } from 'vitest'
import { fileName, fromYaml, toYaml } from './yaml-file.ts'

it.each([
  ['Sales board / Q1', 'Sales_board_Q1'],
  ['Läger / 2 (ro).x', 'Lager_2_ro.x'],
  ['Größe / ümlaut – 2024', 'Groe_umlaut_2024'],
  ['we/ird.t', 'we_ird.t'],
  ['Продажи 2024', 'Продажи_2024'],
  ['....', 'unnamed'],
])('names the file of %s %s', (name, wanted) => expect(fileName(name)).toBe(wanted))

it.each(['n', 'y', 'N', 'E1', '1e3', '5E5', '08', '012:30', '.', '-.', '.E38', '+e7', 'yes please', '20252025x'])(
  'reads the bare name %s as the text that other programs of the dialect mean',
  (name) => expect(fromYaml(`column_name: ${name}\n`)).toEqual({ column_name: name }),
)

it.each([
  ['yes', true],
  ['Off', false],
  ['1_000', 1000],
  ['017', 15],
  ['0x1F', 31],
  ['190:20', 11420],
  ['-2.5', -2.5],
  ['.5', 0.5],
  ['1.5e+3', 1500],
  ['.inf', Number.POSITIVE_INFINITY],
  ['~', null],
])('reads the bare %s as %s', (text, value) => expect(fromYaml(`a: ${text}\n`)).toEqual({ a: value }))

it.each([
  'n',
  'yes',
  'E1',
  '1e3',
  '1e+5',
  '08',
  '1_000',
  '190:20',
  '.5',
  '2025-01-01',
  '~',
  'null',
  '=',
  '<<',
  '0x1F',
  '  ',
])('quotes the text %s, which a reader could take for something else', (text) => {
  expect(toYaml({ a: text })).toBe(`a: "${text}"\n`)
  expect(fromYaml(toYaml({ a: text }))).toEqual({ a: text })
})

it('writes signs that end a line elsewhere as escapes, in texts of several lines too', () => {
  const text = 'one\u2028two\n\nthree\u0085 \u2029"four"\\'
  const written = toYaml({ [text]: [text] })
  expect(written).not.toMatch(/[\u0085\u2028\u2029]/)
  expect(written).toContain(String.raw`"one\u2028two\n\nthree\u0085 \u2029\"four\"\\"`)
  expect(fromYaml(written)).toEqual({ [text]: [text] })
})

it('writes a tab of a text of one line as an escape, since it ends a bare text elsewhere', () => {
  expect(toYaml({ sql: 'SELECT\ta' })).toBe('sql: "SELECT\\ta"\n')
  expect(toYaml({ sql: 'SELECT\ta,\n\tb' })).toBe('sql: |-\n  SELECT\ta,\n  \tb\n')
})

it('writes a text that begins like a number as it is', () => expect(toYaml(['0e', '16e%'])).toBe('- 0e\n- 16e%\n'))

it('writes large and tiny numbers as numbers to every reader', () => {
  const numbers = [1e21, -1e-7, 1.5e300, 12, 0.25]
  expect(toYaml(numbers)).toBe('- 1.0e+21\n- -1.0e-7\n- 1.5e+300\n- 12\n- 0.25\n')
  expect(fromYaml(toYaml(numbers))).toEqual(numbers)
})
