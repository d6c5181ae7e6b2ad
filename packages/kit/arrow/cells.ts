import { duration, isoDate, timeOfDay } from '../../../src/engines/iso-time.ts'
import { decimalText, microsOf, timeOfMicros } from '../times.ts'
import { type ArrowColumn, type ArrowField, type ArrowValue, KIND } from './stream.ts'

type Cell = string | number | boolean | null

/** How the values of a column become cells, by what the column says of itself. */
export function cellsOf({ field, at }: ArrowColumn): (row: number) => Cell {
  const isInner = field.children.length > 0
  return (row) => {
    const value = at(row)
    if (value === null) return null
    return isInner ? jsonText(value, field) : scalar(value, field)
  }
}

function scalar(value: ArrowValue, { kind, scale }: ArrowField): Cell {
  switch (kind) {
    case KIND.decimal:
      return decimalText(value as bigint, scale)
    case KIND.date:
      return isoDate(Number(value)) ?? String(value)
    case KIND.timestamp:
      return timeOfMicros(microsOf(value as bigint, scale))
    case KIND.time:
      return timeOfDay(Number(value))
    case KIND.duration:
      return duration(0, 0, microsOf(value as bigint, scale))
    case KIND.binary:
    case KIND.largeBinary:
      return Buffer.isBuffer(value) && value.length > 0 ? `0x${value.toString('hex')}` : ''
    default:
      return typeof value === 'boolean' || typeof value === 'number' ? value : String(value)
  }
}

/** A list, a map or a struct as JSON, with bare numbers of every length. */
function jsonText(value: ArrowValue | null, field: ArrowField): string {
  if (value === null) return 'null'
  const [first] = field.children
  switch (field.kind) {
    case KIND.list:
    case KIND.largeList:
      return `[${(value as readonly ArrowValue[]).map((one) => (first ? jsonText(one, first) : 'null')).join(', ')}]`
    case KIND.map:
      return mapText(value as readonly ArrowValue[], first?.children ?? [])
    case KIND.struct:
      return structText(value as Readonly<Record<string, ArrowValue | null>>, field.children)
    default:
      return plainText(scalar(value, field), field)
  }
}

function plainText(cell: Cell, { kind }: ArrowField): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : 'null'
  return kind === KIND.int || kind === KIND.decimal ? String(cell) : JSON.stringify(cell)
}

const structText = (value: Readonly<Record<string, ArrowValue | null>>, fields: readonly ArrowField[]) =>
  `{${fields.map((field) => `${JSON.stringify(field.name)}: ${jsonText(value[field.name] ?? null, field)}`).join(', ')}}`

function mapText(entries: readonly ArrowValue[], [key, value]: readonly ArrowField[]): string {
  if (!key || !value) return '{}'
  const texts = entries.map((entry) => {
    const parts = entry as Readonly<Record<string, ArrowValue | null>>
    const name = jsonText(parts[key.name] ?? null, key)
    return `${name.startsWith('"') ? name : JSON.stringify(name)}: ${jsonText(parts[value.name] ?? null, value)}`
  })
  return `{${texts.join(', ')}}`
}
