import type { Budget } from './budget.ts'
import { literalOf, textOf } from './spelling.ts'
import { Dict, isNumber, numberValue, TemplateError, typeName, type Value } from './value.ts'

const FIELD = /%(?:\((\w+)\))?([-+ 0#]*)(\d{0,4})(?:\.(\d{1,3}))?([%sdifrxXoeEgGc])/g
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
  if (kind === 'c') return characterOf(value)
  if (!isNumber(value)) throw new TemplateError(`%${kind} format: a number is required, not ${typeName(value)}`)
  const text = numberText(numberValue(value), Number(digits ?? 6), kind)
  return flags.includes('+') && numberValue(value) >= 0 ? `+${text}` : text
}

function numberText(number: number, digits: number, kind: string): string {
  if (kind === 'f') return number.toFixed(digits)
  if (kind === 'd' || kind === 'i') return String(Math.trunc(number))
  if (kind === 'g' || kind === 'G') return generalNumber(number, digits)
  const isExponent = kind === 'e' || kind === 'E'
  const text = isExponent
    ? number.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2')
    : Math.trunc(number).toString(RADIX[kind])
  return kind === kind.toUpperCase() ? text.toUpperCase() : text
}

function characterOf(value: Value): string {
  if (typeof value === 'string' && [...value].length === 1) return value
  const code = isNumber(value) ? numberValue(value) : Number.NaN
  if (!Number.isInteger(code) || code < 0 || code > 0x10ffff)
    throw new TemplateError('%c requires an int or a unicode character')
  return String.fromCodePoint(code)
}

/** The shorter of both ways to write a number, without zeros at its end. */
function generalNumber(number: number, digits: number): string {
  const kept = Math.max(1, digits)
  const [mantissa = '', power = '0'] = number.toExponential(kept - 1).split('e')
  if (Number(power) >= -4 && Number(power) < kept) return String(Number(number.toPrecision(kept)))
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa
  return `${short}e${power.startsWith('-') ? '-' : '+'}${power.slice(1).padStart(2, '0')}`
}
