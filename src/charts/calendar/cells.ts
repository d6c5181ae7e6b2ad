import { columnLabel, metricLabel } from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { columnOf } from '../parts/frame.ts'
import { toNumber } from '../parts/number-format.ts'
import { strftime } from '../parts/strftime.ts'
import { timeOnAxis } from '../parts/time-format.ts'
import type { CalendarOptions } from './options.ts'

export interface CalendarCell {
  readonly time: number
  readonly value: number
  readonly column: number
  readonly row: number
}

/** One grid of cells: a metric, or a year of it. */
export interface Block {
  readonly metric: string
  /** The year, where each has a grid of its own. */
  readonly year: string | null
  readonly cells: readonly CalendarCell[]
  /** What stands under each column; empty for most. */
  readonly columns: readonly string[]
  readonly rows: readonly string[]
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const WEEK_DAYS = 7
/** Days from a Monday to the first day of all, a Thursday. */
const FIRST_DAY = 3
/** More weeks than these are shown by years. */
const MOST_WEEKS = 60
/** More columns than these are shown without those that are empty. */
const MOST_COLUMNS = 3000
const MONTHS = 12

type Unit = NonNullable<CalendarOptions['unit']>
interface Place {
  readonly column: number
  readonly row: number
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
const weekOf = (day: number) => Math.floor((day + FIRST_DAY) / WEEK_DAYS)
const yearOf = (ms: number) => new Date(ms).getUTCFullYear()
const dayOfWeek = (week: number) => week * WEEK_DAYS - FIRST_DAY

/** The column and the row of a time. */
const PLACES: Readonly<Record<Unit, (ms: number) => Place>> = {
  min: (ms) => ({ column: Math.floor(ms / HOUR_MS), row: Math.floor((ms % HOUR_MS) / MINUTE_MS) }),
  hour: (ms) => ({ column: dayOf(ms), row: new Date(ms).getUTCHours() }),
  day: (ms) => ({ column: weekOf(dayOf(ms)), row: dayOf(ms) + FIRST_DAY - weekOf(dayOf(ms)) * WEEK_DAYS }),
  week: (ms) => {
    const week = weekOf(dayOf(ms))
    // A week belongs to the year that has its Thursday.
    const year = yearOf((dayOfWeek(week) + FIRST_DAY) * DAY_MS)
    return { column: week - firstWeek(year), row: year }
  },
  month: (ms) => ({ column: new Date(ms).getUTCMonth(), row: yearOf(ms) }),
}

/** The week that has the fourth of January. */
const firstWeek = (year: number) => weekOf(dayOf(Date.UTC(year, 0, 4)))

/** The grids of an answer, one below the other. */
export function blocksOf(options: CalendarOptions, frame: Frame): readonly Block[] {
  const times = columnOf(frame, options.time === null ? '' : columnLabel(options.time))
  const unit = options.unit ?? 'day'
  return options.metrics.map(metricLabel).flatMap((metric) => {
    const values = columnOf(frame, metric)
    const cells = times.flatMap((time, row): CalendarCell[] => {
      const value = toNumber(values[row])
      return typeof time === 'number' && value !== null ? [{ time, value, ...PLACES[unit](time) }] : []
    })
    return byYear(options, cells).map(([year, own]) => blockOf(options, own, { metric, year }))
  })
}

type Years = readonly (readonly [string | null, readonly CalendarCell[]])[]

function byYear({ unit, domain }: CalendarOptions, cells: readonly CalendarCell[]): Years {
  const weeks = cells.map(({ column }) => column)
  const isLong = spanOf(weeks).count > MOST_WEEKS
  if (unit !== 'day' || cells.length === 0 || !(isLong || domain === 'year'))
    return cells.length === 0 ? [] : [[null, cells]]
  const years = Map.groupBy(cells, ({ time }) => yearOf(time))
  return [...years].toSorted(([a], [b]) => a - b).map(([year, own]) => [String(year), inYear(year, own)])
}

/** Weeks counted from the first of a year, so that years stand below each other. */
function inYear(year: number, cells: readonly CalendarCell[]): readonly CalendarCell[] {
  const first = weekOf(dayOf(Date.UTC(year, 0, 1)))
  return cells.map((cell) => ({ ...cell, column: cell.column - first }))
}

function spanOf(numbers: readonly number[]) {
  const first = numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const last = numbers.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return { first, last, count: numbers.length === 0 ? 0 : last - first + 1 }
}

const counted = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

function blockOf(
  options: CalendarOptions,
  cells: readonly CalendarCell[],
  { metric, year }: Pick<Block, 'metric' | 'year'>,
): Block {
  const columns = columnsOf(options, cells, year)
  const rows = rowsOf(options.unit ?? 'day', cells)
  const columnAt = new Map(columns.map((column, at) => [column, at]))
  const firstRow = rows.first
  return {
    metric,
    year,
    columns: namesOf(options, columns, year),
    rows: rows.names,
    cells: cells.map((cell) => ({ ...cell, column: columnAt.get(cell.column) ?? 0, row: cell.row - firstRow })),
  }
}

function columnsOf({ unit }: CalendarOptions, cells: readonly CalendarCell[], year: string | null): readonly number[] {
  if (unit === 'month') return counted(0, MONTHS)
  if (unit === 'week' || year !== null) return counted(0, 53 + (year === null ? 0 : 1))
  const used = cells.map(({ column }) => column)
  const { first, count } = spanOf(used)
  return count > MOST_COLUMNS ? [...new Set(used)].toSorted((a, b) => a - b) : counted(first, count)
}

function rowsOf(
  unit: Unit,
  cells: readonly CalendarCell[],
): { readonly first: number; readonly names: readonly string[] } {
  const two = (value: number) => String(value).padStart(2, '0')
  const weekday = strftime('%a')
  if (unit === 'min') return { first: 0, names: counted(0, 60).map((minute) => `:${two(minute)}`) }
  if (unit === 'hour') return { first: 0, names: counted(0, 24).map((hour) => `${two(hour)}:00`) }
  if (unit === 'day')
    return { first: 0, names: counted(0, WEEK_DAYS).map((day) => weekday(new Date((dayOfWeek(0) + day) * DAY_MS))) }
  const { first, count } = spanOf(cells.map(({ row }) => row))
  return { first, names: counted(first, count).map(String) }
}

/** Names of columns. Of weeks without the first of a month, the first says its Monday. */
function namesOf(options: CalendarOptions, columns: readonly number[], year: string | null): readonly string[] {
  const names = columns.map(columnWriter(options, year))
  if ((options.unit ?? 'day') !== 'day' || names.length < 2) return names
  // A month that begins in the last week goes on elsewhere, or not at all.
  const known = [...names.slice(0, -1), '']
  const monday = timeOnAxis(options.timeFormat, null)(dayOfWeek(columns[0] ?? 0) * DAY_MS)
  return year === null && known.every((name) => name === '') ? [monday, ...known.slice(1)] : known
}

/** What stands under a column: the month where a week is its first, else the time of the column. */
function columnWriter({ unit, timeFormat }: CalendarOptions, year: string | null): (column: number) => string {
  const month = strftime('%b')
  const onAxis = timeOnAxis(timeFormat, null)
  if (unit === 'hour') return (column) => onAxis(column * DAY_MS)
  if (unit === 'min') return (column) => onAxis(column * HOUR_MS)
  if (unit === 'week') return (column) => String(column + 1)
  if (unit === 'month') return (column) => month(new Date(Date.UTC(2000, column, 1)))
  const first = year === null ? 0 : weekOf(dayOf(Date.UTC(Number(year), 0, 1)))
  return (column) => {
    const monday = dayOfWeek(column + first)
    const start = counted(monday, WEEK_DAYS).find((day) => new Date(day * DAY_MS).getUTCDate() === 1)
    if (start === undefined) return ''
    if (year === null) return onAxis(start * DAY_MS)
    return String(yearOf(start * DAY_MS)) === year ? month(new Date(start * DAY_MS)) : ''
  }
}
