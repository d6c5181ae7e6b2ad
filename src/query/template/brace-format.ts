import type { Budget } from './budget.ts'
import { literalOf, textOf } from './spelling.ts'
import {
  type Arguments,
  Dict,
  Float,
  isList,
  isNumber,
  numberValue,
  TemplateError,
  typeName,
  type Value,
} from './value.ts'

const FIELD = /\{\{|\}\}|\{(\w*)((?:\.[A-Za-z]\w*|\[\w+\])*)(?:!([rsa]))?(?::([^{}]*))?\}|\{[^}]*\}/g
/** More digits than these are never written. */
const MOST_DIGITS = 100
const SPEC = /^(?:(.)?([<>=^]))?([-+ ])?(0)?(\d{1,4})?([,_])?(?:\.(\d{1,3}))?([bdeEfFgGosxX%])?$/su

/**
 * `'{} {name:>5} {a.b}'.format(...)`: fields by place or name, members of dictionaries and lists, and how a value is
 * laid out. Throws TemplateError for a field that has no value or may not be read, and for a text that grows too large.
 */
export function braceFormat(pattern: string, args: Arguments, budget: Budget): string {
  let at = 0
  let length = pattern.length
  const field = (all: string, name: string | undefined, path: string, shape?: string, spec?: string) => {
    if (name === undefined) return braces(all)
    const place = name === '' ? at : Number(name)
    if (name === '') at += 1
    const value = memberOf(Number.isNaN(place) ? args.named[name] : args.positional[place], path)
    if (value === undefined) throw new TemplateError(`format field ${all} has no value`)
    const shown = shaped(value, shape)
    const text = spec ? laidOut(shown, spec) : textOf(shown)
    length += text.length
    budget.size(length)
    return text
  }
  return pattern.replace(FIELD, field)
}

const shaped = (value: Value, shape: string | undefined): Value => {
  if (shape === undefined) return value
  return shape === 's' ? textOf(value) : literalOf(value)
}

function braces(field: string): string {
  if (field === '{{' || field === '}}') return field.charAt(0)
  throw new TemplateError(`format field ${field} is not allowed`)
}

/** `a.b[0]`, of dictionaries and lists alone: nothing else has members that a text may name. */
function memberOf(value: Value | undefined, path: string): Value | undefined {
  return [...path.matchAll(/\w+/g)].reduce<Value | undefined>((of, [key]) => {
    if (of instanceof Dict) return of.get(key) ?? (/^\d+$/.test(key) ? of.get(Number(key)) : undefined)
    return of !== undefined && isList(of) && /^\d+$/.test(key) ? of[Number(key)] : undefined
  }, value)
}

interface Spec {
  readonly fill: string | undefined
  readonly align: string | undefined
  readonly sign: string
  readonly isZeroed: boolean
  readonly width: number
  readonly group: string
  readonly digits: number | null
  readonly kind: string
}

function readSpec(spec: string): Spec {
  const found = SPEC.exec(spec)
  if (!found || Number(found[7]) > MOST_DIGITS) throw new TemplateError(`Invalid format specifier '${spec}'`)
  const [, fill, align, sign = '-', zero, width = '0', group = '', digits, kind = ''] = found
  return {
    fill,
    align,
    sign: sign === '-' ? '' : sign,
    isZeroed: zero !== undefined,
    width: Number(width),
    group,
    digits: digits === undefined ? null : Number(digits),
    kind,
  }
}

function laidOut(value: Value, text: string): string {
  const spec = readSpec(text)
  const isCounted = isNumber(value) && (typeof value !== 'boolean' || spec.kind !== '')
  if (isCounted) return laidOutNumber(value, spec)
  if (spec.kind !== '' && spec.kind !== 's') {
    throw unknownFormat(value, spec)
  }
  return aligned('', textOf(value).slice(0, spec.digits ?? undefined), spec, '<')
}

const unknownFormat = (value: Value, { kind }: Spec) =>
  new TemplateError(`Unknown format code '${kind}' for object of type '${typeName(value)}'`)

function laidOutNumber(value: number | Float | boolean, spec: Spec): string {
  if (value instanceof Float && /[bdoxX]/.test(spec.kind)) throw unknownFormat(value, spec)
  const text = numberText(value, spec)
  return text.startsWith('-') ? aligned('-', text.slice(1), spec, '>') : aligned(spec.sign, text, spec, '>')
}

function aligned(lead: string, body: string, spec: Spec, usual: string): string {
  const { isZeroed, width } = spec
  const text = lead + body
  const gap = Math.max(0, width - [...text].length)
  const fill = spec.fill ?? (isZeroed ? '0' : ' ')
  switch (spec.align ?? (isZeroed ? '=' : usual)) {
    case '=':
      return lead + fill.repeat(gap) + body
    case '<':
      return text + fill.repeat(gap)
    case '>':
      return fill.repeat(gap) + text
    default:
      return fill.repeat(Math.floor(gap / 2)) + text + fill.repeat(Math.ceil(gap / 2))
  }
}

const RADIX: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16 }

function numberText(value: number | Float | boolean, spec: Spec): string {
  const number = numberValue(value)
  const text = plainText(value, number, spec)
  const spaced = spec.group === '' ? text : text.replace(/^-?\d+/, (whole) => grouped(whole, spec.group))
  return /[A-Z]/.test(spec.kind) ? spaced.toUpperCase() : spaced
}

function plainText(value: number | Float | boolean, number: number, { kind, digits }: Spec): string {
  const small = kind.toLowerCase()
  const radix = RADIX[small]
  if (radix) return number.toString(radix)
  if (small === 'e') return number.toExponential(digits ?? 6).replace(/e([+-])(\d)$/, 'e$10$2')
  if (small === '%') return `${(number * 100).toFixed(digits ?? 6)}%`
  if (small === 'f') return number.toFixed(digits ?? 6)
  if (small === 'g' || digits !== null) return String(Number(number.toPrecision(Math.max(1, digits ?? 6))))
  return value instanceof Float ? textOf(value) : String(number)
}

const grouped = (whole: string, group: string) => whole.replace(/\B(?=(\d{3})+$)/g, group)
