import {
  DuckDBArrayType,
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBMapType,
  DuckDBMapValue,
  DuckDBStructType,
  DuckDBStructValue,
  type DuckDBType,
  DuckDBUnionType,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import { quotedText } from '../../kernel/quoted-text.ts'

/** Begins the name that a field without one is given; no name in SQL has it. */
const UNNAMED = '\0'

/** True for the type of `row(1, 'a')`, whose fields have no names. */
export const isUnnamed = (type: DuckDBType): boolean =>
  type instanceof DuckDBStructType && type.entryNames.every((name) => name === '')

/** The same, at any depth. */
export const hasUnnamed = (type: DuckDBType): boolean => isUnnamed(type) || partsOf(type).some(hasUnnamed)

/**
 * Gives fields without a name one of their own, at any depth: a vector reads its values by the names of its type, and
 * of equal ones only the last would be left.
 */
export function nameFields(type: DuckDBType): void {
  if (type instanceof DuckDBStructType && isUnnamed(type))
    Object.assign(
      type.entryNames,
      type.entryNames.map((_, i) => UNNAMED + i),
    )
  for (const part of partsOf(type)) nameFields(part)
}

function partsOf(type: DuckDBType): readonly DuckDBType[] {
  if (type instanceof DuckDBStructType) return type.entryTypes
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) return [type.valueType]
  if (type instanceof DuckDBMapType) return [type.keyType, type.valueType]
  return type instanceof DuckDBUnionType ? type.memberTypes : []
}

const isRow = (names: readonly string[]) => names[0]?.startsWith(UNNAMED) ?? false

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
    if (isRow(Object.keys(value.entries))) return `[${Object.values(value.entries).map(nestedJson).join(', ')}]`
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
    if (isRow(Object.keys(value.entries))) return rowText(Object.values(value.entries))
    const fields = Object.entries(value.entries).map(([key, field]) => `${quotedText(key)}: ${nestedText(field)}`)
    return `{${fields.join(', ')}}`
  }
  if (value instanceof DuckDBMapValue) {
    return `{${value.entries.map((entry) => `${nestedText(entry.key)}: ${nestedText(entry.value)}`).join(', ')}}`
  }
  return value instanceof DuckDBUnionValue ? nestedText(value.value) : quotedText(plainText(value as DuckDBValue))
}

const rowText = (fields: readonly DuckDBValue[]) =>
  `(${fields.map(nestedText).join(', ')}${fields.length === 1 ? ',' : ''})`

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
