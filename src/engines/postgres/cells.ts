import type { CellStyle } from '../driver.ts'
import { duration, epochMs, isoTimestamp } from '../iso-time.ts'
import type { CellWriter } from '../row-emitter.ts'

/** Cells come as the server's texts. */
type TextWriter = CellWriter<string>

const DAY_MICROS = 86_400_000_000n
const MAX_SAFE_DIGITS = 15

/** The writer for a column of a type. Every digit is kept; what JSON has no number for is null. */
export function cellWriter(type: string, style: CellStyle): TextWriter {
  switch (type) {
    case 'boolean':
      return (text) => (text === 't' ? 'true' : 'false')
    case 'smallint':
    case 'integer':
    case 'oid':
      return (text) => text
    case 'bigint':
      return style === 'chart' ? (text) => text : wholeForEditor
    case 'numeric':
    case 'real':
    case 'double precision':
      return number
    case 'bytea':
      return (text) => (text === '\\x' ? '""' : `"0${text.slice(1)}"`)
    case 'date':
      return style === 'chart' ? chartDate : editorDate
    case 'timestamp without time zone':
      return style === 'chart' ? chartTimestamp : (text) => editorTimestamp(text, '')
    case 'timestamp with time zone':
      return style === 'chart' ? chartTimestamp : (text) => editorTimestamp(text, '+00:00')
    case 'time without time zone':
      return time
    case 'interval':
      return interval
    default:
      return JSON.stringify
  }
}

function wholeForEditor(text: string): string {
  return text.length <= MAX_SAFE_DIGITS || Number.isSafeInteger(Number(text)) ? text : `"${text}"`
}

/** `NaN`, `Infinity` and `-Infinity` are the only numbers with a letter other than the exponent's. */
function number(text: string): string {
  return /[Nn]/.test(text) ? 'null' : text
}

const INSTANT =
  /^(\d{4,})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?( BC)?$/

/** Microseconds since 1970 of a date or timestamp; null for an infinite one. */
function microsOf(text: string): bigint | null {
  const match = INSTANT.exec(text)
  if (!match) return null
  const [, year = '', month, day, hour = '0', minute = '0', second = '0', fraction = ''] = match
  const [sign, zoneHour = '0', zoneMinute = '0', zoneSecond = '0', era] = match.slice(8)
  const at = new Date(0)
  at.setUTCFullYear(era ? 1 - Number(year) : Number(year), Number(month) - 1, Number(day))
  at.setUTCHours(Number(hour), Number(minute), Number(second), 0)
  const ms = at.getTime()
  if (Number.isNaN(ms)) return null
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * 60 + Number(zoneSecond)
  return BigInt(ms - (sign === '-' ? -zone : zone) * 1000) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

function chartDate(text: string): string {
  const micros = microsOf(text)
  return micros === null ? 'null' : String((micros / DAY_MICROS) * 86_400_000n)
}

/** A time of the years 1 to 9999 as it nearly always is: `2024-02-29T12:34:56`, and the digits of its fraction. */
function usualTime(text: string, zone: string): readonly [clock: string, fraction: string] | null {
  const end = zone === '' ? text.length : text.length - USUAL_ZONE.length
  const isUsual = text[10] === ' ' && end >= CLOCK_END && (zone === '' || text.endsWith(USUAL_ZONE))
  if (!isUsual || (end > CLOCK_END && text[CLOCK_END] !== '.')) return null
  return [`${text.slice(0, 10)}T${text.slice(11, CLOCK_END)}`, text.slice(CLOCK_END + 1, end)]
}

const USUAL_ZONE = '+00'
const CLOCK_END = 19

function chartTimestamp(text: string): string {
  const usual = usualTime(text, text.endsWith(USUAL_ZONE) ? USUAL_ZONE : '')
  if (usual?.[1] === '') return String(Date.parse(`${usual[0]}Z`))
  const micros = microsOf(text)
  return micros === null ? 'null' : epochMs(micros)
}

function editorDate(text: string): string {
  if (text === 'infinity') return '"9999-12-31"'
  return text === '-infinity' ? '"0001-01-01"' : `"${text}"`
}

function editorTimestamp(text: string, zone: string): string {
  const usual = usualTime(text, zone)
  if (usual) return usual[1] === '' ? `"${usual[0]}${zone}"` : `"${usual[0]}.${usual[1].padEnd(6, '0')}${zone}"`
  if (text === 'infinity') return '"9999-12-31T23:59:59.999999"'
  if (text === '-infinity') return '"0001-01-01T00:00:00"'
  if (zone !== '' && !text.endsWith(USUAL_ZONE)) {
    const far = FAR_ZONE.exec(text)
    if (far) return withOffset(far)
  }
  const micros = microsOf(text)
  const iso = micros === null ? null : isoTimestamp(micros)
  return iso === null ? JSON.stringify(text) : `"${iso}${zone}"`
}

/** On the clock of another zone, which a script has set. */
const FAR_ZONE = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d)(:\d\d)?$/

function withOffset([, day, clock, fraction, hours, minutes = ':00']: RegExpExecArray): string {
  return `"${day}T${clock}${fraction === undefined ? '' : `.${fraction.padEnd(6, '0')}`}${hours}${minutes}"`
}

function time(text: string): string {
  const [clock = '', fraction] = text.split('.')
  return fraction === undefined ? `"${clock}"` : `"${clock}.${fraction.padEnd(6, '0')}"`
}

const INTERVAL =
  /^(?:(-?\+?\d+) years? ?)?(?:([+-]?\d+) mons? ?)?(?:([+-]?\d+) days? ?)?(?:([+-])?(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?)?$/

function interval(text: string): string {
  const match = INTERVAL.exec(text)
  if (!match) return JSON.stringify(text)
  const [years = '0', months = '0', days = '0', sign, hours = '0', minutes = '0', seconds = '0', fraction = ''] =
    match.slice(1)
  const whole = BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds)
  const micros = whole * 1_000_000n + BigInt(fraction.padEnd(6, '0') || '0')
  const total = Number(years) * 12 + Number(months)
  return JSON.stringify(duration(total, Number(days), sign === '-' ? -micros : micros))
}
