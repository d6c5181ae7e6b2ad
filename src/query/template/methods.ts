import { Reader } from './arguments.ts'
import type { Budget } from './budget.ts'
import { textOf } from './spelling.ts'
import { type Arguments, Dict, Instance, isEqual, isList, itemsOf, TemplateError, Tuple, type Value } from './value.ts'

type Method<Self> = (self: Self, args: Arguments, budget: Budget) => Value

const plain =
  (of: (text: string) => Value): Method<string> =>
  (text) =>
    of(text)

const strip =
  (sides: 'both' | 'left' | 'right'): Method<string> =>
  (text, args) => {
    const chars = new Reader('strip', args, ['chars']).text('chars', ' \t\n\r\f\v')
    let from = 0
    let to = text.length
    while (sides !== 'right' && from < to && chars.includes(text[from] ?? '')) from += 1
    while (sides !== 'left' && to > from && chars.includes(text[to - 1] ?? '')) to -= 1
    return text.slice(from, to)
  }

const title = (text: string) =>
  text.toLowerCase().replace(/[\p{L}]+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1))

function affixes(args: Arguments, name: string): readonly string[] {
  const value = new Reader(name, args, ['prefix']).required('prefix')
  return value instanceof Tuple ? value.items.map(textOf) : [textOf(value)]
}

const TEXT: Readonly<Record<string, Method<string>>> = {
  upper: plain((text) => text.toUpperCase()),
  lower: plain((text) => text.toLowerCase()),
  title: plain(title),
  capitalize: plain((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()),
  strip: strip('both'),
  lstrip: strip('left'),
  rstrip: strip('right'),
  isdigit: plain((text) => /^\d+$/.test(text)),
  isnumeric: plain((text) => /^\p{N}+$/u.test(text)),
  isalpha: plain((text) => /^\p{L}+$/u.test(text)),
  startswith: (text, args) => affixes(args, 'startswith').some((part) => text.startsWith(part)),
  endswith: (text, args) => affixes(args, 'endswith').some((part) => text.endsWith(part)),
  find: (text, args) => text.indexOf(textOf(new Reader('find', args, ['sub']).required('sub'))),
  count: (text, args) => text.split(textOf(new Reader('count', args, ['sub']).required('sub'))).length - 1,
  split: (text, args) => {
    const reader = new Reader('split', args, ['sep', 'maxsplit'])
    const separator = reader.value('sep')
    if (typeof separator !== 'string') return text.trim() === '' ? [] : text.trim().split(/\s+/)
    const parts = text.split(separator)
    const most = reader.number('maxsplit', -1)
    return most < 0 || parts.length <= most + 1 ? parts : [...parts.slice(0, most), parts.slice(most).join(separator)]
  },
  splitlines: plain((text) => text.split(/\r\n|\r|\n/)),
  join: (text, args, budget) => {
    const joined = itemsOf(new Reader('join', args, ['iterable']).required('iterable'))
      .map(textOf)
      .join(text)
    budget.size(joined.length)
    return joined
  },
  replace: (text, args, budget) => {
    const reader = new Reader('replace', args, ['old', 'new'])
    const replaced = text.split(textOf(reader.required('old'))).join(textOf(reader.required('new')))
    budget.size(replaced.length)
    return replaced
  },
  zfill: (text, args, budget) => {
    const width = new Reader('zfill', args, ['width']).number('width', 0)
    budget.size(width)
    return text.padStart(width, '0')
  },
  format: (text, args, budget) => {
    const filled = braceFormat(text, args)
    budget.size(filled.length)
    return filled
  },
}

/** `'{} {name}'.format(...)`: plain fields only, no attributes. */
function braceFormat(pattern: string, args: Arguments): string {
  let at = 0
  return pattern.replace(/\{\{|\}\}|\{(\w*)\}|\{[^}]*\}/g, (all, name: string | undefined) => {
    if (name === undefined) return braces(all)
    const place = name === '' ? at : Number(name)
    if (name === '') at += 1
    const value = Number.isNaN(place) ? args.named[name] : args.positional[place]
    if (value === undefined) throw new TemplateError(`format field ${all} has no value`)
    return textOf(value)
  })
}

function braces(field: string): string {
  if (field === '{{' || field === '}}') return field.charAt(0)
  throw new TemplateError(`format field ${field} is not allowed`)
}

/** Lists and dictionaries of a template are its own, so they may grow. */
const LIST: Readonly<Record<string, Method<Value[]>>> = {
  append: (list, args, budget) => {
    list.push(new Reader('append', args, ['object']).required('object'))
    budget.size(list.length)
    return null
  },
  extend: (list, args, budget) => {
    list.push(...itemsOf(new Reader('extend', args, ['iterable']).required('iterable')))
    budget.size(list.length)
    return null
  },
  insert: (list, args, budget) => {
    const reader = new Reader('insert', args, ['index', 'object'])
    list.splice(reader.number('index', 0), 0, reader.required('object'))
    budget.size(list.length)
    return null
  },
  pop: (list) => list.pop() ?? null,
  reverse: (list) => {
    list.reverse()
    return null
  },
  index: (list, args) => {
    const value = new Reader('index', args, ['value']).required('value')
    const place = list.findIndex((item) => isEqual(item, value))
    if (place < 0) throw new TemplateError(`${textOf(value)} is not in list`)
    return place
  },
  count: (list, args) => {
    const value = new Reader('count', args, ['value']).required('value')
    return list.filter((item) => isEqual(item, value)).length
  },
}

const DICT: Readonly<Record<string, Method<Dict>>> = {
  get: (dict, args) => {
    const reader = new Reader('get', args, ['key', 'default'])
    return dict.get(reader.required('key')) ?? reader.value('default') ?? null
  },
  keys: (dict) => dict.pairs().map(([key]) => key),
  values: (dict) => dict.pairs().map(([, value]) => value),
  items: (dict) => dict.pairs().map((pair) => new Tuple(pair)),
  update: (dict, args) => {
    const other = args.positional[0]
    if (other instanceof Dict) for (const [key, value] of other.pairs()) dict.set(key, value)
    for (const [key, value] of Object.entries(args.named)) dict.set(key, value)
    return null
  },
}

const tableOf = (value: Value): Readonly<Record<string, unknown>> | null => {
  if (typeof value === 'string') return TEXT
  if (value instanceof Dict) return DICT
  return isList(value) ? LIST : null
}

export function hasMethod(value: Value, name: string): boolean {
  const table = tableOf(value)
  return table !== null && Object.hasOwn(table, name) && !(value instanceof Instance)
}

/** Calls a method that `hasMethod` found. */
export function callMethod(value: Value, name: string, args: Arguments, budget: Budget): Value {
  if (typeof value === 'string') return (TEXT[name] as Method<string>)(value, args, budget)
  if (value instanceof Dict) return (DICT[name] as Method<Dict>)(value, args, budget)
  return (LIST[name] as Method<Value[]>)(value as Value[], args, budget)
}
