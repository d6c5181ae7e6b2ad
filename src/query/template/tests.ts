import { own } from '../../kernel/own.ts'
import { compare } from './operators.ts'
import {
  Callable,
  Dict,
  Float,
  isEqual,
  isList,
  isNumber,
  numberValue,
  TemplateError,
  Tuple,
  Undefined,
  type Value,
} from './value.ts'

type Test = (value: Value, argument: Value) => boolean

const whole = (value: Value) => {
  if (!isNumber(value)) throw new TemplateError('not all arguments converted: a number is required')
  return numberValue(value)
}
const isIterable = (value: Value) =>
  typeof value === 'string' || isList(value) || value instanceof Tuple || value instanceof Dict

const TESTS: Readonly<Record<string, Test>> = {
  defined: (value) => !(value instanceof Undefined),
  undefined: (value) => value instanceof Undefined,
  none: (value) => value === null,
  true: (value) => value === true,
  false: (value) => value === false,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: isNumber,
  integer: (value) => typeof value === 'number',
  float: (value) => value instanceof Float,
  mapping: (value) => value instanceof Dict,
  sequence: isIterable,
  iterable: isIterable,
  callable: (value) => value instanceof Callable,
  odd: (value) => Math.abs(whole(value) % 2) === 1,
  even: (value) => whole(value) % 2 === 0,
  divisibleby: (value, by) => whole(value) % whole(by) === 0,
  lower: (value) => typeof value === 'string' && value === value.toLowerCase(),
  upper: (value) => typeof value === 'string' && value === value.toUpperCase(),
  in: (value, whole) => compare('in', value, whole),
  eq: isEqual,
  equalto: isEqual,
  sameas: (value, other) => value === other,
  ne: (value, other) => !isEqual(value, other),
  lt: (value, other) => compare('<', value, other),
  le: (value, other) => compare('<=', value, other),
  gt: (value, other) => compare('>', value, other),
  ge: (value, other) => compare('>=', value, other),
}

/** Applies `value is name(argument)`. */
export function applyTest(name: string, value: Value, argument: Value): boolean {
  const test = own(TESTS, name)
  if (!test) throw new TemplateError(`Template error: No test named '${name}'.`)
  return test(value, argument)
}
