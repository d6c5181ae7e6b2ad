import { own } from '../../../kernel/own.ts'
import type { FormData } from '../../data/chart-request.ts'
import { columnsOf, findColumn, mainTime } from './fields.ts'
import { clusterMapStart, placeStart, pointMapStart, worldMapStart } from './map-starts.ts'
import { columnsIn, metricsIn, simpleMetric, wireColumnLabel } from './metrics.ts'
import type { ExploreDataset, WireColumn, WireMetric } from './wire.ts'

type Start = (form: FormData, dataset: ExploreDataset, metric: WireMetric) => FormData

const STARTS: Readonly<Record<string, Start>> = {
  histogram_v2: histogramStart,
  heatmap_v2: heatmapStart,
  cal_heatmap: calendarStart,
  time_table: timeTableStart,
  sunburst_v2: sunburstStart,
  sankey_v2: linkStart,
  graph_chart: linkStart,
  box_plot: boxPlotStart,
  radar: radarStart,
  bubble_v2: bubbleStart,
  word_cloud: wordCloudStart,
  world_map: worldMapStart,
  country_map: placeStart,
  para: parallelStart,
  candlestick: candlestickStart,
  gantt_chart: ganttStart,
  tree_chart: treeStart,
  rose: calendarStart,
  horizon: calendarStart,
  compare: calendarStart,
  time_pivot: calendarStart,
  paired_ttest: tTestStart,
  chord: chordStart,
  butterfly: butterflyStart,
  deck_scatter: pointMapStart,
  mapbox: clusterMapStart,
  // The figure stands where a pointer would be; charts that were saved without a word have one.
  gauge_chart: (form) => (form.show_pointer === undefined ? { show_pointer: false } : {}),
  // One shift, where other types have several.
  pop_kpi: (form) => ({ time_compare: [form.time_compare].flat()[0] ?? 'inherit' }),
}

/** What a type starts with that asks for more than a metric and groups, as far as the settings do not say it. */
export const startOf = (type: string, ...[form, dataset, metric]: Parameters<Start>): FormData =>
  own(STARTS, type)?.(form, dataset, metric) ?? {}

const OWN_START = new Set([
  'histogram_v2',
  'bubble_v2',
  'sunburst_v2',
  'sankey_v2',
  'graph_chart',
  'word_cloud',
  'time_table',
  'world_map',
  'country_map',
  'para',
  'gantt_chart',
  'tree_chart',
  'rose',
  'horizon',
  'compare',
  'time_pivot',
  'paired_ttest',
  'chord',
  'deck_scatter',
  'mapbox',
])

/** True for types of which `startOf` chooses the groups. */
export const hasOwnStart = (type: string): boolean => OWN_START.has(type)

/** A histogram counts rows, so it asks for many. */
const MANY_ROWS = 50_000

/** The first measured number, rather than one that only names its row. */
function histogramStart(form: FormData, dataset: ExploreDataset): FormData {
  if (columnsIn(form.column).length > 0) return {}
  const numbers = columnsOf(dataset, 'number')
  const column = numbers.find((name) => !/(^|_)id$/i.test(name)) ?? numbers[0]
  return column === undefined ? {} : { column, groupby: [], row_limit: MANY_ROWS }
}

/** A dimension on each axis: two of words where a time would give too many columns. */
function heatmapStart(form: FormData, dataset: ExploreDataset): FormData {
  const words = columnsOf(dataset, 'text')
  const [down, across] = words
  const isNew = columnsIn(form.groupby).length === 0
  if (isNew && down !== undefined && across !== undefined) return { x_axis: across, groupby: down }
  const taken = columnsIn(form.x_axis).map(wireColumnLabel)
  const [first] = columnsIn(form.groupby).filter((column) => !taken.includes(wireColumnLabel(column)))
  const free: WireColumn | undefined = first ?? words.find((name) => !taken.includes(name))
  return free === undefined ? {} : { groupby: free }
}

/** The time that the question has on its axis, else the main one of the dataset. */
function calendarStart(form: FormData, dataset: ExploreDataset): FormData {
  if (columnsIn(form.granularity_sqla).length > 0) return {}
  const [axis] = columnsIn(form.x_axis)
  const isTime = axis !== undefined && findColumn(dataset, wireColumnLabel(axis))?.is_dttm === true
  const time = isTime ? axis : mainTime(dataset)
  return time === null ? {} : { granularity_sqla: time }
}

