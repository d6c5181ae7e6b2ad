import { assertNever } from '../../kernel/assert-never.ts'
import type { FilterCall, Node } from './ast.ts'
import { applyFilter, argumentsOf, evaluate, type Machine, type Scope } from './evaluate.ts'
import { textOf } from './spelling.ts'
import {
  type Arguments,
  Callable,
  Instance,
  isTrue,
  itemsOf,
  Namespace,
  TemplateError,
  Undefined,
  type Value,
} from './value.ts'

const MAX_CALLS = 50

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
        return this.loop(node, scope)
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

  private loop(node: Extract<Node, { kind: 'for' }>, scope: Scope): string {
    const over = evaluate(node.over, scope, this.machine)
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
    items.forEach((item, i) => {
      this.machine.budget.step()
      const own = scopeOf(item)
      own.names.set('loop', loopOf(items, i))
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

  private macro(node: Extract<Node, { kind: 'macro' }>, scope: Scope): Callable {
    return new Callable(node.name, (args: Arguments) => {
      this.calls += 1
      if (this.calls > MAX_CALLS) throw new TemplateError('Macros call each other too deeply.')
      const own = inner(scope)
      node.parameters.forEach(({ name, value }, i) => {
        const given = args.positional[i] ?? args.named[name]
        const fallback = value
          ? evaluate(value, own, this.machine)
          : new Undefined(name, `parameter '${name}' was not provided`)
        own.names.set(name, given ?? fallback)
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

function loopOf(items: readonly Value[], i: number): Instance {
  const beyond = (side: string) => new Undefined(`undefined value printed: ${side}`, side)
  const fields: Record<string, Value> = {
    index: i + 1,
    index0: i,
    revindex: items.length - i,
    revindex0: items.length - i - 1,
    first: i === 0,
    last: i === items.length - 1,
    length: items.length,
    previtem: i > 0 ? (items[i - 1] ?? null) : beyond('there is no previous item'),
    nextitem: i < items.length - 1 ? (items[i + 1] ?? null) : beyond('there is no next item'),
    cycle: new Callable('cycle', ({ positional }) => positional[i % Math.max(1, positional.length)] ?? null),
  }
  return new Instance('LoopContext', fields, `<LoopContext ${i + 1}/${items.length}>`)
}
