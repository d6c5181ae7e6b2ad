import type { CellStyle } from '../driver.ts'
import { floatJson, wholeForEditor } from '../exact-json.ts'
import { epochMs } from '../iso-time.ts'
import type { CellWriter } from '../row-emitter.ts'
import { innerTypes, type TypeSignature } from './types.ts'
import { offsetOfZone } from './zones.ts'

type ValueWriter = CellWriter<unknown>

/** The writer for a column of a type. Every digit is kept; what JSON has no number for is null. */
export function cellWriter(type: TypeSignature, style: CellStyle): ValueWriter {
  const isChart = style === 'chart'
  switch (type.rawType) {
    case 'boolean':
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'decimal':
      return String
    case 'bigint':
      return isChart ? String : (value) => wholeForEditor(String(value))
    case 'real':
    case 'double':
      return floatJson
    case 'varbinary':
      return (value) => JSON.stringify(hexOf(String(value)))
    case 'date':
      return isChart ? (value) => chartTime(String(value)) : JSON.stringify
    case 'timestamp':
    case 'timestamp with time zone':
      return isChart ? (value) => chartTime(String(value)) : (value) => editorTime(String(value))
    case 'array':
    case 'map':
    case 'row':
      return (value) => JSON.stringify(nested(value, type))
    default:
      return (value) => JSON.stringify(typeof value === 'object' ? JSON.stringify(value) : value)
  }
}

const hexOf = (base64: string) => {
  const bytes = atob(base64)
  const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  return digits === '' ? '' : `0x${digits}`
}

const TIME = /^(-?\d{4,})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(?: (\S+))?)?$/

/** Milliseconds since 1970 of the clock that a text shows, and its digits below a second and zone. */
function read(text: string): { readonly ms: number; readonly fraction: string; readonly zone: string | null } | null {
  const match = TIME.exec(text)
  if (!match) return null
  const [, year = '', month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = null] = match
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  at.setUTCHours(Number(hour), Number(minute), Number(second), 0)
  return Number.isNaN(at.getTime()) ? null : { ms: at.getTime(), fraction, zone }
}

function chartTime(text: string): string {
  const time = read(text)
  if (!time) return 'null'
  const ms = time.ms - (time.zone === null ? 0 : offsetOfZone(time.zone, time.ms) * 60_000)
  return epochMs(BigInt(ms) * 1000n + BigInt(time.fraction.padEnd(6, '0').slice(0, 6)))
}

/** Six digits of a second where there is a fraction, more where the column has more; a zone as its offset. */
function editorTime(text: string): string {
  const time = read(text)
  if (!time) return JSON.stringify(text)
  const clock = text.slice(0, text.indexOf(' ') + 9).replace(' ', 'T')
  const fraction = /[1-9]/.test(time.fraction) ? `.${time.fraction.padEnd(6, '0')}` : ''
  return `"${clock}${fraction}${time.zone === null ? '' : offsetText(offsetOfZone(time.zone, time.ms))}"`
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** A value inside a list, map or row as JSON, with bare numbers of every length; a row has the names of its type. */
function nested(value: unknown, type: TypeSignature): string {
  if (value === null || value === undefined) return 'null'
  const inner = innerTypes(type)
  switch (type.rawType) {
    case 'array':
      return `[${(value as readonly unknown[]).map((each) => nested(each, inner[0]?.[1] ?? TEXT)).join(', ')}]`
    case 'map':
      return fieldsText(Object.entries(value).map(([key, each]) => [key, nested(each, inner[1]?.[1] ?? TEXT)]))
    case 'row':
      return rowText(value as readonly unknown[], inner)
    case 'boolean':
    case 'tinyint':
    case 'smallint':
    case 'integer':
    case 'bigint':
    case 'decimal':
      return String(value)
    case 'real':
    case 'double':
      return floatJson(value)
    default:
      return JSON.stringify(value)
  }
}

const TEXT: TypeSignature = { rawType: 'varchar' }

function rowText(values: readonly unknown[], inner: ReturnType<typeof innerTypes>): string {
  const texts = values.map((value, i) => [inner[i]?.[0] ?? null, nested(value, inner[i]?.[1] ?? TEXT)] as const)
  const isNamed = texts.every(([name]) => name !== null)
  return isNamed
    ? fieldsText(texts.map(([name, text]) => [name ?? '', text]))
    : `[${texts.map(([, text]) => text).join(', ')}]`
}

const fieldsText = (fields: readonly (readonly [name: string, text: string])[]) =>
  `{${fields.map(([name, text]) => `${JSON.stringify(name)}: ${text}`).join(', ')}}`
