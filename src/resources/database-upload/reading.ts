import { z } from 'zod'
import { FILE_TYPES, type FileReading, type FileType, type IfExists } from '../../engines/table-loader.ts'
import { own } from '../../kernel/own.ts'
import { invalidFields } from '../../wire/problem.ts'

type Fields = Readonly<Record<string, string>>

/** Where the rows of an upload go. */
export interface Target {
  readonly table: string
  readonly schema: string | null
  readonly ifExists: IfExists
}

const MAX_NAME = 128
const IF_EXISTS = ['fail', 'replace', 'append'] as const
const Types = z.record(z.string(), z.string())

/** Types of the data frames that clients of the dialect name. */
const FRAME_TYPES: Readonly<Record<string, FileType>> = {
  int: 'integer',
  int64: 'integer',
  Int64: 'integer',
  float: 'double',
  float64: 'double',
  bool: 'boolean',
  str: 'text',
  string: 'text',
  object: 'text',
  datetime: 'timestamp',
  'datetime64[ns]': 'timestamp',
}

/** The target that the fields name. Throws 400 with texts by field. */
export function targetOf(fields: Fields): Target {
  const table = fields['table_name']?.trim() ?? ''
  if (fields['table_name'] === undefined) throw invalidFields({ table_name: ['Missing data for required field.'] })
  if (table === '' || table.length > MAX_NAME || /\p{Cc}/u.test(table) || !table.isWellFormed())
    throw invalidFields({ table_name: [`Length must be between 1 and ${MAX_NAME}.`] })
  const ifExists = IF_EXISTS.find((each) => each === (fields['already_exists'] ?? 'fail'))
  if (!ifExists) throw invalidFields({ already_exists: [`Must be one of: ${IF_EXISTS.join(', ')}.`] })
  return { table, schema: fields['schema'] || null, ifExists }
}

/** How the fields say that the file is to be read. Throws 400 with texts by field. */
export function readingOf(fields: Fields): FileReading {
  const delimiter = delimiterOf(fields['delimiter'])
  return {
    delimiter,
    headerRow: headerOf(fields['header_row']),
    sheet: fields['sheet_name'] || null,
    nulls: listOf(fields['null_values']),
    columns: fields['columns_read'] ? listOf(fields['columns_read']) : null,
    types: typesOf(fields['column_data_types']),
  }
}

function delimiterOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  const delimiter = text === '\\t' ? '\t' : text
  if (delimiter.length !== 1 || /["\r\n\0]/.test(delimiter))
    throw invalidFields({ delimiter: ['Not a valid delimiter.'] })
  return delimiter
}

function headerOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return 0
  if (text === 'none' || text === '-1') return null
  if (!/^\d{1,4}$/.test(text)) throw invalidFields({ header_row: ['Not a valid integer.'] })
  return Number(text)
}

/** A list as JSON, or as words between commas. */
function listOf(text: string | undefined): string[] {
  if (!text) return []
  const parsed = parsedJson(text)
  return Array.isArray(parsed) ? parsed.map(String) : text.split(',').map((each) => each.trim())
}

function typesOf(text: string | undefined): Record<string, FileType> {
  if (!text) return {}
  const named = Types.safeParse(parsedJson(text))
  const unknown = invalidFields({ column_data_types: [`Must be an object of: ${FILE_TYPES.join(', ')}.`] })
  if (!named.success) throw unknown
  const pairs = Object.entries(named.data).map(([column, name]) => {
    const type = FILE_TYPES.find((each) => each === name) ?? own(FRAME_TYPES, name)
    if (!type) throw unknown
    return [column, type] as const
  })
  return Object.fromEntries(pairs)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
