import { syncedWithLayout } from '../../../query/dashboard/chart-configuration.ts'
import type { Layout } from '../../../query/dashboard/layout.ts'
import { parseMetadata } from '../../../query/dashboard/metadata.ts'
import { parsePosition, withUnplacedCharts } from '../../../query/dashboard/position-json.ts'
import type { DatasetTime } from '../../../query/data-mask/time-column.ts'
import type { Draft, Person } from './draft.ts'

interface WirePerson {
  readonly id: number
  readonly first_name?: string
  readonly last_name?: string
  readonly name?: string
}

/** `result` of `GET /api/v1/dashboard/{id}`. */
export interface WireDashboard {
  readonly id: number
  readonly slug: string | null
  readonly url?: string
  readonly dashboard_title: string | null
  readonly css: string | null
  readonly theme?: { readonly id: number; readonly json_data: string } | null
  readonly published: boolean
  readonly owners: readonly WirePerson[]
  readonly roles?: readonly WirePerson[]
  readonly certified_by: string | null
  readonly certification_details: string | null
  readonly json_metadata: string | null
  readonly position_json: string | null
  readonly changed_on: string
  readonly changed_by_name?: string
  readonly is_managed_externally?: boolean
  readonly uuid?: string
}

/** The part of it that a draft is made of. */
export type WireDraft = Pick<
  WireDashboard,
  | 'dashboard_title'
  | 'slug'
  | 'css'
  | 'theme'
  | 'published'
  | 'owners'
  | 'roles'
  | 'certified_by'
  | 'certification_details'
  | 'json_metadata'
  | 'position_json'
>

/** An entry of `GET /api/v1/dashboard/{id}/charts`. */
export interface WireChart {
  readonly id: number
  readonly slice_name: string
  readonly description?: string | null
  readonly description_markeddown?: string | null
  readonly form_data: Readonly<Record<string, unknown>>
  readonly changed_on?: string
}

/** What a chart needs of `result` of `GET /api/v1/chart/{id}`. */
export interface WireSavedChart {
  readonly slice_name: string
  /** The settings as JSON; a chart may have been stored without any. */
  readonly params?: string | null
  readonly description?: string | null
}

/** An entry of `GET /api/v1/dashboard/{id}/datasets`, and `result` of `GET /api/v1/dataset/{id}`. */
export interface WireDataset {
  readonly id: number
  readonly table_name?: string
  readonly datasource_name?: string
  readonly name?: string
  readonly main_dttm_col?: string | null
  readonly granularity_sqla?: readonly (readonly [string, string])[]
  readonly columns?: readonly WireColumn[]
  readonly metrics?: readonly { readonly metric_name: string; readonly verbose_name?: string | null }[]
}

interface WireColumn {
  readonly column_name: string
  readonly verbose_name?: string | null
  readonly type?: string | null
  readonly type_generic?: number | null
  readonly is_dttm?: boolean | null
  readonly filterable?: boolean | null
}

/** A chart of the dashboard. */
export interface DashboardChart {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly chartType: string
  readonly formData: Readonly<Record<string, unknown>>
  readonly datasetId: number | null
}

interface DatasetColumn {
  readonly name: string
  readonly label: string
  readonly type: string | null
  /** 0 number, 1 text, 2 time, 3 boolean. */
  readonly generic: number | null
  readonly isFilterable: boolean
}

export interface DashboardDataset {
  readonly id: number
  readonly name: string
  readonly columns: readonly DatasetColumn[]
  readonly metrics: readonly { readonly name: string; readonly label: string }[]
  readonly time: DatasetTime
}

const TIME_GENERIC = 2

/** Places of charts tell the names that the charts have now, not those that they had when they were placed. */
function withChartNames(layout: Layout, charts: readonly DashboardChart[]): Layout {
  const names = new Map(charts.map(({ id, name }) => [id, name]))
  return Object.fromEntries(
    Object.entries(layout).map(([id, item]) => {
      const sliceName = item.type === 'CHART' ? names.get(item.meta.chartId ?? 0) : undefined
      return [id, sliceName === undefined ? item : { ...item, meta: { ...item.meta, sliceName } }]
    }),
  )
}

export function draftFrom(dashboard: WireDraft, charts: readonly DashboardChart[]): Draft {
  const layout = withChartNames(withUnplacedCharts(parsePosition(dashboard.position_json), charts), charts)
  return {
    layout,
    metadata: syncedWithLayout(parseMetadata(dashboard.json_metadata), layout),
    properties: {
      title: dashboard.dashboard_title ?? '',
      slug: dashboard.slug,
      css: dashboard.css ?? '',
      theme: dashboard.theme ? { id: dashboard.theme.id, json: dashboard.theme.json_data } : null,
      isPublished: dashboard.published,
      certifiedBy: dashboard.certified_by ?? '',
      certificationDetails: dashboard.certification_details ?? '',
      owners: dashboard.owners.map(personFrom),
      roles: (dashboard.roles ?? []).map(personFrom),
    },
  }
}

export function chartFrom(chart: WireChart): DashboardChart {
  const [datasetId = '', kind] = String(chart.form_data.datasource ?? '').split('__')
  return {
    id: chart.id,
    name: chart.slice_name,
    description: chart.description || null,
    chartType: String(chart.form_data.viz_type ?? ''),
    formData: chart.form_data,
    datasetId: kind === 'table' && datasetId !== '' ? Number(datasetId) : null,
  }
}

/** True for a chart that was stored with settings, so that there is something to draw. */
export function hasDefinition({ params }: WireSavedChart): boolean {
  try {
    const form: unknown = JSON.parse(params ?? '')
    return typeof form === 'object' && form !== null && Object.keys(form).length > 0
  } catch {
    return false
  }
}

export function datasetFrom(dataset: WireDataset): DashboardDataset {
  return {
    id: dataset.id,
    name: dataset.table_name ?? dataset.datasource_name ?? dataset.name ?? String(dataset.id),
    columns: (dataset.columns ?? []).map((column) => ({
      name: column.column_name,
      label: column.verbose_name || column.column_name,
      type: column.type ?? null,
      generic: column.is_dttm ? TIME_GENERIC : (column.type_generic ?? null),
      isFilterable: column.filterable !== false,
    })),
    time: { main: dataset.main_dttm_col ?? null, columns: (dataset.granularity_sqla ?? []).map(([column]) => column) },
    metrics: (dataset.metrics ?? []).map((metric) => ({
      name: metric.metric_name,
      label: metric.verbose_name || metric.metric_name,
    })),
  }
}

function personFrom(person: WirePerson): Person {
  const name = person.name ?? [person.first_name, person.last_name].filter(Boolean).join(' ')
  return { id: person.id, name }
}
