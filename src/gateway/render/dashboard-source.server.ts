import { findDataset } from '../../metadata/datasets.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import { syncedWithLayout } from '../../query/dashboard/chart-configuration.ts'
import { crossFilterColumns, crossFilterLabel, valueLabel } from '../../query/dashboard/filter-label.ts'
import { type Layout, placedChartIds } from '../../query/dashboard/layout.ts'
import { type Metadata, parseMetadata } from '../../query/dashboard/metadata.ts'
import { parsePosition, withUnplacedCharts } from '../../query/dashboard/position-json.ts'
import { chartsInScope } from '../../query/dashboard/scope.ts'
import { startingMasks } from '../../query/dashboard/starting-masks.ts'
import {
  clausesOf,
  extraFormDataFor,
  type FilterInputs,
  maskFor,
  missingFilters,
} from '../../query/data-mask/clauses.ts'
import { type DataMasks, type ExtraFormData, isFilter } from '../../query/data-mask/filter-config.ts'
import { hasOwnTimeColumn, withTimeColumn } from '../../query/data-mask/time-column.ts'
import type { QueryContext } from '../../query/query-object.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Services } from '../services.server.ts'
import type { Asker } from './asker.server.ts'
import { formOf, questionOf } from './chart-question.server.ts'
import { withFirstValues } from './first-masks.server.ts'

type Chart = Row<'charts'>

/** A chart of a dashboard, ready to be asked. */
export interface SourceChart {
  readonly chart: Chart
  readonly name: string
  /** Names of the filters that it waits for. */
  readonly missing: readonly string[]
  /** What it asks under the filters. Throws a Problem. */
  ask(): Promise<QueryContext>
}

/** A dashboard as somebody sees it, with what its filters ask of each chart. */
export interface DashboardSource {
  readonly title: string
  readonly layout: Layout
  readonly metadata: Metadata
  /** What is filtered by, such as "Country: DE, FR". */
  readonly filters: readonly string[]
  /** In reading order. */
  readonly charts: readonly SourceChart[]
}

/** A dashboard under chosen filters, or under those that it opens with. The caller must be one who may see it. */
export async function dashboardSource(
  asker: Asker,
  dashboard: Row<'dashboards'>,
  chosen: Readonly<Record<string, unknown>> | null,
): Promise<DashboardSource> {
  const { services, caller } = asker
  const charts = await chartsOf(services, caller, dashboard)
  const named = [...charts.values()].map((chart) => ({ id: chart.id, name: nameOf(chart) }))
  const layout = withUnplacedCharts(parsePosition(dashboard.position_json), named)
  const metadata = syncedWithLayout(parseMetadata(dashboard.json_metadata), layout)
  const begun = startingMasks(metadata.filters, chosen as DataMasks | null, new URLSearchParams())
  const masks = await withFirstValues(asker, dashboard.id, metadata, begun)
  const inputs: FilterInputs = {
    filters: metadata.filters,
    masks,
    chartConfiguration: metadata.chartConfiguration,
    globalChartConfiguration: metadata.globalChartConfiguration,
    isCrossFilteringEnabled: metadata.isCrossFilteringEnabled,
    chartsInScope: (filter) => chartsInScope(layout, filter.scope),
  }
  const clauses = clausesOf(inputs)
  const shown = placedChartIds(layout).flatMap((id) => charts.get(id) ?? [])
  return {
    title: dashboard.dashboard_title ?? `Dashboard ${dashboard.id}`,
    layout,
    metadata,
    filters: filterWords(inputs),
    charts: shown.map((chart) => ({
      chart,
      name: nameOf(chart),
      missing: missingFilters(chart.id, inputs).map(({ name }) => name),
      ask: async () => {
        const extra = await timedExtra(services, chart, extraFormDataFor(chart.id, clauses))
        const question = questionOf(chart, { id: dashboard.id, extra: { ...extra } })
        return { ...question, timeZone: metadata.timeZone ?? question.timeZone }
      },
    })),
  }
}

const nameOf = (chart: Chart) => chart.slice_name ?? `Chart ${chart.id}`

/** The charts that belong to the dashboard, and those in its layout that the caller may see. */
async function chartsOf({ db }: Services, caller: Caller, dashboard: Row<'dashboards'>): Promise<Map<number, Chart>> {
  const own = await db
    .selectFrom('charts')
    .innerJoin('dashboard_charts', 'dashboard_charts.chart_id', 'charts.id')
    .where('dashboard_charts.dashboard_id', '=', dashboard.id)
    .selectAll('charts')
    .orderBy('charts.id')
    .execute()
  const charts = new Map(own.map((chart) => [chart.id, chart]))
  for (const id of placedChartIds(parsePosition(dashboard.position_json))) {
    const chart = charts.has(id) ? null : await visibleChart(db, id, caller)
    if (chart) charts.set(id, chart)
  }
  return charts
}

/** A time range needs the time column of the dataset where the chart names none. */
async function timedExtra({ db }: Services, chart: Chart, extra: ExtraFormData): Promise<ExtraFormData> {
  const form = formOf(chart)
  if (extra.time_range === undefined || hasOwnTimeColumn(form) || chart.datasource_id === null) return extra
  const found = await findDataset(db, chart.datasource_id)
  if (!found) return extra
  const columns = found.columns.filter(({ is_dttm }) => is_dttm === 1).map(({ column_name }) => column_name)
  return withTimeColumn(extra, form, { main: found.dataset.main_dttm_col, columns })
}

function filterWords(inputs: FilterInputs): readonly string[] {
  const filters = inputs.filters.filter(isFilter).flatMap((filter) => {
    const label = valueLabel(filter, maskFor(filter, inputs.masks))
    return label === null || label === '' ? [] : [`${filter.name}: ${label}`]
  })
  const clicked = clausesOf(inputs).flatMap(({ source, mask }) =>
    source.kind === 'chart' ? [`${crossFilterColumns(mask)}: ${crossFilterLabel(mask)}`] : [],
  )
  return [...filters, ...clicked]
}
