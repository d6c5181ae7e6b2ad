import type { GenericType } from '../query/generic-type.ts'
import type { TableLoader } from './table-loader.ts'

/** One column of a result. Repeated names are made unique by the driver with `__1`, `__2`, ... */
export interface ResultColumn {
  readonly name: string
  /** The engine's own type text, `null` where it has none. */
  readonly type: string | null
  readonly generic: GenericType | null
  /** Every cell is NULL, or there is no row. Known only when the whole result was read. */
  readonly isEmpty?: boolean
}

/** How cells are written: `chart` = epoch milliseconds and bare numbers, `editor` = ISO texts and big integers as text. */
export type CellStyle = 'chart' | 'editor'

export interface Progress {
  /** 0..100, or null where the engine cannot tell. */
  readonly percent: number | null
  readonly rows: number
}

/** How urgent a statement is. `spare`: nobody waits for it, so it runs only while nothing else does, and gives way to what comes. */
export type Lane = 'interactive' | 'batch' | 'spare'

export interface RunRequest {
  readonly sql: string
  /** The engine is asked for one row more, so that `isCut` is known. */
  readonly maxRows: number | null
  readonly timeoutMs: number
  readonly cells: CellStyle
  /** Places of columns that hold times whatever the engine keeps them as; read where it has no type for times. */
  readonly times?: readonly number[]
  readonly schema: string | null
  readonly catalog: string | null
  /** Admission is fair per user: one user's heavy queries queue behind each other. */
  readonly user: string
  readonly lane: Lane
  readonly signal: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

/** A whole result as ready JSON text. */
interface RunResult {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly isCut: boolean
  /** `records`: `[{"a":1},...]`; `columns`: `[[1,...],["x",...]]` in column order. UTF-8 JSON. */
  readonly body: Uint8Array
  readonly elapsedMs: number
}

/**
 * A result in pieces, for results too large to hold. `onRows` gets `[1,"x"],[2,"y"]` (no outer brackets), cut anywhere, and may be
 * awaited for back pressure; its bytes last until then.
 */
interface StreamRequest extends RunRequest {
  onColumns(columns: readonly ResultColumn[]): void | Promise<void>
  onRows(rows: readonly Uint8Array[], count: number): void | Promise<void>
}
interface StreamResult {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly isCut: boolean
  readonly elapsedMs: number
}

export interface TableEntry {
  readonly name: string
  readonly kind: 'table' | 'view' | 'materialized_view'
  /** Row count where the engine knows it without counting. */
  readonly rows: number | null
}
export interface ColumnEntry {
  readonly name: string
  /** Short type text for lists, such as `DECIMAL`. */
  readonly type: string
  /** Full type text, such as `DECIMAL(10,2)`. */
  readonly longType: string
  readonly generic: GenericType | null
  readonly isNullable: boolean
  readonly default: string | null
  readonly comment: string | null
}
export interface TableDetail {
  readonly name: string
  readonly comment: string | null
  readonly columns: readonly ColumnEntry[]
  readonly primaryKey: { readonly name: string | null; readonly columns: readonly string[] } | null
  readonly foreignKeys: readonly {
    readonly name: string | null
    readonly columns: readonly string[]
    readonly referredSchema: string | null
    readonly referredTable: string
    readonly referredColumns: readonly string[]
  }[]
  readonly indexes: readonly {
    readonly name: string
    readonly columns: readonly string[]
    readonly isUnique: boolean
  }[]
  /** Text of CREATE VIEW for a view, empty where the account may not read it; null for what is no view. */
  readonly view: string | null
}

/** What a parser says about one SQL text. Nothing runs whose verdict was not asked for. */
export interface SqlVerdict {
  readonly statements: readonly {
    /** The statement's text, comments kept, without the final semicolon, and where it begins (UTF-16 offset). */
    readonly sql: string
    readonly from: number
    readonly to: number
    /** `set` changes nothing but the session it runs in, `transaction` begins or ends the session's transaction. */
    readonly kind: 'select' | 'explain' | 'show' | 'set' | 'transaction' | 'dml' | 'ddl' | 'other'
  }[]
  /** True only when every statement surely changes nothing. */
  readonly isReadOnly: boolean
  /** Tables read, from the tree, as written. */
  readonly tables: readonly { readonly catalog: string | null; readonly schema: string | null; readonly name: string }[]
  /** Refused functions or constructs, in words for the user; empty when allowed. */
  readonly refusals: readonly string[]
}

/** Where a table lies. */
export interface TablePlace {
  readonly schema: string
  readonly name: string
}

/** Two tables of which one holds rows of the other, at any depth: a partition, or a table that inherits. */
export interface TablePart {
  readonly part: TablePlace
  readonly whole: TablePlace
}

/** Whose script it is, and when it has to begin at the latest. */
export type SessionRequest = Pick<RunRequest, 'user' | 'lane' | 'timeoutMs' | 'signal'>

/** What the statements of one script share: what one of them sets or makes for its session, those after it find. */
export interface Session extends Pick<Driver, 'stream' | 'execute'> {
  /** Runs a statement of the kind `set`. */
  set(request: RunRequest): Promise<void>
  /**
   * Runs a statement of the kind `transaction`. One that began holds for the statements after it; it is taken back where
   * the session ends before it. `mayChange`: it may change data, where its words do not say otherwise.
   */
  transact(request: RunRequest, mayChange: boolean): Promise<void>
}

/** An open database. One per connection record; all of its work happens outside the web process or over its wire. */
export interface Driver {
  /** A server in the network: whoever opens the record reaches the same data. */
  readonly isRemote: boolean
  run(request: RunRequest & { readonly shape: 'records' | 'columns' }): Promise<RunResult>
  stream(request: StreamRequest): Promise<StreamResult>
  /** Runs a statement that changes data, only where the record allows it. Gives the number of rows changed, or null. */
  execute(request: RunRequest): Promise<{ readonly changed: number | null; readonly elapsedMs: number }>
  /**
   * Runs work with a session that nobody else uses; when the work ends, nothing of the session is left on the server.
   * Null where statements share nothing.
   */
  readonly inSession: (<T>(asked: SessionRequest, work: (session: Session) => Promise<T>) => Promise<T>) | null
  /** `schema` and `catalog` are where names are looked up first, for engines that look names up to judge. */
  judge(sql: string, signal: AbortSignal, schema?: string | null, catalog?: string | null): Promise<SqlVerdict>
  /** One object of label -> value per statement. */
  estimate(sql: string, schema: string | null, signal: AbortSignal): Promise<Record<string, string>>
  catalogs(): Promise<readonly string[]>
  schemas(catalog: string | null): Promise<readonly string[]>
  defaultSchema(): Promise<string | null>
  tables(catalog: string | null, schema: string): Promise<readonly TableEntry[]>
  /** Null when there is no such table. */
  table(catalog: string | null, schema: string | null, name: string): Promise<TableDetail | null>
  /** Every pair of a part and its whole with one of these tables in it; null where no table is a part of another. */
  readonly parts: ((tables: readonly TablePlace[]) => Promise<readonly TablePart[]>) | null
  functions(): Promise<readonly string[]>
  /** Changes whenever a listed table may have changed; null where the engine cannot tell. */
  version(tables: SqlVerdict['tables']): Promise<string | null>
  /** Makes tables of files; absent where the engine's tables are made elsewhere. */
  readonly loader?: TableLoader
  /** Throws a Problem (connection error types) when the database cannot be reached. */
  ping(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
