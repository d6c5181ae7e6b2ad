import { postProcess } from '../../src/query/post-process/apply.ts'
import { escapeSeparator, unescapeSeparator } from '../../src/query/post-process/flatten.ts'
import { type Cell, type ColumnType, type DataFrame, frameOf } from '../../src/query/post-process/frame.ts'
import type { PostProcessingStep } from '../../src/query/query-object.ts'
import { attempt, type Player, verdict } from './player.ts'
import { plain, same } from './same.ts'

interface WireFrame {
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  readonly rows: readonly (readonly Cell[])[]
}

function readFrame(wire: WireFrame): DataFrame {
  return frameOf(
    wire.columns.map(({ name, type }, i) => {
      const values = wire.rows.map((row) => {
        const cell = row[i] ?? null
        return typeof cell === 'number' && Number.isNaN(cell) ? null : cell
      })
      return { name, type: type === 'integer' && values.includes(null) ? 'float' : type, values }
    }),
  )
}

function writeFrame(frame: DataFrame) {
  const isMulti = frame.levels.length > 1
  const { index } = frame
  return {
    columns: frame.columns.map(({ key, type, values }) => ({
      name: isMulti ? key : key[0],
      type: values.length > 0 && values.every((value) => value === null) && type === 'string' ? 'null' : type,
    })),
    ...(isMulti ? { levels: frame.levels } : {}),
    ...(index.isRange
      ? {}
      : { index: { names: index.names, values: index.rows.map((row) => (row.length === 1 ? row[0] : row)) } }),
    rows: index.rows.map((_, row) => frame.columns.map(({ values }) => values[row] ?? null)),
  }
}

/** Types of the frame that the wire tells apart only by their values: an empty or all-null column has none. */
function comparable(value: ReturnType<typeof writeFrame>, wanted: Record<string, unknown>) {
  const types = (wanted.columns as { type: string }[] | undefined)?.map(({ type }) => type) ?? []
  return {
    ...value,
    columns: value.columns.map((column, i) => {
      const isEmpty = value.rows.every((row) => row[i] === null)
      return isEmpty && ['null', 'float', 'integer'].includes(types[i] ?? '') ? { ...column, type: types[i] } : column
    }),
  }
}

/** Decimals leave as bare numbers, as floats do. */
function asNumbers(frame: unknown): unknown {
  const { columns, rows, ...rest } = frame as { columns: { name: unknown; type: string }[]; rows: unknown[][] }
  const isDecimal = columns.map(({ type }) => type === 'decimal')
  return {
    ...rest,
    columns: columns.map((column) => (column.type === 'decimal' ? { ...column, type: 'float' } : column)),
    rows: rows.map((row) => row.map((cell, i) => (isDecimal[i] && typeof cell === 'string' ? Number(cell) : cell))),
  }
}

export const postProcessing: Player = {
  topic: 'post-processing',
  play({ input, expected, op }) {
    if (op === 'escape-separator') {
      const text = String(input.text)
      const escaped = escapeSeparator(text)
      const got = { escaped, unescaped: unescapeSeparator(text), round_trip: unescapeSeparator(escaped) }
      return verdict(same(got, expected), got)
    }
    const steps = plain(input.steps) as PostProcessingStep[]
    const got = attempt(() => writeFrame(postProcess(readFrame(plain(input.frame) as WireFrame), steps)))
    if ('error' in expected) return verdict('error' in got, got)
    if ('error' in got) return verdict(false, got)
    const wanted = plain(expected) as Record<string, unknown>
    return verdict(same(asNumbers(comparable(got.value, wanted)), asNumbers(wanted)), got.value)
  },
}
