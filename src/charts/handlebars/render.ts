import { escapeHtml } from '../../kernel/escape-html.ts'
import { HELPERS, isTrue, ownOf, textOf } from './helpers.ts'
import { type Argument, type Call, TemplateError, type TemplateNode } from './parse.ts'

/** More letters than these would be more than anybody reads, and slow to lay out. */
const MOST_LETTERS = 400_000
/** Repeating in repetitions says nothing and would take for ever. */
const MOST_STEPS = 500_000
/** Letters that helpers make are work as well. */
const LETTERS_OF_STEP = 50

interface Scope {
  readonly value: unknown
  readonly parent: Scope | null
  /** Such as `@index`. */
  readonly marks: Readonly<Record<string, unknown>>
}

interface Rendering {
  readonly out: string[]
  readonly locale: string
  letters: number
  steps: number
}

export interface Rendered {
  readonly html: string
  /** False where it ends before the rows do. */
  readonly isWhole: boolean
}

/** Fills a template. Every value comes out as text: no sign of it can be part of the markup. */
export function renderTemplate(nodes: readonly TemplateNode[], data: unknown, locale: string): Rendered {
  const rendering: Rendering = { out: [], locale, letters: 0, steps: 0 }
  const isWhole = renderAll(nodes, { value: data, parent: null, marks: { '@root': data } }, rendering)
  return { html: rendering.out.join(''), isWhole }
}

function renderAll(nodes: readonly TemplateNode[], scope: Scope, rendering: Rendering): boolean {
  rendering.steps += 1 + nodes.length
  return rendering.steps <= MOST_STEPS && nodes.every((node) => renderNode(node, scope, rendering))
}

function renderNode(node: TemplateNode, scope: Scope, rendering: Rendering): boolean {
  if (node.kind === 'block') return renderBlock(node, scope, rendering)
  const text = node.kind === 'text' ? node.text : escapeHtml(textOf(callValue(node.call, scope, rendering)))
  rendering.out.push(text)
  rendering.letters += text.length
  return rendering.letters <= MOST_LETTERS
}

type Block = Extract<TemplateNode, { readonly kind: 'block' }>

function renderBlock({ call, body, rest }: Block, scope: Scope, rendering: Rendering): boolean {
  const [argument] = call.args
  const value = argument === undefined ? valueAt(call.name, scope) : argumentValue(argument, scope, rendering)
  switch (call.name) {
    case 'if':
      return renderAll(isTrue(value) ? body : rest, scope, rendering)
    case 'unless':
      return renderAll(isTrue(value) ? rest : body, scope, rendering)
    case 'each':
      return renderEach(value, { body, rest }, scope, rendering)
    case 'with':
      return isTrue(value) ? renderAll(body, inside(value, scope), rendering) : renderAll(rest, scope, rendering)
    default:
      return renderOther({ call, body, rest }, value, scope, rendering)
  }
}

/** A block of a value alone repeats a list, shows what is there, or its rest; one of a helper asks what that says. */
function renderOther(
  { call, body, rest }: Pick<Block, 'call' | 'body' | 'rest'>,
  value: unknown,
  scope: Scope,
  rendering: Rendering,
): boolean {
  if (Object.hasOwn(HELPERS, call.name))
    return renderAll(isTrue(callValue(call, scope, rendering)) ? body : rest, scope, rendering)
  if (call.args.length > 0) throw new TemplateError(`The template has a block ${call.name}, which is not known.`)
  if (Array.isArray(value)) return renderEach(value, { body, rest }, scope, rendering)
  return isTrue(value) ? renderAll(body, inside(value, scope), rendering) : renderAll(rest, scope, rendering)
}

const inside = (value: unknown, parent: Scope, marks: Scope['marks'] = {}): Scope => ({ value, parent, marks })

function renderEach(
  value: unknown,
  { body, rest }: Pick<Block, 'body' | 'rest'>,
  scope: Scope,
  rendering: Rendering,
): boolean {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0) return renderAll(rest, scope, rendering)
  return entries.every(([key, item], at) => {
    const index = Array.isArray(value) ? at : key
    const marks = { '@index': at, '@key': index, '@first': at === 0, '@last': at === entries.length - 1 }
    return renderAll(body, inside(item, scope, marks), rendering)
  })
}

function argumentValue(argument: Argument, scope: Scope, rendering: Rendering): unknown {
  if (argument.kind === 'literal') return argument.value
  return argument.kind === 'path' ? valueAt(argument.path, scope) : callValue(argument.call, scope, rendering)
}

function callValue({ name, args, named }: Call, scope: Scope, rendering: Rendering): unknown {
  const helper = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined
  if (helper === undefined) {
    if (args.length > 0 || Object.keys(named).length > 0)
      throw new TemplateError(`The template calls ${name}, which is not known.`)
    return valueAt(name, scope)
  }
  // A column of the name of a helper is meant where nothing is given to it.
  if (args.length === 0) return valueAt(name, scope)
  const values = args.map((one) => argumentValue(one, scope, rendering))
  const settings = Object.fromEntries(
    Object.entries(named).map(([key, one]) => [key, argumentValue(one, scope, rendering)]),
  )
  const made = helper(values, settings, rendering.locale)
  rendering.steps += 1 + (typeof made === 'string' ? made.length / LETTERS_OF_STEP : 0)
  return made
}

const SEGMENT = /\[([^\]]*)\]|[^./]+/g

/** What a path leads to: `name`, `this.name`, `../name`, `@index`, `name.[of a part]`. */
function valueAt(path: string, scope: Scope): unknown {
  let from: Scope | null = scope
  let rest = path
  while (rest.startsWith('../')) {
    from = from?.parent ?? null
    rest = rest.slice(3)
  }
  if (from === null) return undefined
  if (rest === 'this' || rest === '.' || rest === '..' || rest === '')
    return rest === '..' ? from.parent?.value : from.value
  const segments = [...rest.matchAll(SEGMENT)].map(([whole, bracketed]) => bracketed ?? whole)
  const [first = '', ...others] = segments
  if (first.startsWith('@')) return others.reduce<unknown>(ownOf, markOf(first, from))
  return (first === 'this' ? others : segments).reduce<unknown>(ownOf, from.value)
}

function markOf(name: string, scope: Scope): unknown {
  if (Object.hasOwn(scope.marks, name)) return scope.marks[name]
  return scope.parent === null ? undefined : markOf(name, scope.parent)
}
