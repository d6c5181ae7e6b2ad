import { hexOfBase64 } from '../../kit/texts.ts'
import { timeOfMicros } from '../../kit/times.ts'

/** A column or a part of one, as the service describes it. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly mode?: string
  readonly fields?: readonly Field[]
  readonly description?: string
  readonly precision?: string
  readonly scale?: string
  readonly maxLength?: string
  readonly defaultValueExpression?: string
  readonly rangeElementType?: { readonly type: string }
}

/** A value as it stands in an answer: a text, or parts. */
type Wire = string | null | { readonly f: readonly { readonly v: Wire }[] } | readonly { readonly v: Wire }[]
export interface WireRow {
  readonly f: readonly { readonly v: Wire }[]
}

type Cell = string | number | boolean | null

const STANDARD: Readonly<Record<string, string>> = {
  INTEGER: 'INT64',
  FLOAT: 'FLOAT64',
  BOOLEAN: 'BOOL',
  RECORD: 'STRUCT',
}

/** The type as SQL writes it. */
export function typeText({ mode, ...field }: Field): string {
  if (mode === 'REPEATED') return `ARRAY<${typeText(field)}>`
  const name = STANDARD[field.type] ?? field.type
  if (name === 'STRUCT')
    return `STRUCT<${(field.fields ?? []).map((one) => `${one.name} ${typeText(one)}`).join(', ')}>`
  if (name === 'RANGE' && field.rangeElementType) return `RANGE<${field.rangeElementType.type}>`
  const size = [field.maxLength ?? field.precision, field.scale].filter((part) => part !== undefined)
  return size.length === 0 ? name : `${name}(${size.join(', ')})`
}

/** The cells of a row, exact. */
export const cellsOf = (row: WireRow, fields: readonly Field[]): readonly Cell[] =>
  fields.map((field, i) => cellOf(row.f[i]?.v ?? null, field))

function cellOf(value: Wire, field: Field): Cell {
  if (value === null) return field.mode === 'REPEATED' ? '[]' : null
  if (field.mode === 'REPEATED' || isStruct(field)) return nested(value, field)
  return scalar(String(value), field.type)
}

const isStruct = ({ type }: Field) => type === 'RECORD' || type === 'STRUCT'

function scalar(text: string, type: string): Cell {
  switch (type) {
    case 'BOOLEAN':
    case 'BOOL':
      return text === 'true'
    case 'FLOAT':
    case 'FLOAT64':
      return floatOf(text)
    case 'TIMESTAMP':
      return timestampText(text)
    case 'BYTES':
      return hexOfBase64(text)
    default:
      return text
  }
}

const floatOf = (text: string) =>
  /^-?inf/i.test(text) ? Number(`${text.startsWith('-') ? '-' : ''}Infinity`) : Number(text)

const INSTANT = /^(-?)(\d+)(?:\.(\d+))?(?:E\+?(\d+))?$/i

/** Microseconds as a whole number, or seconds with a point and, in older answers, an exponent. */
function timestampText(text: string): string {
  const match = INSTANT.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction, exponent] = match
  if (fraction === undefined && exponent === undefined) return timeOfMicros(BigInt(sign + whole))
  const shift = Number(exponent ?? 0) + 6
  const digits = whole + (fraction ?? '').padEnd(shift, '0').slice(0, shift)
  return timeOfMicros(BigInt(sign + digits))
}

const NUMBERS = new Set(['INTEGER', 'INT64', 'NUMERIC', 'BIGNUMERIC'])

/** A list or a struct as JSON with bare numbers of every length. */
function nested(value: Wire, field: Field): string {
  if (field.mode === 'REPEATED') {
    const { mode: _, ...one } = field
    return `[${(value as readonly { readonly v: Wire }[]).map(({ v }) => nested(v, one)).join(', ')}]`
  }
  if (value === null) return 'null'
  if (isStruct(field)) {
    const parts = (value as WireRow).f
    const texts = (field.fields ?? []).map(
      (one, i) => `${JSON.stringify(one.name)}: ${nested(parts[i]?.v ?? null, one)}`,
    )
    return `{${texts.join(', ')}}`
  }
  const cell = scalar(String(value), field.type)
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : 'null'
  return NUMBERS.has(field.type) ? String(cell) : JSON.stringify(cell)
}
