import { z } from 'zod'
import { chartIdsBelow, EMPTY_LAYOUT, type Layout, MAX_ROW_UNITS } from '../../../query/dashboard/layout.ts'
import { POSITION_LIMIT_CHARACTERS, parsePosition, positionsOf } from '../../../query/dashboard/position-json.ts'
import { Problem } from '../../../wire/problem.ts'
import { chartRoutes } from '../../chart/contract.ts'
import { dashboardRoutes } from '../../dashboard/contract.ts'
import { DashboardFilter, nativeFilters } from '../native-filters.ts'
import { type Tile, withReach, withRows } from '../places.ts'
import { objectOf } from '../saved.ts'
import {
  type Desk,
  defineTool,
  id,
  isJson,
  type Json,
  listQ,
  paging,
  partOf,
  pick,
  recordsOf,
  type Tool,
} from '../tool.ts'

const MAX_CHARTS = 60
const dashboard = z
  .union([z.int().positive().max(2_147_483_647), z.string().min(1).max(255)])
  .describe('Number, slug or uuid of the dashboard')
const Place = z.union([
  id('Number of a chart'),
  z.strictObject({
    chart_id: id('Number of a chart'),
    width: z.int().min(1).max(12).optional().describe('Of twelve columns; the charts of a row share it without one'),
    height: z.int().min(5).max(MAX_ROW_UNITS).optional().describe('In units of eight pixels; 50 without one'),
  }),
])
const rows = z
  .array(z.array(Place).min(1).max(12))
  .min(1)
  .max(MAX_CHARTS)
  .describe('Rows of charts from the top, each from the left')

const readDashboard = async (desk: Desk, key: string | number) =>
  partOf(await desk.ask(dashboardRoutes.read, { params: { id: String(key) } }))
const linkTo = (desk: Desk, one: Json) => `${desk.origin}${one['url'] ?? `/superset/dashboard/${one['id']}/`}`

const listDashboards = defineTool({
  name: 'list_dashboards',
  title: 'List dashboards',
  description: 'Dashboards that the user may see.',
  input: z.strictObject(paging),
  uses: [dashboardRoutes.list],
  effect: 'reads',
  run: async (input, desk) => {
    const reply = await desk.ask(dashboardRoutes.list, { q: listQ(input, ['dashboard_title', 'ct']) })
    return {
      count: reply['count'],
      dashboards: recordsOf(reply).map((one) => ({
        ...pick(one, { id: 'id', title: 'dashboard_title', slug: 'slug', is_published: 'published' }),
        url: linkTo(desk, one),
      })),
    }
  },
})

