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

/** A list, struct or map as JSON. Numbers keep every digit; what is no number in JSON is null. */
export function nestedJson(value: DuckDBValue): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof DuckDBDecimalValue) return value.toString()
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(nestedJson).join(',')}]`
  }
  if (value instanceof DuckDBStructValue) {
    const fields = Object.entries(value.entries).map(([key, field]) => `${JSON.stringify(key)}:${nestedJson(field)}`)
    return `{${fields.join(',')}}`
  }
  if (value instanceof DuckDBMapValue) {
    const keyOf = (key: DuckDBValue) => JSON.stringify(typeof key === 'string' ? key : plainText(key))
    return `{${value.entries.map((entry) => `${keyOf(entry.key)}:${nestedJson(entry.value)}`).join(',')}}`
  }
  if (value instanceof DuckDBUnionValue) return nestedJson(value.value)
  return JSON.stringify(plainText(value))
}

/** A list, struct or map as one line of text, as the SQL editor shows it: `[1, 'a', None]`, `{'k': 1}`. */
export function nestedText(value: DuckDBValue, isInList = false): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return numberText(value, isInList)
  if (typeof value === 'string') return quoted(value)
  if (value instanceof DuckDBDecimalValue) return value.toString()
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map((item) => nestedText(item, true)).join(', ')}]`
  }
  if (value instanceof DuckDBStructValue) {
    const fields = Object.entries(value.entries).map(([key, field]) => `${quoted(key)}: ${nestedText(field)}`)
    return `{${fields.join(', ')}}`
  }
  if (value instanceof DuckDBMapValue) {
    return `{${value.entries.map((entry) => `${nestedText(entry.key)}: ${nestedText(entry.value)}`).join(', ')}}`
  }
  if (value instanceof DuckDBUnionValue) return nestedText(value.value, isInList)
  return quoted(plainText(value))
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

function numberText(value: number, isInList: boolean): string {
  if (Number.isFinite(value)) return String(value)
  if (isInList) return 'null'
  return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