/** The time as in a calendar; rows are the groups, columns the latest value, its change and the way to it. */
function timeTableStart(form: FormData, dataset: ExploreDataset): FormData {
  const isNew = !Array.isArray(form.column_collection) || form.column_collection.length === 0
  const columns = [
    { key: 'latest', colType: 'time', timeLag: 0, comparisonType: 'value' },
    { key: 'change', colType: 'time', timeLag: 1, comparisonType: 'perc_change' },
    { key: 'course', colType: 'spark' },
  ]
  return { ...calendarStart(form, dataset), ...(isNew ? { column_collection: columns } : {}) }
}

/** The groups of the question as levels, else the first dimension of words; a new one names its parts. */
function sunburstStart(form: FormData, dataset: ExploreDataset): FormData {
  if (columnsIn(form.columns).length > 0) return {}
  const groups = columnsIn(form.groupby)
  const columns = groups.length > 0 ? groups : columnsOf(dataset, 'text').slice(0, 1)
  return form.show_labels === undefined ? { columns, show_labels: true } : { columns }
}

/** The first two groups of the question, else dimensions of words, as the ends of links. */
function linkStart(form: FormData, dataset: ExploreDataset): FormData {
  const has = (field: string) => columnsIn(form[field]).length > 0
  const groups = columnsIn(form.groupby)
  const taken = groups.map(wireColumnLabel)
  const free = columnsOf(dataset, 'text').filter((name) => !taken.includes(name))
  const [source, target] = [...groups, ...free]
  return {
    ...(has('source') || source === undefined ? {} : { source }),
    ...(has('target') || target === undefined ? {} : { target }),
  }
}

/** The values of a box are those of the places of the axis, else of times, else of the groups that are no boxes. */
function boxPlotStart(form: FormData, dataset: ExploreDataset): FormData {
  if (columnsIn(form.columns).length > 0) return {}
  const boxes = columnsIn(form.groupby).map(wireColumnLabel)
  const isFree = (column: WireColumn) => !boxes.includes(wireColumnLabel(column))
  const time = mainTime(dataset)
  const own = [...columnsIn(form.x_axis), ...(time === null ? [] : [time]), ...columnsOf(dataset, 'text')].find(isFree)
  return own === undefined ? {} : { columns: [own], row_limit: MANY_ROWS }
}

const AXES = 4

/** A profile has several sides: further metrics of the dataset beside the one of the question. */
function radarStart(form: FormData, dataset: ExploreDataset, metric: WireMetric): FormData {
  const chosen = metricsIn(form.metrics)
  if (chosen.length > 1) return {}
  const [first = metric] = chosen
  const others = dataset.metrics.map(({ metric_name: name }) => name).filter((name) => name !== first)
  return { metrics: [first, ...others].slice(0, AXES) }
}

/** The first group of the question, and what its axis shows where that is no time. */
function wordCloudStart(form: FormData, dataset: ExploreDataset): FormData {
  if (columnsIn(form.series).length > 0) return {}
  const times = columnsOf(dataset, 'time')
  const [word = columnsOf(dataset, 'text')[0]] = [...columnsIn(form.groupby), ...columnsIn(form.x_axis)].filter(
    (column) => !times.includes(wireColumnLabel(column)),
  )
  return word === undefined ? {} : { series: word }
}

/** Metrics of the question, then those of the dataset, so that there are two axes where that is possible. */
function parallelStart(form: FormData, dataset: ExploreDataset): FormData {
  const own = metricsIn(form.metrics)
  const more = dataset.metrics.map(({ metric_name: name }) => name).filter((name) => !own.includes(name))
  const metrics = own.length > 1 ? {} : { metrics: [...own, ...more].slice(0, 4) }
  return { ...wordCloudStart(form, dataset), ...metrics }
}

const AGGREGATES = { open: 'AVG', close: 'AVG', high: 'MAX', low: 'MIN' } as const
const MEASURES = { open: /open/i, close: /close/i, high: /high|max/i, low: /low|min/i } as const

