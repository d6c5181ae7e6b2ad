import type { CollectionTag, ScalarTag, Tags } from 'yaml'

type Tag = ScalarTag | CollectionTag

// What is no text although it has no quotes, as the programs read it that write the dialect's exports. They write the
// names `n`, `E1`, `08` and `1e3` bare, which the letter of YAML 1.1 takes for a truth value and for numbers.
const TRUE = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/
const FALSE = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/
const NUMBERS: Record<string, RegExp> = {
  'int ': /^[-+]?(?:0|[1-9][0-9_]*)$/,
  'int OCT': /^[-+]?0[0-7_]+$/,
  'int TIME': /^[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+$/,
  'float ': /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)$/,
  'float EXP': /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)[eE][-+][0-9]+$/,
}

// Ends of lines to those programs, even inside of quotes.
const LINE_ENDS = /[\u0085\u2028\u2029\ufeff]/g
// A tab ends a bare text to them, `=` and `<<` are no texts, and a block of blanks has lost some.
const NOT_BARE = /[\u0085\u2028\u2029\ufeff]|^.*\t.*$|^(?:=|<<|\s+)$/

const quotedText: ScalarTag = {
  tag: 'tag:yaml.org,2002:str',
  default: true,
  identify: (value) => typeof value === 'string' && NOT_BARE.test(value),
  test: /(?!)/, // for writing alone
  resolve: (text) => text,
  stringify: ({ value }) => JSON.stringify(value).replace(LINE_ENDS, escaped),
}

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The tags of YAML 1.1, read and written as the dialect's other programs do. */
export const dialectTags = (tags: Tags): Tags => [quotedText, ...tags.map(dialectTag)]

function dialectTag(tag: Tags[number]): Tags[number] {
  if (typeof tag === 'string' || !isScalar(tag)) return tag
  const test = testOf(tag)
  const { stringify } = tag
  return {
    ...tag,
    ...(test ? { test } : {}),
    ...(stringify ? { stringify: (...args: Parameters<typeof stringify>) => withPoint(stringify(...args)) } : {}),
  }
}

function testOf({ tag, format = '', test }: ScalarTag): RegExp | undefined {
  const kind = tag.replace(/^.*:/, '')
  if (kind === 'bool') return test?.test('true') ? TRUE : FALSE
  return test?.test('.nan') ? test : (NUMBERS[`${kind} ${format}`] ?? test)
}

const isScalar = (tag: Tag): tag is ScalarTag => tag.collection === undefined

/** `1e+21` is a text to those programs, `1.0e+21` a number. */
const withPoint = (number: string) => number.replace(/^(-?\d+)(?=e[-+]\d+$)/, '$1.0')
