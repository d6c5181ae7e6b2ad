import { rawNumber } from '../../kernel/raw-json.ts'
import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import {
  type Cell,
  type ColumnType,
  type DataFrame,
  type FrameColumn,
  frameOf,
  rowCount,
} from '../../query/post-process/frame.ts'
import type { PostProcessingStep, QueryObject } from '../../query/query-object.ts'
import { postProcessOffsets } from '../../query/time-offsets/absent.ts'
import { joinTimeOffsets } from '../../query/time-offsets/join.ts'
import type { OffsetPlan } from '../../query/time-offsets/plan.ts'

/** Rows of a database by column, as they left the engine. */
export interface FrameSource {
  readonly names: readonly string[]
  readonly generics: readonly GenericType[]
  readonly sqlRowCount: number
  readonly body: Uint8Array
}

/** Rows with those of their comparisons, and what shall be made of them. Holds nothing but data. */
export interface FrameJob {
  readonly asked: FrameSource
  readonly shifted: readonly { readonly plan: OffsetPlan; readonly rows: FrameSource }[]
  readonly query: QueryObject
  readonly steps: readonly PostProcessingStep[]
  readonly shape: 'records' | 'columns'
  /** Columns of the dataset that hold times. */
  readonly temporal: readonly string[]
}

/** What was made, ready for the wire. */
export interface FrameAnswer extends FrameSource {
  readonly rowCount: number
  readonly indexNames: readonly unknown[] | null
  readonly floats: readonly number[]
  readonly numbers: readonly number[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Joins comparisons, applies the steps and writes the answer. Throws a Problem for a step that cannot be done. */
export function makeFrame(job: FrameJob): FrameAnswer {
  const answers = job.shifted.map(({ plan, rows }) => ({ plan, frame: readFrame(rows) }))
  const joined = joinTimeOffsets(readFrame(job.asked), answers, job.query)
  // Steps name columns that they expect of rows; of none, the answer is the question's own columns.
  return written(rowCount(joined) === 0 ? joined : postProcessOffsets(joined, job.steps, answers), job)
}

/** The rows of an answer as a frame; integers beyond 2^53 stay texts of digits. */
export function readFrame(rows: FrameSource): DataFrame {
  const columns = JSON.parse(decoder.decode(rows.body), keepDigits) as Cell[][]
  return frameOf(
    rows.names.map((name, i) => {
      const values = columns[i] ?? []
      return { name, type: typeOf(rows.generics[i] ?? GENERIC.text, values), values }
    }),
  )
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isExact = typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)
  return isExact || !/^-?\d+$/.test(context?.source ?? '') ? value : context?.source
}

function typeOf(generic: GenericType, values: readonly Cell[]): ColumnType {
  if (generic === GENERIC.time) return 'timestamp'
  if (generic === GENERIC.boolean) return 'boolean'
  if (generic === GENERIC.text) return 'string'
  if (values.some((value) => typeof value === 'string')) return 'decimal'
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'float'
}

/** A frame as the body of an answer. Its index is left out, as the wire does. */
function written(frame: DataFrame, { asked, shape, temporal: times }: FrameJob): FrameAnswer {
  const temporal = new Set(times)
  const names = frame.columns.map((column) => column.key.map(String).join(', '))
  const cells = frame.columns.map(writtenCells)
  const count = rowCount(frame)
  const body = shape === 'columns' ? cells : Array.from({ length: count }, (_, row) => recordOf(names, cells, row))
  return {
    names,
    generics: frame.columns.map((column, i) => genericOf(column, temporal.has(names[i] ?? ''))),
    rowCount: count,
    sqlRowCount: asked.sqlRowCount,
    indexNames: frame.index.isRange ? null : frame.index.rows.map((row) => (row.length === 1 ? row[0] : row)),
    floats: frame.columns.flatMap((column, i) => (column.type === 'float' ? [i] : [])),
    numbers: [],
    body: encoder.encode(JSON.stringify(body)),
  }
}

const recordOf = (names: readonly string[], cells: readonly (readonly unknown[])[], row: number) =>
  Object.fromEntries(names.map((name, column) => [name, cells[column]?.[row] ?? null]))

const DIGITS = /^-?\d+(\.\d+)?$/

/** Decimals and large integers leave as bare numbers with all of their digits. */
export const writtenCells = ({ type, values }: FrameColumn): readonly unknown[] =>
  type === 'decimal'
    ? values.map((value) => (typeof value === 'string' && DIGITS.test(value) ? rawNumber(value) : value))
    : values

/** Totals put a text among the times of a column, which stays a time all the same. */
function genericOf({ type, values }: FrameColumn, isTemporal: boolean): GenericType {
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal':
      return GENERIC.number
    case 'timestamp':
      return GENERIC.time
    case 'boolean':
      return GENERIC.boolean
    case 'mixed':
      if (isTemporal) return GENERIC.time
      return values.every((value) => value === null || typeof value === 'number') ? GENERIC.number : GENERIC.text
    default:
      return GENERIC.text
  }
}
