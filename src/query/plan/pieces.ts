import type { ColumnModel } from '../dataset-model.ts'

/** An expression of the SELECT list with its place there. */
export interface Piece {
  readonly sql: string
  readonly at: number
}

/** What a grouped statement is made of: `SELECT dimensions, metrics FROM source WHERE ... GROUP BY ... ORDER BY ... LIMIT rows`. */
export interface Pieces {
  readonly source: string
  /** The name by which expressions may call the source, quoted. */
  readonly alias: string
  /** Columns of the dataset, for what is known of their types. */
  readonly known: readonly ColumnModel[]
  /** All of them hold. */
  readonly where: readonly string[]
  readonly dimensions: readonly Piece[]
  readonly metrics: readonly Piece[]
  /** By places in the SELECT list. */
  readonly order: readonly { readonly at: number; readonly isAscending: boolean }[]
  readonly rows: number
}
