import {
  type Column,
  columnLabel,
  type Metric,
  metricLabel,
  type OrderBy,
  type QueryObject,
  queryObject,
} from '../../query/query-object.ts'
import { baseQuery } from './base-query.ts'
import { flag, formOptions, number, type ReadOptions } from './form-options.ts'
import { metric, queryFields } from './form-query-fields.ts'

/** What types ask for that have groups and one metric. */
export const plainFields = {
  ...queryFields,
  metric: metric('metric'),
  sortByMetric: flag('sort_by_metric', false),
  limit: number('limit'),
  seriesLimit: number('series_limit'),
} as const

const _options = formOptions(plainFields)
export type PlainOptions = ReadOptions<typeof _options>

/** A question by some columns and metrics, each asked once. Null for the metrics asks for raw rows. */
export function plainQuery(
  options: PlainOptions,
  asked: readonly Column[],
  measures: readonly Metric[] | null,
  more: Partial<QueryObject> = {},
): QueryObject {
  return queryObject({
    ...baseQuery(options),
    columns: onceEach(asked, columnLabel),
    metrics: measures === null ? null : onceEach(measures, metricLabel),
    seriesLimit: options.seriesLimit ?? options.limit ?? 0,
    ...more,
  })
}

/** The same, with the largest first where the chart is sorted by its metric. */
export function byMetricQuery(
  options: PlainOptions,
  asked: readonly Column[],
  measures: readonly Metric[],
): QueryObject {
  const orderby: readonly OrderBy[] = options.sortByMetric && options.metric !== null ? [[options.metric, false]] : []
  return plainQuery(options, asked, measures, { orderby })
}

const onceEach = <T>(all: readonly T[], label: (one: T) => string): readonly T[] =>
  all.filter((one, i) => all.findIndex((other) => label(other) === label(one)) === i)

/** The values that are there. */
export const given = <T>(...values: readonly (T | null)[]): T[] => values.filter((value) => value !== null)
