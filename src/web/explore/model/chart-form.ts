import type { Control } from '../../../charts/chart.ts'
import type { ExploredChart } from '../../../charts/explored.ts'
import type { FormData } from '../../data/chart-request.ts'
import { columnKind, type Field, findColumn, mainTime } from './fields.ts'
import { timeFilter } from './filters.ts'
import {
  addColumn,
  addMetric,
  columnsIn,
  metricsIn,
  metricTitle,
  simpleMetric,
  wireColumnLabel,
  wireMetricLabel,
} from './metrics.ts'
import { NO_FILTER } from './time-range.ts'
import { hasOwnStart, startOf } from './type-starts.ts'
import type { ExploreDataset, WireColumn, WireMetric } from './wire.ts'

type AnyChart = Pick<ExploredChart, 'id' | 'controls'>

const NEW_ROW_LIMIT = 1000

/** Settings that a chart without any starts with: its dataset counted over time, or counted at all. */
export function newForm(dataset: ExploreDataset, form: FormData): FormData {
  const time = mainTime(dataset)
  const metric = startMetric(dataset)
  const filters = time === null ? [] : [timeFilter(time, NO_FILTER)]
  const shape =
    time === null
      ? { viz_type: 'table', query_mode: 'aggregate', groupby: [], metrics: [metric] }
      : {
          viz_type: 'echarts_timeseries_line',
          x_axis: time,
          time_grain_sqla: startGrain(dataset),
          metrics: [metric],
          groupby: [],
        }
  return { ...shape, row_limit: NEW_ROW_LIMIT, ...form, adhoc_filters: nonEmpty(form.adhoc_filters) ?? filters }
}

/** Another type for the same question: what both know by name stays, the rest is carried over by meaning. */
export function changeType(form: FormData, to: AnyChart, dataset: ExploreDataset): FormData {
  const has = (field: string) => to.controls.some((control) => control.field === field)
  const metrics = metricsIn(form.metrics)
  const single = metricsIn(form.metric)
  const first = single[0] ?? metrics[0] ?? startMetric(dataset)
  const changed: FormData = {
    ...form,
    viz_type: to.id,
    ...(has('metrics') && metrics.length === 0 ? { metrics: [first] } : {}),
    ...(has('metric') && single.length === 0 ? { metric: first } : {}),
    ...(has('metrics_b') && metricsIn(form.metrics_b).length === 0 ? secondQuery(first) : {}),
    ...placesFrom(form, to, dataset),
    ...(needsLookup(to.id) ? temporalLookup(dataset) : {}),
  }
  return withShownDefaults({ ...changed, ...startOf(to.id, changed, dataset, first) }, to)
}

const isLimit = ({ kind }: Control) => kind === 'rowLimit' || kind === 'seriesLimit' || kind === 'timeGrain'
const isQuestion = (control: Control) => isLimit(control) || (control.kind === 'toggle' && control.section === 'data')

/** With what the panel shows for settings that are not said, so that the chart asks for it. */
export const withShownDefaults = (form: FormData, { controls }: AnyChart): FormData => ({
  ...Object.fromEntries(controls.filter(isQuestion).map((control) => [control.field, control.default ?? null])),
  ...defined(form),
})

/** Saved settings that say no grain or limit have none, and the panel shows none. */
export const withoutShownDefaults = (form: FormData, { controls }: AnyChart): FormData => ({
  ...Object.fromEntries(controls.filter(isLimit).map((control) => [control.field, null])),
  ...defined(form),
})

const defined = (form: FormData): FormData =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined))

/** Puts a field where it belongs: metrics to metrics, time to the x-axis, words to the groups, numbers are summed. */
export function addField(form: FormData, chart: AnyChart, field: Field, dataset: ExploreDataset): FormData {
  const control = placeOf(form, chart, field)
  return control === null ? form : putField(form, control, field, dataset)
}

