import type { Budget } from './budget.ts'
import { combineTimes } from './moment.ts'
import { formatted } from './percent-format.ts'
import { textOf } from './spelling.ts'
import {
  compareValues,
  Dict,
  Float,
  isEqual,
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

/** Applies an arithmetic operator or `~`. */
export function combine(operator: string, left: Value, right: Value, budget: Budget): Value {
  if (operator === '~') return sized(textOf(left) + textOf(right), budget)
  refuseUndefined(left)
  refuseUndefined(right)
  if (isNumber(left) && isNumber(right)) return arithmetic(operator, left, right)
  const time = combineTimes(operator, left, right)
  if (time) return time
  if (operator === '+') return joined(left, right, budget)
  if (operator === '*') return repeated(left, right, budget)
  if (operator === '%' && typeof left === 'string')
    return formatted(left, right instanceof Tuple ? right.items : [right], budget)
  throw unsupported(operator, left, right)
}

export function refuseUndefined(value: Value): void {
  if (value instanceof Undefined) throw new TemplateError(value.problem)
}

const unsupported = (operator: string, left: Value, right: Value) =>
  new TemplateError(`unsupported operand type(s) for ${operator}: '${typeName(left)}' and '${typeName(right)}'`)

function sized(text: string, budget: Budget): string {
  budget.size(text.length)
  return text
}

function arithmetic(operator: string, left: number | Float | boolean, right: number | Float | boolean): Value {
  const a = numberValue(left)
  const b = numberValue(right)
  const isFloat = left instanceof Float || right instanceof Float
  const number = (value: number): Value => (isFloat ? new Float(value) : exact(value))
  if ('//%'.includes(operator) && operator !== '' && b === 0 && operator !== '+')
    throw new TemplateError('division by zero')
  switch (operator) {
    case '+':
      return number(a + b)
    case '-':
      return number(a - b)
    case '*':
      return number(a * b)
    case '/':
      return new Float(a / b)
    case '//':
      return number(Math.floor(a / b))
    case '%':
      return number(a - b * Math.floor(a / b))
    case '**':
      return b < 0 ? new Float(a ** b) : number(a ** b)
    default:
      throw new TemplateError(`unknown operator ${operator}`)
  }
}

function exact(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TemplateError('The number is too large.')
  return value
}

function joined(left: Value, right: Value, budget: Budget): Value {
  if (typeof left === 'string' && typeof right === 'string') return sized(left + right, budget)
  if (isList(left) && isList(right)) {
    budget.size(left.length + right.length)
    return [...left, ...right]
  }
  if (left instanceof Tuple && right instanceof Tuple) return new Tuple([...left.items, ...right.items])
  throw unsupported('+', left, right)
}

function repeated(left: Value, right: Value, budget: Budget): Value {
  const [value, count] = isNumber(left) ? [right, left] : [left, right]
  if (!isNumber(count) || count instanceof Float) throw unsupported('*', left, right)
  const times = Math.max(0, numberValue(count))
  if (typeof value === 'string') {
    budget.size(value.length * times)
    return value.repeat(times)
  }
  if (!isList(value)) throw unsupported('*', left, right)
  budget.size(value.length * times)
  return Array.from({ length: times }, () => value).flat()
}

/** Applies a comparison. */
export function compare(operator: string, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right)
    case '!=':
      return !isEqual(left, right)
    case 'in':
      return contains(right, left)
    case 'not in':
      return !contains(right, left)
    default:
      return ordered(operator, left, right)
  }
}

function ordered(operator: string, left: Value, right: Value): boolean {
  refuseUndefined(left)
  refuseUndefined(right)
  const order = compareValues(left, right)
  if (operator === '<') return order < 0
  if (operator === '<=') return order <= 0
  return operator === '>' ? order > 0 : order >= 0
}

function contains(whole: Value, part: Value): boolean {
  if (typeof whole === 'string') {
    if (typeof part !== 'string')
      throw new TemplateError(`'in <string>' requires string as left operand, not ${typeName(part)}`)
    return whole.includes(part)
  }
  if (whole instanceof Dict) return whole.get(part) !== undefined
  return itemsOf(whole).some((item) => isEqual(item, part))
}
