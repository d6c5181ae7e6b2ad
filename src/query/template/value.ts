/** Values of the template language, with the meaning and the spelling of Python. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Float
  | Tuple
  | Dict
  | Undefined
  | Callable
  | Namespace
  | Instance
  | readonly Value[]

/** A number with a fraction; whole numbers are plain numbers. */
export class Float {
  readonly value: number
  constructor(value: number) {
    this.value = value
  }
}

export class Tuple {
  readonly items: readonly Value[]
  constructor(items: readonly Value[]) {
    this.items = items
  }
}

export class Dict {
  readonly entries: Map<string, readonly [key: Value, value: Value]>
  constructor(pairs: Iterable<readonly [Value, Value]> = []) {
    this.entries = new Map()
    for (const [key, value] of pairs) this.set(key, value)
  }
  get(key: Value): Value | undefined {
    return this.entries.get(hash(key))?.[1]
  }
  /** A key that is there keeps its first spelling: 1 and True are one key. */
  set(key: Value, value: Value): void {
    const known = this.entries.get(hash(key))
    this.entries.set(hash(key), [known ? known[0] : key, value])
  }
  /** Takes a value out; undefined where there is none. */
  take(key: Value): Value | undefined {
    const value = this.get(key)
    this.entries.delete(hash(key))
    return value
  }
  pairs(): (readonly [Value, Value])[] {
    return [...this.entries.values()]
  }
}

/** What a name or attribute that does not exist gives. Printing it shows itself; using it fails. */
export class Undefined {
  /** How it is printed, without the braces. */
  readonly shown: string
  /** What using it says. */
  readonly problem: string
  constructor(shown: string, problem: string) {
    this.shown = shown
    this.problem = problem
  }
}

export interface Arguments {
  readonly positional: readonly Value[]
  readonly named: Readonly<Record<string, Value>>
}

export class Callable {
  readonly name: string
  readonly call: (args: Arguments) => Value
  constructor(name: string, call: (args: Arguments) => Value) {
    this.name = name
    this.call = call
  }
}

/** `namespace()`: the one thing that a loop may write to. */
export class Namespace {
  readonly fields: Record<string, Value>
  constructor(fields: Record<string, Value>) {
    this.fields = fields
  }
}

/** A read-only object with named fields, such as a time filter or a moment. */
export class Instance {
  readonly type: string
  readonly fields: Readonly<Record<string, Value>>
  readonly text: string
  /** What calling it does, for the few that can be called. */
  readonly call: ((args: Arguments) => Value) | null
  /** Where it stands among its kind, for times and lengths of time. */
  readonly place: number | null
  constructor(
    type: string,
    fields: Readonly<Record<string, Value>>,
    text: string,
    call: ((args: Arguments) => Value) | null = null,
    place: number | null = null,
  ) {
    this.place = place
    this.type = type
    this.fields = fields
    this.text = text
    this.call = call
  }
}

/** A template that cannot be rendered; the text is shown to the user. */
export class TemplateError extends Error {
  constructor(message: string, name = 'TemplateError') {
    super(message)
    this.name = name
  }
}

function hash(key: Value): string {
  if (typeof key === 'number' || typeof key === 'boolean') return `n${Number(key)}`
  if (key instanceof Float) return `n${key.value}`
  if (typeof key === 'string') return `s${key}`
  if (key === null) return 'None'
  if (key instanceof Tuple) return `t${key.items.map(hash).join('\u0000')}`
  throw new TemplateError(`unhashable type: '${typeName(key)}'`)
}

export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

export function isNumber(value: Value): value is number | Float | boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value instanceof Float
}

export const numberValue = (value: number | Float | boolean): number =>
  value instanceof Float ? value.value : Number(value)

/** Python's name of a value's type. */
export function typeName(value: Value): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return 'int'
  if (typeof value === 'string') return 'str'
  if (value instanceof Float) return 'float'
  if (value instanceof Tuple) return 'tuple'
  if (value instanceof Dict) return 'dict'
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof Callable) return 'function'
  if (value instanceof Namespace) return 'Namespace'
  return value instanceof Instance ? value.type : 'list'
}

export function isTrue(value: Value): boolean {
  if (isNumber(value)) return numberValue(value) !== 0
  if (value === null || value instanceof Undefined) return false
  if (typeof value === 'string') return value !== ''
  if (value instanceof Tuple) return value.items.length > 0
  if (value instanceof Dict) return value.entries.size > 0
  return isList(value) ? value.length > 0 : true
}

export function isEqual(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) return numberValue(a) === numberValue(b)
  if (a instanceof Undefined && b instanceof Undefined) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, i) => isEqual(item, b[i] ?? null))
  if (a instanceof Tuple && b instanceof Tuple) return isEqual(a.items, b.items)
  if (a instanceof Dict && b instanceof Dict) return isSameDict(a, b)
  return a === b || isSamePlace(placesOf(a, b))
}

function isSameDict(a: Dict, b: Dict): boolean {
  const same = (key: Value, value: Value) => b.get(key) !== undefined && isEqual(value, b.get(key) ?? null)
  return a.entries.size === b.entries.size && a.pairs().every(([key, value]) => same(key, value))
}

const isSamePlace = (places: readonly [number, number] | null) => places !== null && places[0] === places[1]

/** Negative, zero or positive. Fails for values that have no order. */
export function compareValues(a: Value, b: Value): number {
  if (isNumber(a) && isNumber(b)) return numberValue(a) - numberValue(b)
  if (typeof a === 'string' && typeof b === 'string') return Number(a > b) - Number(a < b)
  const places = placesOf(a, b)
  if (places) return places[0] - places[1]
  const left = sequenceOf(a)
  const right = sequenceOf(b)
  if (left && right && typeName(a) === typeName(b)) return compareSequences(left, right)
  throw new TemplateError(`'<' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`)
}

/** Where two of one kind stand; null for values without places. */
export function placesOf(a: Value, b: Value): readonly [number, number] | null {
  const isPair = a instanceof Instance && b instanceof Instance && a.type === b.type
  return isPair && a.place !== null && b.place !== null ? [a.place, b.place] : null
}

function compareSequences(left: readonly Value[], right: readonly Value[]): number {
  for (const [i, item] of left.entries()) {
    const other = right[i]
    if (other === undefined) break
    const difference = compareValues(item, other)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

const sequenceOf = (value: Value) => (isList(value) ? value : value instanceof Tuple ? value.items : null)

/** The items of what can be iterated over. */
export function itemsOf(value: Value): readonly Value[] {
  if (typeof value === 'string') return [...value]
  if (value instanceof Dict) return value.pairs().map(([key]) => key)
  if (value instanceof Undefined) return []
  const items = sequenceOf(value)
  if (!items) throw new TemplateError(`'${typeName(value)}' object is not iterable`)
  return items
}
