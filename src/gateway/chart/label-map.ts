import type { DatasetModel } from '../../query/dataset-model.ts'
import { type Column, columnLabel, type Metric, metricLabel, type QueryObject } from '../../query/query-object.ts'

/** Which parts each column of the answer is made of; a saved metric's verbose name leads to it too. */
export function labelMap(
  query: QueryObject,
  dataset: DatasetModel,
  names: readonly string[],
  separator = ', ',
): Record<string, string[]> {
  const known = new Map<string, string>([
    ...query.columns.map((column): [string, string] => [columnLabel(column), sourceOfColumn(column)]),
    ...(query.metrics ?? []).map((metric): [string, string] => [metricLabel(metric), sourceOfMetric(metric)]),
  ])
  const map: Record<string, string[]> = {}
  for (const name of names) if (!known.has(name)) map[name] = name.split(separator)
  for (const [name, source] of known) map[name] = [source]
  for (const metric of query.metrics ?? []) {
    const saved = typeof metric === 'string' ? dataset.metrics.find((m) => m.name === metric) : undefined
    if (saved?.label) map[saved.label] = [saved.name]
  }
  return map
}

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