/** Puts a field into one control, as a drop does. */
export function putField(form: FormData, control: Control, field: Field, dataset: ExploreDataset): FormData {
  const value = form[control.field]
  switch (control.kind) {
    case 'metrics':
      return { ...form, [control.field]: addMetric(metricsIn(value), metricOf(field)) }
    case 'metric':
    case 'orderBy':
      return { ...form, [control.field]: metricOf(field) }
    case 'columns':
      return field.kind === 'metric'
        ? form
        : withLookup({ ...form, [control.field]: addColumn(columnsIn(value), field.name) }, dataset)
    case 'column':
    case 'timeColumn':
      return field.kind === 'metric' ? form : { ...form, [control.field]: field.name }
    default:
      return form
  }
}

/** Which control takes a field that is dropped on it. */
export const takesField = (control: Control, field: Field): boolean =>
  putField({}, control, field, { type: 'table', name: '', columns: [], metrics: [] })[control.field] !== undefined

export function isShown(control: Control, form: FormData): boolean {
  return control.isShown?.(form) ?? true
}

/** The value of a control, with its default. */
export const valueIn = (form: FormData, control: Control): unknown =>
  form[control.field] === undefined ? control.default : form[control.field]

/** What the places of the x-axis can stand by, by the names that columns of the answer have. */
export function axisOrders(form: FormData, { columns, metrics }: ExploreDataset) {
  const axis = columnsIn(form.x_axis).map(wireColumnLabel)
  return [
    ...axis.map((value) => ({
      value,
      label: columns.find(({ column_name: name }) => name === value)?.verbose_name || value,
    })),
    ...metricsIn(form.metrics).map((metric) => ({
      value: wireMetricLabel(metric),
      label: metricTitle(metric, metrics),
    })),
  ]
}

function startMetric(dataset: ExploreDataset): WireMetric {
  const saved = dataset.metrics.find((metric) => metric.metric_name === 'count') ?? dataset.metrics[0]
  return saved ? saved.metric_name : { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'COUNT(*)' }
}

function startGrain(dataset: ExploreDataset): string {
  const offered = (dataset.time_grain_sqla ?? []).map(([grain]) => grain)
  return offered.length === 0 || offered.includes('P1D') ? 'P1D' : (offered.find((grain) => grain !== null) ?? 'P1D')
}

function axisFrom(form: FormData, dataset: ExploreDataset): FormData {
  const groups = columnsIn(form.groupby)
  const axes = columnsIn(form.x_axis).map(wireColumnLabel)
  if (axes.length > 0) return { groupby: groups.filter((group) => !axes.includes(wireColumnLabel(group))) }
  const time = mainTime(dataset)
  const [first] = groups
  const axis: WireColumn | null = first ?? time
  if (axis === null) return {}
  const grain = form.time_grain_sqla === undefined ? { time_grain_sqla: startGrain(dataset) } : {}
  return { x_axis: axis, groupby: groups.slice(1), ...grain }
}

/** Types that show groups side by side: a time is none. */
const PARTS = new Set([
  'pie',
  'treemap_v2',
  'funnel',
  'box_plot',
  'radar',
  'gauge_chart',
  'partition',
  'butterfly',
  'handlebars',
])

function groupsFrom(form: FormData, type: string, dataset: ExploreDataset): FormData {
  const axis = columnsIn(form.x_axis)
  if (columnsIn(form.groupby).length > 0 || axis.length === 0) return {}
  const isTime = axis.some((one) => findColumn(dataset, wireColumnLabel(one))?.is_dttm)
  const words = dataset.columns.find((one) => columnKind(one) === 'text')?.column_name
  return { groupby: PARTS.has(type) && isTime && words ? [words] : axis }
}

/** A second question starts as a line over the bars of the first, with an axis of its own. */
const secondQuery = (metric: WireMetric): FormData => ({
  metrics_b: [metric],
  groupby_b: [],
  seriesType: 'bar',
  yAxisIndexB: 1,
})

/** What the groups of the question become: an axis, the rows of a pivot table, or groups again. */
function placesFrom(form: FormData, to: AnyChart, dataset: ExploreDataset): FormData {
  const has = (field: string) => to.controls.some((control) => control.field === field)
  if (has('groupbyRows')) return rowsFrom(form)
  const before = sideGroups(form)
  if (hasOwnStart(to.id)) return before
  const whole = { ...form, ...before }
  return { ...before, ...(has('x_axis') ? axisFrom(whole, dataset) : groupsFrom(whole, to.id, dataset)) }
}

