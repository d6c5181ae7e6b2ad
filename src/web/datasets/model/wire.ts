/** A dataset as `GET /api/v1/dataset/{id}` tells it; fields the editor shows. */
export interface WireDataset {
  readonly id: number
  readonly table_name: string
  readonly kind: 'physical' | 'virtual'
  readonly catalog: string | null
  readonly schema: string | null
  readonly sql: string | null
  readonly description: string | null
  readonly main_dttm_col: string | null
  readonly currency_code_column: string | null
  readonly cache_timeout: number | null
  readonly offset: number
  readonly fetch_values_predicate: string | null
  readonly template_params: string | null
  readonly filter_select_enabled: boolean
  readonly normalize_columns: boolean
  readonly always_filter_main_dttm: boolean
  readonly is_managed_externally: boolean
  readonly extra: string | null
  readonly changed_on: string
  readonly changed_by: { readonly first_name: string; readonly last_name: string } | null
  readonly database: { readonly id: number; readonly database_name: string; readonly backend: string }
  readonly owners: readonly WireOwner[]
  readonly columns: readonly WireColumn[]
  readonly metrics: readonly WireMetric[]
}

interface WireOwner {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
}

export interface WireColumn {
  readonly id: number
  readonly column_name: string
  readonly verbose_name: string | null
  readonly description: string | null
  readonly expression: string | null
  readonly type: string | null
  readonly type_generic: number | null
  readonly is_dttm: boolean
  readonly filterable: boolean
  readonly groupby: boolean
  readonly python_date_format: string | null
  readonly extra: string | null
}

interface WireCurrency {
  readonly symbol?: string
  readonly symbolPosition?: string
}

export interface WireMetric {
  readonly id: number
  readonly metric_name: string
  readonly verbose_name: string | null
  readonly description: string | null
  readonly expression: string
  readonly d3format: string | null
  readonly currency: WireCurrency | null
  readonly warning_text: string | null
  readonly extra: string | null
}

/** A column as the source has it. */
export interface SourceColumn {
  readonly column_name: string
  readonly type: string | null
  readonly type_generic: number | null
  readonly is_dttm: boolean
  /** The type is the kind of its values, not the word of the engine. */
  readonly isRough?: boolean
}
