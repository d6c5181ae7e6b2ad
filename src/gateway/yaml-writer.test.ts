import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { writeYaml } from './yaml-writer.ts'

const byLibrary = (value: unknown) => stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })

const WORDS = [
  'yes',
  'No',
  'y',
  'null',
  '~',
  '',
  ' a',
  'a ',
  'a: b',
  'a #b',
  '- a',
  '-',
  '?',
  '1',
  '1.5',
  '0x1f',
  '1_000',
]
const MORE = ['12:30:45', '2024-01-02', '=', '<<', '.inf', '"', "'", 'it\'s "so"', '{{ x }}', '%a', '@b', 'a,b', '[a]']
const BLOCKS = [
  'a\nb',
  'a\n',
  'a\n\n',
  '\n',
  '\na',
  '  a\n b',
  'a\n \nb',
  'a \nb',
  'a\n\t',
  '#a\nb',
  'a\r\nb',
  '\u{1f600}\nx',
]
const someText = fc.oneof(
  fc.constantFrom(...WORDS, ...MORE, ...BLOCKS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.stringMatching(/^[ \w./()-]{0,20}$/),
  fc
    .array(fc.constantFrom('select *', '  from t', '', ' ', '\t', '# x', '--', 'end ', '"q"'), { maxLength: 6 })
    .map((lines) => lines.join('\n')),
)

it('writes every value as the library does', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('list'), tie('map')),
    leaf: fc.oneof(someText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.constant(undefined)),
    list: fc.array(tie('value'), { maxLength: 4 }),
    map: fc.dictionary(someText, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  }))
  fc.assert(
    fc.property(value, (one) => {
      expect(writeYaml({ one })).toBe(byLibrary({ one }))
      expect(writeYaml([one])).toBe(byLibrary([one]))
      expect(writeYaml(one)).toBe(byLibrary(one))
    }),
    { numRuns: Number(process.env.SIGHTLINE_YAML_RUNS ?? 500) },
  )
})
