import { assertNever } from '../../kernel/assert-never.ts'
import type { FilterCall, Node } from './ast.ts'
import { applyFilter, argumentsOf, evaluate, type Machine, type Scope } from './evaluate.ts'
import { textOf } from './spelling.ts'
import {
  type Arguments,
  Callable,
  Dict,
  Instance,
  isEqual,
  isTrue,
  itemsOf,
  Namespace,
  TemplateError,
  Tuple,
  Undefined,
  type Value,
} from './value.ts'

const MAX_CALLS = 50
/** Under this name, which no template can write, a call finds the body that it was given. */
const CALLER = '{caller}'

/** Writes the nodes of a template out. */
export class Renderer {
  private readonly machine: Machine
  private length = 0
  private calls = 0

  constructor(machine: Machine) {
    this.machine = machine
  }

  render(nodes: readonly Node[], scope: Scope): string {
    let text = ''
    for (const node of nodes) text += this.node(node, scope)
    return text
  }

  private write(text: string): string {
    this.length += text.length
    this.machine.budget.size(this.length)
    return text
  }

  private node(node: Node, scope: Scope): string {
    this.machine.budget.step()
    switch (node.kind) {
      case 'text':
        return this.write(node.text)
      case 'output':
        return this.write(textOf(evaluate(node.value, scope, this.machine)))
      case 'if':
        return this.conditional(node, scope)
      case 'for':
        return this.loop(node, scope, evaluate(node.over, scope, this.machine), 1)
      case 'callBlock':
        return this.write(textOf(this.callWith(node, scope)))
      case 'set':
        this.assign(node, scope)
        return ''
      case 'setBlock':
        scope.names.set(node.name, this.filtered(this.render(node.body, inner(scope)), node.filters, scope))
        return ''
      case 'macro':
        scope.names.set(node.name, this.macro(node, scope))
        return ''
      case 'with':
        return this.within(node, scope)
      case 'filterBlock':
        return this.write(textOf(this.filtered(this.render(node.body, inner(scope)), node.filters, scope)))
      default:
        return assertNever(node, 'template node')
    }
  }

  private conditional(node: Extract<Node, { kind: 'if' }>, scope: Scope): string {
    const branch = node.branches.find(([test]) => isTrue(evaluate(test, scope, this.machine)))
    return this.render(branch ? branch[1] : node.otherwise, scope)
  }

  private loop(node: Extract<Node, { kind: 'for' }>, scope: Scope, over: Value, depth: number): string {
    if (depth > MAX_CALLS) throw new TemplateError('Loops call themselves too deeply.')
    const all = itemsOf(over)
    const scopeOf = (item: Value) => {
      const own = inner(scope)
      bind(own, node.targets, item)
      return own
    }
    const only = node.only
    const items = only ? all.filter((item) => isTrue(evaluate(only, scopeOf(item), this.machine))) : all
    if (items.length === 0) return this.render(node.otherwise, scope)
    let text = ''
    const changes = new Changes()
    items.forEach((item, i) => {
      this.machine.budget.step()
      const own = scopeOf(item)
      const again = (args: Arguments) => this.loop(node, scope, args.positional[0] ?? null, depth + 1)
      own.names.set('loop', loopOf(items, i, depth, changes, node.isRecursive ? again : null))
      text += this.render(node.body, own)
    })
    return text
  }

  private assign(node: Extract<Node, { kind: 'set' }>, scope: Scope): void {
    const value = evaluate(node.value, scope, this.machine)
    if (node.field === null) {
      bind(scope, node.targets, value)
      return
    }
    const target = evaluate({ kind: 'name', name: node.targets[0] ?? '' }, scope, this.machine)
    if (!(target instanceof Namespace)) throw new TemplateError('cannot assign attribute on non-namespace object')
    target.fields[node.field] = value
  }

