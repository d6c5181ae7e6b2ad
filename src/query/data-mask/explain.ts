import { type FilterClause, type FilterInputs, maskFor } from './clauses.ts'
import { type ExtraFormData, isFilter } from './filter-config.ts'

type NotAppliedReason =
  | { readonly kind: 'outOfScope' }
  | { readonly kind: 'noColumn'; readonly column: string }
  | { readonly kind: 'noTimeColumn' }
  | { readonly kind: 'rejected'; readonly column: string; readonly text: string }

export interface AppliedFilter {
  readonly key: string
  readonly clause: FilterClause
  readonly columns: readonly string[]
}

export interface NotAppliedFilter extends AppliedFilter {
  readonly reason: NotAppliedReason
}

export interface FilterExplanation {
  readonly applied: readonly AppliedFilter[]
  readonly notApplied: readonly NotAppliedFilter[]
  /** Names of filters that reach the chart and have no value. */
  readonly unset: readonly string[]
}

/** What the answer of a chart says about the filters that it was given. */
export interface ServerVerdict {
  readonly rejected: readonly { readonly column: string; readonly reason: string }[]
  /** Columns of the chart's dataset, where they are known. */
  readonly columns: ReadonlySet<string> | null
  /** False when the chart has no time by which a range could bound it. */
  readonly hasTime: boolean
}

/** Why each filter of a dashboard does or does not act on one chart. */
export function explainFilters(
  chartId: number,
  clauses: readonly FilterClause[],
  inputs: FilterInputs,
  verdict: ServerVerdict,
): FilterExplanation {
  const applied: AppliedFilter[] = []
  const notApplied: NotAppliedFilter[] = []
  for (const clause of clauses) {
    if (clause.source.kind === 'chart' && clause.source.chartId === chartId) continue
    const entry = { key: clauseKey(clause), clause, columns: columnsOf(clause.extra) }
    const reason = notAppliedReason(chartId, clause, entry.columns, verdict)
    if (reason) notApplied.push({ ...entry, reason })
    else applied.push(entry)
  }
  return { applied, notApplied, unset: unsetNames(chartId, inputs) }
}

/** The columns that a contribution names; `__time_range` and its like stand for the chart's own time. */
function columnsOf(extra: ExtraFormData): readonly string[] {
  const named = (extra.filters ?? []).map((filter) => filter.col).filter((col) => typeof col === 'string')
  const time = extra.time_range ? ['__time_range'] : []
  const column = (extra.granularity_sqla ?? extra.granularity) ? ['__time_col'] : []
  const grain = extra.time_grain_sqla ? ['__time_grain'] : []
  return [...new Set([...named, ...time, ...column, ...grain])]
}

function notAppliedReason(
  chartId: number,
  clause: FilterClause,
  columns: readonly string[],
  verdict: ServerVerdict,
): NotAppliedReason | null {
  if (!clause.charts.has(chartId)) return { kind: 'outOfScope' }
  if (columns.includes('__time_range') && !verdict.hasTime) return { kind: 'noTimeColumn' }
  const rejected = verdict.rejected.find((entry) => columns.includes(entry.column))
  if (rejected) return rejectionOf(rejected)
  const missing = columns.find((column) => !column.startsWith('__') && verdict.columns?.has(column) === false)
  return missing === undefined ? null : { kind: 'noColumn', column: missing }
}

function rejectionOf(rejected: { readonly column: string; readonly reason: string }): NotAppliedReason {
  const isMissing = rejected.reason === 'not_in_datasource' || rejected.reason === 'COL_NOT_IN_DATASOURCE'
  return isMissing
    ? { kind: 'noColumn', column: rejected.column }
    : { kind: 'rejected', column: rejected.column, text: rejected.reason }
}

function unsetNames(chartId: number, inputs: FilterInputs): readonly string[] {
  return inputs.filters
    .filter(isFilter)
    .filter((filter) => maskFor(filter, inputs.masks).filterState.value == null)
    .filter((filter) => inputs.chartsInScope(filter).includes(chartId))
    .map((filter) => filter.name)
}

function clauseKey(clause: FilterClause): string {
  return clause.source.kind === 'filter' ? clause.source.filterId : String(clause.source.chartId)
}
