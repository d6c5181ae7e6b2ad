import { type ExploredChart, findExplored } from '../../charts/explored.ts'
import { succeed } from '../../charts/succession/succeed.ts'
import type { Content, ObjectFile } from './report-files.server.ts'
import type { ReportedSetting } from './transfer.ts'

/** Settings of every chart that name it, its data or its dashboard, or that go with each question. */
const OF_EVERY_CHART: ReadonlySet<string> = new Set([
  'viz_type',
  'datasource',
  'slice_id',
  'dashboards',
  'dashboardId',
  'url_params',
  'extra_form_data',
  'extra_filters',
  'form_data_bak',
  'cache_timeout',
  'label_colors',
  'shared_label_colors',
  'map_label_colors',
  'color_namespace',
  'dashboard_color_scheme',
  'own_color_scheme',
  'annotation_layers',
  'time_range',
  'result_format',
  'result_type',
  'force',
])

const OF_DASHBOARDS: ReadonlySet<string> = new Set([
  'chart_configuration',
  'color_namespace',
  'color_scheme',
  'color_scheme_domain',
  'cross_filters_enabled',
  'expanded_slices',
  'filter_bar_orientation',
  'global_chart_configuration',
  'import_time',
  'label_colors',
  'map_label_colors',
  'native_filter_configuration',
  'positions',
  'refresh_frequency',
  'shared_label_colors',
  'show_native_filters',
  'stagger_refresh',
  'stagger_time',
  'timed_refresh_immune_slices',
  'timezone',
])

const FILTER_TYPES = ['filter_select', 'filter_range', 'filter_time', 'filter_timecolumn', 'filter_timegrain']

type Found = Pick<ReportedSetting, 'setting' | 'value' | 'reason'>

/** What of a file is kept and not used. `now` as in `succeed`. */
export function unmappedSettings({ kind, file, name, value }: ObjectFile, now: Date): ReportedSetting[] {
  const found =
    kind === 'chart'
      ? ofChart(value, now)
      : kind === 'dashboard'
        ? ofDashboard(value)
        : kind === 'dataset'
          ? ofDataset(value)
          : []
  return found.map((one) => ({ file, name, ...one }))
}

function ofChart(chart: Content, now: Date): Found[] {
  const params = isObject(chart.params) ? chart.params : {}
  const vizType = String(chart.viz_type ?? '')
  const succession = succeed({ ...params, viz_type: vizType }, now)
  const form = succession.state === 'succeeded' ? succession.form : { ...params, viz_type: vizType }
  const type = findExplored(String(form.viz_type))
  if (type === null) {
    const reason = succession.state === 'stuck' ? succession.reason : 'The product does not draw charts of this type.'
    return [{ setting: 'viz_type', value: vizType, reason }]
  }
  const used = usedFields(type, form)
  const unused = settings(form, (key) => used.has(key) || OF_EVERY_CHART.has(key), 'The chart has no such setting.')
  const missed = type.misses?.(type.options.parse(form)) ?? []
  return [...unused, ...missed.map(({ setting, reason }) => ({ setting, value: form[setting], reason }))]
}

/** The fields that a chart type offers as controls, and those that it reads. */
function usedFields(type: ExploredChart, form: Content): ReadonlySet<string> {
  const used = new Set(type.controls.map((control) => control.field))
  const watched = new Proxy(form, {
    get: (target, key) => {
      if (typeof key === 'string') used.add(key)
      return Reflect.get(target, key)
    },
  })
  type.options.parse(watched)
  return used
}

function ofDashboard(dashboard: Content): Found[] {
  const metadata = isObject(dashboard.metadata) ? dashboard.metadata : {}
  const filters = Array.isArray(metadata.native_filter_configuration) ? metadata.native_filter_configuration : []
  const unknown = filters.filter(
    (filter) =>
      isObject(filter) && filter.type === 'NATIVE_FILTER' && !FILTER_TYPES.includes(String(filter.filterType)),
  )
  return [
    ...settings(metadata, (key) => OF_DASHBOARDS.has(key), 'Dashboards have no such setting.').map((found) => ({
      ...found,
      setting: `metadata.${found.setting}`,
    })),
    ...unknown.map((filter: Content) => ({
      setting: `metadata.native_filter_configuration.${String(filter.name ?? filter.id)}`,
      value: filter.filterType,
      reason: 'There is no filter of this type.',
    })),
  ]
}

const ofDataset = (dataset: Content): Found[] =>
  isSet(dataset.data)
    ? [{ setting: 'data', value: dataset.data, reason: 'Rows are not fetched by an import; load the table first.' }]
    : []

const settings = (form: Content, isUsed: (key: string) => boolean, reason: string): Found[] =>
  Object.entries(form)
    .filter(([key, value]) => !isUsed(key) && isSet(value))
    .map(([setting, value]) => ({ setting, value, reason }))

const EMPTY_TEXTS = ['', '{}', '[]']

/** Forms hold every field they ever showed; one that is off or empty asks for nothing. */
function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return false
  if (typeof value === 'string') return !EMPTY_TEXTS.includes(value)
  return typeof value !== 'object' || Object.keys(value).length > 0
}

const isObject = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
