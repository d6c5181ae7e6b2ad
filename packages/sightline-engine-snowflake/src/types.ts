import { isoDate, timeOfDay } from '../../../src/engines/iso-time.ts'
import type { ArrowColumn, ArrowValue } from '../../kit/arrow/stream.ts'
import { decimalText, microsOf, timeOfMicros } from '../../kit/times.ts'

/** A column as the service describes it. */
export interface WireColumn {
  readonly name: string
  readonly type: string
  readonly precision?: number | null
  readonly scale?: number | null
  readonly length?: number | null
}

type Cell = string | number | boolean | null

const NAMES: Readonly<Record<string, string>> = { TEXT: 'VARCHAR', REAL: 'FLOAT' }

/** The type as SQL writes it. */
export function typeText({ type, precision, scale }: WireColumn): string {
  const name = type.toUpperCase()
  if (name === 'FIXED') return `NUMBER(${precision ?? 38},${scale ?? 0})`
  return NAMES[name] ?? name
}

/** The value of a text, as answers in JSON have them. */
export function jsonCell(text: string | null, { type, scale }: WireColumn): Cell {
  if (text === null) return null
  switch (type.toUpperCase()) {
    case 'BOOLEAN':
      return text === '1' || text.toLowerCase() === 'true'
    case 'REAL':
      return floatOf(text)
    case 'DATE':
      return isoDate(Number(text)) ?? text
    case 'TIME':
      return clockText(unitsOf(text, 9), 9)
    case 'TIMESTAMP_NTZ':
    case 'TIMESTAMP_LTZ':
      return instantText(unitsOf(text, 9), 9)
    case 'TIMESTAMP_TZ':
      return instantText(unitsOf(text.split(' ')[0] ?? '', 9), 9)
    case 'BINARY':
      return text === '' ? '' : `0x${text.toLowerCase()}`
    case 'FIXED':
      return scale ? text : text.replace(/\.0*$/, '')
    default:
      return text
  }
}

const floatOf = (text: string): number =>
  /^-?inf/i.test(text) ? Number(`${text.startsWith('-') ? '-' : ''}Infinity`) : Number(text)

/** A decimal text as a whole number of parts that are so many digits small. */
function unitsOf(text: string, digits: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  const size = BigInt(whole.replace('-', '') + fraction.padEnd(digits, '0').slice(0, digits))
  return text.startsWith('-') ? -size : size
}

const instantText = (units: bigint, digits: number) => timeOfMicros(microsOf(units, digits))
const clockText = (units: bigint, digits: number) => timeOfDay(Number(microsOf(units, digits)))

/** How the values of a column in Arrow's form become cells. */
export function arrowCells(column: WireColumn, values: ArrowColumn): (row: number) => Cell {
  const convert = converter(column, values.field.scale)
  return (row) => {
    const value = values.at(row)
    return value === null ? null : convert(value)
  }
}

const SECOND_DIGITS = 9

function converter({ type, scale }: WireColumn, ownScale: number): (value: ArrowValue) => Cell {
  const digits = scale ?? 0
  switch (type.toUpperCase()) {
    case 'FIXED':
      return (value) => (typeof value === 'bigint' ? decimalText(value, digits) : String(value))
    case 'REAL':
      return Number
    case 'BOOLEAN':
      return (value) => value === true || value === 1n
    case 'DATE':
      return (value) => isoDate(Number(value)) ?? String(value)
    case 'TIME':
      return (value) => clockText(value as bigint, ownScale || digits)
    case 'TIMESTAMP_NTZ':
    case 'TIMESTAMP_LTZ':
    case 'TIMESTAMP_TZ':
      return (value) => (typeof value === 'bigint' ? instantText(value, ownScale || digits) : structText(value, digits))
    case 'BINARY':
      return (value) => (Buffer.isBuffer(value) && value.length > 0 ? `0x${value.toString('hex')}` : '')
    default:
      return String
  }
}

/** Seconds and billionths, or parts of a second where there are no billionths. */
function structText(value: ArrowValue, digits: number): string {
  const { epoch, fraction } = value as Readonly<Record<string, bigint | undefined>>
  if (epoch === undefined) return ''
  if (fraction === undefined || fraction === null) return instantText(epoch, digits)
  return instantText(epoch * 1_000_000_000n + fraction, SECOND_DIGITS)
}
