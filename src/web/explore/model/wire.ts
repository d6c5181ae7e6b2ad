import type { FormData } from '../../data/chart-request.ts'

/** A column of the dataset as Explore reads it. */
export interface DatasetColumn {
  readonly column_name: string
  readonly verbose_name: string | null
  readonly description: string | null
  readonly expression: string | null
  readonly filterable: boolean
  readonly groupby: boolean
  readonly is_dttm: boolean
  readonly type: string | null
  readonly type_generic: number | null
}

export interface DatasetMetric {
  readonly metric_name: string
  readonly verbose_name: string | null
  readonly description: string | null
  readonly expression: string
}

export interface ExploreDataset {
  readonly id?: number
  readonly type: string
  readonly name: string
  readonly table_name?: string
  readonly datasource_name?: string
  readonly schema?: string | null
  readonly main_dttm_col?: string | null
  readonly columns: readonly DatasetColumn[]
  readonly metrics: readonly DatasetMetric[]
  readonly time_grain_sqla?: readonly (readonly [string | null, string])[]
  readonly database?: { readonly id: number; readonly name?: string }
  readonly sql?: string | null
  readonly verbose_map?: Readonly<Record<string, string>>
}

export interface ExploreSlice {
  readonly slice_id: number
  readonly slice_name: string
  readonly owners: readonly number[]
  readonly description?: string | null
  readonly is_managed_externally?: boolean
  readonly changed_on_humanized?: string
}

export interface ExploreAnswer {
  readonly dataset: ExploreDataset
  readonly form_data: FormData
  readonly slice: ExploreSlice | null
  readonly message: string | null
}

export interface WireSimpleMetric {
  readonly expressionType: 'SIMPLE'
  readonly column: { readonly column_name: string; readonly type?: string | null }
  readonly aggregate: string
  readonly label: string
  readonly hasCustomLabel?: boolean
  readonly optionName?: string
}
export interface WireSqlMetric {
  readonly expressionType: 'SQL'
  readonly sqlExpression: string
  readonly label: string
  readonly hasCustomLabel?: boolean
  readonly optionName?: string
}
/** A text is the name of a saved metric. */
export type WireMetric = string | WireSimpleMetric | WireSqlMetric

export type WireColumn =
  | string
  | { readonly expressionType: 'SQL'; readonly sqlExpression: string; readonly label: string }

export interface WireFilter {
  readonly expressionType: 'SIMPLE' | 'SQL'
  readonly clause: 'WHERE' | 'HAVING'
  readonly subject?: string | null
  readonly operator?: string | null
  readonly operatorId?: string | null
  readonly comparator?: unknown
  readonly sqlExpression?: string | null
  readonly filterOptionName?: string
  readonly isExtra?: boolean
}
