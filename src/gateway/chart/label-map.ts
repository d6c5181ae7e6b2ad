import type { DatasetModel } from '../../query/dataset-model.ts'
import { splitFlat } from '../../query/post-process/flatten.ts'
import { type Column, columnLabel, type Metric, metricLabel, type QueryObject } from '../../query/query-object.ts'

/** Which parts each column of the answer is made of, then the columns and metrics asked for. */
export function labelMap(
  query: QueryObject,
  dataset: DatasetModel,
  names: readonly string[],
): Record<string, readonly string[]> {
  const map: Record<string, readonly string[]> = {}
  for (const name of names) map[name] = splitFlat(name)
  for (const column of query.columns) map[columnLabel(column)] = [sourceOfColumn(column)]
  for (const metric of query.metrics ?? [])
    map[shownName(metric, dataset)] = [typeof metric === 'string' ? metric : sourceOfMetric(metric)]
  return map
}

/** A saved metric goes by its verbose name. */
const shownName = (metric: Metric, dataset: DatasetModel) =>
  typeof metric === 'string'
    ? (dataset.metrics.find((known) => known.name === metric)?.label ?? metric)
    : metricLabel(metric)

const sourceOfColumn = (column: Column) => (typeof column === 'string' ? column : column.sqlExpression)
const sourceOfMetric = (metric: Metric) =>
  typeof metric === 'string' || metric.kind === 'simple' ? metricLabel(metric) : metric.sqlExpression

/** Names of columns and metrics that have another one to be shown. */
export const verboseNames = ({ model }: { readonly model: DatasetModel }): ReadonlyMap<string, string> =>
  new Map(
    [...model.columns, ...model.metrics].flatMap(({ name, label }): [string, string][] =>
      label ? [[name, label]] : [],
    ),
  )
