import { z } from 'zod'
import { Problem } from '../../../wire/problem.ts'
import { chartDataRoutes } from '../../chart-data/contract.ts'
import { datasetRoutes } from '../../dataset/contract.ts'
import { chartTables } from '../chart-rows.ts'
import {
  checkNames,
  columnsOf,
  Dimension,
  datasetNames,
  Filter,
  formFilter,
  labelOf,
  Metric,
  wireDimension,
  wireMetric,
} from '../question.ts'
import { defineTool, id, type Json, listQ, paging, partOf, pick, recordsOf, type Tool } from '../tool.ts'

const MAX_ROWS = 1000

const listDatasets = defineTool({
  name: 'list_datasets',
  title: 'List datasets',
  description:
    'Datasets that the user may query: tables and saved queries with named metrics. Start here to answer a question about data; describe_dataset tells what is in one.',
  input: z.strictObject(paging),
  uses: [datasetRoutes.list],
  effect: 'reads',
  run: async (input, desk) => {
    const reply = await desk.ask(datasetRoutes.list, { q: listQ(input, ['table_name', 'ct']) })
    return {
      count: reply['count'],
      datasets: recordsOf(reply).map((one) => ({
        ...pick(one, { id: 'id', name: 'table_name', schema: 'schema', kind: 'kind', description: 'description' }),
        database: partOf(one, 'database')['database_name'],
        database_id: partOf(one, 'database')['id'],
      })),
    }
  },
})

const describeDataset = defineTool({
  name: 'describe_dataset',
  title: 'Describe a dataset',
  description:
    'Columns and metrics of a dataset with their meaning, its main time column and the time grains it offers. Read it before query_dataset or create_chart.',
  input: z.strictObject({ dataset_id: id('Number of the dataset, from list_datasets') }),
  uses: [datasetRoutes.read],
  effect: 'reads',
  run: async ({ dataset_id }, desk) => {
    const one = partOf(await desk.ask(datasetRoutes.read, { params: { id: String(dataset_id) } }))
    const grains = one['time_grain_sqla']
    return {
      ...pick(one, { id: 'id', name: 'table_name', description: 'description', schema: 'schema', sql: 'sql' }),
      database: pick(partOf(one, 'database'), { id: 'id', name: 'database_name', engine: 'backend' }),
      ...pick(one, { main_time_column: 'main_dttm_col' }),
      time_grains: Array.isArray(grains) ? grains.map((grain) => (Array.isArray(grain) ? grain[0] : grain)) : [],
      columns: recordsOf(one, 'columns').map(columnOf),
      metrics: recordsOf(one, 'metrics').map((metric) =>
        pick(metric, {
          name: 'metric_name',
          title: 'verbose_name',
          sql: 'expression',
          description: 'description',
          format: 'd3format',
          warning: 'warning_text',
        }),
      ),
    }
  },
})

const columnOf = (column: Json) => ({
  ...pick(column, {
    name: 'column_name',
    type: 'type',
    title: 'verbose_name',
    sql: 'expression',
    description: 'description',
  }),
  ...(column['is_dttm'] === true ? { is_time: true } : {}),
})

const Question = z.strictObject({
  dataset_id: id('Number of the dataset, from list_datasets'),
  metrics: z.array(Metric).max(50).default([]).describe('What is measured; metrics of the dataset are to be preferred'),
  dimensions: z.array(Dimension).max(50).default([]).describe('What it is split by'),
  filters: z.array(Filter).max(100).default([]),
  time_range: z
    .string()
    .max(1000)
    .optional()
    .describe('Such as "Last 7 days", "Current year", "2024-01-01 : 2024-07-01"; the end is not part of it'),
  time_column: z
    .string()
    .max(1000)
    .optional()
    .describe('The column that time_range bounds; the main time column without it'),
  order_by: z
    .array(z.strictObject({ by: z.string().max(1000), is_ascending: z.boolean().default(false) }))
    .max(20)
    .optional()
    .describe('Names of metrics or dimensions; the first metric, largest first, without it'),
  row_limit: z.int().min(1).max(MAX_ROWS).default(100),
})
type Question = z.output<typeof Question>

const queryDataset = defineTool({
  name: 'query_dataset',
  title: 'Query a dataset',
  description:
    'Rows of metrics by dimensions, filtered, as a chart would ask for them. Without metrics it gives the distinct values of the dimensions. Rights on rows and the metrics of the dataset hold, so prefer it to run_sql where there is a dataset.',
  input: Question,
  uses: [chartDataRoutes.data, datasetRoutes.read],
  effect: 'reads',
  run: async (question, desk) => {
    if (question.metrics.length + question.dimensions.length === 0)
      throw new Problem(400, 'A question needs a metric or a dimension.')
    const dataset = await datasetNames(desk, question.dataset_id)
    const timeColumn = question.time_column ?? dataset.timeColumn
    if (question.time_range !== undefined && timeColumn === null)
      throw new Problem(400, 'The dataset has no main time column: name one in time_column.')
    const bounded = timeColumn !== null && question.time_range !== undefined ? [timeColumn] : []
    const columns = [...columnsOf(question.dimensions, question.filters), ...bounded]
    checkNames(dataset, { metrics: question.metrics, columns })
    const body = { datasource: { id: dataset.id, type: 'table' }, queries: [queryOf(question, timeColumn)] }
    const [table] = await chartTables(desk, body, question.row_limit)
    return { ...table }
  },
})

function queryOf(question: Question, timeColumn: string | null): Json {
  const { metrics, dimensions, filters, time_range: range } = question
  const within = range === undefined ? [] : [{ column: timeColumn ?? '', op: 'TEMPORAL_RANGE' as const, value: range }]
  const all = [...filters, ...within]
  const clauses = (isHaving: boolean) =>
    all
      .flatMap((one) => ('sql' in one && (one.is_having ?? false) === isHaving ? [`(${one.sql}\n)`] : []))
      .join(' AND ')
  return {
    columns: dimensions.map(wireDimension),
    metrics: metrics.map(wireMetric),
    filters: all.flatMap((one) => {
      const { subject, operator, comparator } = formFilter(one)
      return 'sql' in one ? [] : [{ col: subject, op: operator, val: comparator }]
    }),
    extras: { where: clauses(false), having: clauses(true) },
    orderby: orderOf(question),
    // One more than is shown tells whether there are more.
    row_limit: question.row_limit + 1,
  }
}

function orderOf({ metrics, dimensions, order_by }: Question): unknown[] {
  const [first] = metrics
  if (order_by === undefined) return first === undefined ? [] : [[wireMetric(first), false]]
  return order_by.map(({ by, is_ascending }) => {
    const metric = metrics.find((one) => labelOf(one) === by)
    if (metric !== undefined) return [wireMetric(metric), is_ascending]
    const dimension = dimensions.find((one) => nameOf(one) === by)
    if (dimension === undefined)
      throw new Problem(400, `order_by: "${by}" is none of the metrics and dimensions of the question.`)
    return [wireDimension(dimension), is_ascending]
  })
}

const nameOf = (dimension: Dimension) =>
  typeof dimension === 'string' ? dimension : 'column' in dimension ? dimension.column : dimension.label

export const datasetTools: readonly Tool[] = [listDatasets, describeDataset, queryDataset]
