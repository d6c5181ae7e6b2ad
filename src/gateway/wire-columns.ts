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

/** The dialect's short type names; `native_type` on pages keeps the engine's own. */
export function wireColumn({ name, type, generic }: ResultColumn): WireColumn {
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
