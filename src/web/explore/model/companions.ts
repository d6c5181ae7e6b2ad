import { own } from '../../../kernel/own.ts'
import type { FormData } from '../../data/chart-request.ts'
import { columnsIn } from './metrics.ts'
import type { ExploreDataset } from './wire.ts'

const WINDOW_POINTS = 7

const COMPANIONS: Readonly<Record<string, (form: FormData, dataset: ExploreDataset) => FormData>> = {
  rolling_type: ({ rolling_type, rolling_periods }) =>
    rolling_type == null || rolling_periods != null ? {} : { rolling_periods: WINDOW_POINTS },
  query_mode: ({ query_mode, all_columns, groupby }, dataset) => {
    if (query_mode !== 'raw' || columnsIn(all_columns).length > 0) return {}
    const groups = columnsIn(groupby)
    return { all_columns: groups.length > 0 ? groups : dataset.columns.map((column) => column.column_name) }
  },
}

/** Settings of which one was changed, with what it needs and nobody has chosen yet. */
export const withCompanions = (form: FormData, changed: string, dataset: ExploreDataset): FormData => ({
  ...form,
  ...own(COMPANIONS, changed)?.(form, dataset),
})
