import {
  type Column,
  columnLabel,
  type Metric,
  metricLabel,
  type QueryObject,
  queryObject,
} from '../../query/query-object.ts'
import type { Frame } from '../chart.ts'
import { type BaseOptions, baseAxis, baseQuery, orderByMetric } from './base-query.ts'
import { columnOf, groupWriter } from './frame.ts'
import { toNumber } from './number-format.ts'
import { xLabelOf } from './series-query.ts'

export type Value = number | null

/** What types ask for that show metrics of groups over time. */
export interface PeriodOptions extends BaseOptions {
  readonly xAxis: Column | null
  readonly metrics: readonly Metric[]
  readonly groupby: readonly Column[]
  /** How many groups there may be, and by what the first are chosen. */
  readonly seriesLimit?: number | null
  readonly sortBy?: Metric | null
}

/** A row for each period and group; where a limit cuts, the latest periods and, of them, the largest are there. */
export function periodsQuery(options: PeriodOptions): readonly QueryObject[] {
  const base = baseQuery(options)
  const time = timeOf(options)
  const groups = groupsOf(options)
  const isLimited = groups.length > 0 && (options.seriesLimit ?? 0) > 0
  return [
    queryObject({
      ...base,
      columns: time === null ? groups : [baseAxis(time, base.extras.timeGrain), ...groups],
      metrics: options.metrics.filter(isFirst(metricLabel)),
      isTimeseries: time === null,
      ...(isLimited
        ? { seriesColumns: groups, seriesLimit: options.seriesLimit ?? 0, seriesLimitMetric: options.sortBy ?? null }
        : {}),
      orderby: time === null ? [] : [[columnLabel(time), false], ...orderByMetric(null, options.metrics, true)],
    }),
  ]
}

/** The groups without the time, which is what they are shown over. */
export function groupsOf(options: PeriodOptions): readonly Column[] {
  const time = timeOf(options)
  return options.groupby.filter((group) => time === null || columnLabel(group) !== columnLabel(time))
}

/** The time that is chosen, else the one that is filtered by. */
function timeOf({ xAxis, granularity, adhocFilters }: PeriodOptions): Column | null {
  const filtered = adhocFilters.find(({ kind, operator }) => kind === 'simple' && operator === 'TEMPORAL_RANGE')
  return granularity ?? xAxis ?? (filtered?.subject || null)
}

const isFirst =
  <T>(label: (one: T) => string) =>
  (one: T, at: number, all: readonly T[]) =>
    all.findIndex((other) => label(other) === label(one)) === at

/** A metric of a group over time. */
export interface PeriodRow {
  readonly name: string
  /** The values of the groups. */
  readonly keys: readonly unknown[]
  readonly metric: string
  /** One for each period of the answer, the latest last. */
  readonly values: readonly Value[]
}

export interface Periods {
  readonly times: readonly number[]
  readonly rows: readonly PeriodRow[]
}

/** A row for each metric, or for each group and metric, in the order of the answer. */
export function periodsOf(options: PeriodOptions, frame: Frame, titles: Readonly<Record<string, string>>): Periods {
  const cells = columnOf(frame, xLabelOf(timeOf(options))).map(toNumber)
  const times = [...new Set(cells.filter((time) => time !== null))].toSorted((a, b) => a - b)
  const placeOf = new Map<Value, number>(times.map((time, at) => [time, at]))
  const names = groupsOf(options).map(columnLabel)
  const nameOf = groupWriter(frame, names)
  const metrics = [...new Set(options.metrics.map(metricLabel))]
  const rows = new Map<string, PeriodRow & { readonly values: Value[] }>()
  for (let at = 0; at < frame.rowCount; at += 1) {
    const keys = names.map((name) => columnOf(frame, name)[at] ?? null)
    for (const metric of metrics) {
      const title = titles[metric] ?? metric
      const name = [nameOf(at), metrics.length > 1 || names.length === 0 ? title : ''].filter(Boolean).join(', ')
      const key = `${JSON.stringify(keys)} ${metric}`
      const row = rows.get(key) ?? { name, keys, metric, values: times.map((): Value => null) }
      put(row.values, placeOf.get(cells[at] ?? null), toNumber(columnOf(frame, metric)[at]))
      rows.set(key, row)
    }
  }
  return { times, rows: [...rows.values()] }
}

/** A group all of whose rows are without a time keeps its name. */
function put(values: Value[], place: number | undefined, value: Value): void {
  if (place !== undefined) values[place] = value
}
