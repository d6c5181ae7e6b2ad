type Json = Record<string, unknown>

interface ExampleMetric {
  readonly name: string
  readonly label: string
  readonly expression: string
  readonly format?: string
  readonly description?: string
}
export interface ExampleDataset {
  readonly table: string
  readonly description: string
  readonly mainTime: string | null
  readonly metrics: readonly ExampleMetric[]
  /** Column name -> label shown instead. */
  readonly labels?: Readonly<Record<string, string>>
  /** Calculated columns: name -> SQL. */
  readonly calculated?: Readonly<
    Record<string, { readonly sql: string; readonly type: string; readonly label: string }>
  >
}
export interface ExampleChart {
  readonly name: string
  readonly table: string
  readonly vizType: string
  readonly form: Json
  readonly description?: string
}
export interface ExampleTile {
  readonly chart: string
  /** Of twelve. */
  readonly width: number
  /** In units of eight pixels. */
  readonly height: number
}
export interface ExampleFilter {
  readonly name: string
  readonly kind: 'filter_select' | 'filter_time'
  readonly table?: string
  readonly column?: string
  readonly value?: unknown
}
export interface ExampleDashboard {
  readonly title: string
  readonly slug: string
  readonly description: string
  readonly rows: readonly (readonly ExampleTile[])[]
  readonly filters: readonly ExampleFilter[]
}
export interface ExampleContent {
  readonly datasets: readonly ExampleDataset[]
  readonly charts: readonly ExampleChart[]
  readonly dashboards: readonly ExampleDashboard[]
}

const FIGURE_HEIGHT = 14
export const CHART_HEIGHT = 37
export const TABLE_HEIGHT = 42

/** A metric of the chart's own: an aggregate of a column. */
export const simple = (aggregate: string, column: string, label: string) => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name: column },
  label,
  hasCustomLabel: true,
  optionName: `metric_${label.toLowerCase().replace(/\W+/g, '_')}`,
})

/** Keeps one time range; dashboards' time filters replace it. */
export const during = (column: string, range = 'No filter') => [
  { clause: 'WHERE', expressionType: 'SIMPLE', subject: column, operator: 'TEMPORAL_RANGE', comparator: range },
]

export const where = (subject: string, operator: string, comparator: unknown) => ({
  clause: 'WHERE',
  expressionType: 'SIMPLE',
  subject,
  operator,
  comparator,
})

/** A row of figure tiles of equal width. */
export const figures = (...charts: readonly string[]): ExampleTile[] =>
  charts.map((chart) => ({ chart, width: Math.floor(12 / charts.length), height: FIGURE_HEIGHT }))