const getDashboard = defineTool({
  name: 'get_dashboard',
  title: 'Get a dashboard',
  description: 'A dashboard with its tabs, charts and filters.',
  input: z.strictObject({ dashboard }),
  uses: [dashboardRoutes.read, dashboardRoutes.charts],
  effect: 'reads',
  run: async (input, desk) => {
    const one = await readDashboard(desk, input.dashboard)
    const charts = recordsOf(await desk.ask(dashboardRoutes.charts, { params: { id: String(one['id']) } }))
    const filters = objectOf(one['json_metadata'])['native_filter_configuration']
    return {
      ...pick(one, { id: 'id', title: 'dashboard_title', slug: 'slug', description: 'description' }),
      is_published: one['published'],
      url: linkTo(desk, one),
      owners: recordsOf(one, 'owners').map((who) => `${who['first_name'] ?? ''} ${who['last_name'] ?? ''}`.trim()),
      sections: sectionsOf(parsePosition(textOf(one['position_json'])), charts),
      filters: (Array.isArray(filters) ? filters : []).filter(isJson).map(filterOf),
    }
  },
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The charts in reading order: those outside of tabs, then each tab with its own. */
function sectionsOf(layout: Layout, charts: readonly Json[]): Json[] {
  const tabs = Object.values(layout).filter(({ type }) => type === 'TAB')
  const shown = (ids: readonly number[]) =>
    ids.map((chart) => {
      const known = charts.find((one) => one['id'] === chart)
      return { id: chart, name: known?.['slice_name'], type: partOf(known ?? {}, 'form_data')['viz_type'] }
    })
  const inTabs = new Set(tabs.flatMap(({ id }) => chartIdsBelow(layout, id)))
  const outside = Object.values(layout).flatMap(({ id, type }) => (type === 'ROOT' ? chartIdsBelow(layout, id) : []))
  const first = outside.filter((chart) => !inTabs.has(chart))
  return [
    ...(first.length > 0 ? [{ charts: shown(first) }] : []),
    ...tabs.map(({ id, meta }) => ({ tab: meta.text ?? id, charts: shown(chartIdsBelow(layout, id)) })),
  ]
}

function filterOf(filter: Json): Json {
  const [target] = Array.isArray(filter['targets']) ? filter['targets'].filter(isJson) : []
  return {
    ...pick(filter, { name: 'name', kind: 'filterType' }),
    ...(target &&
      pick(
        { column: partOf(target, 'column')['name'], set: target['datasetId'] },
        { column: 'column', dataset_id: 'set' },
      )),
  }
}

/** The charts of rows, each of which the caller must see. */
async function tilesOf(desk: Desk, places: z.output<typeof rows>): Promise<Tile[][]> {
  if (places.flat().length > MAX_CHARTS) throw new Problem(400, `At most ${MAX_CHARTS} charts at once.`)
  const known = new Map<number, Tile['chart']>()
  for (const place of places.flat()) {
    const chart = typeof place === 'number' ? place : place.chart_id
    if (!known.has(chart)) known.set(chart, await chartOf(desk, chart))
  }
  return places.map((row) =>
    row.flatMap((place) => {
      const { chart_id, width, height } = typeof place === 'number' ? { chart_id: place } : place
      const chart = known.get(chart_id)
      return chart ? [{ chart, width: width ?? null, height: height ?? null }] : []
    }),
  )
}

async function chartOf(desk: Desk, chart: number): Promise<Tile['chart']> {
  const one = await desk.ask(chartRoutes.read, { params: { id: String(chart) } }).catch((cause: unknown) => {
    if (cause instanceof Problem && cause.status === 404)
      throw new Problem(404, `There is no chart ${chart} for this user.`, { cause })
    throw cause
  })
  const { uuid, slice_name } = partOf(one)
  return { id: chart, uuid: String(uuid), name: String(slice_name ?? '') }
}

function positionText(layout: Layout, title: string): string {
  const text = JSON.stringify(positionsOf(layout, title))
  if (text.length > POSITION_LIMIT_CHARACTERS) throw new Problem(400, 'The dashboard has too many charts to be saved.')
  return text
}

const NEW_METADATA: Json = {
  cross_filters_enabled: true,
  filter_bar_orientation: 'HORIZONTAL',
  chart_configuration: {},
  global_chart_configuration: { scope: { rootPath: ['ROOT_ID'], excluded: [] }, chartsInScope: [] },
}

const createDashboard = defineTool({
  name: 'create_dashboard',
  title: 'Create a dashboard',
  description:
    'Makes a dashboard of saved charts, with filters, and gives its link. It is a draft that only the user sees, unless published.',
  input: z.strictObject({
    title: z.string().trim().min(1).max(500),
    rows,
    filters: z.array(DashboardFilter).max(30).default([]).describe('Filters for whoever looks at it'),
    description: z.string().max(10_000).optional(),
    slug: z.string().min(1).max(255).optional().describe('Name of the dashboard in its address'),
    is_published: z.boolean().default(false),
  }),
  uses: [dashboardRoutes.create, chartRoutes.read],
  effect: 'adds',
  run: async (input, desk) => {
    const layout = withRows(EMPTY_LAYOUT, await tilesOf(desk, input.rows), null)
    const filters = await nativeFilters(desk, input.filters)
    const body = {
      dashboard_title: input.title,
      position_json: positionText(layout, input.title),
      json_metadata: JSON.stringify(withReach({ ...NEW_METADATA, native_filter_configuration: filters }, layout)),
      published: input.is_published,
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.slug === undefined ? {} : { slug: input.slug }),
    }
    const { id: made } = await desk.ask(dashboardRoutes.create, { body })
    const saved = await readDashboard(desk, Number(made))
    return { dashboard_id: made, url: linkTo(desk, saved) }
  },
})

const addCharts = defineTool({
  name: 'add_charts_to_dashboard',
  title: 'Add charts to a dashboard',
  description:
    'Puts rows of saved charts at the end of a dashboard that the user owns, or at the end of one of its tabs.',
  input: z.strictObject({
    dashboard,
    rows,
    tab: z.string().max(500).optional().describe('Title of the tab; the first one without it'),
  }),
  uses: [dashboardRoutes.update, dashboardRoutes.read, chartRoutes.read],
  effect: 'changes',
  run: async (input, desk) => {
    const saved = await readDashboard(desk, input.dashboard)
    const before = parsePosition(textOf(saved['position_json']))
    const layout = withRows(before, await tilesOf(desk, input.rows), input.tab ?? null)
    const metadata = withReach(objectOf(saved['json_metadata']), layout)
    const body = {
      position_json: positionText(layout, String(saved['dashboard_title'] ?? '')),
      json_metadata: JSON.stringify(metadata),
    }
    await desk.ask(dashboardRoutes.update, { params: { id: String(saved['id']) }, body })
    return { dashboard_id: saved['id'], url: linkTo(desk, saved) }
  },
})

export const dashboardTools: readonly Tool[] = [listDashboards, getDashboard, createDashboard, addCharts]
