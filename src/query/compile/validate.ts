import { Problem } from '../../wire/problem.ts'
import type { DatasetModel } from '../dataset-model.ts'
import { columnLabel, type Metric, metricLabel, type QueryObject } from '../query-object.ts'
import { missingSeriesColumns } from '../wire/decode.ts'
import { duplicates } from './amend.ts'

/** The name under which a time series shows its time column. */
export const TIME_LABEL = '__timestamp'

/** Refuses a query that cannot mean anything over the dataset; the texts are those that clients know. */
export function validateQuery(query: QueryObject, dataset: DatasetModel): void {
  refuseDuplicates(query, dataset)
  refuseUnknownSeries(query)
  refuseMissingColumns(query, dataset)
  if (query.isTimeseries && timeColumnOf(query, dataset) === null) {
    throw refuse('Datetime column not provided as part table configuration and is required by this type of chart')
  }
  if (query.columns.length === 0 && (query.metrics?.length ?? 0) === 0 && !query.isTimeseries)
    throw refuse('Empty query?')
  for (const metric of metricsOf(query)) refuseUnknownMetric(metric, dataset)
}

/** The texts of a query that fails begin with `Error: `. */
export const refuse = (message: string) => new Problem(400, `Error: ${message}`)

function refuseDuplicates(query: QueryObject, dataset: DatasetModel): void {
  const shownName = (metric: Metric) =>
    (typeof metric === 'string' && dataset.metrics.find(({ name }) => name === metric)?.label) || metricLabel(metric)
  const labels = [...(query.metrics ?? []).map(shownName), ...query.columns.map(columnLabel)]
  const repeated = duplicates(labels)
  if (repeated.length === 0) return
  const listed = repeated.map((label) => `"${label}"`).join(', ')
  throw new Problem(
    400,
    `Duplicate column/metric labels: ${listed}. Please make sure all columns and metrics have a unique label.`,
  )
}

function refuseUnknownSeries(query: QueryObject): void {
  const missing = missingSeriesColumns(query)
  if (missing.length === 0) return
  const listed = missing.map((label) => `"${label}"`).join(', ')
  throw new Problem(400, `The following entries in \`series_columns\` are missing in \`columns\`: ${listed}. `)
}

function refuseMissingColumns(query: QueryObject, dataset: DatasetModel): void {
  const known = new Set(dataset.columns.map(({ name }) => name))
  const asked = [
    ...query.columns.filter((column): column is string => typeof column === 'string'),
    ...(query.metrics ?? []).flatMap((metric) =>
      typeof metric !== 'string' && metric.kind === 'simple' ? [metric.column] : [],
    ),
  ]
  const missing = [...new Set(asked)].filter((name) => !known.has(name) && name !== TIME_LABEL)
  if (missing.length > 0) {
    throw refuse(
      `Columns missing in dataset: [${missing.map((name) => `'${name.replaceAll("'", "\\'")}'`).join(', ')}]`,
    )
  }
}

/** A chart that limits no series may name a metric for it that its dataset has lost. */
function metricsOf({ metrics, seriesLimit, seriesColumns, seriesLimitMetric }: QueryObject): readonly Metric[] {
  const isLimited = seriesLimit > 0 && seriesColumns.length > 0
  return isLimited && seriesLimitMetric ? [...(metrics ?? []), seriesLimitMetric] : (metrics ?? [])
}

function refuseUnknownMetric(metric: Metric, dataset: DatasetModel): void {
  if (typeof metric !== 'string' || dataset.metrics.some(({ name }) => name === metric)) return
  throw refuse(`Metric '${metric}' does not exist`)
}

/** The column that bounds and buckets the query's time: the one asked for if it is temporal, else the dataset's main one. */
export function timeColumnOf(query: QueryObject, dataset: DatasetModel): string | null {
  if (!query.granularity) return null
  const isTemporal = dataset.columns.some(({ name, isTemporal }) => isTemporal && name === query.granularity)
  return isTemporal ? query.granularity : dataset.mainTimeColumn
}
