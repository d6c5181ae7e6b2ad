import { Reader } from './arguments.ts'
import type { Filter } from './filter.ts'
import { callMethod } from './methods.ts'
import { formatted } from './percent-format.ts'
import { jsonText, literalOf, textOf } from './spelling.ts'
import {
  type Arguments,
  Dict,
  Float,
  isList,
  isNumber,
  itemsOf,
  numberValue,
  TemplateError,
  Tuple,
  typeName,
  Undefined,
  type Value,
} from './value.ts'

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' }

const method =
  (name: string): Filter =>
  (value, args, { budget }) =>
    callMethod(textOf(value), name, args, budget)

const escapeHtml: Filter = (value) => textOf(value).replace(/[&<>'"]/g, (c) => HTML[c] ?? c)

const integer: Filter = (value, args) => {
  const reader = new Reader('int', args, ['default', 'base'])
  const base = reader.number('base', 10)
  if (isNumber(value)) return Math.trunc(numberValue(value))
  const text = typeof value === 'string' ? value.trim() : ''
  const number =
    base === 10
      ? /^[+-]?\d+(\.\d*)?$/.test(text)
        ? Math.trunc(Number(text))
        : Number.NaN
      : Number.parseInt(text, base)
  return Number.isNaN(number) ? (reader.value('default') ?? 0) : number
}

/** `inf` and `-Infinity` are numbers as well. */
const floatOf = (text: string): number => {
  const endless = /^([+-]?)inf(inity)?$/i.exec(text)
  return endless ? Number(`${endless[1]}Infinity`) : Number(text)
}

const float: Filter = (value, args) => {
  const number = isNumber(value)
    ? numberValue(value)
    : typeof value === 'string' && value.trim() !== ''
      ? floatOf(value.trim())
      : Number.NaN
  return Number.isNaN(number)
    ? (new Reader('float', args, ['default']).value('default') ?? new Float(0))
    : new Float(number)
}

const round: Filter = (value, args) => {
  if (!isNumber(value)) throw new TemplateError(`type ${typeName(value)} doesn't define __round__ method`)
  const reader = new Reader('round', args, ['precision', 'method'])
  const places = reader.number('precision', 0)
  const kind = reader.text('method', 'common')
  const rounded = roundedTo(numberValue(value), places, kind)
  return value instanceof Float || kind !== 'common' ? new Float(rounded) : rounded
}

function roundedTo(value: number, places: number, kind: string): number {
  const scale = 10 ** places
  if (kind === 'ceil') return Math.ceil(value * scale) / scale
  if (kind === 'floor') return Math.floor(value * scale) / scale
  if (places <= 0) return roundHalfEven(value * scale) / scale
  // 1.15 lies below its name, so the number is rounded and not its product with ten, which is one already.
  const digits = Math.min(70, places)
  const isHalf = /^50*$/.test(value.toFixed(digits + 30).slice(-30))
  return isHalf ? roundHalfEven(value * scale) / scale : Number(value.toFixed(digits))
}

function roundHalfEven(value: number): number {
  const floor = Math.floor(value)
  if (value - floor !== 0.5) return Math.round(value)
  return floor % 2 === 0 ? floor : floor + 1
}

/** Lines of at most `width` characters; longer words are cut, as far as that is wanted. */
const wordwrap: Filter = (value, args) => {
  const reader = new Reader('wordwrap', args, ['width', 'break_long_words', 'wrapstring', 'break_on_hyphens'])
  const width = Math.max(1, reader.number('width', 79))
  const isCut = reader.flag('break_long_words', true)
  const lines = textOf(value)
    .split('\n')
    .flatMap((line) =>
      wrapped(
        line.split(/\s+/).flatMap((word) => (isCut ? piecesOf(word, width) : [word])),
        width,
      ),
    )
  return lines.join(reader.text('wrapstring', '\n'))
}

const piecesOf = (word: string, width: number): readonly string[] =>
  word.length <= width ? [word] : (word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [word])

function wrapped(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const formText = (value: Value) => encodeURIComponent(textOf(value).toWellFormed()).replaceAll('%20', '+')
const queryText = (dict: Dict) =>
  dict
    .pairs()
    .map(([key, item]) => `${formText(key)}=${formText(item)}`)
    .join('&')

/** Dictionaries with their keys in order, as they are printed for people. */
function sorted(value: Value): Value {
  if (isList(value)) return value.map(sorted)
  if (!(value instanceof Dict)) return value
  return new Dict(
    value
      .pairs()
      .map(([key, item]): [Value, Value] => [key, sorted(item)])
      .toSorted((a, b) => (textOf(a[0]) < textOf(b[0]) ? -1 : 1)),
  )
}

const indent: Filter = (value, args) => {
  const reader = new Reader('indent', args, ['width', 'first', 'blank'])
  const pad = ' '.repeat(Math.min(200, reader.number('width', 4)))
  const lines = textOf(value).split('\n')
  const isPadded = (line: string, i: number) =>
    (i > 0 || reader.flag('first', false)) && (line !== '' || reader.flag('blank', false))
  return lines.map((line, i) => (isPadded(line, i) ? pad + line : line)).join('\n')
}

const formatValues = ({ positional, named }: Arguments): readonly Value[] =>
  positional.length > 0 || Object.keys(named).length === 0 ? positional : [new Dict(Object.entries(named))]

export const TEXT_FILTERS: Readonly<Record<string, Filter>> = {
  upper: method('upper'),
  lower: method('lower'),
  title: method('title'),
  capitalize: method('capitalize'),
  trim: method('strip'),
  replace: method('replace'),
  escape: escapeHtml,
  e: escapeHtml,
  forceescape: escapeHtml,
  safe: (value) => value,
  string: (value) => textOf(value),
  tojson: (value, args) => jsonText(value, new Reader('tojson', args, ['indent']).number('indent', 0)),
  pprint: (value) => (value instanceof Undefined ? textOf(value) : literalOf(sorted(value))),
  wordwrap,
  format: (value, args, { budget }) => formatted(textOf(value), formatValues(args), budget),
  int: integer,
  float,
  round,
  abs: (value) => {
    if (!isNumber(value)) throw new TemplateError(`bad operand type for abs(): '${typeName(value)}'`)
    return value instanceof Float ? new Float(Math.abs(value.value)) : Math.abs(numberValue(value))
  },
  indent,
  center: (value, args, { budget }) => {
    const width = new Reader('center', args, ['width']).number('width', 80)
    budget.size(width)
    const text = textOf(value)
    return text.padStart(text.length + Math.floor(Math.max(0, width - text.length) / 2)).padEnd(width)
  },
  truncate: (value, args) => {
    const reader = new Reader('truncate', args, ['length', 'killwords', 'end', 'leeway'])
    const [text, length, end] = [textOf(value), reader.number('length', 255), reader.text('end', '...')]
    if (text.length <= length + reader.number('leeway', 5)) return text
    const cut = text.slice(0, length - end.length)
    return (reader.flag('killwords', false) ? cut : cut.slice(0, Math.max(0, cut.lastIndexOf(' ')))) + end
  },
  wordcount: (value) => textOf(value).split(/\s+/).filter(Boolean).length,
  urlencode: (value) =>
    (value instanceof Dict ? queryText(value) : encodeURIComponent(textOf(value).toWellFormed())).replaceAll(
      '%2F',
      '/',
    ),
  striptags: (value) =>
    textOf(value)
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
  join: (value, args, { budget, attribute }) => {
    const reader = new Reader('join', args, ['d', 'attribute'])
    const name = reader.value('attribute')
    const items = itemsOf(value).map((item): Value => (typeof name === 'string' ? attribute(item, name) : item))
    const text = items.map(textOf).join(reader.text('d', ''))
    budget.size(text.length)
    return text
  },
  list: (value) => [...itemsOf(value)],
  tuple: (value) => new Tuple(itemsOf(value)),
  length: (value) => (isList(value) || typeof value === 'string' ? [...value].length : itemsOf(value).length),
  count: (value) => itemsOf(value).length,
}
