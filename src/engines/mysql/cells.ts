import type { CellStyle } from '../driver.ts'
import { epochMs } from '../iso-time.ts'
import type { CellWriter } from '../row-emitter.ts'
import { encodingOf, typeText, type WireField } from './types.ts'

const MAX_SAFE_DIGITS = 15

/** Cells come as the server's texts, and bytes as hexadecimal digits. */
type TextWriter = CellWriter<string>

/** The writer for a column. Every digit is kept; times that are no times, such as day 0, are null in charts. */
export function cellWriter(field: WireField, style: CellStyle): TextWriter {
  const type = typeText(field)
  if (type === 'TINYINT(1)') return flag
  if (type.startsWith('BIT')) return bits(type === 'BIT(1)', style)
  if (encodingOf(field) === 'bytes') return (hex) => (hex === '' ? '""' : `"0x${hex}"`)
  switch (type.replace(/[ (].*$/, '')) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'MEDIUMINT':
    case 'INT':
    case 'YEAR':
      return number
    case 'BIGINT':
      return style === 'chart' ? number : wholeForEditor
    case 'DECIMAL':
    case 'FLOAT':
    case 'DOUBLE':
      return number
    case 'DATE':
    case 'DATETIME':
    case 'TIMESTAMP':
      return style === 'chart' ? chartTime : editorTime
    default:
      return JSON.stringify
  }
}

/** A column that is declared as a flag may hold other numbers too. */
const flag: TextWriter = (text) => (text === '1' ? 'true' : text === '0' ? 'false' : number(text))

/** The server fills some numbers up with zeros, which JSON does not know. */
const number: TextWriter = (text) => text.replace(/^(-?)0+(?=\d)/, '$1')

function wholeForEditor(text: string): string {
  const plain = number(text)
  return plain.length <= MAX_SAFE_DIGITS || Number.isSafeInteger(Number(plain)) ? plain : `"${plain}"`
}

function bits(isFlag: boolean, style: CellStyle): TextWriter {
  if (isFlag) return (hex) => (hex === '01' ? 'true' : 'false')
  const whole = style === 'chart' ? number : wholeForEditor
  return (hex) => whole(String(BigInt(`0x${hex || '0'}`)))
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/
/** Day 0 or month 0, which the server keeps although no calendar has them. */
const NO_DAY = /^\d{4}-(?:00|\d\d-00)/

function chartTime(text: string): string {
  const match = NO_DAY.test(text) ? null : TIME.exec(text)
  if (!match) return 'null'
  const [, year = '', month, day, hour = '0', minute = '0', second = '0', fraction = ''] = match
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  at.setUTCHours(Number(hour), Number(minute), Number(second), 0)
  const micros = BigInt(at.getTime()) * 1000n + BigInt(fraction.padEnd(6, '0'))
  return fraction === '' ? String(at.getTime()) : epochMs(micros)
}

function editorTime(text: string): string {
  if (NO_DAY.test(text)) return JSON.stringify(text)
  const [clock = '', fraction] = text.replace(' ', 'T').split('.')
  return fraction === undefined ? `"${clock}"` : `"${clock}.${fraction.padEnd(6, '0')}"`
}
