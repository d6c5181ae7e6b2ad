import { Reader } from './arguments.ts'
import { braceFormat } from './brace-format.ts'
import type { Budget } from './budget.ts'
import { literalOf, textOf } from './spelling.ts'
import {
  type Arguments,
  compareValues,
  Dict,
  Instance,
  isEqual,
  isList,
  itemsOf,
  TemplateError,
  Tuple,
  type Value,
} from './value.ts'

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

/** Parts of a text, cut at most that often; below zero everywhere. */
const firstParts = (parts: string[], most: number, separator: string): string[] =>
  most < 0 || parts.length <= most + 1 ? parts : [...parts.slice(0, most), parts.slice(most).join(separator)]

/** Puts a text to the left, to the right or between fillers. */
const filled =
  (place: 'left' | 'right' | 'middle'): Method<string> =>
  (text, args, budget) => {
    const reader = new Reader('just', args, ['width', 'fillchar'])
    const width = reader.number('width', 0)
    budget.size(width)
    const fill = reader.text('fillchar', ' ').charAt(0) || ' '
    if (place === 'left') return text.padEnd(width, fill)
    if (place === 'right') return text.padStart(width, fill)
    const gap = Math.max(0, width - text.length)
    return text.padStart(text.length + Math.floor(gap / 2) + (gap & width & 1), fill).padEnd(width, fill)
  }

const place =
  (name: string, of: (text: string, part: string) => number, isRequired: boolean): Method<string> =>
  (text, args) => {
    const at = of(text, textOf(new Reader(name, args, ['sub']).required('sub')))
    if (at < 0 && isRequired) throw new TemplateError('substring not found')
    return at
  }

const partition =
  (isLast: boolean): Method<string> =>
  (text, args) => {
    const separator = textOf(new Reader('partition', args, ['sep']).required('sep'))
    const at = isLast ? text.lastIndexOf(separator) : text.indexOf(separator)
    if (at < 0) return new Tuple(isLast ? ['', '', text] : [text, '', ''])
    return new Tuple([text.slice(0, at), separator, text.slice(at + separator.length)])
  }

const without =
  (name: string, of: (text: string, part: string) => string): Method<string> =>
  (text, args) =>
    of(text, textOf(new Reader(name, args, ['part']).required('part')))

const hasCase = (text: string) => text.toLowerCase() !== text.toUpperCase()

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
  find: place('find', (text, part) => text.indexOf(part), false),
  rfind: place('rfind', (text, part) => text.lastIndexOf(part), false),
  index: place('index', (text, part) => text.indexOf(part), true),
  rindex: place('rindex', (text, part) => text.lastIndexOf(part), true),
  ljust: filled('left'),
  rjust: filled('right'),
  center: filled('middle'),
  partition: partition(false),
  rpartition: partition(true),
  removeprefix: without('removeprefix', (text, part) => (text.startsWith(part) ? text.slice(part.length) : text)),
  removesuffix: without('removesuffix', (text, part) =>
    part !== '' && text.endsWith(part) ? text.slice(0, -part.length) : text,
  ),
  rsplit: (text, args) => {
    const reader = new Reader('rsplit', args, ['sep', 'maxsplit'])
    const separator = reader.value('sep')
    const most = reader.number('maxsplit', -1)
    const parts = typeof separator === 'string' ? text.split(separator) : text.trim().split(/\s+/)
    if (most < 0 || parts.length <= most + 1) return parts
    const head = parts.slice(0, parts.length - most).join(typeof separator === 'string' ? separator : ' ')
    return [head, ...parts.slice(parts.length - most)]
  },
  casefold: plain((text) => text.toLowerCase().replaceAll('ß', 'ss')),
  swapcase: plain((text) =>
    text.replace(/\p{L}/gu, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    ),
  ),
  isalnum: plain((text) => /^[\p{L}\p{N}]+$/u.test(text)),
  isspace: plain((text) => /^\s+$/.test(text)),
  isupper: plain((text) => hasCase(text) && text === text.toUpperCase()),
  islower: plain((text) => hasCase(text) && text === text.toLowerCase()),
  count: (text, args) => text.split(textOf(new Reader('count', args, ['sub']).required('sub'))).length - 1,
  split: (text, args) => {
    const reader = new Reader('split', args, ['sep', 'maxsplit'])
    const separator = reader.value('sep')
    if (typeof separator !== 'string') return text.trim() === '' ? [] : text.trim().split(/\s+/)
    return firstParts(text.split(separator), reader.number('maxsplit', -1), separator)
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
    const reader = new Reader('replace', args, ['old', 'new', 'count'])
    const old = textOf(reader.required('old'))
    // Between nothing and nothing lies every character.
    const parts = old === '' ? ['', ...text, ''] : text.split(old)
    const most = reader.number('count', -1)
    const fresh = textOf(reader.required('new'))
    const replaced = firstParts(parts, most, old).join(fresh)
    budget.size(replaced.length)
    return replaced
  },
  zfill: (text, args, budget) => {
    const width = new Reader('zfill', args, ['width']).number('width', 0)
    budget.size(width)
    return text.padStart(width, '0')
  },
  format: (text, args, budget) => {
    return braceFormat(text, args, budget)
  },
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
  pop: (list, args) => {
    const [item] = list.splice(new Reader('pop', args, ['index']).number('index', -1), 1)
    if (item === undefined) throw new TemplateError('pop index out of range')
    return item
  },
  remove: (list, args) => {
    const value = new Reader('remove', args, ['value']).required('value')
    const place = list.findIndex((item) => isEqual(item, value))
    if (place < 0) throw new TemplateError('list.remove(x): x not in list')
    list.splice(place, 1)
    return null
  },
  copy: (list) => [...list],
  clear: (list) => {
    list.length = 0
    return null
  },
  sort: (list, args, budget) => {
    budget.sort(list.length)
    list.sort(compareValues)
    if (new Reader('sort', args, ['reverse']).flag('reverse', false)) list.reverse()
    return null
  },
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
  copy: (dict) => new Dict(dict.pairs()),
  clear: (dict) => {
    dict.entries.clear()
    return null
  },
  pop: (dict, args) => {
    const reader = new Reader('pop', args, ['key', 'default'])
    const value = dict.take(reader.required('key')) ?? reader.value('default')
    if (value === undefined) throw new TemplateError(literalOf(reader.required('key')))
    return value
  },
  setdefault: (dict, args) => {
    const reader = new Reader('setdefault', args, ['key', 'default'])
    const known = dict.get(reader.required('key'))
    if (known !== undefined) return known
    dict.set(reader.required('key'), reader.value('default') ?? null)
    return reader.value('default') ?? null
  },
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
  budget.size(value instanceof Dict ? value.entries.size : (value as Value[]).length)
  if (value instanceof Dict) return (DICT[name] as Method<Dict>)(value, args, budget)
  return (LIST[name] as Method<Value[]>)(value as Value[], args, budget)
}
