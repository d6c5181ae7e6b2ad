import type { DatasetMetric, WireColumn, WireMetric, WireSimpleMetric, WireSqlMetric } from './wire.ts'

export const AGGREGATES = ['SUM', 'AVG', 'COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX'] as const
export type Aggregate = (typeof AGGREGATES)[number]

export const wireMetricLabel = (metric: WireMetric): string => (typeof metric === 'string' ? metric : metric.label)
export const wireColumnLabel = (column: WireColumn): string => (typeof column === 'string' ? column : column.label)

/** What a person reads: the long name of a saved metric, else its label. */
export function metricTitle(metric: WireMetric, saved: readonly DatasetMetric[]): string {
  if (typeof metric !== 'string') return metric.label
  return saved.find((one) => one.metric_name === metric)?.verbose_name || metric
}

export function simpleMetric(column: string, aggregate: Aggregate, label?: string): WireSimpleMetric {
  const own = label?.trim()
  const standard = `${aggregate}(${column})`
  return {
    expressionType: 'SIMPLE',
    column: { column_name: column },
    aggregate,
    label: own || standard,
    hasCustomLabel: Boolean(own) && own !== standard,
  }
}

export function sqlMetric(sqlExpression: string, label?: string): WireSqlMetric {
  const own = label?.trim()
  return {
    expressionType: 'SQL',
    sqlExpression,
    label: own || sqlExpression,
    hasCustomLabel: Boolean(own) && own !== sqlExpression,
  }
}

/** The metrics of a setting: a list, one, or none. */
export function metricsIn(value: unknown): readonly WireMetric[] {
  const list = Array.isArray(value) ? value : value == null || value === '' ? [] : [value]
  return list.filter(isMetric)
}

export function columnsIn(value: unknown): readonly WireColumn[] {
  const list = Array.isArray(value) ? value : value == null || value === '' ? [] : [value]
  return list.filter(
    (one): one is WireColumn =>
      typeof one === 'string' || (typeof one === 'object' && one !== null && 'sqlExpression' in one),
  )
}

/** The list with the metric added; one with the same label is not added twice. */
export function addMetric(metrics: readonly WireMetric[], metric: WireMetric): readonly WireMetric[] {
  const label = wireMetricLabel(metric)
  return metrics.some((one) => wireMetricLabel(one) === label) ? metrics : [...metrics, metric]
}

export function addColumn(columns: readonly WireColumn[], column: WireColumn): readonly WireColumn[] {
  const label = wireColumnLabel(column)
  return columns.some((one) => wireColumnLabel(one) === label) ? columns : [...columns, column]
}

/** The list with one item moved; a place outside it changes nothing. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return items
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}

function isMetric(value: unknown): value is WireMetric {
  if (typeof value === 'string') return value !== ''
  if (typeof value !== 'object' || value === null || !('expressionType' in value)) return false
  return value.expressionType === 'SIMPLE' ? 'aggregate' in value : 'sqlExpression' in value
}
