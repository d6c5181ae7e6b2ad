import type { FileType, IfExists } from '../../../engines/table-loader.ts'

/** Where a file may go. */
export interface UploadPlace {
  readonly id: number
  readonly name: string
  /** The name of its engine. */
  readonly backend: string
  readonly schemas: readonly string[]
}

/** What the dialog sends with a file. */
export interface UploadForm {
  readonly table: string
  readonly placeId: number
  readonly schema: string
  readonly ifExists: IfExists
  /** Null lets the server judge. */
  readonly delimiter: string | null
  readonly hasHeader: boolean
  readonly sheet: string | null
  readonly types: Readonly<Record<string, FileType>>
}

const MAX_NAME = 63
const KNOWN = /\.(csv|tsv|txt|xlsx|parquet|json|jsonl|ndjson)$/i
/** So much of a text says what its columns are. */
const LOOK_BYTES = 512 * 1024

export const isUploadable = (name: string): boolean => KNOWN.test(name)

/** A table's name from a file's: letters, digits and underscores. */
export function tableNameOf(fileName: string): string {
  const base = fileName
    .replace(/\.\w+$/, '')
    .normalize('NFC')
    .toLowerCase()
  const name = base.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replaceAll(/^_+|_+$/g, '')
  return name.slice(0, MAX_NAME) || 'uploaded'
}

/** The form that a file begins with. */
export const firstForm = (fileName: string, place: UploadPlace): UploadForm => ({
  table: tableNameOf(fileName),
  placeId: place.id,
  schema: place.schemas[0] ?? '',
  ifExists: 'fail',
  delimiter: null,
  hasHeader: true,
  sheet: null,
  types: {},
})

/** The field `type` that clients of the dialect send. */
function kindOf(fileName: string): 'csv' | 'excel' | 'columnar' {
  if (/\.xlsx$/i.test(fileName)) return 'excel'
  return /\.parquet$/i.test(fileName) ? 'columnar' : 'csv'
}

/** The fields beside the file. */
export function fieldsOf(fileName: string, form: UploadForm): Readonly<Record<string, string>> {
  return {
    type: kindOf(fileName),
    table_name: form.table,
    schema: form.schema,
    already_exists: form.ifExists,
    header_row: form.hasHeader ? '0' : 'none',
    ...(form.delimiter === null ? {} : { delimiter: form.delimiter }),
    ...(form.sheet === null ? {} : { sheet_name: form.sheet }),
    ...(Object.keys(form.types).length === 0 ? {} : { column_data_types: JSON.stringify(form.types) }),
  }
}

/** The bytes of a text that are looked at, whole lines of it; null where the whole file is. */
export function lookedAtBytes(fileName: string, size: number): number | null {
  return /\.(csv|tsv|txt|jsonl|ndjson)$/i.test(fileName) && size > LOOK_BYTES ? LOOK_BYTES : null
}
