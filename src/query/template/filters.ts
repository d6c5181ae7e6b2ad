import { Reader } from './arguments.ts'
import type { Filter } from './filter.ts'
import { TEXT_FILTERS } from './filters-text.ts'
import { combine } from './operators.ts'
import { textOf } from './spelling.ts'
import { applyTest } from './tests.ts'
import {
  compareValues,
  Dict,
  isEqual,
  isNumber,
  isTrue,
  itemsOf,
  numberValue,
  TemplateError,
  Tuple,
  Undefined,
  type Value,
} from './value.ts'

const select =
  (isKept: boolean, isByAttribute: boolean): Filter =>
  (value, args, context) => {
    const [field, rest] = isByAttribute
      ? [textOf(args.positional[0] ?? ''), args.positional.slice(1)]
      : [null, args.positional]
    const test = rest[0]
    return itemsOf(value).filter((item) => {
      const subject = field === null ? item : context.attribute(item, field)
      const holds = test === undefined ? isTrue(subject) : applyTest(textOf(test), subject, rest[1] ?? null)
      return holds === isKept
    })
  }

const extreme =
  (sign: 1 | -1): Filter =>
  (value, args, context) => {
    const reader = new Reader('max', args, ['case_sensitive', 'attribute'])
    const field = reader.value('attribute')
    const key = (item: Value) => {
      const subject = typeof field === 'string' ? context.attribute(item, field) : item
      return typeof subject === 'string' && !reader.flag('case_sensitive', false) ? subject.toLowerCase() : subject
    }
    return itemsOf(value).reduce<Value>(
      (best, item, i) => (i === 0 || sign * compareValues(key(item), key(best)) > 0 ? item : best),
      nothing('No aggregated item, sequence was empty.'),
    )
  }

const sorter =
  (names: readonly string[]): Filter =>
  (value, args, context) => {
    const items = itemsOf(value)
    context.budget.sort(items.length)
    const reader = new Reader('sort', args, names)
    const field = reader.value('attribute')
    const key = (item: Value) => {
      const subject = typeof field === 'string' ? context.attribute(item, field) : item
      return typeof subject === 'string' && !reader.flag('case_sensitive', false) ? subject.toLowerCase() : subject
    }
    const sign = reader.flag('reverse', false) ? -1 : 1
    return items.toSorted((a, b) => sign * compareValues(key(a), key(b)))
  }

const dictsort: Filter = (value, args, { budget }) => {
  if (!(value instanceof Dict)) throw new TemplateError("'dictsort' needs a dict")
  budget.sort(value.entries.size)
  const reader = new Reader('dictsort', args, ['case_sensitive', 'by', 'reverse'])
  const place = reader.text('by', 'key') === 'value' ? 1 : 0
  const sign = reader.flag('reverse', false) ? -1 : 1
  return value
    .pairs()
    .toSorted((a, b) => sign * compareValues(a[place], b[place]))
    .map((pair) => new Tuple(pair))
}

const map: Filter = (value, args, context) => {
  const field = args.named.attribute
  const name = args.positional[0]
  return itemsOf(value).map((item) => {
    if (field !== undefined) return fieldOf(item, field, args.named.default, context)
    if (name === undefined) throw new TemplateError('map requires a filter argument')
    return context.filter(textOf(name), item, { positional: args.positional.slice(1), named: {} })
  })
}

/** An attribute by its path, such as `a.b` or `a.0`. */
function fieldOf(item: Value, path: Value, otherwise: Value | undefined, context: Parameters<Filter>[2]): Value {
  const found = textOf(path)
    .split('.')
    .reduce<Value>(
      (of, part) => (/^\d+$/.test(part) ? (itemsOf(of)[Number(part)] ?? null) : context.attribute(of, part)),
      item,
    )
  return found instanceof Undefined && otherwise !== undefined ? otherwise : found
}

const nothing = (problem: string) => new Undefined(`undefined value printed: ${problem}`, problem)

const batch: Filter = (value, args) => {
  const reader = new Reader('batch', args, ['linecount', 'fill_with'])
  const size = Math.max(1, reader.number('linecount', 1))
  const items = itemsOf(value)
  const fill = reader.value('fill_with')
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => {
    const part = items.slice(i * size, (i + 1) * size)
    return fill === undefined ? part : [...part, ...Array.from({ length: size - part.length }, () => fill)]
  })
}

