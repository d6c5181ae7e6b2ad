import type { CellStyle } from '../driver.ts'
import { floatJson, wholeForEditor } from '../exact-json.ts'
import { epochMs } from '../iso-time.ts'
import type { CellWriter } from '../row-emitter.ts'
import { type ClickhouseType, parseType } from './types.ts'

type ValueWriter = CellWriter<unknown>

const WHOLE = /^U?Int\d+$/
const FLOAT = /^B?Float\d+$/

/** The writer for a column of a type. Every digit is kept; what JSON has no number for is null. */
export function cellWriter(typeText: string, style: CellStyle): ValueWriter {
  const type = parseType(typeText)
  const { name } = type
  return numberWriter(type, style) ?? timeWriter(name, style) ?? textWriter(type)
}

function numberWriter({ name, args }: ClickhouseType, style: CellStyle): ValueWriter | null {
  if (WHOLE.test(name) || name.startsWith('Interval'))
    return style === 'chart' ? String : (value) => wholeForEditor(String(value))
  if (FLOAT.test(name)) return floatJson
  if (name === 'Decimal') return (value) => decimal(String(value), args)
  return name === 'Bool' ? String : null
}

function timeWriter(name: string, style: CellStyle): ValueWriter | null {
  if (!/^Date/.test(name)) return null
  if (style === 'chart') return (value) => chartTime(String(value))
  return (value) => editorTime(String(value))
}

function textWriter(type: ClickhouseType): ValueWriter {
  if (type.name === 'FixedString') return (value) => JSON.stringify(String(value).replace(/\0+$/, ''))
  if (type.inner.length > 0) return (value) => JSON.stringify(nested(value, type))
  return (value) => JSON.stringify(typeof value === 'object' ? JSON.stringify(value) : value)
}

/** The server leaves out zeros at the end; the scale of the type says how many there are. */
function decimal(text: string, args: string): string {
  const scale = Number(args.split(',').at(-1) ?? 0)
  const [whole = '0', fraction = ''] = text.split('.')
  return scale > 0 ? `${whole}.${fraction.padEnd(scale, '0')}` : whole
}

const TIME = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?)?$/

function chartTime(text: string): string {
  const match = TIME.exec(text)
  if (!match) return 'null'
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = ''] = match
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return epochMs(BigInt(ms) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6)))
}

/** Six digits of a second where there is a fraction, more where the column has more. */
function editorTime(text: string): string {
  const [clock = '', fraction = ''] = text.replace(' ', 'T').split('.')
  return /[1-9]/.test(fraction) ? `"${clock}.${fraction.padEnd(6, '0')}"` : `"${clock}"`
}

/** A value inside a list, map or tuple as JSON, with bare numbers of every length. */
function nested(value: unknown, type: ClickhouseType): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return nestedList(value, type)
  if (typeof value === 'object') return nestedFields(value as Readonly<Record<string, unknown>>, type)
  if (WHOLE.test(type.name)) return String(value)
  if (FLOAT.test(type.name)) return floatJson(value)
  return type.name === 'Decimal' ? decimal(String(value), type.args) : JSON.stringify(value)
}

const UNKNOWN: ClickhouseType = { name: '', inner: [], fields: null, args: '' }

function nestedList(values: readonly unknown[], { name, inner, fields }: ClickhouseType): string {
  const [first = UNKNOWN] = inner
  if (name === 'Array') return `[${values.map((value) => nested(value, first)).join(', ')}]`
  if (name !== 'Nested') return `[${values.map((value, i) => nested(value, inner[i] ?? UNKNOWN)).join(', ')}]`
  const row: ClickhouseType = { name: 'Tuple', inner, fields, args: '' }
  return `[${values.map((value) => nested(value, row)).join(', ')}]`
}

function nestedFields(value: Readonly<Record<string, unknown>>, { name, inner, fields }: ClickhouseType): string {
  const typeOf = (field: string) => inner[name === 'Map' ? 1 : (fields?.indexOf(field) ?? -1)] ?? UNKNOWN
  const parts = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${nested(field, typeOf(key))}`)
  return `{${parts.join(', ')}}`
}
