import { Problem } from '../wire/problem.ts'

/** Types that columns of a file are given, in the order in which they are guessed. */
export const FILE_TYPES = ['integer', 'decimal', 'double', 'boolean', 'date', 'timestamp', 'text'] as const
export type FileType = (typeof FILE_TYPES)[number]

/** How a file is to be read. Null means: as found in the file. */
export interface FileReading {
  readonly delimiter: string | null
  /** Line of the names, counted from 0; null where the first line is a row already. */
  readonly headerRow: number | null
  readonly sheet: string | null
  /** Texts that stand for no value beside the empty one. */
  readonly nulls: readonly string[]
  /** Columns to take; null takes all. */
  readonly columns: readonly string[] | null
  readonly types: Readonly<Record<string, FileType>>
}

export interface FileColumn {
  readonly name: string
  readonly type: FileType
  /** The type as the embedded engine writes it, such as `DECIMAL(10,2)`. */
  readonly sqlType: string
}

/** What a file was found to hold. */
export interface PreparedFile {
  readonly format: 'csv' | 'json' | 'parquet' | 'excel'
  readonly columns: readonly FileColumn[]
  readonly rows: number
  /** Its first rows as texts. */
  readonly shown: readonly (readonly (string | null)[])[]
  readonly delimiter: string | null
  readonly encoding: string | null
  /** Sheets of a workbook. */
  readonly sheets: readonly string[]
}

/** A file that was read: its rows lie ready in a private folder, for engines of every kind. */
export interface TableContent {
  readonly columns: readonly FileColumn[]
  readonly rows: number
  /** Path of a Parquet file. */
  readonly parquet: string
  /** Path of a file with a JSON list of texts and nulls per line. */
  readonly lines: string
}

export type IfExists = 'fail' | 'replace' | 'append'

export interface LoadRequest {
  readonly schema: string | null
  readonly table: string
  readonly ifExists: IfExists
  readonly content: TableContent
  /** Once aborted, nothing is loaded any more: the table stays as it was. */
  readonly signal: AbortSignal
}

interface UploadedTable {
  readonly schema: string | null
  readonly name: string
}

/** How tables come into a database from files. Each call does all of its work or none. */
export interface TableLoader {
  /** Throws a Problem: 422 for a table that is there and may not be touched, 400 for rows that do not fit into it. */
  load(request: LoadRequest): Promise<void>
  /** Tables that were made of files; absent where the database does not tell them from others. */
  uploaded?(): Promise<readonly UploadedTable[]>
  /** Removes a table, false when there was none; absent where statements do that. Throws 422 for one of no file. */
  drop?(table: string): Promise<boolean>
}

/** How long one statement of a load may take on a server. */
export const LOAD_STATEMENT_MS = 600_000

/** Whether a type of the embedded engine holds integers of 64 bits with a sign, or some of them. */
export const isInteger64 = (sqlType: string): boolean =>
  /^(TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER)$/.test(sqlType)

/** The refusal of a name that is taken, in the words that clients know. */
export const tableExists = () =>
  new Problem(
    422,
    "Table already exists. You can change your 'if table already exists' strategy to append or replace or provide a different Table Name to use.",
    { type: 'GENERIC_COMMAND_ERROR', level: 'warning', envelope: 'errors' },
  )

/** The refusal to remove what no user brought. */
export const notUploaded = () =>
  new Problem(422, 'Only tables that were made of a file can be removed.', { type: 'GENERIC_COMMAND_ERROR' })
