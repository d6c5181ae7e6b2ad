import { Reader } from './arguments.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import type { RenderedTemplate, TemplateContext } from './context.ts'
import type { Scope } from './evaluate.ts'
import type { Filter } from './filter.ts'
import { partitionMacros, productMacros, type Traces } from './macros.ts'
import { moment, parseMoment } from './moment.ts'
import { parseTemplate } from './parse.ts'
import { Renderer } from './render.ts'
import { fromJson, textOf } from './spelling.ts'
import {
  Callable,
  Dict,
  Float,
  Instance,
  isNumber,
  isTrue,
  itemsOf,
  Namespace,
  numberValue,
  TemplateError,
  type Value,
} from './value.ts'

const MAX_TEMPLATE = 200_000

/**
 * Renders a template. It reaches nothing but its context, and stops at the limits of its budget. Throws TemplateError
 * with a text for the user, and UnmetNeed when the caller has to look something up first.
 */
export function renderTemplate(template: string, context: TemplateContext): RenderedTemplate {
  if (template.length > MAX_TEMPLATE) throw new TemplateError('The template is too long.')
  const budget = new Budget(context.limits ?? DEFAULT_LIMITS)
  const traces: Traces = { applied: new Set(), removed: new Set(), keys: [] }
  const names = new Map<string, Value>([
    ...Object.entries(languageGlobals(budget)),
    ...Object.entries(context.variables).map(([name, value]) => [name, fromJson(value)] as const),
    // Last, so that no variable of a request stands for who asks.
    ...Object.entries(productMacros(context, traces)),
    ...(context.dialect.supportsCatalogs ? [[context.dialect.id, partitionMacros(context)] as const] : []),
  ])
  const scope: Scope = { names, outer: null }
  const renderer = new Renderer({ budget, filters: { where_in: whereIn(context), to_datetime: toDatetime } })
  const text = withinStack(() => renderer.render(parseTemplate(template), { names: new Map(), outer: scope }))
  return { text, appliedFilters: [...traces.applied], removedFilters: [...traces.removed], cacheKeys: traces.keys }
}

/** A chain of thousands of operators is a tree as deep, which the machine's stack does not hold. */
function withinStack(render: () => string): string {
  try {
    return render()
  } catch (error) {
    throw error instanceof RangeError ? new TemplateError('The template is nested too deeply.') : error
  }
}

/** Pairs of a dictionary, or of a list of pairs. */
const pairsOf = (from: Value): readonly (readonly [Value, Value])[] =>
  from instanceof Dict
    ? from.pairs()
    : itemsOf(from).map((pair) => [itemsOf(pair)[0] ?? null, itemsOf(pair)[1] ?? null] as const)

function languageGlobals(budget: Budget): Record<string, Value> {
  const globals: Record<string, Callable['call']> = {
    range: ({ positional }) => {
      const bounds = positional.map((value) => (isNumber(value) ? numberValue(value) : Number.NaN))
      const [from, to, step] =
        bounds.length === 1 ? [0, bounds[0] ?? 0, 1] : [bounds[0] ?? 0, bounds[1] ?? 0, bounds[2] ?? 1]
      const length = Math.max(0, Math.ceil((to - from) / step))
      if (!Number.isFinite(length)) throw new TemplateError('range() needs whole numbers')
      budget.range(length)
      return Array.from({ length }, (_, i) => from + i * step)
    },
    dict: ({ positional: [from], named }) =>
      new Dict([...(from === undefined ? [] : pairsOf(from)), ...Object.entries(named)]),
    namespace: ({ named }) => new Namespace({ ...named }),
    cycler: ({ positional }) => cycler(positional),
    joiner: (args) => {
      const separator = new Reader('joiner', args, ['sep']).text('sep', ', ')
      let isUsed = false
      return new Callable('joiner', () => {
        const text = isUsed ? separator : ''
        isUsed = true
        return text
      })
    },
  }
  const callables = Object.entries(globals).map(([name, call]): [string, Value] => [name, new Callable(name, call)])
  return { ...Object.fromEntries(callables), self: new Instance('TemplateReference', {}, '<TemplateReference None>') }
}

function cycler(items: readonly Value[]): Instance {
  let at = 0
  const next = new Callable('next', () => {
    const item = items[at % Math.max(1, items.length)] ?? null
    at += 1
    return item
  })
  const reset = new Callable('reset', () => {
    at = 0
    return null
  })
  return new Instance('Cycler', { next, reset }, '<Cycler>')
}

/** `('a', 'b')` for an IN, every text quoted for the engine. */
const whereIn =
  ({ dialect }: TemplateContext): Filter =>
  (value, args) => {
    const items = itemsOf(value)
    const isNone = new Reader('where_in', args, ['default_to_none']).flag('default_to_none', false)
    if (items.length === 0 && isNone) return null
    const literals = items.map((item) => {
      if (item === null) return 'NULL'
      if (typeof item === 'boolean') return dialect.quoteBoolean(item).toLowerCase()
      if (typeof item === 'number' || item instanceof Float) return textOf(item)
      return dialect.quoteText(textOf(item))
    })
    return `(${literals.join(', ')})`
  }

const toDatetime: Filter = (value, args) => {
  if (!isTrue(value)) return null
  return moment(
    parseMoment(textOf(value), new Reader('to_datetime', args, ['format']).text('format', '%Y-%m-%d %H:%M:%S')),
  )
}