const unique: Filter = (value, args) => {
  const isExact = new Reader('unique', args, ['case_sensitive', 'attribute']).flag('case_sensitive', false)
  const key = (item: Value) => (typeof item === 'string' && !isExact ? item.toLowerCase() : item)
  return itemsOf(value).filter((item, i, all) => all.findIndex((other) => isEqual(key(other), key(item))) === i)
}

const defaulted: Filter = (value, args) => {
  const reader = new Reader('default', args, ['default_value', 'boolean'])
  const isMissing = value instanceof Undefined || (reader.flag('boolean', false) && !isTrue(value))
  return isMissing ? (reader.value('default_value') ?? '') : value
}

const groupby: Filter = (value, args, context) => {
  const field = textOf(new Reader('groupby', args, ['attribute', 'default', 'case_sensitive']).required('attribute'))
  const groups: { readonly key: Value; readonly items: Value[] }[] = []
  for (const item of itemsOf(value)) {
    const key = context.attribute(item, field)
    const group = groups.find((known) => isEqual(known.key, key))
    if (group) group.items.push(item)
    else groups.push({ key, items: [item] })
  }
  return groups.toSorted((a, b) => compareValues(a.key, b.key)).map(({ key, items }) => new Tuple([key, items]))
}

function byteText(bytes: number, isBinary: boolean): string {
  const base = isBinary ? 1024 : 1000
  if (bytes === 1) return '1 Byte'
  if (bytes < base) return `${Math.trunc(bytes)} Bytes`
  const power = Math.min(8, Math.floor(Math.log(bytes) / Math.log(base) + 1e-12))
  const unit = 'kMGTPEZY'.charAt(power - 1)
  return `${(bytes / base ** power).toFixed(1)} ${isBinary ? `${unit.toUpperCase()}iB` : `${unit}B`}`
}

const FILTERS: Readonly<Record<string, Filter>> = {
  ...TEXT_FILTERS,
  default: defaulted,
  d: defaulted,
  first: (value) => itemsOf(value)[0] ?? nothing('No first item, sequence was empty.'),
  last: (value) => itemsOf(value).at(-1) ?? nothing('No last item, sequence was empty.'),
  reverse: (value) => (typeof value === 'string' ? [...value].toReversed().join('') : itemsOf(value).toReversed()),
  unique,
  sort: sorter(['reverse', 'case_sensitive', 'attribute']),
  dictsort,
  items: (value) => (value instanceof Dict ? value.pairs().map((pair) => new Tuple(pair)) : []),
  sum: (value, args, context) => {
    const reader = new Reader('sum', args, ['attribute', 'start'])
    const field = reader.value('attribute')
    const items = itemsOf(value).map((item) => (typeof field === 'string' ? context.attribute(item, field) : item))
    return items.reduce<Value>((total, item) => combine('+', total, item, context.budget), reader.value('start') ?? 0)
  },
  min: extreme(-1),
  max: extreme(1),
  map,
  select: select(true, false),
  reject: select(false, false),
  selectattr: select(true, true),
  rejectattr: select(false, true),
  batch,
  groupby,
  attr: (value, args, context) => context.attribute(value, textOf(args.positional[0] ?? '')),
  slice: (value, args, context) => {
    const reader = new Reader('slice', args, ['slices', 'fill_with'])
    const parts = Math.max(1, reader.number('slices', 1))
    const items = itemsOf(value)
    const size = Math.floor(items.length / parts)
    const longer = items.length % parts
    const fill = reader.value('fill_with')
    context.budget.size(parts)
    return Array.from({ length: parts }, (_, i) => {
      const from = i * size + Math.min(i, longer)
      const part = items.slice(from, from + size + (i < longer ? 1 : 0))
      return fill !== undefined && longer > 0 && i >= longer ? [...part, fill] : part
    })
  },
  filesizeformat: (value, args) => {
    const isBinary = new Reader('filesizeformat', args, ['binary']).flag('binary', false)
    return byteText(isNumber(value) ? numberValue(value) : Number(textOf(value)), isBinary)
  },
  random: () => {
    throw new TemplateError('random values would make every answer another one')
  },
}

/** A filter by name: the template's own first, then those of the language. */
export function findFilter(name: string, own: Readonly<Record<string, Filter>>): Filter {
  const found = Object.hasOwn(own, name) ? own[name] : Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  if (!found) throw new TemplateError(`Template error: No filter named '${name}'.`)
  return found
}
