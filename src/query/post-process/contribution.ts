import {
  type DataFrame,
  type FrameColumn,
  isNumeric,
  numberOf,
  numbersOf,
  PostProcessingError,
  rowCount,
} from './frame.ts'
import { texts } from './options.ts'
import { sum } from './statistics.ts'

/** Shares of a total: of the column's, or of the row's over the chosen columns. */
export function contribution(frame: DataFrame, raw: Readonly<Record<string, unknown>>): DataFrame {
  if (rowCount(frame) === 0 && texts(raw.columns).length === 0) return frame
  const chosen = chooseColumns(frame, texts(raw.columns))
  const renames = texts(raw.rename_columns)
  if (renames.length > 0 && renames.length !== chosen.length) {
    throw new PostProcessingError('`rename_columns` must have the same length as `columns` + `time_shift_columns`.')
  }
  const orientation = String(raw.orientation ?? 'column')
  const totals = (raw.contribution_totals ?? null) as Readonly<Record<string, unknown>> | null
  const shares =
    orientation === 'column'
      ? chosen.map((column) => columnShare(column, totals))
      : rowShares(chosen, texts(raw.time_shifts))
  const named = shares.map((column, i) =>
    renames[i] === undefined ? column : { ...column, key: [renames[i], ...column.key.slice(1)] },
  )
  const byKey = new Map(named.map((column) => [JSON.stringify(column.key), column]))
  const present = new Set(frame.columns.map(({ key }) => JSON.stringify(key)))
  return {
    ...frame,
    columns: [
      ...frame.columns.map((column) => byKey.get(JSON.stringify(column.key)) ?? column),
      ...named.filter(({ key }) => !present.has(JSON.stringify(key))),
    ],
  }
}

function chooseColumns(frame: DataFrame, names: readonly string[]): readonly FrameColumn[] {
  if (names.length === 0) {
    const text = frame.columns.find(({ type }) => type === 'string')
    if (text) throw notNumeric(String(text.key[0]))
    return frame.columns.filter(({ type }) => isNumeric(type))
  }
  return names.flatMap((name) => {
    const found = frame.columns.filter(({ key, type }) => key[0] === name && isNumeric(type))
    if (found.length === 0) throw notNumeric(name)
    return found
  })
}

const notNumeric = (name: string) =>
  new PostProcessingError(`Column "${name}" is not numeric or does not exists in the query results.`)

function columnShare(column: FrameColumn, totals: Readonly<Record<string, unknown>> | null): FrameColumn {
  const values = numbersOf(column).map((value) => value ?? 0)
  if (totals) {
    const total = numberOf((totals[String(column.key[0])] ?? null) as number | null)
    if (!total) return { ...column, type: 'integer', values: values.map(() => 0) }
    return { ...column, type: 'float', values: values.map((value) => value / total) }
  }
  const total = sum(values)
  return { ...column, type: 'float', values: values.map((value) => finite(value / total)) }
}

/** Columns of one time shift share a total of their own. */
function rowShares(columns: readonly FrameColumn[], shifts: readonly string[]): readonly FrameColumn[] {
  const shiftOf = (column: FrameColumn) => shifts.find((shift) => String(column.key[0]).endsWith(shift)) ?? ''
  return columns.map((column) => {
    const together = columns.filter((other) => shiftOf(other) === shiftOf(column)).map(numbersOf)
    const values = numbersOf(column).map((value, row) => {
      if (value === null) return null
      return finite(value / sum(together.map((numbers) => numbers[row] ?? 0)))
    })
    return { ...column, type: 'float', values }
  })
}

const finite = (value: number) => (Number.isNaN(value) ? null : value)
