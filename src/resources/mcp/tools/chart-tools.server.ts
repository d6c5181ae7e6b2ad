import { z } from 'zod'
import { EXPLORED_CHARTS, type ExploredChart, findExplored } from '../../../charts/explored.ts'
import { chartQuestion } from '../../../gateway/chart/saved-request.server.ts'
import type { QueryContext } from '../../../query/query-object.ts'
import { encodeQueryContext } from '../../../query/wire/encode.ts'
import { Problem } from '../../../wire/problem.ts'
import { chartRoutes } from '../../chart/contract.ts'
import { chartDataRoutes } from '../../chart-data/contract.ts'
import { datasetRoutes } from '../../dataset/contract.ts'
import { chartTables } from '../chart-rows.ts'
import { ColumnFilter, checkNames, datasetNames } from '../question.ts'
import { objectOf } from '../saved.ts'
import { formOf, offeredControls, settingOf } from '../settings.ts'
import { type Desk, defineTool, id, type Json, listQ, paging, partOf, pick, recordsOf, type Tool } from '../tool.ts'

const MAX_ROWS = 1000
const PREVIEW_ROWS = 5
const chartId = id('Number of the chart, from list_charts')
const settings = z
  .record(z.string(), z.unknown())
  .describe('By name, as list_chart_types tells for the type; metrics, columns and filters as in query_dataset')
const title = z.string().trim().min(1).max(250)
const type = z.string().max(100).describe('A type of list_chart_types')

const listChartTypes = defineTool({
  name: 'list_chart_types',
  title: 'List chart types',
  description:
    'The types of charts and what each is for; with a type, the settings that create_chart and update_chart take for it.',
  input: z.strictObject({ type: type.optional() }),
  uses: [chartRoutes.create],
  effect: 'reads',
  run: async (input) => {
    if (input.type === undefined)
      return { types: EXPLORED_CHARTS.map((one) => ({ type: one.id, name: one.label, description: one.description })) }
    const chart = chartType(input.type)
    return { type: chart.id, description: chart.description, settings: offeredControls(chart).map(settingOf) }
  },
})

function chartType(type: string): ExploredChart {
  const chart = findExplored(type)
  if (chart) return chart
  throw new Problem(400, `There is no chart type "${type}". Types: ${EXPLORED_CHARTS.map((one) => one.id).join(', ')}`)
}

const linkTo = (desk: Desk, chart: unknown) => `${desk.origin}/explore/?slice_id=${chart}`

const listCharts = defineTool({
  name: 'list_charts',
  title: 'List charts',
  description: 'Saved charts that the user may see. chart_data gives the rows of one.',
  input: z.strictObject(paging),
  uses: [chartRoutes.list],
  effect: 'reads',
  run: async (input, desk) => {
    const reply = await desk.ask(chartRoutes.list, { q: listQ(input, ['slice_name', 'ct']) })
    return {
      count: reply['count'],
      charts: recordsOf(reply).map((one) => ({
        ...pick(one, {
          id: 'id',
          name: 'slice_name',
          type: 'viz_type',
          dataset: 'datasource_name_text',
          dataset_id: 'datasource_id',
          description: 'description',
        }),
        url: linkTo(desk, one['id']),
      })),
    }
  },
})

const readChart = async (desk: Desk, chart: number) =>
  partOf(await desk.ask(chartRoutes.read, { params: { id: String(chart) } }))

const getChart = defineTool({
  name: 'get_chart',
  title: 'Get a chart',
  description: 'A saved chart with its settings, its dataset and the dashboards that show it.',
  input: z.strictObject({ chart_id: chartId }),
  uses: [chartRoutes.read],
  effect: 'reads',
  run: async (input, desk) => {
    const chart = await readChart(desk, input.chart_id)
    const { viz_type: _type, datasource: _dataset, slice_id: _id, dashboards: _on, ...form } = objectOf(chart['params'])
    return {
      ...pick(chart, {
        id: 'id',
        name: 'slice_name',
        type: 'viz_type',
        description: 'description',
        dataset: 'datasource_name_text',
        certified_by: 'certified_by',
      }),
      dataset_id: datasetIdOf(chart),
      url: linkTo(desk, chart['id']),
      dashboards: recordsOf(chart, 'dashboards').map((one) => pick(one, { id: 'id', title: 'dashboard_title' })),
      owners: recordsOf(chart, 'owners').map((one) => `${one['first_name'] ?? ''} ${one['last_name'] ?? ''}`.trim()),
      settings: form,
    }
  },
})

function datasetIdOf(chart: Json): number {
  const known = Number(chart['datasource_id'])
  if (Number.isInteger(known) && known > 0) return known
  throw new Problem(400, 'The dataset associated with this chart no longer exists')
}

/** What saves a chart, once its question was answered: settings that cannot be asked are not kept. */
async function askedBody(desk: Desk, dataset: number, form: Record<string, unknown>) {
  const saved = {
    query_context: null,
    params: JSON.stringify(form),
    viz_type: String(form['viz_type']),
    datasource_id: dataset,
  }
  const context = encodeQueryContext(chartQuestion(saved))
  const preview = await chartTables(desk, { ...context }, PREVIEW_ROWS)
  const body = { viz_type: saved.viz_type, params: saved.params, query_context: JSON.stringify(context) }
  return { preview, body }
}

