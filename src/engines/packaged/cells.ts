import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import type { CellStyle } from '../driver.ts'
import { floatJson, wholeForEditor } from '../exact-json.ts'
import { epochMs } from '../iso-time.ts'
import type { CellWriter } from '../row-emitter.ts'

const NUMBER = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/
const WHOLE = /^-?\d+$/
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?)?$/

/** The writer for a column by its kind. Every digit is kept; what JSON has no number for is null. */
export function cellWriter(generic: GenericType | null, style: CellStyle): CellWriter<unknown> {
  switch (generic) {
    case GENERIC.number:
      return (value) => numberCell(value, style)
    case GENERIC.time:
      return style === 'chart' ? (value) => chartTime(String(value)) : textCell
    case GENERIC.boolean:
      return (value) => (typeof value === 'boolean' ? String(value) : textCell(value))
    default:
      return textCell
  }
}

const textCell = (value: unknown) => JSON.stringify(String(value))

function numberCell(value: unknown, style: CellStyle): string {
  if (typeof value === 'number') return floatJson(value)
  const text = String(value)
  if (!NUMBER.test(text)) return textCell(value)
  return style === 'editor' && WHOLE.test(text) ? wholeForEditor(text) : text
}

function chartTime(text: string): string {
  const [, day, clock = '00:00:00', fraction = ''] = TIME.exec(text) ?? []
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}Z`)
  if (Number.isNaN(ms)) return 'null'
  return epochMs(BigInt(ms) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6)))
}
