import type { DatasetModel } from '../dataset-model.ts'
import type { QueryObject } from '../query-object.ts'
import type { RejectedFilter } from './types.ts'

export interface FilterStatus {
  readonly applied: readonly { readonly column: string }[]
  readonly rejected: readonly RejectedFilter[]
}

/** Whether the time settings that a dashboard gave could be applied; they are told apart by their pseudo columns. */
export function timeExtrasStatus(query: QueryObject, dataset: DatasetModel): FilterStatus {
  const extras = query.appliedTimeExtras
  const temporal = new Set(dataset.columns.filter(({ isTemporal }) => isTemporal).map(({ name }) => name))
  const applied: { column: string }[] = []
  const rejected: RejectedFilter[] = []
  const settle = (column: string, isPossible: boolean, reason: RejectedFilter['reason']) =>
    isPossible ? applied.push({ column }) : rejected.push({ column, reason })
  if (extras.__time_col) settle('__time_col', temporal.has(extras.__time_col), 'not_in_datasource')
  for (const key of ['__time_grain', '__time_range']) {
    if (extras[key]) settle(key, temporal.size > 0, 'no_temporal_column')
  }
  return { applied, rejected }
}
