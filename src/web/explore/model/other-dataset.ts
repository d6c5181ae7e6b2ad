import type { Control } from '../../../charts/chart.ts'
import { EXPLORED_CHARTS, findExplored } from '../../../charts/explored.ts'
import type { FormData } from '../../data/chart-request.ts'
import { changeType } from './chart-form.ts'
import { findColumn } from './fields.ts'
import { filtersIn } from './filters.ts'
import { columnsIn, metricsIn, wireColumnLabel, wireMetricLabel } from './metrics.ts'
import type { ExploreDataset, WireColumn, WireFilter, WireMetric } from './wire.ts'

interface OnOther {
  readonly form: FormData
  /** Names of what the other dataset does not have. */
  readonly left: readonly string[]
}

/** The same question to another dataset: what it has by name stays, the rest is left out and named. */
export function withDataset(form: FormData, dataset: ExploreDataset): OnOther {
  const left = new Set<string>()
  const kept = Object.entries(form).map(([field, value]) => [field, keptOf(field, value, dataset, left)] as const)
  const asked = { ...Object.fromEntries(kept), datasource: `${dataset.id}__${dataset.type}` }
  const chart = findExplored(String(form.viz_type ?? ''))
  return { form: chart === null ? asked : changeType(asked, chart, dataset), left: [...left] }
}

const KINDS: ReadonlyMap<string, Control['kind']> = new Map(
  EXPLORED_CHARTS.flatMap(({ controls }) => controls.map(({ field, kind }) => [field, kind] as const)),
)

function keptOf(field: string, value: unknown, dataset: ExploreDataset, left: Set<string>): unknown {
  const keep = <T>(items: readonly T[], has: (item: T) => boolean, name: (item: T) => string) => {
    for (const item of items) if (!has(item)) left.add(name(item))
    const kept = items.filter(has)
    return Array.isArray(value) ? kept : (kept[0] ?? null)
  }
  switch (KINDS.get(field)) {
    case 'metric':
    case 'metrics':
    case 'orderBy':
      return keep(metricsIn(value), (metric) => hasMetric(dataset, metric), wireMetricLabel)
    case 'column':
    case 'columns':
    case 'timeColumn':
      return keep(columnsIn(value), (column) => hasColumn(dataset, column), wireColumnLabel)
    case 'filters':
      return keep(
        filtersIn(value),
        (filter) => hasSubject(dataset, filter),
        ({ subject }) => subject ?? '',
      )
    default:
      return value
  }
}

function hasMetric(dataset: ExploreDataset, metric: WireMetric): boolean {
  if (typeof metric === 'string') return dataset.metrics.some(({ metric_name: name }) => name === metric)
  return metric.expressionType === 'SQL' || findColumn(dataset, metric.column.column_name) !== null
}

const hasColumn = (dataset: ExploreDataset, column: WireColumn) =>
  typeof column !== 'string' || findColumn(dataset, column) !== null

const hasSubject = (dataset: ExploreDataset, { expressionType, subject }: WireFilter) =>
  expressionType === 'SQL' || findColumn(dataset, subject ?? '') !== null
