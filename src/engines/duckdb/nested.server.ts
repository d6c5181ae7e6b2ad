import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import { quotedText } from '../../kernel/quoted-text.ts'

/** A list, struct or map as JSON. Numbers keep every digit; what is no number in JSON is null. */
export function nestedJson(value: DuckDBValue): string {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'string':
      return JSON.stringify(value)
    default:
      return value === null ? 'null' : compoundJson(value)
  }
}

function compoundJson(value: object): string {
  if (value instanceof DuckDBDecimalValue) return value.toString()
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(nestedJson).join(', ')}]`
  }
  if (value instanceof DuckDBStructValue) {
    const fields = Object.entries(value.entries).map(([key, field]) => `${JSON.stringify(key)}: ${nestedJson(field)}`)
    return `{${fields.join(', ')}}`
  }
  if (value instanceof DuckDBMapValue) {
    const keyOf = (key: DuckDBValue) => JSON.stringify(typeof key === 'string' ? key : plainText(key))
    return `{${value.entries.map((entry) => `${keyOf(entry.key)}: ${nestedJson(entry.value)}`).join(', ')}}`
  }
  return value instanceof DuckDBUnionValue ? nestedJson(value.value) : JSON.stringify(plainText(value as DuckDBValue))
}

/** A struct or map as one line of text, as answers show it: `{'k': 1, 'l': ['a', None]}`. Lists alone are JSON there. */
export function nestedText(value: DuckDBValue): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False'
    case 'bigint':
      return String(value)
    case 'number':
      return numberText(value)
    case 'string':
      return quotedText(value)
    default:
      return value === null ? 'None' : compoundText(value)
  }
}

function compoundText(value: object): string {
  if (value instanceof DuckDBDecimalValue) return value.toString()
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(nestedText).join(', ')}]`
  }
  if (value instanceof DuckDBStructValue) {
    const fields = Object.entries(value.entries).map(([key, field]) => `${quotedText(key)}: ${nestedText(field)}`)
    return `{${fields.join(', ')}}`
  }
  if (value instanceof DuckDBMapValue) {
    return `{${value.entries.map((entry) => `${nestedText(entry.key)}: ${nestedText(entry.value)}`).join(', ')}}`
  }
  return value instanceof DuckDBUnionValue ? nestedText(value.value) : quotedText(plainText(value as DuckDBValue))
}

/** Bytes as `0x...`; nothing for an empty value. */
export function blobText(bytes: Uint8Array): string {
  return bytes.byteLength === 0
    ? ''
    : `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

function plainText(value: DuckDBValue): string {
  return value instanceof DuckDBBlobValue ? blobText(value.bytes) : String(value)
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
}
