import { type Aggregate, readAggregates } from './aggregator.ts'
import { type Cell, type DataFrame, PostProcessingError, requireColumns } from './frame.ts'
import { texts } from './options.ts'

export interface PivotOptions {
  readonly index: readonly string[]
  readonly columns: readonly string[]
  readonly aggregates: readonly Aggregate[]
  readonly metricFill: Cell
  readonly dropsMissing: boolean
  readonly isCombined: boolean
  readonly marginName: string | null
}

/** Reads the options of a pivot and refuses what cannot be pivoted. */
export function readPivotOptions(frame: DataFrame, raw: Readonly<Record<string, unknown>>): PivotOptions {
  const index = texts(raw.index)
  const columns = texts(raw.columns)
  if (index.length === 0) throw new PostProcessingError('Pivot operation requires at least one index')
  requireColumns(frame, [...index, ...columns])
  const aggregates = readAggregates(frame, raw.aggregates)
  if (aggregates.length === 0) throw new PostProcessingError('Pivot operation must include at least one aggregate')
  // One aggregate per source column: of several on the same column, the last counts, under the column's own name.
  const byColumn = new Map(aggregates.map((item) => [item.column, { ...item, name: item.column }]))
  return {
    index,
    columns,
    aggregates: [...byColumn.values()],
    metricFill: (raw.metric_fill_value ?? null) as Cell,
    dropsMissing: raw.drop_missing_columns !== false,
    isCombined: raw.combine_value_with_metric === true,
    marginName: raw.marginal_distributions === true ? String(raw.marginal_distribution_name ?? 'All') : null,
  }
}
