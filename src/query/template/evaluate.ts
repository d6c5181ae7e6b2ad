import { assertNever } from '../../kernel/assert-never.ts'
import type { CallArguments, Expression } from './ast.ts'
import { attributeOf, itemOf, sliceOf } from './attributes.ts'
import type { Budget } from './budget.ts'
import type { Filter } from './filter.ts'
import { findFilter } from './filters.ts'
import { combine, compare, refuseUndefined } from './operators.ts'
import { applyTest } from './tests.ts'
import {
  type Arguments,
  Callable,
  Dict,
  Float,
  Instance,
  isNumber,
  isTrue,
  numberValue,
  TemplateError,
  Tuple,
  typeName,
  Undefined,
  type Value,
} from './value.ts'

/** Names in reach, innermost first. */
export interface Scope {
  readonly names: Map<string, Value>
  readonly outer: Scope | null
}

/** What evaluation needs besides the names. */
export interface Machine {
  readonly budget: Budget
  readonly filters: Readonly<Record<string, Filter>>
}

function lookUp(scope: Scope | null, name: string): Value | undefined {
  for (let at = scope; at !== null; at = at.outer) {
    const value = at.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** The value of an expression. */
export function evaluate(node: Expression, scope: Scope, machine: Machine): Value {
  machine.budget.step()
  const value = (part: Expression) => evaluate(part, scope, machine)
  switch (node.kind) {
    case 'literal':
      return node.value
    case 'float':
      return new Float(node.value)
    case 'name': {
      const known = lookUp(scope, node.name)
      return known === undefined ? new Undefined(node.name, `'${node.name}' is undefined`) : known
    }
    case 'list':
      return node.items.map(value)
    case 'tuple':
      return new Tuple(node.items.map(value))
    case 'dict':
      return new Dict(node.pairs.map(([key, item]) => [value(key), value(item)] as const))
    case 'attribute':
      return attributeOf(value(node.of), node.name, machine.budget)
    case 'item':
      return itemOf(value(node.of), value(node.index), machine.budget)
    case 'slice':
      return sliceOf(
        value(node.of),
        node.bounds.map((bound) => (bound === null ? null : value(bound))),
      )
    case 'call':
      return call(value(node.of), argumentsOf(node.args, scope, machine))
    case 'filter':
      return applyFilter(node.name, value(node.of), argumentsOf(node.args, scope, machine), machine)
    case 'test':
      return test(node, scope, machine)
    case 'not':
      return !isTrue(value(node.of))
    case 'minus':
    case 'plus':
      return signed(node.kind, value(node.of))
    case 'binary':
      return binary(node, scope, machine)
    case 'compare':
      return comparison(node, scope, machine)
    case 'condition':
      return isTrue(value(node.test)) ? value(node.whenTrue) : node.otherwise ? value(node.otherwise) : ''
    default:
      return assertNever(node, 'expression')
  }
}

/** Calls a value. */
function call(callee: Value, args: Arguments): Value {
  if (callee instanceof Undefined) throw new TemplateError(callee.problem)
  if (callee instanceof Instance && callee.call) return callee.call(args)
  if (!(callee instanceof Callable)) throw new TemplateError(`'${typeName(callee)}' object is not callable`)
  return callee.call(args)
}

export function argumentsOf(args: CallArguments, scope: Scope, machine: Machine): Arguments {
  return {
    positional: args.positional.map((item) => evaluate(item, scope, machine)),
    named: Object.fromEntries(args.named.map(([name, item]) => [name, evaluate(item, scope, machine)])),
  }
}

export function applyFilter(name: string, value: Value, args: Arguments, machine: Machine): Value {
  const filter = findFilter(name, machine.filters)
  return filter(value, args, {
    budget: machine.budget,
    attribute: (of, path) =>
      path
        .split('.')
        .reduce<Value>((item, part) => itemOf(item, /^\d+$/.test(part) ? Number(part) : part, machine.budget), of),
    filter: (other, of, given) => applyFilter(other, of, given, machine),
  })
}

function test(node: Extract<Expression, { kind: 'test' }>, scope: Scope, machine: Machine): boolean {
  const argument = node.args.positional[0]
  const holds = applyTest(
    node.name,
    evaluate(node.of, scope, machine),
    argument ? evaluate(argument, scope, machine) : null,
  )
  return holds !== node.isNegated
}

function signed(kind: 'minus' | 'plus', value: Value): Value {
  refuseUndefined(value)
  if (!isNumber(value))
    throw new TemplateError(`bad operand type for unary ${kind === 'minus' ? '-' : '+'}: '${typeName(value)}'`)
  const number = kind === 'minus' ? -numberValue(value) : numberValue(value)
  return value instanceof Float ? new Float(number) : number
}

function binary(node: Extract<Expression, { kind: 'binary' }>, scope: Scope, machine: Machine): Value {
  const left = evaluate(node.left, scope, machine)
  if (node.operator === 'and') return isTrue(left) ? evaluate(node.right, scope, machine) : left
  if (node.operator === 'or') return isTrue(left) ? left : evaluate(node.right, scope, machine)
  return combine(node.operator, left, evaluate(node.right, scope, machine), machine.budget)
}

function comparison(node: Extract<Expression, { kind: 'compare' }>, scope: Scope, machine: Machine): boolean {
  let left = evaluate(node.first, scope, machine)
  for (const [operator, part] of node.rest) {
    const right = evaluate(part, scope, machine)
    if (!compare(operator, left, right)) return false
    left = right
  }
  return true
}