  private filtered(text: string, filters: readonly FilterCall[], scope: Scope): Value {
    return filters.reduce<Value>(
      (value, { name, args }) => applyFilter(name, value, argumentsOf(args, scope, this.machine), this.machine),
      text,
    )
  }

  private within(node: Extract<Node, { kind: 'with' }>, scope: Scope): string {
    const own = inner(scope)
    for (const [name, value] of node.names) own.names.set(name, evaluate(value, scope, this.machine))
    return this.render(node.body, own)
  }

  /** Calls a macro with a body of its own, which the macro writes by `caller()`. */
  private callWith({ call, parameters, body }: Extract<Node, { kind: 'callBlock' }>, scope: Scope): Value {
    const own = inner(scope)
    const caller = this.macro({ kind: 'macro', name: 'caller', parameters, body }, scope)
    own.names.set(CALLER, caller)
    if (call.kind !== 'call') throw new TemplateError('expected call')
    const named = [...call.args.named, ['caller', { kind: 'name', name: CALLER }] as const]
    return evaluate({ ...call, args: { ...call.args, named } }, own, this.machine)
  }

  private macro(node: Extract<Node, { kind: 'macro' }>, scope: Scope): Callable {
    return new Callable(node.name, (args: Arguments) => {
      this.calls += 1
      if (this.calls > MAX_CALLS) throw new TemplateError('Macros call each other too deeply.')
      const own = inner(scope)
      const { caller, ...others } = args.named
      if (caller !== undefined) own.names.set('caller', caller)
      const known = new Set(node.parameters.map(({ name }) => name))
      own.names.set('varargs', new Tuple(args.positional.slice(known.size)))
      own.names.set('kwargs', new Dict(Object.entries(others).filter(([name]) => !known.has(name))))
      node.parameters.forEach(({ name, value }, i) => {
        const given = args.positional[i] ?? args.named[name]
        own.names.set(name, given ?? (value ? evaluate(value, own, this.machine) : notProvided(name)))
      })
      const text = this.render(node.body, own)
      this.calls -= 1
      return text
    })
  }
}

const inner = (outer: Scope): Scope => ({ names: new Map(), outer })

function bind(scope: Scope, targets: readonly string[], value: Value): void {
  if (targets.length === 1) {
    scope.names.set(targets[0] ?? '', value)
    return
  }
  const items = itemsOf(value)
  if (items.length !== targets.length)
    throw new TemplateError(`cannot unpack ${items.length} values into ${targets.length} names`)
  targets.forEach((name, i) => {
    scope.names.set(name, items[i] ?? null)
  })
}

function notProvided(name: string): Undefined {
  const text = `parameter '${name}' was not provided`
  return new Undefined(`undefined value printed: ${text}`, text)
}

/** Remembers what `loop.changed` was last given. */
class Changes {
  private last: Value | null = null

  isNew(values: readonly Value[]): boolean {
    const isSame = this.last !== null && isEqual(this.last, values)
    this.last = values
    return !isSame
  }
}

function loopOf(
  items: readonly Value[],
  i: number,
  depth: number,
  changes: Changes,
  again: ((args: Arguments) => Value) | null,
): Instance {
  const beyond = (side: string) => new Undefined(`undefined value printed: ${side}`, side)
  const fields: Record<string, Value> = {
    index: i + 1,
    index0: i,
    revindex: items.length - i,
    revindex0: items.length - i - 1,
    first: i === 0,
    last: i === items.length - 1,
    length: items.length,
    depth,
    depth0: depth - 1,
    previtem: i > 0 ? (items[i - 1] ?? null) : beyond('there is no previous item'),
    nextitem: i < items.length - 1 ? (items[i + 1] ?? null) : beyond('there is no next item'),
    cycle: new Callable('cycle', ({ positional }) => positional[i % Math.max(1, positional.length)] ?? null),
    changed: new Callable('changed', ({ positional }) => changes.isNew(positional)),
  }
  return new Instance('LoopContext', fields, `<LoopContext ${i + 1}/${items.length}>`, again)
}