/** Where types have their groups that do not call them so. */
const GROUP_FIELDS: Readonly<Record<string, readonly string[]>> = {
  pivot_table_v2: ['groupbyRows', 'groupbyColumns'],
  sunburst_v2: ['columns'],
  sankey_v2: ['source', 'target'],
  word_cloud: ['series'],
  graph_chart: ['source', 'target'],
  world_map: ['entity'],
  country_map: ['entity'],
  chord: ['groupby', 'columns'],
  gantt_chart: ['y_axis', 'series'],
  para: ['series'],
}

/** What a type calls otherwise, such as the rows and columns of a pivot table, are the groups of every other type. */
function sideGroups(form: FormData): FormData {
  const sides = (GROUP_FIELDS[String(form.viz_type)] ?? []).flatMap((field) => columnsIn(form[field]))
  return sides.length > 0 ? { groupby: sides } : {}
}

function rowsFrom(form: FormData): FormData {
  if (columnsIn(form.groupbyRows).length + columnsIn(form.groupbyColumns).length > 0) return {}
  const axis = columnsIn(form.x_axis)
  const groups = columnsIn(form.groupby)
  return axis.length > 0 ? { groupbyRows: axis, groupbyColumns: groups } : { groupbyRows: groups }
}

const LOOKING_UP: readonly unknown[] = ['table', 'pivot_table_v2', 'box_plot', 'handlebars']
const needsLookup = (type: unknown) => LOOKING_UP.includes(type)

/** Types without an axis learn from the form which of their columns are times. */
function temporalLookup(dataset: ExploreDataset): FormData {
  const times = dataset.columns.filter((column) => column.is_dttm).map((column) => [column.column_name, true])
  return { temporal_columns_lookup: Object.fromEntries(times) }
}

const withLookup = (form: FormData, dataset: ExploreDataset): FormData =>
  needsLookup(form.viz_type) ? { ...form, ...temporalLookup(dataset) } : form

function placeOf(form: FormData, chart: AnyChart, field: Field): Control | null {
  const controls = chart.controls.filter((control) => control.section === 'data' && isShown(control, form))
  const byKind = (kinds: readonly Control['kind'][]) => controls.find((control) => kinds.includes(control.kind)) ?? null
  if (field.kind === 'metric') return byKind(['metrics', 'metric'])
  const axis = byKind(['column', 'timeColumn'])
  const isAxisFree = axis !== null && columnsIn(form[axis.field]).length === 0
  if (field.kind === 'time') return axis ?? byKind(['columns'])
  if (isAxisFree) return axis
  if (field.kind === 'number' && form.query_mode !== 'raw') return byKind(['metrics', 'metric']) ?? byKind(['columns'])
  return byKind(['columns']) ?? axis
}

function metricOf(field: Field): WireMetric {
  if (field.kind === 'metric') return field.name
  return simpleMetric(field.name, field.kind === 'number' ? 'SUM' : 'COUNT_DISTINCT')
}

function nonEmpty(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 ? value : undefined
}

const TIME_FIELDS: Readonly<Record<string, readonly string[]>> = {
  pivot_table_v2: ['groupbyRows', 'groupbyColumns'],
  box_plot: ['columns'],
  time_table: ['granularity_sqla'],
  rose: ['granularity_sqla'],
  horizon: ['granularity_sqla'],
  compare: ['granularity_sqla'],
  time_pivot: ['granularity_sqla'],
  paired_ttest: ['granularity_sqla'],
}

/** True when the column of the x-axis holds times, so that a grain makes sense. */
export function hasTimeAxis(form: FormData, dataset: ExploreDataset): boolean {
  const fields = TIME_FIELDS[String(form.viz_type)] ?? ['x_axis', 'groupby']
  const names = fields.flatMap((field) => columnsIn(form[field])).map(wireColumnLabel)
  return names.some((name) => findColumn(dataset, name)?.is_dttm === true)
}
