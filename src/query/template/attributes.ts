import type { Budget } from './budget.ts'
import { callMethod, hasMethod } from './methods.ts'
import { refuseUndefined } from './operators.ts'
import { literalOf } from './spelling.ts'
import {
  Callable,
  Dict,
  Instance,
  isList,
  isNumber,
  Namespace,
  numberValue,
  TemplateError,
  Tuple,
  typeName,
  Undefined,
  type Value,
} from './value.ts'

/** `value.name`. Names that begin with an underscore are nobody's business; what is missing is undefined. */
export function attributeOf(value: Value, name: string, budget: Budget): Value {
  if (name.startsWith('__')) return unsafe(value, name)
  refuseUndefined(value)
  if (value instanceof Callable) return noElement(value, name)
  const field = fieldOf(value, name)
  if (field !== undefined) return field
  if (hasMethod(value, name)) return new Callable(name, (args) => callMethod(value, name, args, budget))
  return noElement(value, name)
}

function fieldOf(value: Value, name: string): Value | undefined {
  if (value instanceof Namespace || value instanceof Instance)
    return Object.hasOwn(value.fields, name) ? value.fields[name] : undefined
  return value instanceof Dict && !hasMethod(value, name) ? value.get(name) : undefined
}

function unsafe(value: Value, name: string): Undefined {
  const type = value instanceof Undefined ? 'DebugUndefined' : typeName(value)
  const text = `access to attribute '${name}' of '${type}' object is unsafe.`
  return new Undefined(`undefined value printed: ${text}`, text)
}

function noElement(value: Value, name: string): Undefined {
  const type = value instanceof Callable ? 'function' : typeName(value)
  const shown = value === null ? 'None' : `${type} object`
  return new Undefined(`no such element: ${shown}['${name}']`, `'${type} object' has no attribute '${name}'`)
}

/** `value[index]`. */
export function itemOf(value: Value, index: Value, budget: Budget): Value {
  refuseUndefined(value)
  if (value instanceof Dict) return value.get(index) ?? missingItem(value, index)
  const items = itemsInOrder(value)
  if (items && isNumber(index)) return items.at(numberValue(index)) ?? missingItem(value, index)
  return typeof index === 'string' ? attributeOf(value, index, budget) : missingItem(value, index)
}

/** Items that have places; null for a value that has none. */
function itemsInOrder(value: Value): readonly Value[] | null {
  if (typeof value === 'string') return [...value]
  if (value instanceof Tuple) return value.items
  return isList(value) ? value : null
}

function missingItem(value: Value, index: Value): Undefined {
  const shown = literalOf(index)
  return new Undefined(
    `no such element: ${typeName(value)} object[${shown}]`,
    `${typeName(value)} object has no element ${shown}`,
  )
}

/** `value[from:to:step]`. */
export function sliceOf(value: Value, bounds: readonly Value[]): Value {
  refuseUndefined(value)
  const items = itemsInOrder(value)
  if (!items) throw new TemplateError(`'${typeName(value)}' object is not subscriptable`)
  const [from, to, step] = bounds.map((bound) => (isNumber(bound) ? numberValue(bound) : null))
  const picked = slicePlaces(items.length, from ?? null, to ?? null, step ?? 1).map((place) => items[place] ?? null)
  if (typeof value === 'string') return picked.join('')
  return value instanceof Tuple ? new Tuple(picked) : picked
}

function slicePlaces(length: number, from: number | null, to: number | null, step: number): readonly number[] {
  if (step === 0) throw new TemplateError('slice step cannot be zero')
  const clamp = (bound: number, low: number, high: number) =>
    Math.min(high, Math.max(low, bound < 0 ? bound + length : bound))
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1]
  const start = from === null ? (step > 0 ? 0 : length - 1) : clamp(from, low, high)
  const end = to === null ? (step > 0 ? length : -1) : clamp(to, low, high)
  const places: number[] = []
  for (let at = start; step > 0 ? at < end : at > end; at += step) places.push(at)
  return places
}
