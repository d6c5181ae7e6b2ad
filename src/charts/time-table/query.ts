import { type Column, columnLabel, metricLabel, type QueryObject, queryObject } from '../../query/query-object.ts'
import { baseAxis, baseQuery, orderByMetric } from '../parts/base-query.ts'
import { xLabelOf } from '../parts/series-query.ts'
import type { TimeTableOptions } from './options.ts'

/** A row for each period and group; where a limit cuts, the latest periods and, of them, the largest are there. */
export function timeTableQuery(options: TimeTableOptions): readonly QueryObject[] {
  const base = baseQuery(options)
  const time = timeOf(options)
  const groups = groupsOf(options)
  return [
    queryObject({
      ...base,
      columns: time === null ? groups : [baseAxis(time, base.extras.timeGrain), ...groups],
      metrics: options.metrics.filter(isFirst(metricLabel)),
      isTimeseries: time === null,
      orderby: time === null ? [] : [[columnLabel(time), false], ...orderByMetric(null, options.metrics, true)],
    }),
  ]
}

/** The name of the times in the answer. */
export const timeLabelOf = (options: TimeTableOptions): string => xLabelOf(timeOf(options))

/** The groups without the time, which is what the columns are about. */
export function groupsOf(options: TimeTableOptions): readonly Column[] {
  const time = timeOf(options)
  return options.groupby.filter((group) => time === null || columnLabel(group) !== columnLabel(time))
}

/** The time that is chosen, else the one that is filtered by. */
function timeOf({ xAxis, granularity, adhocFilters }: TimeTableOptions): Column | null {
  const filtered = adhocFilters.find(({ kind, operator }) => kind === 'simple' && operator === 'TEMPORAL_RANGE')
  return granularity ?? xAxis ?? (filtered?.subject || null)
}

const isFirst =
  <T>(label: (one: T) => string) =>
  (one: T, at: number, all: readonly T[]) =>
    all.findIndex((other) => label(other) === label(one)) === at