/** The mean of a number that is called after what is asked for, else its first and last values by their size. */
function candlestickStart(form: FormData, dataset: ExploreDataset): FormData {
  const numbers = columnsOf(dataset, 'number')
  const metric = (field: keyof typeof MEASURES) => {
    const column = numbers.find((name) => MEASURES[field].test(name)) ?? numbers.find((name) => !/(^|_)id$/i.test(name))
    return column === undefined ? undefined : simpleMetric(column, AGGREGATES[field])
  }
  const missing = (Object.keys(MEASURES) as (keyof typeof MEASURES)[]).filter(
    (field) => metricsIn(form[field]).length === 0,
  )
  return Object.fromEntries(missing.flatMap((field) => (metric(field) === undefined ? [] : [[field, metric(field)]])))
}

/** Two times of the dataset, and its first dimension of words as rows. */
function ganttStart(form: FormData, dataset: ExploreDataset): FormData {
  const has = (field: string) => columnsIn(form[field]).length > 0
  const [start, end = start] = columnsOf(dataset, 'time')
  const [row = columnsOf(dataset, 'text')[0], series] = columnsIn(form.groupby)
  return {
    ...(has('start_time') || start === undefined ? {} : { start_time: start }),
    ...(has('end_time') || end === undefined ? {} : { end_time: end }),
    ...(has('y_axis') || row === undefined ? {} : { y_axis: row }),
    ...(has('series') || series === undefined ? {} : { series }),
  }
}

/** Groups are compared, so there is a dimension of words. */
function tTestStart(form: FormData, dataset: ExploreDataset): FormData {
  const [group] = columnsOf(dataset, 'text')
  const isFree = columnsIn(form.groupby).length === 0 && group !== undefined
  return { ...calendarStart(form, dataset), ...(isFree ? { groupby: [group] } : {}) }
}

/** The ends of links under the names that this type has for them: one column each. */
function chordStart(form: FormData, dataset: ExploreDataset): FormData {
  const [source, target = columnsIn(form.columns)[0]] = columnsIn(form.groupby)
  const ends = { ...(source === undefined ? {} : { source }), ...(target === undefined ? {} : { target }) }
  const start = { ...ends, ...linkStart({ ...form, ...ends }, dataset) }
  return { groupby: start.source, columns: start.target }
}

/** Two metrics, the same one twice where there is no other. */
function butterflyStart(form: FormData, dataset: ExploreDataset, metric: WireMetric): FormData {
  const known = [...metricsIn(form.metrics), ...dataset.metrics.map(({ metric_name: name }) => name)]
  const [left = metric, right = left] = known.filter((one, at) => known.indexOf(one) === at)
  return {
    ...(metricsIn(form.left_metric).length > 0 ? {} : { left_metric: left }),
    ...(metricsIn(form.right_metric).length > 0 ? {} : { right_metric: right }),
  }
}

/** Columns that are called after a node and the one above it. */
function treeStart(form: FormData, dataset: ExploreDataset): FormData {
  const has = (field: string) => columnsIn(form[field]).length > 0
  const names = dataset.columns.map(({ column_name: name }) => name)
  const parent = names.find((name) => /parent|manager|above|boss/i.test(name))
  const id = names.find((name) => /(^|_)id$/i.test(name) && name !== parent) ?? names.find((name) => name !== parent)
  return {
    ...(has('id') || id === undefined ? {} : { id }),
    ...(has('parent') || parent === undefined ? {} : { parent }),
  }
}

function bubbleStart(form: FormData, dataset: ExploreDataset, metric: WireMetric): FormData {
  const has = (field: string) => columnsIn(form[field]).length > 0 || metricsIn(form[field]).length > 0
  const [entity = columnsOf(dataset, 'text')[0]] = columnsIn(form.groupby)
  const known = [...metricsIn(form.metrics), ...dataset.metrics.map(({ metric_name: name }) => name)]
  const [x = metric, y = x] = known.filter((one, at) => known.indexOf(one) === at)
  return {
    ...(has('entity') || entity === undefined ? {} : { entity }),
    ...(has('x') ? {} : { x }),
    ...(has('y') ? {} : { y }),
    ...(has('size') ? {} : { size: metric }),
  }
}
