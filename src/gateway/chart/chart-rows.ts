import type { GenericType } from '../../query/generic-type.ts'

/** What is remembered of an answer beside its rows. */
const BESIDE_BYTES = 4_000

/** Rows of one answer as ready JSON, with what is known of them. */
export interface ChartRows {
  readonly names: readonly string[]
  readonly generics: readonly GenericType[]
  readonly rowCount: number
  /** Rows of the database before anything was made of them. */
  readonly sqlRowCount: number
  /** What the rows are called after post-processing, null for a plain count. */
  readonly indexNames: readonly unknown[] | null
  /** Places of columns that hold floats even where their values are whole. */
  readonly floats: readonly number[]
  /** Places of columns that hold numbers, whatever the dataset reads in them. */
  readonly numbers: readonly number[]
  /** `[{"a":1},...]` for `records`, `[[1,...],...]` by column for `columns`. */
  readonly body: Uint8Array
  readonly sql: string
}

/** What rows take in a cache, in bytes. */
export const sizeOf = ({ body }: ChartRows): number => body.byteLength + BESIDE_BYTES