const createChart = defineTool({
  name: 'create_chart',
  title: 'Create a chart',
  description:
    'Saves a chart over a dataset and gives its link and its first rows. The settings are checked, and the chart is asked once before it is saved.',
  input: z.strictObject({
    name: title,
    dataset_id: id('Number of the dataset, from list_datasets'),
    type,
    settings,
    description: z.string().max(10_000).optional(),
  }),
  uses: [chartRoutes.create, chartDataRoutes.data, datasetRoutes.read],
  effect: 'adds',
  run: async (input, desk) => {
    const chart = chartType(input.type)
    const dataset = await datasetNames(desk, input.dataset_id)
    const { preview, body } = await askedBody(desk, dataset.id, formOf(chart, dataset, {}, input.settings))
    const more = input.description === undefined ? {} : { description: input.description }
    const fixed = { slice_name: input.name, datasource_id: dataset.id, datasource_type: 'table' }
    const made = await desk.ask(chartRoutes.create, { body: { ...fixed, ...body, ...more } })
    return { chart_id: made['id'], url: linkTo(desk, made['id']), preview }
  },
})

const updateChart = defineTool({
  name: 'update_chart',
  title: 'Change a chart',
  description:
    'Changes a saved chart that the user owns. Settings that are not named stay as they are; null puts the default of one back.',
  input: z.strictObject({
    chart_id: chartId,
    name: title.optional(),
    type: type.optional(),
    settings: settings.optional(),
    description: z.string().max(10_000).optional(),
  }),
  uses: [chartRoutes.update, chartRoutes.read, chartDataRoutes.data],
  effect: 'changes',
  run: async (input, desk) => {
    const named = {
      ...(input.name === undefined ? {} : { slice_name: input.name }),
      ...(input.description === undefined ? {} : { description: input.description }),
    }
    const asked = input.type === undefined && input.settings === undefined ? null : await changed(desk, input)
    if (asked === null && Object.keys(named).length === 0) throw new Problem(400, 'There is nothing to change.')
    const params = { id: String(input.chart_id) }
    await desk.ask(chartRoutes.update, { params, body: { ...named, ...asked?.body } })
    return { chart_id: input.chart_id, url: linkTo(desk, input.chart_id), ...(asked && { preview: asked.preview }) }
  },
})

async function changed(
  desk: Desk,
  input: { chart_id: number; type?: string | undefined; settings?: Json | undefined },
) {
  const saved = await readChart(desk, input.chart_id)
  const chart = chartType(input.type ?? String(saved['viz_type']))
  const dataset = await datasetNames(desk, datasetIdOf(saved))
  return askedBody(desk, dataset.id, formOf(chart, dataset, objectOf(saved['params']), input.settings ?? {}))
}

const chartData = defineTool({
  name: 'chart_data',
  title: 'Rows of a chart',
  description: 'What a saved chart shows, as rows: one table for each of its questions. Filters may be added.',
  input: z.strictObject({
    chart_id: chartId,
    filters: z.array(ColumnFilter).max(100).default([]),
    time_range: z.string().max(1000).optional().describe('Instead of the time range of the chart'),
    row_limit: z.int().min(1).max(MAX_ROWS).default(100),
  }),
  uses: [chartRoutes.read, chartDataRoutes.data],
  effect: 'reads',
  run: async ({ chart_id, filters, time_range, row_limit }, desk) => {
    const chart = await readChart(desk, chart_id)
    const extra = {
      ...(filters.length > 0 && { filters: filters.map(({ column, op, value }) => ({ col: column, op, val: value })) }),
      ...(time_range !== undefined && { time_range }),
    }
    if (filters.length > 0)
      checkNames(await datasetNames(desk, datasetIdOf(chart)), { columns: filters.map(({ column }) => column) })
    const question = limited(questionOf(chart, extra), row_limit + 1)
    return {
      name: chart['slice_name'],
      tables: await chartTables(desk, { ...encodeQueryContext(question) }, row_limit),
    }
  },
})

/** What a chart asks as it was saved, or what its settings ask with more filters on top. */
function questionOf(chart: Json, extra: Json): QueryContext {
  const saved = {
    viz_type: String(chart['viz_type'] ?? ''),
    datasource_id: datasetIdOf(chart),
    query_context: typeof chart['query_context'] === 'string' ? chart['query_context'] : null,
  }
  if (Object.keys(extra).length === 0) return chartQuestion({ ...saved, params: String(chart['params'] ?? '{}') })
  const form = { ...objectOf(chart['params']), slice_id: chart['id'], extra_form_data: extra }
  return chartQuestion({ ...saved, query_context: null, params: JSON.stringify(form) })
}

/** Fewer rows are asked for where nothing is made of all of them. */
function limited(question: QueryContext, rows: number): QueryContext {
  const queries = question.queries.map((query) => {
    const isPlain = query.postProcessing.every((step) => step === null) && query.timeOffsets.length === 0
    return isPlain ? { ...query, rowLimit: Math.min(query.rowLimit || rows, rows) } : query
  })
  return { ...question, queries }
}

export const chartTools: readonly Tool[] = [listChartTypes, listCharts, getChart, chartData, createChart, updateChart]
