import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Frame } from '../chart.ts'
import { columnOf, groupWriter } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import type { PeriodColumn, TimeTableOptions } from './options.ts'
import { groupsOf, timeLabelOf } from './query.ts'

type Value = number | null

/** A metric of a group over time. */
export interface PeriodRow {
  readonly name: string
  readonly metric: string
  /** One for each period of the answer, the latest last. */
  readonly values: readonly Value[]
}

/** A row for each metric, or for each group and metric, in the order of the answer. */
export function periodRows(options: TimeTableOptions, frame: Frame, { titles }: DrawContext): readonly PeriodRow[] {
  const times = columnOf(frame, timeLabelOf(options)).map(Number)
  const periods = [...new Set(times)].toSorted((a, b) => a - b)
  const placeOf = new Map(periods.map((time, at) => [time, at]))
  const names = groupsOf(options).map(columnLabel)
  const nameOf = groupWriter(frame, names)
  const metrics = [...new Set(options.metrics.map(metricLabel))]
  const rows = new Map<string, { name: string; metric: string; values: Value[] }>()
  for (let at = 0; at < frame.rowCount; at += 1) {
    const group = JSON.stringify(names.map((name) => columnOf(frame, name)[at] ?? null))
    for (const metric of metrics) {
      const title = titles[metric] ?? metric
      const name = [nameOf(at), metrics.length > 1 || names.length === 0 ? title : ''].filter(Boolean).join(', ')
      const key = `${group} ${metric}`
      const row = rows.get(key) ?? { name, metric, values: periods.map(() => null) }
      row.values[placeOf.get(times[at] ?? 0) ?? 0] = toNumber(columnOf(frame, metric)[at])
      rows.set(key, row)
    }
  }
  return [...rows.values()]
}

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
