import { z } from 'zod'
import { FILTER_OPERATORS } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import { datasetRoutes } from '../dataset/contract.ts'
import { type Desk, type Json, partOf, recordsOf } from './tool.ts'

const AGGREGATES = ['SUM', 'AVG', 'COUNT', 'COUNT_DISTINCT', 'MIN', 'MAX'] as const
const MAX_SQL = 20_000
const name = z.string().min(1).max(1000)
const label = name.optional().describe('Its name in the answer')
const sql = z.string().min(1).max(MAX_SQL)

/** How agents write a metric. */
export const Metric = z
  .union([
    name.describe('A metric of the dataset, by its name'),
    z.strictObject({ aggregate: z.enum(AGGREGATES), column: name, label }).describe('An aggregate of a column'),
    z.strictObject({ sql, label }).describe('An aggregate as SQL, such as SUM(a) / SUM(b)'),
  ])
  .meta({ title: 'Metric' })
export type Metric = z.output<typeof Metric>

/** How agents write a dimension. */
export const Dimension = z
  .union([
    name.describe('A column of the dataset, by its name'),
    z
      .strictObject({ column: name, grain: name })
      .describe('A time column cut to a grain: P1D, P1W, P1M, P3M, P1Y, PT1H and others that the dataset offers'),
    z.strictObject({ sql, label: name }).describe('An expression as SQL'),
  ])
  .meta({ title: 'Dimension' })
export type Dimension = z.output<typeof Dimension>

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** A filter that compares a column. */
export const ColumnFilter = z
  .strictObject({
    column: name,
    op: z.enum(FILTER_OPERATORS),
    value: z.union([scalar, z.array(scalar).max(1000)]).optional(),
  })
  .describe(
    'A condition on a column. IN and NOT IN take a list; TEMPORAL_RANGE takes a time range such as "Last quarter", "2024-01-01 : 2024-07-01" or "No filter"',
  )
/** How agents write a filter. */
export const Filter = z
  .union([ColumnFilter, z.strictObject({ sql, is_having: z.boolean().optional() }).describe('A condition as SQL')])
  .meta({ title: 'Filter' })
export type Filter = z.output<typeof Filter>

/** A metric as the wire and saved charts have it. */
export function wireMetric(metric: Metric): unknown {
  if (typeof metric === 'string') return metric
  const named = { label: labelOf(metric), hasCustomLabel: metric.label !== undefined }
  if ('sql' in metric) return { expressionType: 'SQL', sqlExpression: metric.sql, ...named }
  return {
    expressionType: 'SIMPLE',
    column: { column_name: metric.column },
    aggregate: metric.aggregate,
    ...named,
  }
}

export function labelOf(metric: Metric): string {
  if (typeof metric === 'string') return metric
  return metric.label ?? ('sql' in metric ? metric.sql : `${metric.aggregate}(${metric.column})`)
}

/** A dimension as the wire has it. */
export function wireDimension(dimension: Dimension): unknown {
  if (typeof dimension === 'string') return dimension
  if ('sql' in dimension) return { expressionType: 'SQL', sqlExpression: dimension.sql, label: dimension.label }
  return {
    expressionType: 'SQL',
    sqlExpression: dimension.column,
    label: dimension.column,
    columnType: 'BASE_AXIS',
    timeGrain: dimension.grain,
    isColumnReference: true,
  }
}

/** A filter as saved charts have it. */
export function formFilter(filter: Filter): Json {
  if ('sql' in filter)
    return {
      clause: filter.is_having ? 'HAVING' : 'WHERE',
      expressionType: 'SQL',
      sqlExpression: filter.sql,
    }
  return {
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: filter.column,
    operator: filter.op,
    comparator: filter.value ?? null,
  }
}

/** What a question may name. */
export interface DatasetNames {
  readonly id: number
  readonly title: string
  readonly columns: readonly string[]
  readonly metrics: readonly string[]
  /** The main one of the time columns. */
  readonly timeColumn: string | null
  readonly timeColumns: readonly string[]
}

/** The names of a dataset that the caller may read. Throws 404 for any other. */
export async function datasetNames(desk: Desk, id: number): Promise<DatasetNames> {
  const dataset = partOf(await desk.ask(datasetRoutes.read, { params: { id: String(id) } }))
  const main = dataset['main_dttm_col']
  const columns = recordsOf(dataset, 'columns')
  return {
    id,
    title: String(dataset['table_name'] ?? id),
    columns: columns.map((column) => String(column['column_name'])),
    metrics: recordsOf(dataset, 'metrics').map((metric) => String(metric['metric_name'])),
    timeColumn: typeof main === 'string' && main !== '' ? main : null,
    timeColumns: columns.flatMap((column) => (column['is_dttm'] === true ? [String(column['column_name'])] : [])),
  }
}

/** Throws 400 for names that the dataset does not have: a filter of such a name would quietly be left out. */
export function checkNames(
  dataset: DatasetNames,
  asked: { readonly metrics?: readonly Metric[]; readonly columns?: readonly string[] },
): void {
  for (const metric of asked.metrics ?? []) {
    if (typeof metric === 'string') known(dataset, 'metric', metric, dataset.metrics)
    else if ('column' in metric) known(dataset, 'column', metric.column, dataset.columns)
  }
  for (const column of asked.columns ?? []) known(dataset, 'column', column, dataset.columns)
}

const SHOWN_NAMES = 60

function known(dataset: DatasetNames, kind: string, wanted: string, names: readonly string[]): void {
  if (names.includes(wanted)) return
  const shown = names.slice(0, SHOWN_NAMES).join(', ') || 'none'
  throw new Problem(400, `The dataset ${dataset.title} has no ${kind} "${wanted}". Its ${kind}s: ${shown}`)
}

/** The columns that filters and dimensions name. */
export const columnsOf = (dimensions: readonly Dimension[], filters: readonly Filter[]): string[] => [
  ...dimensions.flatMap((one) => (typeof one === 'string' ? [one] : 'column' in one ? [one.column] : [])),
  ...filters.flatMap((one) => ('column' in one ? [one.column] : [])),
]
