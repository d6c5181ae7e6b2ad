import type { DatasetColumn, ExploreDataset } from '../wire.ts'

/** A column of a kind (`GENERIC`) that can be filtered and grouped by. */
export const column = (column_name: string, type_generic: number): DatasetColumn => ({
  column_name,
  type_generic,
  is_dttm: type_generic === 2,
  verbose_name: null,
  description: null,
  expression: null,
  filterable: true,
  groupby: true,
  type: null,
})
/** A dataset with a time, a word and a number. */
export const DATASET: ExploreDataset = {
  id: 5,
  type: 'table',
  name: 'orders',
  main_dttm_col: 'placed',
  columns: [column('placed', 2), column('country', 1), column('price', 0)],
  metrics: [{ metric_name: 'count', verbose_name: 'Orders', description: null, expression: 'COUNT(*)' }],
}
