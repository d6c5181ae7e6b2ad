export const FORM_DATA_KIND = 'explore_form_data'
export const PERMALINK_KIND = 'explore_permalink'

/** Form data kept for a while, as the key-value table holds it. */
export interface StoredFormData {
  readonly datasource_id: number | string
  readonly datasource_type: string
  readonly chart_id: number | null
  readonly form_data: string
}

/** A lasting state of Explore; the wire's own shape. */
export interface StoredPermalink {
  readonly chartId: number | null
  readonly datasourceId: number
  readonly datasourceType: string
  readonly datasource: string
  readonly state: {
    readonly formData: Record<string, unknown>
    readonly urlParams: readonly (readonly [string, string | null])[] | null
  }
}
