import type { ResultColumn } from '../engines/driver.ts'
import { GENERIC, type GenericType } from '../query/generic-type.ts'

/** A column as the editor's answers describe it (reference: sql-editor A.0.7). */
export interface WireColumn {
  readonly column_name: string
  readonly name: string
  readonly type: string | null
  readonly type_generic: GenericType | null
  readonly is_dttm: boolean
}

/**
 * A column in the answers of execute and results, as clients of the dialect know it: decimals and columns without any
 * value have no type there (vectors: sqllab).
 */
export function wireColumn(column: ResultColumn): WireColumn {
  const full = fullColumn(column)
  const isUntyped = column.isEmpty === true || full.type === 'DECIMAL'
  return isUntyped ? { ...full, type: null, type_generic: null, is_dttm: false } : full
}

/** A column with all that is known of it, for the product's own grid. */
export function fullColumn({ name, type, generic }: ResultColumn): WireColumn {
  return {
    column_name: name,
    name,
    type: shortType(type, generic),
    type_generic: generic,
    is_dttm: generic === GENERIC.time,
  }
}

function shortType(type: string | null, generic: GenericType | null): string | null {
  if (generic === GENERIC.number) return numberType(type ?? '')
  if (generic === GENERIC.text) return 'STRING'
  if (generic === GENERIC.time) return 'DATETIME'
  return generic === GENERIC.boolean ? 'BOOL' : null
}

function numberType(type: string): string {
  if (/^(DECIMAL|NUMERIC)/i.test(type)) return 'DECIMAL'
  return /^(DOUBLE|FLOAT|REAL)/i.test(type) ? 'FLOAT' : 'INT'
}
