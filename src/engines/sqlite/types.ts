import { GENERIC, type GenericType } from '../../query/generic-type.ts'

/** What a declared type means, by SQLite's own rules of affinity and the names people use; null when nothing is declared. */
export function genericOfDeclared(type: string | null): GenericType | null {
  const name = (type ?? '').toUpperCase()
  if (name === '') return null
  if (/BOOL/.test(name)) return GENERIC.boolean
  if (/DATE|TIME/.test(name)) return GENERIC.time
  if (/INT|REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(name)) return GENERIC.number
  return /BLOB/.test(name) ? null : GENERIC.text
}

/** What a value is, for columns without a declared type. */
export function genericOfValue(value: unknown): GenericType | null {
  if (typeof value === 'number' || typeof value === 'bigint') return GENERIC.number
  return typeof value === 'string' ? GENERIC.text : null
}

/** The type of numbers that no column declares: whole ones come as bigint, and one that is not makes all of them real. */
export function numberType(values: readonly unknown[]): 'INTEGER' | 'REAL' | null {
  if (values.length === 0 || !values.every((value) => typeof value === 'bigint' || typeof value === 'number'))
    return null
  return values.every((value) => typeof value === 'bigint') ? 'INTEGER' : 'REAL'
}
