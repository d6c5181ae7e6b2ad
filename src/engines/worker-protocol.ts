import type { CellStyle, Progress, ResultColumn } from './driver.ts'

/** How a worker writes the rows of one statement: objects, tuples, or one list per column. */
export type Shape = 'records' | 'rows' | 'columns'

/** One statement for a worker. */
export interface RunMessage {
  readonly op: 'run'
  readonly sql: string
  readonly shape: Shape
  readonly cells: CellStyle
  readonly times: readonly number[]
  readonly maxRows: number | null
  readonly timeoutMs: number
  readonly maxBytes: number | null
  /** Only statements that surely change nothing. */
  readonly isReadOnly: boolean
  readonly schema: string | null
  /** The statement has a LIMIT of its own at its outermost level. */
  readonly hasLimit: boolean
  readonly givesOneRow: boolean
}
/** A short question: parse a text, read the catalog, estimate. */
interface CallMessage {
  readonly op: 'call'
  readonly name: string
  readonly args: unknown
}
export type WorkerMessage =
  | RunMessage
  | CallMessage
  | { readonly op: 'stop' }
  /** The consumer took one `rows` frame. */
  | { readonly op: 'taken' }

export interface RunDone {
  readonly columns: readonly ResultColumn[]
  readonly rowCount: number
  readonly isCut: boolean
  readonly changed: number | null
  readonly cpuMs: number
}

/** Progress as a worker tells it. */
export interface WorkerProgress extends Progress {
  /** CPU time since the statement began. */
  readonly cpuMs: number
}

/** A failure on its way out of a worker. `problem` is what a client may see; without it the worker itself is at fault. */
export interface WorkerFailure {
  readonly message: string
  readonly isStopped?: boolean
  /** The worker could not open its source. */
  readonly isStart?: boolean
  /** The worker must not serve again. */
  readonly isFatal?: boolean
  readonly problem?: {
    readonly status: number
    readonly message: string
    readonly type: string
    readonly extra: Readonly<Record<string, unknown>>
  }
}

/** Frames of rows that may be under way before the consumer has taken one. */
export const ROWS_WINDOW = 4
