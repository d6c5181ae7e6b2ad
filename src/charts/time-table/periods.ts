import type { PeriodRow, Value } from '../parts/periods.ts'
import type { PeriodColumn } from './options.ts'

/** What a column shows of a row as a number; of a line it is the last point. */
export function periodValue(
  column: PeriodColumn,
  row: PeriodRow,
  rows: readonly PeriodRow[],
  isGrouped: boolean,
): Value {
  const latest = row.values.at(-1) ?? null
  switch (column.kind) {
    case 'spark':
      return sparkValues(column, row).at(-1) ?? null
    case 'avg':
      return meanOf(column.lag === null || column.lag <= 0 ? row.values : row.values.slice(-column.lag))
    case 'contrib':
      return shareOf(latest, isGrouped ? rows.filter(({ metric }) => metric === row.metric) : rows)
    case 'time':
      return compared(column, latest, earlierOf(row.values, column.lag ?? 0))
  }
}

/** The points of a small line: the values, or their changes against some periods before. */
export function sparkValues({ ratio }: PeriodColumn, { values }: PeriodRow): readonly Value[] {
  if (ratio === null || ratio <= 0) return values
  return values.slice(ratio).map((value, at) => quotient(value, values[at] ?? null, 1))
}

function earlierOf(values: readonly Value[], lag: number): Value {
  const back = lag < 0 ? values.length + lag : lag
  return values[values.length - 1 - back] ?? null
}

function compared({ comparison }: PeriodColumn, latest: Value, earlier: Value): Value {
  if (comparison === 'value') return earlier
  if (comparison === 'diff') return latest === null || earlier === null ? null : latest - earlier
  return quotient(latest, earlier, comparison === 'perc' ? 0 : 1)
}

/** How many times as much, less what it is about. */
const quotient = (value: Value, by: Value, less: number): Value =>
  value === null || by === null || by === 0 ? null : value / by - less

function shareOf(latest: Value, rows: readonly PeriodRow[]): Value {
  const whole = rows.reduce((sum, { values }) => sum + (values.at(-1) ?? 0), 0)
  return quotient(latest, whole, 0)
}

function meanOf(values: readonly Value[]): Value {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
