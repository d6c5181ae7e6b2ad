import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import type { CellStyle } from '../driver.ts'

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
const ISO = /^(-?\d{4,6}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/

/** One value as JSON. A column may hold values of any type, so each is judged by itself. */
export function sqliteCell(value: unknown, generic: GenericType | null, style: CellStyle): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'bigint') return wholeCell(value, generic, style)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (value instanceof Uint8Array) return JSON.stringify(blobText(value))
  const text = String(value)
  return style === 'chart' && generic === GENERIC.time ? (epochOf(text) ?? JSON.stringify(text)) : JSON.stringify(text)
}

function wholeCell(value: bigint, generic: GenericType | null, style: CellStyle): string {
  if (generic === GENERIC.boolean && (value === 0n || value === 1n)) return value === 1n ? 'true' : 'false'
  const isUnsafe = value > MAX_SAFE || value < -MAX_SAFE
  return style === 'editor' && isUnsafe ? `"${value}"` : String(value)
}

function epochOf(text: string): string | null {
  const match = ISO.exec(text)
  if (!match) return null
  const ms = Date.parse(`${match[1]}T${match[2] ?? '00:00'}${match[3] ?? 'Z'}`)
  return Number.isNaN(ms) ? null : String(ms)
}

function blobText(bytes: Uint8Array): string {
  return bytes.byteLength === 0 ? '' : `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
