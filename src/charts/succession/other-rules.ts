import type { FormData } from '../parts/form-options.ts'
import { axisSettings, isSet, listFrom, SuccessionError, type SuccessionRule } from './rule.ts'

const plain = { renamed: {}, dropped: [], hasTimeAxis: false, settings: () => ({}) } as const

export const treemapRule: SuccessionRule = {
  ...plain,
  successor: () => 'treemap_v2',
  renamed: { order_desc: 'sort_by_metric' },
  dropped: ['metrics'],
  settings: ({ metrics }) => (Array.isArray(metrics) && metrics.length > 0 ? { metric: metrics[0] } : {}),
}

const AGGREGATES = new Map([
  ['sum', 'Sum'],
  ['mean', 'Average'],
  ['median', 'Median'],
  ['min', 'Minimum'],
  ['max', 'Maximum'],
  ['std', 'Sample Standard Deviation'],
  ['var', 'Sample Variance'],
])

export const pivotTableRule: SuccessionRule = {
  ...plain,
  successor: () => 'pivot_table_v2',
  renamed: {
    columns: 'groupbyColumns',
    combine_metric: 'combineMetric',
    groupby: 'groupbyRows',
    number_format: 'valueFormat',
    pandas_aggfunc: 'aggregateFunction',
    row_limit: 'series_limit',
    timeseries_limit_metric: 'series_limit_metric',
    transpose_pivot: 'transposePivot',
  },
  dropped: ['pivot_margins'],
  settings: ({ pivot_margins: totals, pandas_aggfunc: aggregate }) => ({
    ...(isSet(totals) ? { colTotals: totals, colSubTotals: totals } : {}),
    ...(isSet(aggregate) ? { pandas_aggfunc: aggregateNamed(String(aggregate)) } : {}),
    rowOrder: 'value_z_to_a',
  }),
}

function aggregateNamed(name: string): string {
  const known = AGGREGATES.get(name)
  if (known === undefined) throw new SuccessionError(`The aggregate ${name} is not known.`)
  return known
}

export const dualLineRule: SuccessionRule = {
  ...plain,
  successor: () => 'mixed_timeseries',
  renamed: {
    x_axis_format: 'x_axis_time_format',
    y_axis_2_format: 'y_axis_format_secondary',
    y_axis_2_bounds: 'y_axis_bounds_secondary',
  },
  dropped: ['metric', 'metric_2'],
  hasTimeAxis: true,
  settings: ({ metric, metric_2: second }) => ({
    yAxisIndex: 0,
    yAxisIndexB: 1,
    truncateYAxis: true,
    metrics: [metric ?? null],
    metrics_b: [second ?? null],
  }),
  finish: ({ adhoc_filters: filters }) => ({ adhoc_filters_b: filters ?? [] }),
}

export const sunburstRule: SuccessionRule = {
  ...plain,
  successor: () => 'sunburst_v2',
  renamed: { groupby: 'columns' },
}

export const bubbleRule: SuccessionRule = {
  ...plain,
  successor: () => 'bubble_v2',
  renamed: {
    bottom_margin: 'x_axis_title_margin',
    left_margin: 'y_axis_title_margin',
    limit: 'row_limit',
    x_axis_format: 'xAxisFormat',
    x_log_scale: 'logXAxis',
    x_ticks_layout: 'xAxisLabelRotation',
    y_axis_showminmax: 'truncateYAxis',
    y_log_scale: 'logYAxis',
  },
  dropped: ['x_axis_showminmax'],
  settings: (form) => ({ ...axisSettings(form, { x_axis_label: 'bottom_margin' }), y_axis_showminmax: true }),
}

export const heatmapRule: SuccessionRule = {
  ...plain,
  successor: () => 'heatmap_v2',
  renamed: {
    all_columns_x: 'x_axis',
    all_columns_y: 'groupby',
    y_axis_bounds: 'value_bounds',
    show_perc: 'show_percentage',
  },
  dropped: ['sort_by_metric', 'canvas_image_rendering'],
  settings: () => ({ legend_type: 'continuous' }),
}

const USUAL_BINS = 5

export const histogramRule: SuccessionRule = {
  ...plain,
  successor: () => 'histogram_v2',
  renamed: { x_axis_label: 'x_axis_title', y_axis_label: 'y_axis_title', normalized: 'normalize' },
  dropped: ['all_columns_x', 'link_length', 'queryFields'],
  settings: (form) => {
    const [column] = listFrom(form.all_columns_x)
    return {
      ...(column === undefined ? {} : { column }),
      bins: isSet(form.link_length) ? wholeNumber(form.link_length) : USUAL_BINS,
      ...(isSet(form.groupby) ? {} : { groupby: [] }),
    }
  },
}

function wholeNumber(value: unknown): number {
  const text = String(value).trim()
  if (typeof value === 'number' && Number.isFinite(value)) return Math.trunc(value)
  if (!/^[+-]?\d+$/.test(text)) throw new SuccessionError(`The number of bins, ${text}, is no whole number.`)
  return Number(text)
}

export const sankeyRule: SuccessionRule = {
  ...plain,
  successor: () => 'sankey_v2',
  dropped: ['groupby'],
  settings: ({ groupby }: FormData) => {
    const [source, target] = listFrom(groupby)
    return target === undefined ? {} : { source, target }
  },
}
