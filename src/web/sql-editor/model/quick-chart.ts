import { GENERIC, type GenericType } from '../../../query/generic-type.ts'

/** What a chart of a result can look like. */
export const SHAPES = ['bar', 'line', 'pie', 'number', 'table'] as const
export type Shape = (typeof SHAPES)[number]
export const AGGREGATES = ['SUM', 'AVG', 'MIN', 'MAX', 'COUNT_DISTINCT'] as const
export type Aggregate = (typeof AGGREGATES)[number]
/** Durations of ISO 8601 that times are cut to. */
export const GRAINS = ['PT1H', 'P1D', 'P1W', 'P1M', 'P3M', 'P1Y'] as const

export interface ChartColumn {
  readonly name: string
  readonly generic: GenericType
}

/** A chart as it is picked beside a result. */
export interface QuickChoice {
  readonly shape: Shape
  /** The column along the axis, of the slices, or of the rows. */
  readonly x: string | null
  readonly grain: string | null
  /** The column that is added up; null counts rows. */
  readonly measure: string | null
  readonly aggregate: Aggregate
  readonly split: string | null
}

const ROW_LIMIT = 10_000
const SLICES = 100
const VIZ_TYPES: Readonly<Record<Shape, string>> = {
  bar: 'echarts_timeseries_bar',
  line: 'echarts_timeseries_line',
  pie: 'pie',
  number: 'big_number_total',
  table: 'table',
}

/** What most would pick: the first number over time, else by the first text. */
export function firstChoice(columns: readonly ChartColumn[]): QuickChoice {
  const first = (generic: GenericType) => columns.find((column) => column.generic === generic)?.name ?? null
  const time = first(GENERIC.time)
  const name = first(GENERIC.text) ?? first(GENERIC.boolean)
  const numbers = columns.filter((column) => column.generic === GENERIC.number).map((column) => column.name)
  const x = time ?? name ?? (numbers.length > 1 ? (numbers[0] ?? null) : null)
  const measure = numbers.find((column) => column !== x) ?? null
  const shape = x === null ? 'number' : time === null && name !== null ? 'bar' : 'line'
  return { shape, x, grain: null, measure, aggregate: 'SUM', split: null }
}

/** True where a choice has all that its shape needs. */
export const isWhole = ({ shape, x }: QuickChoice): boolean => shape === 'number' || x !== null

/** The settings of the chart, as Explore keeps them. */
export function quickForm(datasetId: number, choice: QuickChoice): Readonly<Record<string, unknown>> {
  const { shape, x, grain, split } = choice
  const metric = metricOf(choice)
  const common = { viz_type: VIZ_TYPES[shape], datasource: `${datasetId}__table` }
  switch (shape) {
    case 'bar':
    case 'line':
      return {
        ...common,
        x_axis: x,
        time_grain_sqla: grain,
        metrics: [metric],
        groupby: split === null ? [] : [split],
        row_limit: ROW_LIMIT,
      }
    case 'pie':
      return { ...common, groupby: [x], metric, row_limit: SLICES, sort_by_metric: true }
    case 'number':
      return { ...common, metric }
    case 'table':
      return {
        ...common,
        query_mode: 'aggregate',
        groupby: [x, split].filter((column) => column !== null),
        metrics: [metric],
        row_limit: ROW_LIMIT,
      }
  }
}

function metricOf({ measure, aggregate }: QuickChoice) {
  if (measure === null) return { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }
  return {
    expressionType: 'SIMPLE',
    column: { column_name: measure },
    aggregate,
    label: `${aggregate}(${measure})`,
  }
}
