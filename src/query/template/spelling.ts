import { quotedText } from '../../kernel/quoted-text.ts'
import { floatText } from '../post-process/float-text.ts'
import { Callable, Dict, Float, Instance, isList, Namespace, Tuple, Undefined, type Value } from './value.ts'

/** A value as it is printed. */
export function textOf(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Undefined) return `{{ ${value.shown} }}`
  return literalOf(value)
}

/** A value as it is written inside a list: texts in quotes. */
export function literalOf(value: Value): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return quotedText(value)
  if (value instanceof Float) return floatText(value.value)
  return collectionText(value)
}

function collectionText(value: Exclude<Value, null | boolean | number | string | Float>): string {
  if (value instanceof Tuple) return tupleText(value.items)
  if (value instanceof Dict) return dictText(value)
  if (value instanceof Undefined) return 'Undefined'
  if (value instanceof Callable) return `{{ ${value.name} }}`
  if (value instanceof Namespace) return `<Namespace ${dictText(new Dict(Object.entries(value.fields)))}>`
  return value instanceof Instance ? value.text : `[${value.map(literalOf).join(', ')}]`
}

const dictText = (dict: Dict) =>
  `{${dict
    .pairs()
    .map(([key, item]) => `${literalOf(key)}: ${literalOf(item)}`)
    .join(', ')}}`

const tupleText = (items: readonly Value[]) =>
  items.length === 1 ? `(${literalOf(items[0] ?? null)},)` : `(${items.map(literalOf).join(', ')})`

/** JSON with Python's spacing, keys in order, and the characters that HTML reads written as escapes. */
export function jsonText(value: Value, indent = 0): string {
  const text = indent > 0 ? JSON.stringify(JSON.parse(rawJson(value)), null, Math.min(10, indent)) : rawJson(value)
  return text.replace(/[<>&']/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function rawJson(value: Value): string {
  if (value === null || value instanceof Undefined || value instanceof Callable) return 'null'
  if (typeof value === 'string') {
    return JSON.stringify(value).replace(
      /[\u0080-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
  }
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return String(value)
  if (value instanceof Float) return floatText(value.value)
  if (isList(value)) return `[${value.map(rawJson).join(', ')}]`
  if (value instanceof Tuple) return `[${value.items.map(rawJson).join(', ')}]`
  if (value instanceof Dict) {
    return `{${value
      .pairs()
      .map(([k, v]) => [textOf(k), rawJson(v)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => `${JSON.stringify(k)}: ${v}`)
      .join(', ')}}`
  }
  return JSON.stringify(textOf(value))
}

/** A JSON value as a value of the language. Numbers with a fraction are floats. */
export function fromJson(value: unknown): Value {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isInteger(value) ? value : new Float(value)
  if (Array.isArray(value)) return value.map(fromJson)
  return new Dict(Object.entries(value).map(([key, item]): [Value, Value] => [key, fromJson(item)]))
}
