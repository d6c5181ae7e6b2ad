import type { Budget } from './budget.ts'
import { literalOf, textOf } from './spelling.ts'
import { Dict, isNumber, numberValue, TemplateError, typeName, type Value } from './value.ts'

const FIELD = /%(?:\((\w+)\))?([-+ 0#]*)(\d{0,4})(?:\.(\d{1,3}))?([%sdifrxXoeE])/g
const RADIX: Readonly<Record<string, number>> = { x: 16, X: 16, o: 8 }

/** `'%s-%d' % (a, b)` and `'%(name)s' % dict`. Throws TemplateError for a field without a value of its kind. */
export function formatted(pattern: string, values: readonly Value[], budget: Budget): string {
  const [fields] = values
  let at = 0
  const next = (name: string | undefined): Value => {
    const value = name === undefined ? values[at++] : fields instanceof Dict ? fields.get(name) : undefined
    if (value === undefined) throw new TemplateError('not enough arguments for format string')
    return value
  }
  const text = pattern.replace(
    FIELD,
    (_all, name: string | undefined, flags: string, width: string, digits: string | undefined, kind: string) =>
      kind === '%' ? '%' : padded(shown(next(name), flags, digits, kind), flags, Number(width)),
  )
  budget.size(text.length)
  return text
}

function padded(text: string, flags: string, width: number): string {
  if (flags.includes('-')) return text.padEnd(width)
  return text.padStart(width, flags.includes('0') ? '0' : ' ')
}

function shown(value: Value, flags: string, digits: string | undefined, kind: string): string {
  if (kind === 's') return textOf(value).slice(0, digits === undefined ? undefined : Number(digits))
  if (kind === 'r') return literalOf(value)
  if (!isNumber(value)) throw new TemplateError(`%${kind} format: a number is required, not ${typeName(value)}`)
  const text = numberText(numberValue(value), Number(digits ?? 6), kind)
  return flags.includes('+') && numberValue(value) >= 0 ? `+${text}` : text
}

function numberText(number: number, digits: number, kind: string): string {
  if (kind === 'f') return number.toFixed(digits)
  if (kind === 'd' || kind === 'i') return String(Math.trunc(number))
  const isExponent = kind === 'e' || kind === 'E'
  const text = isExponent
    ? number.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2')
    : Math.trunc(number).toString(RADIX[kind])
  return kind === kind.toUpperCase() ? text.toUpperCase() : text
}
